import { applyRows, factsOf, liveIn, type ReplicaTx, type Spot } from '../chunks/rows.ts'
import type { FactsRow } from '../../database/records.ts'
import type { Generation } from './generations.ts'

export type LiveRows = ReturnType<typeof createLiveRows>
const keyOf = ({ set, writes, cursor }: Generation) => `${set}/${writes}/${cursor ?? ''}`

/**
 * Holds the locations of all cars of a generation in memory between two writes, because reading all rows again takes far longer
 * than writing a page. The entry is valid only directly after its own write; when another context wrote, or a transaction failed,
 * the rows are read again.
 */
export function createLiveRows() {
  let cached: { key: string; live: Map<string, Spot> } | undefined
  /** Locations in the running transaction, which may still fail. */
  let mine: typeof cached
  return {
    /** Called when a transaction begins or is repeated. */
    begin() {
      mine = undefined
    },
    /** Returns the locations of the cars of a generation, including those below its floor. */
    async read(tx: ReplicaTx, generation: Generation) {
      const key = keyOf(generation)
      mine = cached?.key === key ? cached : { key, live: liveIn(await factsOf(tx, generation.set), null) }
      cached = undefined
      return mine.live
    },
    /** Applies the rows that turned `before` into `after`. */
    wrote(before: Generation, after: Generation, rows: readonly FactsRow[]) {
      mine ??= cached?.key === keyOf(before) ? cached : undefined
      if (!mine && before.chunks > 0) return
      const live = mine?.live ?? new Map<string, Spot>()
      applyRows(live, rows)
      mine = { key: keyOf(after), live }
      cached = undefined
    },
    /** Called after the transaction was committed. */
    commit() {
      cached = mine ?? cached
      mine = undefined
    },
  }
}
