import type { CarCard } from './cars.ts'
import { limits } from './limits.ts'
import type { SiteSettings } from './reference.ts'

/** The data from which the server rendered a document, embedded in that document: hydration starts from the same data. */
export interface FirstView {
  /** Server time of the rendering, ms. */
  at: number
  /** Origin of the site for absolute links. */
  origin: string
  settings: SiteSettings
  reads: readonly GivenRead[]
}

/** Data that the document adds for its loader, which starts the app. */
export interface Takeover {
  /** URL of the entry script, and URLs of the modules that the script and the screen import at once. */
  entry: string
  modules: readonly string[]
  /** URL of the stylesheet of the whole app; the document itself contains only the rules it needs. */
  styles: string
  /**
   * URL of the stylesheet of the web fonts. They load with the next screen; the first screen uses system fonts with the same
   * metrics.
   */
  fonts: string
}

/** One read that a screen was rendered from. */
export interface GivenRead {
  /** Key of the read in the app's query cache. */
  key: readonly unknown[]
  value: unknown
  /** Server time at which the value was true, ms. */
  asOf: number
}

/** Ids of the data block in a document and of the root element of React. */
export const firstViewId = 'first-view'
export const rootId = 'app'
/**
 * Header of a rendered document: server time in ms since which everything in it is known to be correct. A 304 may carry a
 * later time than the document's text.
 */
export const asOfHeader = 'x-as-of'
/**
 * Id of the element that follows the first viewport in the HTML although a phone displays another part last. The browser
 * paints nothing before it has parsed the element's start.
 */
export const firstWindowId = 'first-window'
/** Marker that occurs once in a rendered document, after the app: the worker inserts the age of a cached document there. */
export const agePlace = '<!--age-->'

type Pictured = Pick<CarCard, 'images' | 'featured_image' | 'pictures'>

/** Recognises a make of the list of makes. */
const isMake = (value: object): value is { models: unknown } => 'maketitle' in value && 'models' in value

const isPictured = (value: object): value is Pictured =>
  'images' in value && 'featured_image' in value && 'pictures' in value

/** Amount of picture data in a document: everything, the preview of the first picture, or URLs only. */
type Detail = 'whole' | 'preview' | 'address'

function slimPictures({ images, pictures: [first, ...others] }: Pictured, detail: Detail) {
  if (detail === 'whole') return first ? [first, ...others] : []
  const blur = detail === 'preview' ? (first?.blur ?? '') : ''
  return images.map((url, place) => (place === 0 && blur !== '' ? { url, blur } : url))
}

/**
 * Removes data that no first view shows: most cards keep only the URLs of their pictures, and makes lose their models. A slim
 * card has hundreds of bytes, a full card thousands. A car on its own page keeps its pictures whole.
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
  // Only the car itself keeps its pictures whole, not the cars listed beside it.
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, slim(part, name === 'data' ? 'whole' : 'address')]),
  )
}

type SlimPicture = string | { url: string; blur: string; alt?: string }

/**
 * Restores the contract's shape from the result of `slim`. Pictures of cards then have no alt text and mostly no preview, and
 * makes have no models.
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

/** The parts of a document that the app renders. */
export interface Drawn {
  html: string
  head: DrawnHead
  view: FirstView
}
/** Metadata of the screen. */
export interface DrawnHead {
  title: string
  description?: string
  canonical?: string
  noIndex?: boolean
}
/** A request that a rendering makes. */
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
/**
 * Renders an address of the app with the responses of `fetch`. Returns undefined when a response is missing or no screen is
 * rendered.
 */
export type Draw = (o: {
  /** Path and query. */
  address: string
  origin: string
  settings: SiteSettings
  /** Server time, ms. */
  at: number
  fetch: (call: DrawnCall) => Promise<DrawnAnswer>
}) => Promise<Drawn | undefined>
