import type { CarCard } from '#contract/cars.ts'
import { readColumns, unpackCars, type ReadColumns } from '#contract/sync/feed-pack.ts'
import type { FeedPage } from '#contract/sync/feed.ts'
import { cardOf } from '../chunks/pack.ts'

/** One page of the feed, read. */
export interface ReplicaChange {
  epoch: string
  /** Where the next page begins. */
  cursor: string
  /** A page of everything there is, and not of changes. */
  full: boolean
  more: boolean
  /** The cars of a page of changes, one by one. */
  cards: CarCard[]
  /** The cars of a page of everything, as they came. */
  whole?: ReadColumns
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

/** Undefined when the page contradicts itself; half of it would be worse than none. */
export function readPage(page: FeedPage): ReplicaChange | undefined {
  const asOf = Date.parse(page.as_of)
  const { epoch, cursor, full, more, outside, floor, deletes: gone, total_active: total } = page
  const read = { epoch, cursor, full, more, outside, floor, gone, total, asOf }
  const cars = full ? readColumns(page.dict, page.upserts) : unpackCars(page.dict, page.upserts)?.map(cardOf)
  if (!cars || Number.isNaN(asOf)) return undefined
  return Array.isArray(cars) ? { ...read, cards: cars } : { ...read, cards: [], whole: cars }
}

/** A known card brought up to date: what the feed does not know stays, such as the other pictures. */
export function refreshed(known: CarCard, card: CarCard): CarCard {
  const samePictures =
    known.featured_image === card.featured_image && known.picture_count === card.picture_count
  if (!samePictures) return { ...known, ...card }
  const { images, pictures, featured_image } = known
  return { ...known, ...card, images, pictures, featured_image }
}
