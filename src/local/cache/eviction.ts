import type { PublicTables } from '../database/records.ts'
import type { Store, Tx } from '../database/store.ts'
import { userPartition } from '../database/schema.ts'
import { isQuota } from '../database/failures.ts'

export type PublicStore = Store<PublicTables>
export type PublicTx = Tx<PublicTables>

/** Limits of what is stored; the least recently seen goes first. */
export const cacheLimits = {
  cards: 2000,
  details: 100,
  lists: 60,
  viewed: 50,
  /** Milliseconds. */
  age: 30 * 24 * 3_600_000,
} as const

/** Rows of `meta`, two per person, naming the cars that are never evicted: those they keep, and their own ads. */
const pinKey = (partition: string) => `pins:${partition}`
const adsKey = (partition: string) => `${pinKey(partition)}:ads`

const pinRows = (tx: PublicTx) => tx.list('meta', { from: pinKey(''), to: pinKey('\uffff') })
const idsIn = ({ v }: { v: unknown }): string[] => (Array.isArray(v) ? (v as string[]) : [])

export async function pinned(tx: PublicTx): Promise<Set<string>> {
  return new Set((await pinRows(tx)).flatMap(idsIn))
}

/**
 * Pins those of these cars that somebody whose data is on this phone listed, on whichever phone they did: a person is
 * known here by their partition.
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
 * Drops what is too old or too much, in its own transaction and seldom: reading a list must not wait for tidying.
 * `keep` shrinks the limits of these tables, for a phone that is out of space.
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
        // A clock that was ahead must not make a row immortal.
        const fresh = Math.abs(now - row.seenAt) <= cacheLimits.age
        if (fresh && left < cacheLimits[table] * keep) left++
        else await tx.delete(table, key)
      }
    }
  })
}

export type MakeRoom = ReturnType<typeof createMakeRoom>
/** What can be given up, in the order in which it goes. What a person wrote is not in this list. */
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
/** Gives one of these things up. */
export type GiveUp = (step: EvictionStep) => Promise<unknown>
export interface MakeRoomPorts {
  shared: PublicStore
  now: () => number
  randomBytes: (count: number) => Uint8Array
  giveUp: GiveUp
}
/** What the worker keeps of the network. */
export const runtimeCaches = ['listings', 'pictures', 'documents'] as const

/** Row of the public `meta`. */
export const ballastRow = 'ballast'
export const ballastBytes = 2 * 1024 * 1024
/** As much as a browser gives out at once. */
const mostRandom = 65_536
/** A phone that was full is left alone for this long. */
export const fullFor = 10 * 60_000
/** Cheaper than the replica and a person's favourites. */
const spare = steps.slice(0, steps.indexOf('replica'))

/**
 * Room for what a person writes on a phone that is full (S15). What the browser says about free space is
 * fiction: only the refusal of a write tells the truth, so a row of ballast is stored to be given up then,
 * and after it the caches, the cheapest first.
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
        // What cannot be given up is passed over; the next step may free enough.
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
  /** Nothing that a disk could fold away. */
  function ballast(): ArrayBuffer {
    const bytes = new Uint8Array(ballastBytes)
    for (let at = 0; at < ballastBytes; at += mostRandom) bytes.set(randomBytes(mostRandom), at)
    return bytes.buffer
  }
  return {
    /**
     * Runs work that writes. Where the browser refuses it for want of room, something is given up and the work is run
     * again, until it passes or nothing is left; the refusal is thrown then, and the caller keeps the text and says
     * so. Work may be run several times and must be safe to repeat; any other error is thrown at once.
     */
    withRoom: <R>(work: () => Promise<R>) => making(work, ['ballast', ...steps]),
    /** The same for what can be loaded again: it takes no ballast, and no place of anything worth more. */
    withSpare: <R>(work: () => Promise<R>) => making(work, spare),
    /** Lays the ballast where it is missing; not soon after it had to be given up. True when it lies. */
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
    /** Whether the ballast lies, as far as this page knows. */
    get lies(): boolean {
      return lies
    },
  }
}
