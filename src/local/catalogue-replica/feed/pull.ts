import type { AppError } from '#contract/errors.ts'
import { columnKinds, dictKinds, type FeedKind } from '#contract/sync/feature-bits.ts'
import type { FeedPage } from '#contract/sync/feed.ts'
import { basePath } from '#contract/http.ts'
import {
  errorOf,
  isOurs,
  objectOf,
  refusedBy,
  timedRequest,
  timeLimits,
  unknownOutcome,
  type HttpClient,
  type Refused,
} from '../../transport/http-client.ts'
import type { FeedRequest } from './generations.ts'
import type { CarCard } from '#contract/cars.ts'
import { readColumns, unpackCars, type ReadColumns } from '#contract/sync/feed-pack.ts'
import { cardOfFeed } from '../chunks/pack.ts'

/** Response of the feed. `same`: nothing happened since that cursor, as of that server time. */
type Found = { ok: true; page: FeedPage } | { ok: true; same: number }
export type Pulled = Found | { ok: false; error: AppError }
/** Requests one page from the server. */
export type Pull = (position: FeedRequest & { limit?: number }) => Promise<Pulled>

/** A response that the service worker stored may be outdated, so it counts as not from our server. */
async function read(response: Response, length: (count: number) => void): Promise<Found | Refused> {
  if (!isOurs(response)) return unknownOutcome('not_our_server')
  if (response.status === 304) return { ok: true, same: Date.parse(response.headers.get('date') ?? '') || 0 }
  const text = await response.text()
  length(text.length)
  const body = objectOf(text)
  if (!response.ok) return refusedBy(response, body)
  const page = body && readPlainPage(body)
  return page ? { ok: true, page } : unknownOutcome('bad_reply')
}

const address = `${basePath}sync/catalogue`
const limits = [timeLimits.headers, timeLimits.total] as const

export function createPull(http: HttpClient): Pull {
  return async (position) => {
    const wanted = Object.entries(position).map(([name, value]) => [name, String(value)])
    const { cursor } = position
    // The cursor is also the ETag of the page that ends there: when nothing happened, the server responds 304 without a body.
    const headers: Record<string, string> = cursor === undefined ? {} : { 'if-none-match': `"${cursor}"` }
    const path = `${address}?${new URLSearchParams(wanted)}`
    const answer = await timedRequest(http, path, { method: 'GET', headers }, { limits, read })
    return answer.ok ? answer : { ok: false, error: errorOf(answer.error, answer.status) }
  }
}

/** Checks of a page, without the contract's schemas, which exceed the worker's size budget. A test compares both. */
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
const shapeOf =
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
  shapeOf(Object.fromEntries(Object.entries(names).map(([name, kind]) => [name, kinds[kind]])))
const isPage = shapeOf<FeedPage>({
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

/** Returns the page of a server response; undefined when the response has another form. */
export function readPlainPage(body: unknown): FeedPage | undefined {
  const { success, msg, data } = body as { success?: unknown; msg?: unknown; data?: unknown }
  return success === true && isText(msg) && isPage(data) ? (data as FeedPage) : undefined
}

/** One parsed page of the feed. */
export interface ReplicaChange extends Pick<
  FeedPage,
  'epoch' | 'cursor' | 'full' | 'more' | 'outside' | 'floor'
> {
  /** Cards of a page of changes. */
  cards: CarCard[]
  /** Columns of a page of the full feed, as received. */
  whole?: ReadColumns
  /** Ids of cars that are no longer for sale. */
  gone: string[]
  total: number
  /** Server time in milliseconds. */
  asOf: number
}

/** Parses a page; undefined when the page contradicts itself, because half of its data would be worse than none. */
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
