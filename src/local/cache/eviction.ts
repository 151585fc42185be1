import type { PublicTables } from '../database/records.ts'
import type { Store, Tx } from '../database/store.ts'
import { userPartition } from '../database/schema.ts'
import { isQuota } from '../database/failures.ts'

export type PublicStore = Store<PublicTables>
export type PublicTx = Tx<PublicTables>

/** Limits of the cache; the least recently seen rows are evicted first. */
export const cacheLimits = {
  cards: 2000,
  details: 100,
  lists: 60,
  viewed: 50,
  /** Milliseconds. */
  age: 30 * 24 * 3_600_000,
} as const

/**
 * Keys of two rows of `meta` per person, with the ids of cars that are never evicted: those that the person saved, viewed or
 * edited, and their own ads by creator.
 */
const pinKey = (partition: string) => `pins:${partition}`
const adsKey = (partition: string) => `${pinKey(partition)}:ads`

const pinRows = (tx: PublicTx) => tx.list('meta', { from: pinKey(''), to: pinKey('\uffff') })
const idsIn = ({ v }: { v: unknown }): string[] => (Array.isArray(v) ? (v as string[]) : [])

export async function pinned(tx: PublicTx): Promise<Set<string>> {
  return new Set((await pinRows(tx)).flatMap(idsIn))
}

/**
 * Pins those of the cars that were listed by a person whose data is on this phone, on whichever phone the ad was made. A person
 * is recognised by their partition.
 */
export async function pinAds(tx: PublicTx, cars: Iterable<{ id: string; creator: string }>): Promise<void> {
  const rows = new Map((await pinRows(tx)).map((row) => [row.k, idsIn(row)]))
  const owners = new Map<string, string>()
  const met = new Map<string, Set<string>>()
  for (const { id, creator } of cars) {
    const partition = owners.get(creator) ?? userPartition(creator)
    owners.set(creator, partition)
    if (!rows.has(pinKey(partition))) continue
    const key = adsKey(partition)
    met.set(key, (met.get(key) ?? new Set(rows.get(key))).add(id))
  }
  for (const [k, ids] of met)
    if (ids.size > (rows.get(k)?.length ?? 0)) await tx.put('meta', { k, v: [...ids] })
}

export function pin(store: PublicStore, partition: string, ids: readonly string[]): Promise<void> {
  return store.transaction('write', ['meta'], (tx) => tx.put('meta', { k: pinKey(partition), v: [...ids] }))
}
export function unpin(store: PublicStore, partition: string): Promise<void> {
  return store.transaction('write', ['meta'], async (tx) => {
    await tx.delete('meta', pinKey(partition))
    await tx.delete('meta', adsKey(partition))
  })
}

export type CachedTable = 'lists' | 'details' | 'cards'

/**
 * Deletes rows that are too old or exceed the limits. It runs rarely and in a transaction of its own, because reading a list must
 * not wait for it. `keep` scales the limits of these tables, for a phone without space.
 */
export function tidy(
  store: PublicStore,
  now: number,
  keep = 1,
  tables: readonly CachedTable[] = ['lists', 'details', 'cards'],
): Promise<void> {
  return store.transaction('write', ['cards', 'details', 'lists', 'meta'], async (tx) => {
    const pins = await pinned(tx)
    for (const table of tables) {
      const rows = await tx.list(table, { index: 'seenAt', reverse: true })
      let left = 0
      for (const row of rows) {
        const key = 'k' in row ? row.k : row.id
        if (pins.has(key)) continue
        // A row from a clock that was ahead must expire too.
        const fresh = Math.abs(now - row.seenAt) <= cacheLimits.age
        if (fresh && left < cacheLimits[table] * keep) left++
        else await tx.delete(table, key)
      }
    }
  })
}

export type MakeRoom = ReturnType<typeof createMakeRoom>
/** Data that can be evicted, in the order of eviction. Data that a person wrote is not in this list. */
export const steps = [
  'answers',
  'otherPictures',
  'viewedPictures',
  'thumbs',
  'viewed',
  'replica',
  'morePictures',
  'firstPictures',
  'favourites',
] as const
export type EvictionStep = (typeof steps)[number]
/** Evicts the data of one step. */
export type GiveUp = (step: EvictionStep) => Promise<unknown>
export interface MakeRoomPorts {
  shared: PublicStore
  now: () => number
  randomBytes: (count: number) => Uint8Array
  giveUp: GiveUp
}
/** Names of the worker's caches of network responses. */
export const runtimeCaches = ['listings', 'pictures', 'documents'] as const

/** Key of a row of the public `meta`. */
export const ballastRow = 'ballast'
export const ballastBytes = 2 * 1024 * 1024
/** Maximum number of random bytes that a browser returns per call. */
const mostRandom = 65_536
/** Milliseconds during which a phone that was full gets no new ballast. */
export const fullFor = 10 * 60_000
/** Steps that cost less than the replica and a person's favourites. */
const spare = steps.slice(0, steps.indexOf('replica'))

/**
 * Returns functions that make room for what a person writes on a full phone (S15). Browsers report false numbers of free space,
 * and only a refused write is reliable. So a row of ballast is stored to be deleted at that moment; after it the caches are
 * evicted, the cheapest first.
 */
export function createMakeRoom({ shared, now, randomBytes, giveUp }: MakeRoomPorts) {
  let full: number | undefined
  let lies = false

  function throwOff() {
    lies = false
    return shared.transaction('write', ['meta'], (tx) => tx.delete('meta', ballastRow))
  }
  async function making<R>(work: () => Promise<R>, order: readonly (EvictionStep | 'ballast')[]): Promise<R> {
    let refusal: unknown
    for (const step of [undefined, ...order]) {
      try {
        if (step) await (step === 'ballast' ? throwOff() : giveUp(step))
      } catch {
        // A step that fails is skipped; the next step may free enough.
      }
      try {
        return await work()
      } catch (error) {
        if (!isQuota(error)) throw error
        refusal = error
        full = now()
      }
    }
    throw refusal
  }
  /** Returns random bytes, which a disk cannot compress. */
  function ballast(): ArrayBuffer {
    const bytes = new Uint8Array(ballastBytes)
    for (let at = 0; at < ballastBytes; at += mostRandom) bytes.set(randomBytes(mostRandom), at)
    return bytes.buffer
  }
  return {
    /**
     * Runs work that writes. When the browser refuses it for lack of space, one step is evicted and the work runs again, until it
     * succeeds or nothing is left. Then the refusal is thrown, and the caller keeps the text and tells the person. The work may
     * run several times and must be safe to repeat; any other error is thrown at once.
     */
    withRoom: <R>(work: () => Promise<R>) => making(work, ['ballast', ...steps]),
    /** Runs work like `withRoom` for data that can be loaded again: it deletes neither the ballast nor anything more valuable. */
    withSpare: <R>(work: () => Promise<R>) => making(work, spare),
    /** Stores the ballast if it is missing, but not soon after the phone was full. True when it is stored. */
    lay: async () => {
      if (full !== undefined && Math.abs(now() - full) < fullFor) return false
      try {
        const row = await shared.transaction('read', ['meta'], (tx) => tx.get('meta', ballastRow))
        if (!row) {
          const v = ballast()
          await shared.transaction('write', ['meta'], (tx) => tx.put('meta', { k: ballastRow, v }))
        }
        lies = true
        return true
      } catch {
        full = now()
        return false
      }
    },
    /** Whether the ballast is stored, as far as this page knows. */
    get lies(): boolean {
      return lies
    },
  }
}
