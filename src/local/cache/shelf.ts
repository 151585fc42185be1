import type { PublicTables } from '../database/records.ts'
import type { Store, Tx } from '../database/store.ts'

export type PublicStore = Store<PublicTables>
export type PublicTx = Tx<PublicTables>

/** Limits of what is kept; the least recently seen goes first (SYNC 5.5). */
export const limits = {
  cards: 2000,
  details: 100,
  lists: 60,
  viewed: 50,
  /** Milliseconds. */
  age: 30 * 24 * 3_600_000,
} as const

/** Rows of `meta`: one per person, naming the cars that are never evicted. */
export const pinKey = (partition: string) => `pins:${partition}`

export async function pinned(tx: PublicTx): Promise<Set<string>> {
  const rows = await tx.list('meta', { from: pinKey(''), to: pinKey('\uffff') })
  return new Set(rows.flatMap((row) => (Array.isArray(row.v) ? (row.v as string[]) : [])))
}

export function pin(store: PublicStore, partition: string, ids: readonly string[]): Promise<void> {
  return store.transaction('write', ['meta'], (tx) => tx.put('meta', { k: pinKey(partition), v: [...ids] }))
}

/**
 * Drops what is too old or too much, in its own transaction and seldom: reading a list must not wait for tidying.
 * `keep` shrinks every limit, for a phone that is out of space.
 */
export function tidy(store: PublicStore, now: number, keep = 1): Promise<void> {
  return store.transaction('write', ['cards', 'details', 'lists', 'meta'], async (tx) => {
    const pins = await pinned(tx)
    for (const table of ['lists', 'details', 'cards'] as const) {
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
