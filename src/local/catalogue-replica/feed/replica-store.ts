import { openRaw, type RawOptions } from '../../database/raw.ts'
import { schemaVersion } from '../../database/schema.ts'
import type { Store } from '../../database/store.ts'
import type { PublicTables } from '../../database/records.ts'
import {
  append,
  factsOf,
  lay,
  liveIn,
  removeRows,
  type ReplicaTx,
  compactRows,
  isWasteful,
} from '../chunks/rows.ts'
import type { ReplicaChange } from './pull.ts'
import {
  begin,
  isAmiss,
  isTooLarge,
  isTooSmall,
  readGenerations,
  smallestWindow,
  swap,
  generationsRow,
  type Generations,
  type Generation,
} from './generations.ts'
import { createLiveRows, type LiveRows } from './known.ts'
import { retainPinned, reconcileCached, refreshCached, withdrawCached } from './reconcile.ts'

export type ReplicaStore = ReturnType<typeof createReplicaStore>

/** Opens the public database as a page has created it, without Dexie; undefined while there is none. */
export const openForReplica = (o: Pick<RawOptions, 'indexedDB' | 'keyRange' | 'timers'>) =>
  openRaw<PublicTables>('public', {
    ...o,
    version: schemaVersion,
    needs: ['facts', 'texts'],
    durability: 'relaxed',
  })
export type ReplicaDatabase = Store<PublicTables>
const writes = ['facts', 'texts', 'cards', 'details', 'meta'] as const

/** Writes the cars of a page into a generation; a lower version changes nothing (I18). */
async function bring(
  tx: ReplicaTx,
  generation: Generation,
  { cards, gone, outside, cursor }: ReplicaChange,
  liveRows: LiveRows,
) {
  const idle = cards.length + gone.length + outside.length === 0
  if (idle || (generation.chunks === 0 && cards.length === 0)) {
    liveRows.wrote(generation, { ...generation, cursor }, [])
    return { generation, added: 0 }
  }
  const live = await liveRows.read(tx, generation)
  const floor = generation.floor === null ? -Infinity : Date.parse(generation.floor)
  // Cars below the floor may still be in a row but do not belong to the generation.
  const isIn = (id: string) => {
    const spot = live.get(id)
    return spot !== undefined && spot.created >= floor
  }
  const newer = cards.filter((card) => (live.get(card._id)?.version ?? 0) <= card.version)
  const left = new Set([...gone, ...outside].filter((id) => live.has(id)))
  const added = newer.filter((card) => !isIn(card._id)).length
  const cars = generation.cars + added - [...left].filter(isIn).length
  const { chunks, rows } = await append(tx, generation, newer, [...left])
  const next = { ...generation, chunks, cursor, cars, writes: generation.writes + 1 }
  liveRows.wrote(generation, next, rows)
  return { generation: next, added }
}

async function takeFull(
  tx: ReplicaTx,
  generations: Generations,
  change: ReplicaChange,
  liveRows: LiveRows,
): Promise<Generations> {
  const { fresh, shown } = generations
  const { epoch, cursor, floor, total, whole } = change
  if (!fresh || !whole) return generations
  const live = change.more ? undefined : await liveRows.read(tx, fresh)
  // The server sends the newest car first, so no page repeats a car of an earlier page.
  const { chunks, rows } = await lay(tx, fresh, whole)
  // The full feed is complete as of its first page: later changes come with the pages of changes.
  const asOf = fresh.cursor === undefined ? change.asOf : fresh.asOf
  const cars = fresh.cars + whole.ids.length
  const writes = fresh.writes + 1
  const walked = { ...fresh, chunks, writes, cars, epoch, cursor, floor, total, asOf }
  liveRows.wrote(fresh, walked, rows)
  if (!live) return { ...generations, fresh: walked }
  const generation = { ...walked, cars: live.size, looked: chunks }
  if (shown && generation.floor !== null) {
    const { floor: from } = generation
    const before = [...liveIn(await factsOf(tx, shown.set), shown.floor)]
    const older = before.filter(([id, spot]) => !live.has(id) && spot.created < Date.parse(from))
    await retainPinned(tx, new Map(older), shown.asOf)
  }
  await reconcileCached(tx, generation, live)
  return swap({ ...generations, fresh: generation })
}

async function takeChanges(
  tx: ReplicaTx,
  generations: Generations,
  change: ReplicaChange,
  liveRows: LiveRows,
): Promise<Generations> {
  const { shown } = generations
  if (!shown) return generations
  const { generation, added } = await bring(tx, shown, change, liveRows)
  const { cards, gone } = change
  // Most of these cars were never seen here, and each IndexedDB request is a round trip, so the keys are read first.
  const tables = cards.length + gone.length === 0 ? [] : (['cards', 'details'] as const)
  const seen = new Set((await Promise.all(tables.map((table) => tx.keys(table)))).flat())
  for (const card of cards) if (seen.has(card._id)) await refreshCached(tx, card, change.asOf)
  for (const id of gone) if (seen.has(id)) await withdrawCached(tx, id, change.asOf)
  const { cursor, total } = change
  const asOf = change.more ? shown.asOf : Math.max(shown.asOf, change.asOf)
  return { ...generations, shown: { ...generation, cursor, total, asOf, grown: shown.grown + added } }
}

