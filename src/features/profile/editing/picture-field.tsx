import { useState } from 'react'
import { pictureWords, sniffPicture } from '#contract/sync/uploads.ts'
import { usePhotoThumb, useSavePhoto } from '#local/react'
import { PictureChoice } from '#parts/forms/file-input.tsx'
import { firstBytesOf } from '#parts/forms/picked-file.ts'
import { Button } from '#ui/button.tsx'
import { Avatar } from '#ui/show/avatar.tsx'
import { limits } from '#contract/limits.ts'
import { accountWords } from '#contract/users/account.ts'
import { type Me, type PictureName, pictures, useWaitingPicture } from '../use-me.ts'
import type { Picked } from './use-edit-form.ts'

interface Props {
  name: PictureName
  label: string
  /** Name of the owner; its initials replace a missing picture. */
  of: string
  me: Me
  edit: { picked: Picked | undefined; setPicked: (picked: Picked | undefined) => void }
}

/** Edits the picture of the person or the company: stores a picked file on the phone at once, sends it with the form. */
export function PictureField({ name, label, of, me, edit }: Props) {
  const { owner, url } = pictures[name]
  const keep = useSavePhoto(owner)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const waiting = useWaitingPicture(name, me)
  const { picked } = edit
  const image = picked === undefined ? waiting : picked === 'none' ? '' : picked.imageId
  const thumb = usePhotoThumb(owner, image)
  const shown = image === undefined ? (me.profile?.[url] ?? '') : (thumb ?? '')
  const there = image === undefined ? shown !== '' : image !== ''

  /** Removes the picture; a picture that was never sent needs no deletion on the server. */
  const remove = () => edit.setPicked((waiting ?? me.profile?.[url] ?? '') === '' ? undefined : 'none')
  async function take(file: Blob, called: string) {
    setBusy(true)
    setProblem(undefined)
    try {
      const checked = await checkPicture(file)
      if ('words' in checked) setProblem(checked)
      else {
        const stored = await keep(checked.file, called)
        if (stored.ok) edit.setPicked(stored.photo)
        else setProblem({ words: stored.error.message })
      }
    } catch {
      // The file cannot be read: it was moved, or exists only in a cloud.
      setProblem({ words: pictureWords.damaged })
    } finally {
      setBusy(false)
    }
  }
  async function shrink(file: Blob) {
    setBusy(true)
    const made = await scaleDown(file)
    setBusy(false)
    if (made) await take(made, label)
    else setProblem({ words: 'This picture could not be made smaller. Please choose another one.' })
  }
  const { tooLarge } = problem ?? {}
  return (
    <PictureChoice
      label={label}
      accept="image/*"
      there={there}
      busy={busy}
      onFile={(file) => void take(file, file.name)}
      onRemove={remove}
      problem={problem?.words}
      before={<Avatar name={of} url={shown} square={name === 'logo'} size={96} />}
      way={
        tooLarge && (
          <Button look="outline" size="sm" onClick={() => void shrink(tooLarge)}>
            Make it smaller
          </Button>
        )
      }
    />
  )
}

/** Problem of a picked file. */
interface Problem {
  /** Message about the problem (R-VAL-35, R-VAL-37). */
  words: string
  /** Picture that is only too large, so it can be scaled down. */
  tooLarge?: Blob
}
/** Longest side in px, and qualities to try; sharp at every size at which it is shown. */
const side = 1024
const qualities = [0.85, 0.7, 0.5]

/**
 * Checks a file by its content, not its name (R-VAL-36). Keeps JPEG, PNG and WebP; converts any other format that this
 * browser can draw to WebP.
 */
export async function checkPicture(file: Blob): Promise<{ file: Blob } | Problem> {
  const isPicture = sniffPicture(await firstBytesOf(file)) !== undefined
  if (!isPicture) {
    const drawn = await scaleDown(file)
    return drawn ? { file: drawn } : { words: accountWords.fileType }
  }
  return file.size > limits.profileImage ? { words: accountWords.fileSize, tooLarge: file } : { file }
}

/** Scales a picture down to an accepted size; undefined when the browser cannot draw it. */
async function scaleDown(file: Blob): Promise<Blob | undefined> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    try {
      const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
      const canvas = document.createElement('canvas')
      canvas.width = Math.max(1, Math.round(bitmap.width * scale))
      canvas.height = Math.max(1, Math.round(bitmap.height * scale))
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
      for (const quality of qualities) {
        const made = await encode(canvas, quality)
        if (made && made.size <= limits.profileImage) return made
      }
      return undefined
    } finally {
      bitmap.close()
    }
  } catch {
    // Any error of the decoder means that the picture cannot be shown.
    return undefined
  }
}

/** Encodes as WebP; as JPEG when the browser has no WebP encoder and returns a PNG, which may be too large. */
async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob | undefined> {
  const as = (type: string) =>
    new Promise<Blob | null>((done) => {
      canvas.toBlob(done, type, quality)
    })
  const webp = await as('image/webp')
  if (webp?.type === 'image/webp') return webp
  return (await as('image/jpeg')) ?? undefined
}
