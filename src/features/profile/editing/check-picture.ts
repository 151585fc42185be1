import { limits } from '#contract/limits.ts'
import { sniffPicture } from '#contract/sync/uploads.ts'
import { accountWords } from '#contract/users/account.ts'

/** What is wrong with a picked file. */
export interface Problem {
  /** R-VAL-35, R-VAL-37 */
  words: string
  /** It is a picture and only too large: it can be made smaller. */
  tooLarge?: Blob
}
/** Bytes in which every picture says what it is. */
const head = 32
/** Longest side in px, and qualities to try: sharp on every screen it is shown on. */
const side = 1024
const qualities = [0.85, 0.7, 0.5]

/**
 * By what is in the file, whatever its name says (R-VAL-36): JPEG, PNG and WebP as they are, and anything else that this
 * browser can draw as a WebP.
 */
export async function checkPicture(file: Blob): Promise<{ file: Blob } | Problem> {
  const known = sniffPicture(new Uint8Array(await file.slice(0, head).arrayBuffer())) !== undefined
  if (!known) {
    const drawn = await smaller(file)
    return drawn ? { file: drawn } : { words: accountWords.fileType }
  }
  return file.size > limits.profileImage ? { words: accountWords.fileSize, tooLarge: file } : { file }
}

/** The same picture in a size that is taken; undefined for what cannot be drawn. */
export async function smaller(file: Blob): Promise<Blob | undefined> {
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
    // Whatever the decoder says about it: it cannot be shown.
    return undefined
  }
}

/** Where a browser has no WebP encoder it hands out a PNG, which may be too large. */
async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob | undefined> {
  const as = (type: string) =>
    new Promise<Blob | null>((done) => {
      canvas.toBlob(done, type, quality)
    })
  const webp = await as('image/webp')
  if (webp?.type === 'image/webp') return webp
  return (await as('image/jpeg')) ?? undefined
}
