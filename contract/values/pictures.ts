import { type PictureFormat, pictureWidths } from '../limits.ts'

/** A picture's address is `<base>/<width>.<format>`, whichever width and format is named. */
const baseOf = (url: string) => url.replace(/\/\d+\.(?:avif|webp)$/, '')

/** The same picture in another width and format. */
export function pictureUrl(
  url: string,
  width: (typeof pictureWidths)[number],
  format: PictureFormat,
): string {
  return `${baseOf(url)}/${width}.${format}`
}

/** Where the server has an uploaded picture, or will have it. */
export const uploadedUrl = (imageId: string): string => `/media/${imageId}/1280.webp`

/** The id of the uploaded picture an address shows; undefined for one that nobody uploaded. */
export const uploadedIn = (url: string): string | undefined => /^\/media\/(img_[0-9a-f]{32})\//.exec(url)?.[1]

/** `srcset` texts of every width, one per format; an address of another kind has none. */
export function pictureSources(url: string): { avif: string; webp: string } {
  if (baseOf(url) === url) return { avif: '', webp: '' }
  const set = (format: PictureFormat) =>
    pictureWidths.map((width) => `${pictureUrl(url, width, format)} ${width}w`).join(', ')
  return { avif: set('avif'), webp: set('webp') }
}
