import { applyRows, factsOf, liveIn, type ReplicaTx, type Spot } from '../chunks/rows.ts'
import type { FactsRow } from '../../database/records.ts'
import type { Generation } from './generations.ts'

export type LiveRows = ReturnType<typeof createLiveRows>
const keyOf = ({ set, writes, cursor }: Generation) => `${set}/${writes}/${cursor ?? ''}`

/**
 * What the rows of a copy say, in memory from one write to the next: reading all of them again takes far longer than
 * writing what came. Only right for the very write it was made after; whenever someone else wrote, or a transaction
 * failed, the rows are read again.
 */
export function createLiveRows() {
  let cached: { key: string; live: Map<string, Spot> } | undefined
  /** Of the transaction under way: changed before it is clear whether that holds. */
  let mine: typeof cached
  return {
    /** A transaction begins, perhaps for a second time. */
    begin() {
      mine = undefined
    },
    /** The cars of a copy by id, those below its floor too. */
    async read(tx: ReplicaTx, generation: Generation) {
      const key = keyOf(generation)
      mine = cached?.key === key ? cached : { key, live: liveIn(await factsOf(tx, generation.set), null) }
      cached = undefined
      return mine.live
    },
    /** These rows made `after` of `before`. */
    wrote(before: Generation, after: Generation, rows: readonly FactsRow[]) {
      mine ??= cached?.key === keyOf(before) ? cached : undefined
      if (!mine && before.chunks > 0) return
      const live = mine?.live ?? new Map<string, Spot>()
      applyRows(live, rows)
      mine = { key: keyOf(after), live }
      cached = undefined
    },
    /** What was written is there. */
    commit() {
      cached = mine ?? cached
      mine = undefined
    },
  }
}
