import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { pictureWords } from '#contract/sync/uploads.ts'
import { useSavePhoto, usePhotoThumb } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Avatar } from '#ui/show/avatar.tsx'
import { type Me, type PictureName, pictures, useWaitingPicture } from '../use-me.ts'
import { checkPicture, type Problem, smaller } from './check-picture.ts'
import type { Picked } from './use-edit-form.ts'

interface Props {
  name: PictureName
  label: string
  /** Whose picture it is: its initials stand where there is none. */
  of: string
  me: Me
  edit: { picked: Picked | undefined; setPicked: (picked: Picked | undefined) => void }
}

/** The picture of oneself or of one's company: picked here, kept on the phone at once, sent with the form. */
export function PictureField({ name, label, of, me, edit }: Props) {
  const { owner, url } = pictures[name]
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const keep = useSavePhoto(owner)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const waiting = useWaitingPicture(name, me)
  const { picked } = edit
  const image = picked === undefined ? waiting : picked === 'none' ? '' : picked.imageId
  const thumb = usePhotoThumb(owner, image)
  const shown = image === undefined ? (me.profile?.[url] ?? '') : (thumb ?? '')
  const there = image === undefined ? shown !== '' : image !== ''

  /** Of what only stands here, nothing need be said to the server. */
  const remove = () => edit.setPicked((waiting ?? me.profile?.[url] ?? '') === '' ? undefined : 'none')
  async function take(file: Blob, called: string) {
    setBusy(true)
    setProblem(undefined)
    try {
      const checked = await checkPicture(file)
      if ('words' in checked) setProblem(checked)
      else {
        const kept = await keep(checked.file, called)
        if (kept.ok) edit.setPicked(kept.photo)
        else setProblem({ words: kept.error.message })
      }
    } catch {
      // A file that cannot even be read: one that was moved, or that is in a cloud.
      setProblem({ words: pictureWords.damaged })
    } finally {
      setBusy(false)
    }
  }
  async function shrink(file: Blob) {
    setBusy(true)
    const made = await smaller(file)
    setBusy(false)
    if (made) await take(made, label)
    else setProblem({ words: 'This picture could not be made smaller. Please choose another one.' })
  }
  function chosen({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // The same file may be picked again.
    target.value = ''
    if (file) void take(file, file.name)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex items-center gap-4">
        <Avatar name={of} url={shown} square={name === 'logo'} size={96} />
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            id={`${id}i`}
            type="file"
            accept="image/*"
            aria-label={`Choose a file: ${label}`}
            aria-describedby={problem ? `${id}e` : undefined}
            tabIndex={-1}
            className="sr-only"
            onChange={chosen}
          />
          <Button
            look="secondary"
            size="sm"
            icon={IconPhoto}
            loading={busy}
            onClick={() => input.current?.click()}
          >
            {there ? 'Change' : 'Choose a picture'}
          </Button>
          {there && !busy && (
            <Button look="quiet" size="sm" icon={IconTrash} onClick={remove}>
              Remove
            </Button>
          )}
        </div>
      </div>
      {problem && (
        <div id={`${id}e`} role="alert" className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-13 font-medium text-danger">{problem.words}</p>
          {problem.tooLarge && (
            <Button
              look="outline"
              size="sm"
              onClick={() => problem.tooLarge && void shrink(problem.tooLarge)}
            >
              Make it smaller
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}
