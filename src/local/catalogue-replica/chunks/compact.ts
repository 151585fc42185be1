import type { FactsRow } from '../../database/records.ts'
import {
  append,
  cardsAt,
  chunkSize,
  factsOf,
  liveIn,
  numberOf,
  remove,
  type ReplicaTx,
  type Rows,
} from './rows.ts'

/** Whether so many rows came since a copy was looked through that some may be empty by now. */
export const isWasteful = ({ chunks, cars, looked }: { chunks: number; cars: number; looked: number }) =>
  chunks - looked > Math.max(fewest, cars / chunkSize / 4)

/** Rows that are worth looking at. */
const fewest = 4
/** Cars that move in one go, and the fewest places of cars that are gone for which that is worth it. */
const mostAtOnce = 2048
const worthIt = 2 * chunkSize

/**
 * Gives back the room of cars that are not part of a copy any more: rows without a living car go, and what is left of
 * rows that are half empty moves into new ones. Answers how many rows there are then.
 */
export async function compact(tx: ReplicaTx, generation: Rows & { floor: string | null }): Promise<number> {
  const { set, floor } = generation
  const rows = await factsOf(tx, set)
  const live = liveIn(rows, floor)
  const alive = new Map<FactsRow, number>()
  for (const { row } of live.values()) alive.set(row, (alive.get(row) ?? 0) + 1)
  const closed = rows.slice(0, -1)
  const empty = closed.filter((row) => !alive.has(row))
  const livingIn = (row: FactsRow) => alive.get(row) ?? 0
  const thin = closed.filter(
    (row) => alive.has(row) && livingIn(row) < Math.max(chunkSize, row.columns.ids.length) / 2,
  )
  const lost = thin.reduce((n, row) => n + Math.max(chunkSize, row.columns.ids.length) - livingIn(row), 0)
  let moving = 0
  const some = lost < worthIt ? [] : thin.filter((row) => (moving += livingIn(row)) <= mostAtOnce)
  const victims = new Set([...empty, ...some])
  if (victims.size === 0) return generation.chunks
  const moved = [...live.values()].filter(({ row }) => victims.has(row))
  const cards = await cardsAt(tx, moved)
  // What a row held back must stay away when the row is gone, as long as an earlier one still names it.
  const tombs = new Set<string>()
  const earlier = new Set<string>()
  for (const row of rows) {
    if (victims.has(row)) {
      for (const id of [...row.columns.ids, ...row.gone]) if (earlier.has(id) && !live.has(id)) tombs.add(id)
    } else for (const id of row.columns.ids) earlier.add(id)
  }
  const chunks = await append(tx, generation, cards, [...tombs])
  for (const { k } of victims) await remove(tx, set, numberOf(k), numberOf(k) + 1)
  return chunks
}
