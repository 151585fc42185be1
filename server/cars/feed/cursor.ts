import { fieldError } from '../../kernel/call.ts'
import { z } from 'zod/mini'
import { storable } from '#contract/parts.ts'
import { jsonIn } from '#contract/values/unknown.ts'

/** The last change a phone has; changes are ordered by transaction and then by car. */
export interface FeedPosition {
  /** The history it belongs to. */
  epoch: string
  /** The start of the database under which it was reached; see `feed_starts`. */
  mark: string
  tx: string
  id: string
}
/** How far a phone that fetches everything has come; `Place` is where its changes will begin. */
export interface Walk {
  /** Milliseconds; null when everything there is fits the phone. */
  floor: number | null
  /** Microseconds, as exact as the database is. */
  created: number
  id: string
}
export interface Cursor {
  place: FeedPosition
  walk?: Walk
}

/** Milliseconds on either side of 1970 between which every ad was listed. */
export const ever = 6_000_000_000_000

const digits = z.string().check(z.regex(/^\d{1,19}$/))
const text = z.string().check(z.maxLength(64), storable)
/** Between instants that both a calendar and the database have. */
const within = (most: number) => z.int().check(z.minimum(-most), z.maximum(most))
const millis = within(ever)
const micros = within(ever * 1000)
const shape = z.union([
  z.tuple([text, digits, digits, text]),
  z.tuple([text, digits, digits, text, z.nullable(millis), micros, text]),
])

const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A cursor as the phone keeps it: nothing it should read. */
export function writeCursor({ place: { epoch, mark, tx, id }, walk }: Cursor): string {
  const at = [epoch, mark, tx, id]
  return coded(walk ? [...at, walk.floor, walk.created, walk.id] : at)
}

/** Throws `validation_failed` for what no server of this kind ever wrote. */
export function readCursor(written: string): Cursor {
  const read = shape.safeParse(jsonIn(Buffer.from(written, 'base64url').toString()))
  if (!read.success) throw fieldError('cursor', 'This cursor is not one of ours.')
  const [epoch, mark, tx, id, floor, created, last] = read.data
  const place = { epoch, mark, tx, id }
  if (floor === undefined || created === undefined || last === undefined) return { place }
  return { place, walk: { floor, created, id: last } }
}
