import { ignoreExpected } from '#contract/values/expected.ts'
import { loadOnce } from '#contract/values/load-once.ts'
import { isStorageFailure } from '../database/failures.ts'
import type { Reference } from '#catalogue'
import type { CarCard } from '#contract/cars.ts'
import { pinned, type PublicStore } from '../cache/eviction.ts'
import { wholeReference } from '../cache/reference.ts'
import { factsOf, keysFrom } from './chunks/rows.ts'
import { refreshed } from './feed/reconcile.ts'
import { readGenerations } from './feed/generations.ts'
import { buildSearchIndex, type ChunkRows, type SearchIndex } from './search-index.ts'

export type Current = ReturnType<typeof createCurrent>
export interface CurrentPorts {
  store: PublicStore
  /** Returns milliseconds of the phone's clock. */
  now: () => number
  /** Returns server time minus phone time. */
  offset: () => number
}
/** Milliseconds before the replica's time from which seen cars are read too, because clocks differ. */
const slack = 3_600_000

/** Returns the search index and keeps it equal to the data on the phone. */
export function createCurrent({ store, now, offset }: CurrentPorts) {
  let view: SearchIndex | undefined
  let isCurrent = false
  let hasSeen = false
  let lists: Reference | undefined
  /** Phone time up to which the seen cars were read. */
  let seenUpTo: number | undefined
  /** Cards that were seen, by id. */
  let wardrobe: Map<string, CarCard> | undefined
  let running: Promise<SearchIndex | undefined> | undefined

  const read = () =>
    store.transaction('read', ['facts', 'texts', 'meta'], async (tx) => {
      const { shown } = await readGenerations(tx)
      if (!shown) return undefined
      const before = view?.generation
      const same = before?.set === shown.set && before.floor === shown.floor
      // Only the last row grows, so the rows before it are unchanged.
      const from = same ? Math.max(0, before.chunks - 1) : 0
      const texts = new Map((await tx.list('texts', keysFrom(shown.set, from))).map((row) => [row.k, row]))
      const rows = (await factsOf(tx, shown.set, from)).flatMap((facts): ChunkRows[] => {
        const text = texts.get(facts.k)
        return text ? [{ facts, texts: text }] : []
      })
      return { shown, rows, same }
    })

  /** Adds cars that are stored beside the replica: those that a person saved, and those seen since. */
  async function look(at: SearchIndex, all: boolean): Promise<void> {
    const from = all || seenUpTo === undefined ? at.generation.asOf - offset() - slack : seenUpTo
    const upTo = now()
    const found = await store.transaction('read', ['cards', 'meta'], async (tx) => {
      const pins = await pinned(tx)
      const recent = await tx.list('cards', { index: 'seenAt', from })
      const saved = await Promise.all([...pins].map((id) => tx.get('cards', id)))
      return { pins, rows: [...recent, ...saved.flatMap((row) => row ?? [])] }
    })
    for (const row of found.rows) {
      at.add(row.card, { asOf: row.asOf, pinned: found.pins.has(row.id) })
      if (wardrobe) wardrobe.set(row.id, row.card)
    }
    seenUpTo = upTo
  }
  /** Reads all seen cards, for their pictures. The first response does not wait for this. */
  const fill = loadOnce(async () => {
    const rows = await store.transaction('read', ['cards'], (tx) => tx.list('cards'))
    wardrobe = new Map(rows.map((row) => [row.id, row.card]))
    // Cards that were stored during this read are read again.
    hasSeen = false
  })
  async function known(ids: readonly string[]): Promise<(CarCard | undefined)[]> {
    const all = wardrobe
    if (all) return ids.map((id) => all.get(id))
    const rows = await store.transaction('read', ['cards'], (tx) =>
      Promise.all(ids.map((id) => tx.get('cards', id))),
    )
    for (const row of rows) if (row && view) view.add(row.card, { asOf: row.asOf, pinned: false })
    // Without these cards each search takes a little longer.
    fill().catch(ignoreExpected('fill', isStorageFailure))
    return rows.map((row) => row?.card)
  }

  async function refresh(): Promise<SearchIndex | undefined> {
    while (!isCurrent) {
      isCurrent = true
      const found = await read().catch((error: unknown) => {
        isCurrent = false
        throw error
      })
      if (!found) view = undefined
      else if (found.same && view) view.apply(found.shown, found.rows)
      else {
        view = buildSearchIndex(found.shown, found.rows)
        hasSeen = false
        seenUpTo = undefined
      }
      lists = undefined
    }
    if (view && !hasSeen) {
      hasSeen = true
      await look(view, seenUpTo === undefined)
    }
    return view
  }
  return {
    /** Returns the index of the shown generation, updated where it changed; undefined while there is none. */
    view(): Promise<SearchIndex | undefined> {
      if (isCurrent && (hasSeen || !view)) return running ?? Promise.resolve(view)
      running = (running ?? Promise.resolve(undefined)).then(refresh, refresh).finally(() => {
        running = undefined
      })
      return running
    },
    /** Returns the server's lists, which a query is read against; undefined while some are missing. */
    reference: async () => (lists ??= await wholeReference(store)),
    /** Returns these cards with all that was seen of them; undefined when a newer version is known: search again. */
    async dressed(cards: readonly CarCard[]): Promise<CarCard[] | undefined> {
      const seen = await known(cards.map((card) => card._id))
      // A newer value is never replaced by an older one (I18).
      if (cards.some((card, i) => (seen[i]?.version ?? 0) > card.version)) return undefined
      return cards.map((card, i) => {
        const one = seen[i]
        // The seen card holds more pictures of the car.
        return one ? refreshed(one, card) : card
      })
    },
    /** Called when the replica on the phone has changed. */
    grown: () => {
      isCurrent = false
    },
    /** Called when the data beside the replica has changed. */
    seen: () => {
      hasSeen = false
      lists = undefined
    },
  }
}
