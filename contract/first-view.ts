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
  /** All styles of the app; the document brings those it needs. */
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

interface Pictured {
  images: string[]
  featured_image: string
  pictures: { url: string; blur: string; alt: string }[]
}

const isPictured = (value: object): value is Pictured =>
  'images' in value && 'featured_image' in value && 'pictures' in value

/**
 * An answer without what no first view shows: a card's pictures are their addresses alone. Cards of a page are hundreds of
 * bytes each without it and thousands with it. A car on its own page keeps its pictures whole.
 */
export function slim(value: unknown, whole = false): unknown {
  if (Array.isArray(value)) return value.map((part) => slim(part))
  if (typeof value !== 'object' || value === null) return value
  if (isPictured(value)) {
    const { images: _, featured_image: __, pictures, ...rest } = value
    return { ...rest, pictures: whole ? pictures : pictures.map(({ url }) => url) }
  }
  // Only the car itself, never those beside it.
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, slim(part, name === 'data')]))
}

/** What `slim` left, in the shape of the contract again; pictures of cards then have neither words nor a preview. */
export function fill(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fill)
  if (typeof value !== 'object' || value === null) return value
  if (!('pictures' in value && 'picture_count' in value && Array.isArray(value.pictures)))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(part)]))
  const pictures = (value.pictures as (string | Pictured['pictures'][number])[]).map((picture) =>
    typeof picture === 'string' ? { url: picture, blur: '', alt: '' } : picture,
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
