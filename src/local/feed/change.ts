import type { CarCard } from '#contract/cars.ts'
import { unpackCars } from '#contract/sync/feed-pack.ts'
import type { FeedCar, FeedPage } from '#contract/sync/feed.ts'

/** One page of the feed, read. */
export interface Change {
  epoch: string
  /** Where the next page begins. */
  cursor: string
  /** A page of everything there is, and not of changes. */
  full: boolean
  more: boolean
  cards: CarCard[]
  /** Not for sale any more. */
  gone: string[]
  /** For sale, but listed before the floor. */
  outside: string[]
  /** Nothing listed before this instant is kept; null keeps all. */
  floor: string | null
  total: number
  /** Server time, in milliseconds. */
  asOf: number
}

/** The card that a list shows, of what the feed knows: one picture, and nobody's heart. */
function cardOf({ cover, ...car }: FeedCar): CarCard {
  const pictures = cover === '' ? [] : [{ url: cover, blur: '', alt: car.title }]
  return {
    ...car,
    status: 'active',
    is_favorite: 'no',
    images: pictures.map((p) => p.url),
    featured_image: cover,
    pictures,
  }
}

/** Undefined when the page contradicts itself; half of it would be worse than none. */
export function readPage(page: FeedPage): Change | undefined {
  const cars = unpackCars(page.dict, page.upserts)
  const asOf = Date.parse(page.as_of)
  if (!cars || Number.isNaN(asOf)) return undefined
  const { epoch, cursor, full, more, outside, floor, deletes: gone, total_active: total } = page
  return { epoch, cursor, full, more, outside, floor, gone, total, asOf, cards: cars.map(cardOf) }
}

/** A known card brought up to date: what the feed does not know stays, such as the other pictures. */
export function refreshed(known: CarCard, card: CarCard): CarCard {
  const samePictures =
    known.featured_image === card.featured_image && known.picture_count === card.picture_count
  if (!samePictures) return { ...known, ...card }
  const { images, pictures, featured_image } = known
  return { ...known, ...card, images, pictures, featured_image }
}
