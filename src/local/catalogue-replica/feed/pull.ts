import { AppError } from '#contract/errors.ts'
import { columnKinds, dictKinds, type FeedKind } from '#contract/sync/feature-bits.ts'
import type { FeedPage } from '#contract/sync/feed.ts'
import { basePath, headers } from '#contract/http.ts'
import { errorOf, send, type HttpClient } from '../../transport/http-client.ts'
import type { FeedRequest } from './generations.ts'
import type { CarCard } from '#contract/cars.ts'
import { readColumns, unpackCars, type ReadColumns } from '#contract/sync/feed-pack.ts'
import { cardOfFeed } from '../chunks/pack.ts'

/** `same`: nothing happened since that cursor, as of that server time. */
export type Pulled =
  | { ok: true; page: FeedPage }
  | { ok: true; same: number }
  | { ok: false; error: AppError }
/** Asks the server for one page. */
export type Pull = (position: FeedRequest & { limit?: number }) => Promise<Pulled>

/**
 * The cursor is also the tag of the page that ends there: where nothing happened the server says so without a body,
 * and that is handed on as an answer without a page.
 */
const conditional = (http: HttpClient, cursor: string): HttpClient => ({
  ...http,
  async fetch(url, init) {
    const ifChanged = {
      ...init,
      headers: { ...(init.headers as Record<string, string>), 'if-none-match': `"${cursor}"` },
    }
    const reply = await http.fetch(url, ifChanged)
    if (reply.status !== 304) return reply
    const passed = new Headers({ 'content-type': 'application/json' })
    for (const name of [headers.api, 'date']) {
      const value = reply.headers.get(name)
      if (value !== null) passed.set(name, value)
    }
    return new Response(JSON.stringify({ same: Date.parse(passed.get('date') ?? '') || 0 }), {
      headers: passed,
    })
  },
})

const address = `${basePath}sync/catalogue`

export function createPull(http: HttpClient): Pull {
  return async (position) => {
    const wanted = Object.entries(position).map(([name, value]) => [name, String(value)])
    const path = `${address}?${new URLSearchParams(wanted)}`
    const way = position.cursor === undefined ? http : conditional(http, position.cursor)
    const answer = await send(way, { method: 'GET', path })
    if (!answer.ok) return { ok: false, error: errorOf(answer.error, answer.status) }
    // What the worker stored is a page of another day.
    if (answer.fromPhone) return { ok: false, error: new AppError('network') }
    const { same } = answer.body as { same?: unknown }
    if (typeof same === 'number') return { ok: true, same }
    const page = readPlainPage(answer.body)
    return page ? { ok: true, page } : { ok: false, error: new AppError('bad_reply') }
  }
}

/**
 * The contract of a page without its schemas, which would not fit what a woken worker reads. A test holds the two to
 * the same answers.
 */
type Test = (value: unknown) => boolean

const isText: Test = (value) => typeof value === 'string'
const isNumber: Test = (value) => Number.isFinite(value)
const isWhole: Test = (value) => Number.isSafeInteger(value)
const isFlag: Test = (value) => typeof value === 'boolean'
const isId: Test = (value) => typeof value === 'string' && value.length > 0 && value.length <= 64
const isInstant: Test = (value) => typeof value === 'string' && value.length >= 20 && value.length <= 30
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test)
const isPair: Test = (value) => listOf(isText)(value) && (value as unknown[]).length === 2
const either =
  (one: Test, other: Test): Test =>
  (value) =>
    one(value) || other(value)
const objectOf =
  <T>(tests: Record<keyof T, Test>): Test =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Test>(tests).every(([name, test]) => test((value as Record<string, unknown>)[name]))

const kinds: Readonly<Record<FeedKind, Test>> = {
  texts: listOf(isText),
  pairs: listOf(isPair),
  numbers: listOf(isNumber),
  wholes: listOf(isWhole),
  spellings: listOf(either(isText, isWhole)),
}
const holds = (names: Readonly<Record<string, FeedKind>>): Test =>
  objectOf(Object.fromEntries(Object.entries(names).map(([name, kind]) => [name, kinds[kind]])))
const isPage = objectOf<FeedPage>({
  epoch: isText,
  cursor: isText,
  full: isFlag,
  more: isFlag,
  dict: holds(dictKinds),
  upserts: holds(columnKinds),
  deletes: listOf(isId),
  outside: listOf(isId),
  total_active: isWhole,
  as_of: isInstant,
  floor: either((value) => value === null, isInstant),
})

/** The page in an answer of the server; undefined when the answer is no such thing. */
export function readPlainPage(body: unknown): FeedPage | undefined {
  const { success, msg, data } = body as { success?: unknown; msg?: unknown; data?: unknown }
  return success === true && isText(msg) && isPage(data) ? (data as FeedPage) : undefined
}

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
  /** Nothing listed before this instant is stored; null keeps all. */
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
  const cars = full
    ? readColumns(page.dict, page.upserts)
    : unpackCars(page.dict, page.upserts)?.map(cardOfFeed)
  if (!cars || Number.isNaN(asOf)) return undefined
  return Array.isArray(cars) ? { ...read, cards: cars } : { ...read, cards: [], whole: cars }
}
