import { wishesIn, type CarEngine } from '#catalogue'
import { cutSentence } from '#contract/values/list-inputs.ts'
import { likeCard, moreWhenLiked, type Cards, type Read } from './cards.ts'
import type { ListIndex } from './list-index.ts'
import type { Market } from './market.ts'
import type { Asked, State } from './moves.ts'
import { Slab } from './slab.ts'

/** A whole answer as bytes, and which state of the market it shows. */
export interface Page extends State {
  /** Whoever keeps them copies them. */
  bytes: Buffer
  /** Milliseconds. */
  asOf: number
}
/** Which of these cars whoever asks likes. */
export type LikedAmong = (ids: readonly string[]) => Promise<ReadonlySet<string>>

/** Times that the market may move on under a page that waits for its cards; then the database answers it. */
const mostTries = 5

/** The page of a search, exactly as the database would answer it; undefined when the database has to be asked. */
export async function pageOf(
  index: ListIndex,
  asked: Asked,
  likedAmong?: LikedAmong,
): Promise<Page | undefined> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const market = index.fresh ?? (await index.upToDate())
    if (!market) return undefined
    const { engine, cards } = market
    const places = placesOf(market, asked)
    const { slots } = places
    const found = counted(market, asked, places)
    const stamps = slots.map((slot) => cards.stamp(slot))
    // The second time all of them, since there may be no room to keep the first ones.
    const missing = tries < 2 ? slots.filter((slot) => !cards.has(slot)) : slots
    const likes = likedAmong && slots.length > 0 && likedAmong(Array.from(slots, (slot) => engine.idAt(slot)))
    const read = missing.length > 0 ? await cards.read(missing) : undefined
    const ids = likes ? await likes : undefined
    const bytes = together(found, { engine, cards, stamps, read, ids })
    if (bytes !== undefined) return { ...found, bytes }
    // Some card has changed: then the database is ahead of what was found.
    if (missing.some((slot) => !read?.has(slot))) await index.look()
  }
  return undefined
}

/** The page of a search in a market, if all its cards are there. */
export function pageNow(market: Market, asked: Asked): Page | undefined {
  const { engine, cards } = market
  const places = engine.find(asked.search)
  if (!places.slots.every((slot) => cards.has(slot))) {
    begun.set(asked, { market: market.id, version: market.version, ...places })
    return undefined
  }
  const found = counted(market, asked, places)
  const bytes = together(found, { engine, cards, stamps: undefined, read: undefined, ids: undefined })
  return bytes && { ...found, bytes }
}

interface Places extends State {
  total: number
  wishes: number[]
}
/** What was found for a question whose cards were not there yet. */
const begun = new WeakMap<Asked, Places>()

function placesOf({ id, version, engine }: Market, asked: Asked): Pick<Places, 'slots' | 'total' | 'wishes'> {
  const known = begun.get(asked)
  begun.delete(asked)
  return known?.market === id && known.version === version ? known : engine.find(asked.search)
}

interface FoundPage extends Omit<Page, 'bytes'> {
  beginning: Buffer
  /** What follows the cards. */
  end: Buffer
}

function counted(
  { id, engine, version, asOf }: Market,
  { search, facets, cut }: Asked,
  { slots, total, wishes }: Pick<Places, 'slots' | 'total' | 'wishes'>,
): FoundPage {
  const counts = facets ? `,"facets":${JSON.stringify(engine.facets(search.filter))}` : ''
  const wished =
    search.filter.wishes.length > 0 ? `,${JSON.stringify(wishesIn(search, wishes)).slice(1, -1)}` : ''
  const end = Buffer.from(`],"count_records":${total}${wished}${counts}${stampOf(asOf)}`)
  return { slots, market: id, version, asOf, beginning: cut ? cutShort : usual, end }
}

const beginningWith = (msg: string) => Buffer.from(`{"success":true,"msg":${JSON.stringify(msg)},"data":[`)
const usual = beginningWith('Success')
const cutShort = beginningWith(cutSentence)
const comma = 0x2c
const slab = new Slab()

interface Shown {
  engine: CarEngine
  cards: Cards
  /** What the cards' stamps were when they were found; undefined: that was just now. */
  stamps: Uint32Array | undefined
  read: Read | undefined
  ids: ReadonlySet<string> | undefined
}

/** The cards of a page between beginning and end, each with its heart; undefined when one is not there or another by now. */
function together(
  { slots, beginning, end }: FoundPage,
  { engine, cards, stamps, read, ids }: Shown,
): Buffer | undefined {
  const isLiked = (slot: number) => ids?.has(engine.idAt(slot)) ?? false
  let size = beginning.length + slots.length + end.length
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] ?? 0
    const length = read?.get(slot)?.length ?? cards.size(slot)
    if (length === 0 || (stamps !== undefined && cards.stamp(slot) !== stamps[i])) return undefined
    size += length + (isLiked(slot) ? moreWhenLiked : 0)
  }
  const all = slab.take(size)
  let at = beginning.copy(all)
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] ?? 0
    if (i > 0) {
      all[at] = comma
      at += 1
    }
    at += read?.get(slot)?.copy(all, at) ?? cards.copy(slot, all, at)
    if (isLiked(slot)) at = likeCard(all, at)
  }
  at += end.copy(all, at)
  return all.subarray(0, at)
}

const stampOf = (asOf: number) => `,"as_of":"${new Date(asOf).toISOString()}"}`

/** The bytes of an answer without the time of its state: equal as long as nothing that it shows has changed. */
export const withoutStamp = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - stampOf(0).length)

/** The same bytes with a later time of their state. */
export function stampedAnew(bytes: Buffer, asOf: number): Buffer {
  const stamp = Buffer.from(stampOf(asOf))
  const anew = Buffer.from(bytes)
  stamp.copy(anew, anew.length - stamp.length)
  return anew
}
