import { limits } from '#contract/limits.ts'
import type { AppError } from '#contract/errors.ts'
import { imageIdPattern } from '#contract/sync/uploads.ts'

/** A picture in the ad form, from this phone or from the server. */
export interface AlbumPicture {
  /** Image id of the picture in a new ad; its URL in the edit of an ad. */
  key: string
  /** Id of its row in `blobs`; undefined when its bytes are not on this phone. */
  blobId: string | undefined
  /** URL of the picture on the server, whether or not it is uploaded yet. */
  url: string
}

/** A picked file that is being shrunk and stored, or that failed with an error. */
export interface PickedFile {
  key: string
  name: string
  file: File
  error: string | undefined
}

/** The pictures of one ad in their order, with the functions that change them. */
export interface Album {
  pictures: readonly AlbumPicture[]
  picked: readonly PickedFile[]
  /** Messages about files that were not accepted. */
  refused: readonly string[]
  add: (files: readonly File[]) => void
  retry: (key: string) => void
  /** Removes a file that could not be stored. */
  drop: (key: string) => void
  remove: (key: string) => void
  arrange: (keys: readonly string[]) => void
  /**
   * Shrinks the cover; defined while the cover on this phone has more bytes than a featured image may have (R-VAL-35). The
   * server shrinks uploaded pictures itself.
   */
  shrinkCover?: (() => Promise<AppError | undefined>) | undefined
}

/** Messages about files and pictures (R-VAL-35 to R-VAL-48). */
export const photoMessages = {
  many: `At most ${limits.adImages} images`,
  large: 'Image must be 30MB or less',
  type: 'Only jpeg, jpg, png, webp',
  cover: 'File size must be less than or equal to 1.5MB',
  none: 'Please upload atleast 1 image',
  noCover: 'Please upload a featured image',
} as const

/** Returns whether the server's error with this field name is about pictures. */
export const isAboutPictures = (name: string): boolean =>
  ['images', 'image_ids', 'featured_image'].includes(name) || imageIdPattern.test(name)

/** Returns the server's messages about refused pictures; a message about one picture begins with the picture's number. */
export const readPictureReasons = (
  reasons: Readonly<Record<string, string>> | undefined,
  images: readonly (string | undefined)[],
): string[] =>
  Object.entries(reasons ?? {}).flatMap(([name, words]) => {
    const place = images.indexOf(name)
    if (place >= 0) return `Picture ${place + 1}: ${words}`
    return isAboutPictures(name) && !imageIdPattern.test(name) ? words : []
  })

/** Returns a copy of the list in which one item has moved. */
export function moveItem<T>(all: readonly T[], from: number, to: number): T[] {
  const next = [...all]
  const [one] = next.splice(from, 1)
  if (one === undefined) return next
  next.splice(Math.max(0, Math.min(to, next.length)), 0, one)
  return next
}
