import type { CarCard } from '#contract/cars.ts'
import type { PublicTables } from '../database/records.ts'
import type { Store, Tx } from '../database/store.ts'
import { refreshed, type Change } from './change.ts'
import { begin, isTooLarge, isTooSmall, noCopies, swap, type Copies, type Copy } from './copies.ts'

/** Where the market is kept on the phone: all that following the feed needs of a store. */
export interface FeedShelf {
  copies: () => Promise<Copies>
  /**
   * Applies one page and moves the cursor, in one transaction. False when the page does not begin where the copy
   * stands, because another tab was quicker: then nothing is changed.
   */
  take: (change: Change, asked: string | undefined) => Promise<boolean>
  /** Fetches everything anew, when the copy still stands at that cursor; what is shown stays until that is done. */
  restart: (asked: string | undefined, window: number) => Promise<void>
  /** Makes the copy fit the number of cars that shall be kept. */
  fit: (window: number) => Promise<void>
  /** Clears away what no copy needs any more. */
  sweep: () => Promise<void>
}
/** What the phone knows of the market as a whole. */
export interface Market {
  cards: CarCard[]
  /** All cars for sale on the server. */
  total: number
  asOf: number
}

type MarketStore = Store<PublicTables>
type MarketTx = Tx<PublicTables>
const stateKey = 'feed'
/** Rows cleared away in one go, so that reading never waits long. */
const sweepAtOnce = 500

const start = (set: number) => `${String(set).padStart(8, '0')}/`
const rowKey = (set: number, id: string) => start(set) + id
const rowsOf = (set: number) => ({ from: start(set), to: `${start(set)}\uffff` })

async function read(tx: MarketTx): Promise<Copies> {
  return ((await tx.get('meta', stateKey))?.v as Copies | undefined) ?? noCopies
}
const write = (tx: MarketTx, copies: Copies) => tx.put('meta', { k: stateKey, v: copies })

/** Adds the cards to a copy and says how many it did not have; a lower version changes nothing (I18). */
async function addCards(tx: MarketTx, set: number, cards: readonly CarCard[]): Promise<number> {
  let added = 0
  for (const card of cards) {
    const k = rowKey(set, card._id)
    const known = await tx.get('feed', k)
    if (!known) added++
    if (!known || known.card.version <= card.version) await tx.put('feed', { k, card })
  }
  return added
}

/** A car that was seen before is brought up to date, as long as nothing newer is known of it (I18). */
async function refreshSeen(tx: MarketTx, card: CarCard, asOf: number): Promise<void> {
  const row = await tx.get('cards', card._id)
  if (!row) return
  const { version } = row.card
  const newer = version < card.version || (version === card.version && row.asOf <= asOf)
  if (newer)
    await tx.put('cards', { ...row, card: refreshed(row.card, card), asOf: Math.max(row.asOf, asOf) })
}

/** A car that was seen before stays, saved or not, and is not offered any more. A newer answer knows better. */
async function withdrawSeen(tx: MarketTx, id: string, asOf: number): Promise<void> {
  const row = await tx.get('cards', id)
  if (row && row.card.status === 'active' && row.asOf < asOf)
    await tx.put('cards', { ...row, card: { ...row.card, status: 'inactive' }, asOf })
  const detail = await tx.get('details', id)
  if (detail && detail.car.status === 'active' && detail.asOf < asOf)
    await tx.put('details', { ...detail, car: { ...detail.car, status: 'inactive' }, asOf })
}

/** Compares what was seen with a complete copy: whatever should be in it and is not has left the market. */
async function reconcileSeen(tx: MarketTx, copy: Copy): Promise<void> {
  for (const row of await tx.list('cards')) {
    const found = await tx.get('feed', rowKey(copy.set, row.id))
    const belongs = copy.floor === null || row.card.created_at >= copy.floor
    if (found) await refreshSeen(tx, found.card, copy.asOf)
    else if (belongs) await withdrawSeen(tx, row.id, copy.asOf)
  }
}

