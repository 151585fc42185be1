import type { CarCard, Picture } from '../cars.ts'
import { limits, type PictureFormat, pictureWidths } from '../limits.ts'

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

/** The pictures of a card whose addresses are known, each with all that is known of it. */
export const cardPictures = ({ images, pictures }: Pick<CarCard, 'images' | 'pictures'>): Picture[] =>
  images.slice(0, limits.cardPictures).map((url, place) => pictures[place] ?? { url, blur: '', alt: '' })

/**
 * A card with its first picture, and with what an earlier answer about the same version has said of the others: a list
 * says least of all answers.
 */
export function withPictures(card: CarCard, known: CarCard | undefined): CarCard {
  const same = known?.version === card.version ? known : card
  const images = same.images.length > card.images.length ? same.images : card.images
  const isPoorer =
    card.pictures.length < same.pictures.length || card.pictures.every(({ blur }) => blur === '')
  const pictures = isPoorer ? same.pictures : card.pictures
  return {
    ...card,
    images,
    pictures: pictures.length > 0 ? pictures : cardPictures({ images, pictures }).slice(0, 1),
  }
}
