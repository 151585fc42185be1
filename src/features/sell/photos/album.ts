import { limits } from '#contract/limits.ts'
import type { AppError } from '#contract/errors.ts'
import { imageIdPattern } from '#contract/sync/uploads.ts'

/** A picture of the ad as the form shows it: one that waits on this phone, or one the server has. */
export interface AlbumPicture {
  /** Of its bytes, or its address. */
  key: string
  /** Its row on this phone; undefined when its bytes are not here. */
  blobId: string | undefined
  /** Where the server has it, or would. */
  url: string
}

/** A file that is being made small, or could not be. */
export interface PickedFile {
  key: string
  name: string
  file: File
  error: string | undefined
}

/** The pictures of one ad, in their order, and what is done to them. */
export interface Album {
  pictures: readonly AlbumPicture[]
  picked: readonly PickedFile[]
  /** Sentences about files that were not taken. */
  refused: readonly string[]
  add: (files: readonly File[]) => void
  retry: (key: string) => void
  /** Removes a file that could not be stored. */
  drop: (key: string) => void
  remove: (key: string) => void
  arrange: (keys: readonly string[]) => void
  /** While the cover has more bytes than a featured image may have (R-VAL-35); what the server has it made small itself. */
  shrinkCover?: (() => Promise<AppError | undefined>) | undefined
}

/** Said about files and pictures (R-VAL-35 to R-VAL-48). */
export const photoMessages = {
  many: `At most ${limits.adImages} images`,
  large: 'Image must be 30MB or less',
  type: 'Only jpeg, jpg, png, webp',
  cover: 'File size must be less than or equal to 1.5MB',
  none: 'Please upload atleast 1 image',
  noCover: 'Please upload a featured image',
} as const

/** Whether what the server says under this name is about pictures. */
export const isAboutPictures = (name: string): boolean =>
  ['images', 'image_ids', 'featured_image'].includes(name) || imageIdPattern.test(name)

/** Why the server refused pictures of an ad, those that are in it by their places. */
export const readPictureReasons = (
  reasons: Readonly<Record<string, string>> | undefined,
  images: readonly (string | undefined)[],
): string[] =>
  Object.entries(reasons ?? {}).flatMap(([name, words]) => {
    const place = images.indexOf(name)
    if (place >= 0) return `Picture ${place + 1}: ${words}`
    return isAboutPictures(name) && !imageIdPattern.test(name) ? words : []
  })

/** The same, with one of them at another place. */
export function moveItem<T>(all: readonly T[], from: number, to: number): T[] {
  const next = [...all]
  const [one] = next.splice(from, 1)
  if (one === undefined) return next
  next.splice(Math.max(0, Math.min(to, next.length)), 0, one)
  return next
}