async function takeFull(tx: MarketTx, copies: Copies, change: Change): Promise<Copies> {
  const { fresh } = copies
  if (!fresh) return copies
  await addCards(tx, fresh.set, change.cards)
  const { epoch, cursor, floor, total } = change
  // Right as of its first page: changes since then come with the pages of changes.
  const asOf = fresh.cursor === undefined ? change.asOf : fresh.asOf
  const copy = { ...fresh, epoch, cursor, floor, total, asOf }
  if (change.more) return { ...copies, fresh: copy }
  await reconcileSeen(tx, copy)
  return swap({ ...copies, fresh: copy })
}

async function takeChanges(tx: MarketTx, copies: Copies, change: Change): Promise<Copies> {
  const { shown } = copies
  if (!shown) return copies
  const added = await addCards(tx, shown.set, change.cards)
  for (const id of [...change.gone, ...change.outside]) await tx.delete('feed', rowKey(shown.set, id))
  for (const card of change.cards) await refreshSeen(tx, card, change.asOf)
  for (const id of change.gone) await withdrawSeen(tx, id, change.asOf)
  const { cursor, total } = change
  const asOf = change.more ? shown.asOf : Math.max(shown.asOf, change.asOf)
  return { ...copies, shown: { ...shown, cursor, total, asOf, grown: shown.grown + added } }
}

/** Keeps the newest `window` cars; the floor follows, so that the server knows which ones these are. */
async function cut(tx: MarketTx, shown: Copy, window: number): Promise<Copy> {
  const rows = await tx.list('feed', rowsOf(shown.set))
  const listed = rows.map((row) => row.card.created_at).sort()
  const floor = listed.length > window ? (listed.at(-window) ?? null) : shown.floor
  for (const { k, card } of rows) if (floor !== null && card.created_at < floor) await tx.delete('feed', k)
  return { ...shown, floor, window, grown: 0 }
}

/** The shelf on the phone's database. */
export function createShelf(store: MarketStore): FeedShelf {
  const change = (work: (tx: MarketTx, copies: Copies) => Promise<Copies | undefined>): Promise<boolean> =>
    store.transaction('write', ['feed', 'cards', 'details', 'meta'], async (tx) => {
      const copies = await work(tx, await read(tx))
      if (copies) await write(tx, copies)
      return copies !== undefined
    })
  return {
    copies: () => store.transaction('read', ['meta'], read),
    take: (page, asked) =>
      change(async (tx, copies) => {
        const copy = copies.fresh ?? copies.shown
        if (!copy || copy.cursor !== asked || page.full !== (copies.fresh !== undefined)) return undefined
        return page.full ? takeFull(tx, copies, page) : takeChanges(tx, copies, page)
      }),
    async restart(asked, window) {
      await change(async (_, copies) =>
        (copies.fresh ?? copies.shown)?.cursor === asked ? begin(copies, window) : undefined,
      )
    },
    async fit(window) {
      await change(async (tx, copies) => {
        if (isTooSmall(copies, window)) return begin(copies, window)
        const { shown } = copies
        if (!shown) return undefined
        if (isTooLarge(copies, window)) return { ...copies, shown: await cut(tx, shown, window) }
        return shown.window === window ? undefined : { ...copies, shown: { ...shown, window } }
      })
    },
    async sweep() {
      for (const set of (await store.transaction('read', ['meta'], read)).stale) {
        for (let rest = sweepAtOnce; rest === sweepAtOnce;) {
          rest = await store.transaction('write', ['feed'], async (tx) => {
            const rows = await tx.list('feed', { ...rowsOf(set), limit: sweepAtOnce })
            for (const { k } of rows) await tx.delete('feed', k)
            return rows.length
          })
        }
        await change(async (_, copies) => ({ ...copies, stale: copies.stale.filter((s) => s !== set) }))
      }
    },
  }
}

/** The market as it is shown; undefined before it was complete for the first time. */
export function readMarket(store: MarketStore): Promise<Market | undefined> {
  return store.transaction('read', ['feed', 'meta'], async (tx) => {
    const { shown } = await read(tx)
    if (!shown) return undefined
    const rows = await tx.list('feed', rowsOf(shown.set))
    return { cards: rows.map((row) => row.card), total: shown.total, asOf: shown.asOf }
  })
}
