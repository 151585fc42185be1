import type { PublicTables } from '../database/records.ts'
import type { Store, Tx } from '../database/store.ts'
import { userPartition } from '../session/partition.ts'

export type PublicStore = Store<PublicTables>
export type PublicTx = Tx<PublicTables>

/** Limits of what is kept; the least recently seen goes first. */
export const limits = {
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
      let kept = 0
      for (const row of rows) {
        const key = 'k' in row ? row.k : row.id
        if (pins.has(key)) continue
        // A clock that was ahead must not make a row immortal.
        const fresh = Math.abs(now - row.seenAt) <= limits.age
        if (fresh && kept < limits[table] * keep) kept++
        else await tx.delete(table, key)
      }
    }
  })
}
