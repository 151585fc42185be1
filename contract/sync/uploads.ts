import { basePath } from '../http.ts'

/**
 * Picture uploads: tus 1.0 (creation, HEAD, PATCH) below one path, one upload per person and picture. Free of zod, because
 * the worker uploads too.
 *
 * The id of a picture is the hash of its bytes: the phone knows the id before the upload, so a waiting ad can name its
 * pictures, and a second upload of the same picture creates no second picture.
 */
export const uploadsPath = `${basePath}uploads`

export const uploadLimits = {
  /** Maximum number of bytes of one picture (R-POST). */
  bytes: 30_000_000,
  /** Maximum number of pixels of one picture; checked before decoding. */
  pixels: 60_000_000,
  /** Longest side in px of the pictures that phone and server store. */
  longest: 2048,
  /** Longest side in px of the thumbnail on the phone. */
  thumb: 320,
} as const

export const tusVersion = '1.0.0'
/** Content type of a chunk. */
export const chunkType = 'application/offset+octet-stream'

/** Returns the id of the picture with this hash. */
export const imageIdOf = (sha256: string): string => `img_${sha256.slice(0, 32)}`
export const imageIdPattern = /^img_[0-9a-f]{32}$/
export const isSha256 = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
export const uploadPath = (imageId: string): string => `${uploadsPath}/${imageId}`

/** Response to the creation of an upload. */
export interface UploadReply {
  success: true
  msg: string
  data: {
    id: string
    /** Number of bytes that the server has. */
    offset: number
    /** Whether the server has all bytes, has checked them and stores the picture; the phone has nothing left to send. */
    complete: boolean
  }
}

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp'

const starts = (bytes: Uint8Array, at: number, ...wanted: number[]) =>
  wanted.every((value, i) => bytes[at + i] === value)

/** Detects the type of a picture from its bytes, regardless of names and headers; undefined for any type that is not accepted. */
export function sniffPicture(bytes: Uint8Array): PictureType | undefined {
  if (starts(bytes, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (starts(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  // RIFF....WEBP
  const isRiff = starts(bytes, 0, 0x52, 0x49, 0x46, 0x46)
  return isRiff && starts(bytes, 8, 0x57, 0x45, 0x42, 0x50) ? 'image/webp' : undefined
}

/** Messages for pictures that are not accepted, the same on phone and server. */
export const pictureWords = {
  type: 'Only JPEG, PNG and WebP pictures can be used.',
  bytes: 'A picture may have 30 MB at most.',
  pixels: 'This picture has too many pixels. Please use a smaller one.',
  damaged: 'This picture is damaged. Please choose another one.',
  empty: 'This picture is empty. Please choose another one.',
} as const
