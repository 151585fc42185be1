import { z } from 'zod/mini'
import type { CarCard } from '../cars.ts'
import { columnKinds, dictKinds, type FeedKind } from './feature-bits.ts'
import { id, instant, route } from '../parts.ts'

/**
 * The feed of catalogue changes since a phone's cursor (I21). Cars are transmitted as columns with dictionaries: adjacent
 * values of one field compress a fifth better than whole cars, and the phone stores columns anyway.
 */
export const feedLimits = {
  /** Default and maximum number of cars per page. */
  page: 2000,
  longestPage: 5000,
  /** Default and maximum number of newest cars that a phone stores. */
  window: 5000,
  widestWindow: 50_000,
  /** Days for which the server remembers a car that is no longer for sale; a phone that was offline longer starts over. */
  memory: 60,
} as const

const whole = (most: number, usual: number) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,6}$/, 'Please give a whole number')),
      z.pipe(z.transform(Number), z.int().check(z.maximum(most))),
    ),
    usual,
  )

/** Query parameters of the feed. */
export const feedQuery = z.object({
  /** Cursor of the previous response; absent at the start. Only the server can read it. */
  cursor: z.optional(z.string().check(z.maxLength(300))),
  limit: whole(feedLimits.longestPage, feedLimits.page),
  /** Number of newest cars for a phone that starts. */
  window: whole(feedLimits.widestWindow, feedLimits.window),
  /** The phone's `floor`: of changed cars listed before it, the response contains only the ids. */
  floor: z.optional(instant.check(z.refine((v) => !Number.isNaN(Date.parse(v)), 'Please give an instant'))),
})
export type FeedQuery = z.output<typeof feedQuery>

/** Replaces zod's `tuple`, whose code would enlarge the first file of every phone and has no other use. */
const pair = z.custom<[string, string]>(
  (v) => Array.isArray(v) && v.length === 2 && v.every((text) => typeof text === 'string'),
)
const kinds = {
  texts: z.array(z.string()),
  pairs: z.array(pair),
  numbers: z.array(z.number()),
  wholes: z.array(z.int()),
  spellings: z.array(z.union([z.string(), z.int()])),
} satisfies Record<FeedKind, unknown>
const shapeOf = <Names extends Readonly<Record<string, FeedKind>>>(names: Names) =>
  Object.fromEntries(Object.entries(names).map(([name, kind]) => [name, kinds[kind]])) as {
    -readonly [Name in keyof Names]: (typeof kinds)[Names[Name]]
  }

const feedDict = z.object(shapeOf(dictKinds))
const feedColumns = z.object(shapeOf(columnKinds))
export type FeedDict = z.output<typeof feedDict>
export type FeedColumns = z.output<typeof feedColumns>

const feedPage = z.object({
  /** Id of this history of the catalogue; a phone with another epoch starts over. */
  epoch: z.string(),
  cursor: z.string(),
  /** Whether the page belongs to a full listing, not to the changes. */
  full: z.boolean(),
  /** Whether more pages follow: the phone must request the next one at once. */
  more: z.boolean(),
  dict: feedDict,
  /** New and changed cars for sale. */
  upserts: feedColumns,
  /** Ids of cars that are no longer for sale. */
  deletes: z.array(id),
  /** Ids of changed cars that were listed before the floor. */
  outside: z.array(id),
  /** Number of all cars for sale, including cars that no phone stores. */
  total_active: z.int(),
  as_of: instant,
  /** Cars listed before this instant are not part of the phone's stored cars; null sets no limit. */
  floor: z.nullable(instant),
})
export type FeedPage = z.output<typeof feedPage>

/** Fails with `gone` when the phone was offline too long or its epoch is outdated. */
export const feedRoute = route('GET sync/catalogue', 'own:feed', { auth: 'none', data: feedPage })

/** A car in the feed: a card without personal fields and with only the first picture. */
export type FeedCar = Omit<CarCard, 'status' | 'is_favorite' | 'images' | 'featured_image' | 'pictures'> & {
  cover: string
}
