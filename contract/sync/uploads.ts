import { basePath } from '../http.ts'

/**
 * Pictures on their way to the server: tus 1.0 (creation, HEAD, PATCH) below one path, one upload per person and
 * picture. Free of zod, because the worker uploads too.
 *
 * A picture is named by its bytes: the phone knows the name before it has sent anything, so a waiting ad can name its
 * pictures, and the same picture uploaded twice is one picture.
 */
export const uploadsPath = `${basePath}uploads`

export const uploadLimits = {
  /** Bytes of one picture (R-POST). */
  bytes: 30_000_000,
  /** Pixels of one picture; counted before anything is decoded. */
  pixels: 60_000_000,
  /** Longest side in px of what phone and server keep. */
  longest: 2048,
  /** Longest side in px of the small copy on the phone. */
  thumb: 320,
} as const

export const tusVersion = '1.0.0'
/** Type of a chunk. */
export const chunkType = 'application/offset+octet-stream'

/** Name of the picture with these bytes. */
export const imageIdOf = (sha256: string): string => `img_${sha256.slice(0, 32)}`
export const imageIdPattern = /^img_[0-9a-f]{32}$/
export const isSha256 = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
export const uploadPath = (imageId: string): string => `${uploadsPath}/${imageId}`

/** Answer to the creation of an upload. */
export interface UploadReply {
  success: true
  msg: string
  data: {
    id: string
    /** Bytes the server has. */
    offset: number
    /** The server has all of it, has looked at it and keeps it: nothing is left to send. */
    complete: boolean
  }
}

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp'

const starts = (bytes: Uint8Array, at: number, ...wanted: number[]) =>
  wanted.every((value, i) => bytes[at + i] === value)

/** What the bytes are, whatever a name or a header says; undefined for anything that is not taken. */
export function sniffPicture(bytes: Uint8Array): PictureType | undefined {
  if (starts(bytes, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (starts(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  // RIFF....WEBP
  const isRiff = starts(bytes, 0, 0x52, 0x49, 0x46, 0x46)
  return isRiff && starts(bytes, 8, 0x57, 0x45, 0x42, 0x50) ? 'image/webp' : undefined
}

/** Said on both sides about a picture that is not taken. */
export const pictureWords = {
  type: 'Only JPEG, PNG and WebP pictures can be used.',
  bytes: 'A picture may have 30 MB at most.',
  pixels: 'This picture has too many pixels. Please use a smaller one.',
  damaged: 'This picture is damaged. Please choose another one.',
  empty: 'This picture is empty. Please choose another one.',
} as const
