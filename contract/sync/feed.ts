import { z } from 'zod/mini'
import type { CarCard } from '../cars.ts'
import { columnKinds, dictKinds, type FeedKind } from './feature-bits.ts'
import { id, instant, route } from '../parts.ts'

/**
 * What changed in the market since a phone last asked (I21). Cars travel as columns against dictionaries: the
 * values of one field side by side compress a fifth better than car by car, and the phone keeps columns anyway.
 */
export const feedLimits = {
  /** Cars a page, usually and at most. */
  page: 2000,
  longestPage: 5000,
  /** The newest cars that a phone keeps, usually and at most. */
  window: 5000,
  widestWindow: 50_000,
  /** Days that a car which left the market is recorded; a phone that was away longer starts over. */
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

/** The part of the address behind the question mark. */
export const feedQuery = z.object({
  /** Given by the answer before; left out at the start. Nobody but the server reads it. */
  cursor: z.optional(z.string().check(z.maxLength(300))),
  limit: whole(feedLimits.longestPage, feedLimits.page),
  /** How many of the newest cars a phone that starts wants. */
  window: whole(feedLimits.widestWindow, feedLimits.window),
  /** The `floor` the phone keeps to: cars listed before it are only named. */
  floor: z.optional(instant.check(z.refine((v) => !Number.isNaN(Date.parse(v)), 'Please give an instant'))),
})
export type FeedQuery = z.output<typeof feedQuery>

/** Not a tuple of zod: its code would weigh on the first file of every phone, and nothing else needs it. */
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
  /** Names this history of the market; a phone that knows another one starts over. */
  epoch: z.string(),
  cursor: z.string(),
  /** A page of everything there is, and not of changes. */
  full: z.boolean(),
  /** There is more to ask for at once. */
  more: z.boolean(),
  dict: feedDict,
  /** Cars for sale that are new or changed. */
  upserts: feedColumns,
  /** Cars that are not for sale any more. */
  deletes: z.array(id),
  /** Changed cars that were listed before the floor. */
  outside: z.array(id),
  /** All cars for sale, also those that no phone keeps. */
  total_active: z.int(),
  as_of: instant,
  /** Cars listed before this are not part of what the phone keeps; null keeps all. */
  floor: z.nullable(instant),
})
export type FeedPage = z.output<typeof feedPage>

/** Refused with `gone` when the phone was away too long or knows a history that is over. */
export const feedRoute = route('GET sync/catalogue', 'own:feed', { auth: 'none', data: feedPage })

/** What the feed knows of a car: a card without what is one person's own, and of its pictures the first. */
export type FeedCar = Omit<CarCard, 'status' | 'is_favorite' | 'images' | 'featured_image' | 'pictures'> & {
  cover: string
}
