import type { CarCard, Picture } from '../cars.ts'
import { limits, type PictureFormat, pictureWidths } from '../limits.ts'

/** Returns the common part of a picture's URLs, `<base>/<width>.<format>`. */
const baseOf = (url: string) => url.replace(/\/\d+\.(?:avif|webp)$/, '')

/** Returns the URL of the same picture in another width and format. */
export function pictureUrl(
  url: string,
  width: (typeof pictureWidths)[number],
  format: PictureFormat,
): string {
  return `${baseOf(url)}/${width}.${format}`
}

/** Returns the URL that an uploaded picture has or will have on the server. */
export const uploadedUrl = (imageId: string): string => `/media/${imageId}/1280.webp`

/** Returns the id of the uploaded picture at a URL; undefined for other pictures. */
export const uploadedIn = (url: string): string | undefined => /^\/media\/(img_[0-9a-f]{32})\//.exec(url)?.[1]

/** Returns the `srcset` of all widths for each format; empty for a URL of another form. */
export function pictureSources(url: string): { avif: string; webp: string } {
  if (baseOf(url) === url) return { avif: '', webp: '' }
  const set = (format: PictureFormat) =>
    pictureWidths.map((width) => `${pictureUrl(url, width, format)} ${width}w`).join(', ')
  return { avif: set('avif'), webp: set('webp') }
}

/** Returns the pictures of a card from its known URLs, with the known details of each. */
export const cardPictures = ({ images, pictures }: Pick<CarCard, 'images' | 'pictures'>): Picture[] =>
  images.slice(0, limits.cardPictures).map((url, place) => pictures[place] ?? { url, blur: '', alt: '' })

/** Adds the picture details of an earlier response about the same version to a card, since lists contain the fewest details. */
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
