import type { CarCard } from './cars.ts'
import { limits } from './limits.ts'
import type { SiteSettings } from './reference.ts'

/** What the server drew a document from, inside that document: hydration starts from exactly the same. */
export interface FirstView {
  /** Server time of the drawing, ms. */
  at: number
  /** Where the site is, as links that leave it name it. */
  origin: string
  settings: SiteSettings
  reads: readonly GivenRead[]
}

/** What the document itself adds, for the few lines in it that start the app. */
export interface Takeover {
  /** The script that takes the page over, and what it and the screen import at once. */
  entry: string
  modules: readonly string[]
  /** The rules of all classes of the app; the document brings those it needs, and what needs no class. */
  styles: string
  /** Its own fonts, which come with the next screen: the first one is drawn in those of the phone, of the same measures. */
  fonts: string
}

/** One answer that a screen was drawn from. */
export interface GivenRead {
  /** The key of the read among the queries of the app. */
  key: readonly unknown[]
  value: unknown
  /** Server time at which it was true, ms. */
  asOf: number
}

/** Id of the data block in a document, and of the element that React draws into. */
export const firstViewId = 'first-view'
export const rootId = 'app'
/**
 * Header of a drawn document: since when all it shows is known to be right, server time in ms. A 304 tells a later one
 * than the document's own text.
 */
export const asOfHeader = 'x-as-of'
/**
 * Id of what follows the first window in the text, where a phone shows something else last: nothing is painted before it
 * begins.
 */
export const firstWindowId = 'first-window'
/** Occurs once in a drawn document, behind the app: the worker writes the age of a cached one there. */
export const agePlace = '<!--age-->'

type Pictured = Pick<CarCard, 'images' | 'featured_image' | 'pictures'>

/** A make as the list of makes names it. */
const isMake = (value: object): value is { models: unknown } => 'maketitle' in value && 'models' in value

const isPictured = (value: object): value is Pictured =>
  'images' in value && 'featured_image' in value && 'pictures' in value

/** What a drawing needs of pictures: everything, the first with its preview, or addresses. */
type Detail = 'whole' | 'preview' | 'address'

function slimPictures({ images, pictures: [first, ...others] }: Pictured, detail: Detail) {
  if (detail === 'whole') return first ? [first, ...others] : []
  const blur = detail === 'preview' ? (first?.blur ?? '') : ''
  return images.map((url, place) => (place === 0 && blur !== '' ? { url, blur } : url))
}

/**
 * An answer without what no first view shows: the pictures of most cards are their addresses alone, and a make comes
 * without its models. Cards of a page are hundreds of bytes each without it and thousands with it. A car on its own page
 * keeps its pictures whole.
 */
export function slim(value: unknown, detail: Detail = 'address'): unknown {
  if (Array.isArray(value))
    return value.map((part, place) => slim(part, place < limits.cardsAtOnce ? 'preview' : 'address'))
  if (typeof value !== 'object' || value === null) return value
  if (isPictured(value)) {
    const { images: _, featured_image: __, pictures: ___, ...rest } = value
    return { ...rest, pictures: slimPictures(value, detail) }
  }
  if (isMake(value)) {
    const { models: _, ...rest } = value
    return rest
  }
  // Only the car itself, never those beside it.
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, slim(part, name === 'data' ? 'whole' : 'address')]),
  )
}

type SlimPicture = string | { url: string; blur: string; alt?: string }

/**
 * What `slim` left, in the shape of the contract again; pictures of cards then have no words and few of them a preview,
 * and makes have no models.
 */
export function fill(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fill)
  if (typeof value !== 'object' || value === null) return value
  if ('maketitle' in value) return { ...value, models: [] }
  if (!('pictures' in value && 'picture_count' in value && Array.isArray(value.pictures)))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(part)]))
  const pictures = (value.pictures as SlimPicture[]).map((picture) =>
    typeof picture === 'string' ? { url: picture, blur: '', alt: '' } : { alt: '', ...picture },
  )
  const images = pictures.map(({ url }) => url)
  return { ...value, pictures, images, featured_image: images[0] ?? '' }
}

/** What a document is made of, as the app says it. */
export interface Drawn {
  html: string
  head: DrawnHead
  view: FirstView
}
/** What the screen says of itself. */
export interface DrawnHead {
  title: string
  description?: string
  canonical?: string
  noIndex?: boolean
}
/** A call that a drawing makes, and what it comes to. */
export interface DrawnCall {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: string | undefined
}
export interface DrawnAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}
/** Draws an address of the app from the answers of `fetch`; undefined where an answer is missing or no screen is drawn. */
export type Draw = (o: {
  /** Path and query. */
  address: string
  origin: string
  settings: SiteSettings
  /** The server's time, ms. */
  at: number
  fetch: (call: DrawnCall) => Promise<DrawnAnswer>
}) => Promise<Drawn | undefined>
