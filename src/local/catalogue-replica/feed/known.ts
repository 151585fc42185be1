import { applyRows, factsOf, liveIn, type ReplicaTx, type Spot } from '../chunks/rows.ts'
import type { FactsRow } from '../../database/records.ts'
import type { Generation } from './generations.ts'

export type LiveRows = ReturnType<typeof createLiveRows>
interface CachedRows {
  key: string
  live: Map<string, Spot>
}

const keyOf = ({ set, writes, cursor }: Generation) => `${set}/${writes}/${cursor ?? ''}`

/**
 * What the rows of a copy say, in memory from one write to the next: reading all of them again takes far longer than
 * writing what came. Only right for the very write it was made after; whenever someone else wrote, or a transaction
 * failed, the rows are read again.
 */
export function createLiveRows() {
  let cached: CachedRows | undefined
  let next: (CachedRows & { rows: readonly FactsRow[] }) | undefined
  let lent: Map<string, Spot> | undefined
  return {
    /** A transaction begins, perhaps for a second time. */
    begin() {
      next = undefined
      lent = undefined
    },
    /** The cars of a copy by id, those below its floor too. The caller may change it. */
    async read(tx: ReplicaTx, generation: Generation) {
      const live =
        cached?.key === keyOf(generation) ? cached.live : liveIn(await factsOf(tx, generation.set), null)
      // It is changed before it is clear whether the transaction holds.
      cached = undefined
      lent = live
      return live
    },
    /** These rows made `after` of `before`. */
    wrote(before: Generation, after: Generation, rows: readonly FactsRow[]) {
      const mine = cached?.key === keyOf(before) ? cached.live : undefined
      const live = lent ?? mine ?? (before.chunks === 0 ? new Map<string, Spot>() : undefined)
      next = live && { key: keyOf(after), live, rows }
    },
    /** What was written is there. */
    commit() {
      if (!next) return
      applyRows(next.live, next.rows)
      cached = { key: next.key, live: next.live }
      next = undefined
      lent = undefined
    },
  }
}
