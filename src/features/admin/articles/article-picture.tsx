import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { adminArticleRoutes } from '#contract/admin/admin-articles.ts'
import { secondFactorRoutes } from '#contract/admin/second-factor.ts'
import { pictureWords, sniffPicture, uploadLimits } from '#contract/sync/uploads.ts'
import { useFileCalls } from '#local/react'
import { buildFileForm, firstBytesOf } from '#parts/forms/picked-file.ts'
import { Button } from '#ui/button.tsx'

/** As the form of an article names it: an address, the id of one that was just sent, or '' for none. */
interface ArticleImage {
  image: string
  blur: string
}
interface Props {
  image: string
  /** The server's message about it when the article was saved. */
  error: string | undefined
  onChosen: (picture: ArticleImage) => void
  onBusy: (busy: boolean) => void
}

async function problemOf(file: File): Promise<string | undefined> {
  if (file.size === 0) return pictureWords.empty
  if (file.size > uploadLimits.bytes) return pictureWords.bytes
  try {
    const type = sniffPicture(await firstBytesOf(file))
    return type === undefined ? pictureWords.type : undefined
  } catch {
    // A file that cannot even be read: one that was moved, or that is in a cloud.
    return pictureWords.damaged
  }
}

/** The picture of an article: sent as soon as it is chosen, shown to readers when the article is saved. */
export function ArticlePicture({ image, error, onChosen, onBusy }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const files = useFileCalls(secondFactorRoutes.getSecondFactor)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function send(file: File) {
    onBusy(true)
    setSending(true)
    const wrong = await problemOf(file)
    const key = files.newKey()
    const result =
      wrong === undefined &&
      (await files.send(adminArticleRoutes.sendArticlePicture, {
        file: buildFileForm({ name: 'image', file }, {}, key),
        key,
      }))
    setSending(false)
    onBusy(false)
    if (result === false) setProblem(wrong)
    else if (result.ok) {
      setProblem(undefined)
      onChosen(result.body.data)
    } else setProblem(result.error.fields?.['image'] ?? result.error.message)
  }
  function chosen({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // The same file may be chosen again.
    target.value = ''
    if (file && !sending) void send(file)
  }
  function remove() {
    setProblem(undefined)
    onChosen({ image: '', blur: '' })
    // The button that was pressed is gone.
    button.current?.focus()
  }
  const message = problem ?? error
  const about = message === undefined ? undefined : `${id}e`
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Picture</legend>
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-label="Choose a file: Picture"
          aria-describedby={about}
          tabIndex={-1}
          className="sr-only"
          onChange={chosen}
        />
        <Button
          ref={button}
          look="secondary"
          size="sm"
          icon={IconPhoto}
          loading={sending}
          aria-describedby={about}
          onClick={() => input.current?.click()}
        >
          {sending ? 'Sending …' : image === '' ? 'Choose a picture' : 'Change'}
        </Button>
        {image !== '' && !sending && (
          <Button look="quiet" size="sm" icon={IconTrash} onClick={remove}>
            Remove
          </Button>
        )}
      </div>
      {message === undefined ? (
        <p className="mt-1.5 text-13 text-ink-3">JPEG, PNG or WebP, up to 30 MB. Readers see it 4 to 3.</p>
      ) : (
        <p id={`${id}e`} role="alert" className="mt-1.5 text-13 font-medium text-danger">
          {message}
        </p>
      )}
    </fieldset>
  )
}