/** Keeps the newest `window` cars and moves the floor, which tells the server which cars these are. */
async function cut(tx: ReplicaTx, shown: Generation, window: number): Promise<Generation> {
  const live = liveIn(await factsOf(tx, shown.set), shown.floor)
  const listed = [...live.values()].map(({ created }) => created).sort((a, b) => a - b)
  const oldest = listed.length > window ? (listed.at(-window) ?? 0) : -Infinity
  const floor = oldest === -Infinity ? shown.floor : new Date(oldest).toISOString()
  const leaving = new Map([...live].filter(([, { created }]) => created < oldest))
  await retainPinned(tx, leaving, shown.asOf)
  const generation = { ...shown, floor, window, grown: 0, cars: live.size - leaving.size }
  const chunks = await compactRows(tx, generation)
  return { ...generation, chunks, looked: chunks, writes: generation.writes + 1 }
}

/** Returns the store of the replica, with all that following the feed needs. */
export function createReplicaStore(store: ReplicaDatabase) {
  const liveRows = createLiveRows()
  async function change(
    work: (tx: ReplicaTx, generations: Generations) => Promise<Generations | undefined>,
  ): Promise<boolean> {
    const changed = await store.transaction('write', writes, async (tx) => {
      liveRows.begin()
      const generations = await work(tx, await readGenerations(tx))
      if (generations) await tx.put('meta', { k: generationsRow, v: generations })
      return generations !== undefined
    })
    liveRows.commit()
    return changed
  }
  const generations = () => store.transaction('read', ['meta'], readGenerations)

  /** Adapts the replica to the number of cars to store. */
  async function fit(window: number) {
    // This is checked with a read first: usually nothing changes, and a write transaction makes every other one wait.
    if (!isAmiss(await generations(), window)) return
    await change(async (tx, all) => {
      if (isTooSmall(all, window)) return begin(all, window)
      const { shown } = all
      if (!shown) return undefined
      if (isTooLarge(all, window)) return { ...all, shown: await cut(tx, shown, window) }
      return shown.window === window ? undefined : { ...all, shown: { ...shown, window } }
    })
  }
  /** Deletes rows that no generation needs. */
  async function sweep() {
    const { stale, shown: before } = await generations()
    for (const old of stale)
      await change(async (tx, all) => {
        await removeRows(tx, old.set, 0, old.chunks)
        return { ...all, stale: all.stale.filter(({ set }) => set !== old.set) }
      })
    if (!before || !isWasteful(before)) return
    await change(async (tx, all) => {
      const { shown } = all
      if (!shown || !isWasteful(shown)) return undefined
      const chunks = await compactRows(tx, shown)
      return { ...all, shown: { ...shown, chunks, looked: chunks, writes: shown.writes + 1 } }
    })
  }
  return {
    generations,
    /**
     * Applies one page and moves the cursor, in one transaction. False when the cursor has moved because another tab was faster:
     * then nothing changes.
     */
    take: (page: ReplicaChange, fromCursor: string | undefined) =>
      change(async (tx, all) => {
        const generation = all.fresh ?? all.shown
        if (!generation || generation.cursor !== fromCursor || page.full !== (all.fresh !== undefined))
          return undefined
        return page.full ? takeFull(tx, all, page, liveRows) : takeChanges(tx, all, page, liveRows)
      }),
    /** Stores the server's confirmation that nothing happened since that cursor. */
    async confirm(fromCursor: string | undefined, asOf: number) {
      await change(async (_, { shown, ...rest }) =>
        shown && !rest.fresh && shown.cursor === fromCursor && shown.asOf < asOf
          ? { ...rest, shown: { ...shown, asOf } }
          : undefined,
      )
    },
    /** Begins to load all cars again if the cursor has not moved; the shown generation stays until that is done. */
    async restart(fromCursor: string | undefined, window: number) {
      await change(async (_, all) =>
        (all.fresh ?? all.shown)?.cursor === fromCursor ? begin(all, window) : undefined,
      )
    },
    fit,
    /** Halves the number of cars to store. Resolves to the new number; undefined when it is too small to be worth it. */
    async shrink(now: number): Promise<number | undefined> {
      const { fresh, shown } = await generations()
      const generation = fresh ?? shown
      if (!generation) return undefined
      const window = Math.floor(generation.window / 2)
      await change(async (_, { fresh: given, ...rest }) => ({
        ...rest,
        full: { window: Math.max(window, smallestWindow), at: now },
        stale: given ? [...rest.stale, { set: given.set, chunks: given.chunks }] : rest.stale,
      }))
      await sweep()
      if (window < smallestWindow) return undefined
      if (shown && shown.window > window) await fit(window)
      return window
    },
    /** Forgets that the phone was full. */
    async trust() {
      await change(async (_, { full, ...rest }) => (full ? rest : undefined))
    },
    sweep,
  }
}
