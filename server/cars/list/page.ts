import { wishesIn, type CarSearchIndex } from '#catalogue'
import { limits } from '#contract/limits.ts'
import { cutSentence } from '#contract/list-query.ts'
import { copyCard, likeCard, moreWhenLiked, type Cards, type ReadCards } from './cards.ts'
import type { LiveIndex } from './live-index.ts'
import type { ListingIndex } from './listing-index.ts'
import type { ListRequest, AnswerState } from './recent-changes.ts'

/** A whole response in bytes, and the state of the index that it shows. */
export interface AnswerPage extends AnswerState {
  /** The body. A caller that caches it must copy it. */
  bytes: Buffer
  /** Time of the state in milliseconds. */
  asOf: number
}
/** Returns which of these cars the caller likes. */
export type LikedAmong = (ids: readonly string[]) => Promise<ReadonlySet<string>>

/** Number of attempts when cars change while their cards are read; then the database answers the page. */
const mostTries = 5

/** Returns the page of a search, exactly as the database would; undefined when the database must be queried. */
export async function carPageOf(
  live: LiveIndex,
  asked: ListRequest,
  likedAmong?: LikedAmong,
): Promise<AnswerPage | undefined> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const index = live.fresh ?? (await live.upToDate())
    if (!index) return undefined
    const { engine, cards } = index
    const places = placesOf(index, asked)
    const { slots } = places
    const found = counted(index, asked, places)
    const stamps = slots.map((slot) => cards.stamp(slot))
    // From the third attempt on all cards are read, because the cache may have no room for the cards of earlier attempts.
    const missing = tries < 2 ? slots.filter((slot) => !cards.has(slot)) : slots
    const likes = likedAmong && slots.length > 0 && likedAmong(Array.from(slots, (slot) => engine.idAt(slot)))
    const read = missing.length > 0 ? await cards.read(missing) : undefined
    const ids = likes ? await likes : undefined
    const bytes = together(found, { engine, cards, stamps, read, ids })
    if (bytes !== undefined) return { ...found, bytes }
    // A missing card has changed, so the database is ahead of the index.
    if (missing.some((slot) => !read?.has(slot))) await live.look()
  }
  return undefined
}

function hasAll(cards: Cards, slots: Uint32Array): boolean {
  for (const slot of slots) if (!cards.has(slot)) return false
  return true
}

/** Returns the page of a search if all its cards are cached. */
export function pageNow(index: ListingIndex, asked: ListRequest): AnswerPage | undefined {
  const { engine, cards } = index
  const places = engine.find(asked.search)
  if (!hasAll(cards, places.slots)) {
    begun.set(asked, { index: index.id, version: index.version, ...places })
    return undefined
  }
  const found = counted(index, asked, places)
  const bytes = together(found, { engine, cards, stamps: undefined, read: undefined, ids: undefined })
  return bytes && { ...found, bytes }
}

interface FoundSlots extends AnswerState {
  total: number
  wishes: number[]
}
/** Search results of requests whose cards were not cached. */
const begun = new WeakMap<ListRequest, FoundSlots>()

function placesOf(
  { id, version, engine }: ListingIndex,
  asked: ListRequest,
): Pick<FoundSlots, 'slots' | 'total' | 'wishes'> {
  const known = begun.get(asked)
  begun.delete(asked)
  return known?.index === id && known.version === version ? known : engine.find(asked.search)
}

interface PageParts extends Omit<AnswerPage, 'bytes'> {
  beginning: Buffer
  /** Text after the cards. */
  end: string
}

function counted(
  { id, engine, version, asOf }: ListingIndex,
  { search, facets, cut }: ListRequest,
  { slots, total, wishes }: Pick<FoundSlots, 'slots' | 'total' | 'wishes'>,
): PageParts {
  const counts = facets ? `,"facets":${JSON.stringify(engine.facets(search.filter))}` : ''
  const wished =
    search.filter.wishes.length > 0 ? `,${JSON.stringify(wishesIn(search, wishes)).slice(1, -1)}` : ''
  const end = `],"count_records":${total}${wished}${counts}${stampOf(asOf)}`
  return { slots, index: id, version, asOf, beginning: cut ? cutShort : usual, end }
}

/** Size in bytes that nearly every page fits, and maximum number of recycled buffers. */
const usualSize = 32 * 1024
const mostWaiting = 64
const waiting: Buffer[] = []

/** Returns a buffer for a page. Recycled, because allocating memory costs more than writing the page into it. */
const bufferFor = (bytes: number): Buffer =>
  (bytes > usualSize ? undefined : waiting.pop()) ?? Buffer.allocUnsafeSlow(Math.max(bytes, usualSize))

/** Recycles the memory of a page after its last reader; calling this is optional. */
export function giveBack({ buffer }: Buffer): void {
  if (buffer.byteLength === usualSize && waiting.length < mostWaiting) waiting.push(Buffer.from(buffer))
}

const beginningWith = (msg: string) => Buffer.from(`{"success":true,"msg":${JSON.stringify(msg)},"data":[`)
const usual = beginningWith('Success')
const cutShort = beginningWith(cutSentence)
const comma = 0x2c

interface PageCards {
  engine: CarSearchIndex
  cards: Cards
  /** Stamps of the cards at the time of the search; undefined if nothing can have changed since. */
  stamps: Uint32Array | undefined
  read: ReadCards | undefined
  ids: ReadonlySet<string> | undefined
}

/**
 * Joins beginning, cards with their favourite marks, and end; undefined when a card is missing or has changed since the search.
 */
function together(
  { slots, beginning, end }: PageParts,
  { engine, cards, stamps, read, ids }: PageCards,
): Buffer | undefined {
  const isLiked = (slot: number) => ids?.has(engine.idAt(slot)) ?? false
  let size = beginning.length + slots.length + Buffer.byteLength(end)
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] ?? 0
    const length = read?.get(slot)?.length ?? cards.size(slot)
    if (length === 0 || (stamps !== undefined && cards.stamp(slot) !== stamps[i])) return undefined
    size += length + (isLiked(slot) ? moreWhenLiked : 0)
  }
  const all = bufferFor(size)
  let at = beginning.copy(all)
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] ?? 0
    if (i > 0) {
      all[at] = comma
      at += 1
    }
    const short = i >= limits.cardsAtOnce
    const fresh = read?.get(slot)
    at += fresh ? copyCard(fresh, all, at, short) : cards.copy(slot, all, at, short)
    if (isLiked(slot)) at = likeCard(all, at)
  }
  at += all.write(end, at)
  return all.subarray(0, at)
}

let lastStamp = { asOf: -1, text: '' }
/** Returns the `as_of` text of a state; many responses show the same. */
function stampOf(asOf: number): string {
  if (lastStamp.asOf !== asOf) lastStamp = { asOf, text: `,"as_of":"${new Date(asOf).toISOString()}"}` }
  return lastStamp.text
}

/** Returns the bytes of a response without its `as_of`: they are equal while nothing in the response changes. */
export const withoutStamp = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - stampOf(0).length)

/** Returns a copy of the bytes with a later `as_of`. */
export function stampedAnew(bytes: Buffer, asOf: number): Buffer {
  const stamp = Buffer.from(stampOf(asOf))
  const stamped = Buffer.from(bytes)
  stamp.copy(stamped, stamped.length - stamp.length)
  return stamped
}
