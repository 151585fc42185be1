import { fieldError } from '../../kernel/call.ts'
import { z } from 'zod/mini'
import { storable } from '#contract/parts.ts'
import { jsonIn } from '#contract/values/unknown.ts'

/** Position of the last change that a phone has. Changes are ordered by transaction and then by car. */
export interface FeedPosition {
  /** Id of the history of the database. */
  epoch: string
  /** Start of the database under which the position was reached; see `feed_starts`. */
  mark: string
  tx: string
  id: string
}
/** Progress of a phone that downloads all cars. Its changes begin at the cursor's `place`. */
export interface Walk {
  /** Creation time in milliseconds of the oldest car to send; null when all cars fit the phone. */
  floor: number | null
  /** Creation time of the last sent car in microseconds, the precision of the database. */
  created: number
  id: string
}
export interface Cursor {
  place: FeedPosition
  walk?: Walk
}

/** Limit in milliseconds: every ad was created within this time before or after 1970. */
export const ever = 6_000_000_000_000

const digits = z.string().check(z.regex(/^\d{1,19}$/))
const text = z.string().check(z.maxLength(64), storable)
/** Limits a number to instants that both JavaScript and the database support. */
const within = (most: number) => z.int().check(z.minimum(-most), z.maximum(most))
const millis = within(ever)
const micros = within(ever * 1000)
const shape = z.union([
  z.tuple([text, digits, digits, text]),
  z.tuple([text, digits, digits, text, z.nullable(millis), micros, text]),
])

const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Encodes a cursor. Only the server reads it. */
export function writeCursor({ place: { epoch, mark, tx, id }, walk }: Cursor): string {
  const at = [epoch, mark, tx, id]
  return coded(walk ? [...at, walk.floor, walk.created, walk.id] : at)
}

/** Decodes a cursor; throws `validation_failed` for a text that no server of this kind can have written. */
export function readCursor(written: string): Cursor {
  const read = shape.safeParse(jsonIn(Buffer.from(written, 'base64url').toString()))
  if (!read.success) throw fieldError('cursor', 'This cursor is not one of ours.')
  const [epoch, mark, tx, id, floor, created, last] = read.data
  const place = { epoch, mark, tx, id }
  if (floor === undefined || created === undefined || last === undefined) return { place }
  return { place, walk: { floor, created, id: last } }
}
