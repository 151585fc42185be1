import type { CarCard } from '#contract/cars.ts'
import type { FactsRow, PublicTables } from '../../database/records.ts'
import type { Tx } from '../../database/store.ts'
import { unpackCars, type ReadColumns } from '#contract/sync/feed-pack.ts'
import { cardOfFeed, linesOf, packCards, unpackCard, type PackedCar, packPage } from './pack.ts'

/**
 * Transaction on the rows of a generation of the replica, in the order in which its cars arrived. A page of the full feed becomes
 * a row of its own; changes go into the last row until it is full. No other row is written again. A later row overrides earlier
 * ones.
 */
export type ReplicaTx = Tx<PublicTables>
/** Location of the rows of a generation: its number, and the number of its next row. */
export interface Rows {
  set: number
  chunks: number
}
/** Number of cars at which the last row is full. */
export const carsAChunk = 256
const digits = (n: number) => String(n).padStart(8, '0')
const rowKeyOf = (set: number, n: number) => `${digits(set)}/${digits(n)}`
export const rowNumberOf = (k: string) => Number(k.slice(9))
/** Returns the key range of a generation from row `n` on. */
export const keysFrom = (set: number, n = 0) => ({ from: rowKeyOf(set, n), to: `${digits(set)}/\uffff` })

export const factsOf = (tx: ReplicaTx, set: number, from = 0) => tx.list('facts', keysFrom(set, from))

/** Location of one car in the rows of a generation. */
export interface Spot {
  row: FactsRow
  /** Index in the row. */
  i: number
  version: number
  created: number
}
/** Applies rows that were written after all others. */
export function applyRows(live: Map<string, Spot>, rows: readonly FactsRow[]): void {
  for (const row of rows) {
    const { ids, created } = row.columns
    for (const id of row.gone) live.delete(id)
    for (let i = 0; i < ids.length; i++)
      live.set(ids[i] ?? '', { row, i, version: row.versions[i] ?? 0, created: created[i] ?? 0 })
  }
}
/** Returns the latest location of each car of a generation, by id, without the cars listed before the floor. */
export function liveIn(rows: readonly FactsRow[], floor: string | null): Map<string, Spot> {
  const live = new Map<string, Spot>()
  applyRows(live, rows)
  const from = floor === null ? -Infinity : Date.parse(floor)
  for (const [id, { created }] of live) if (created < from) live.delete(id)
  return live
}

/** Returns the cards at some locations; each text is read once. */
export async function cardsAt(tx: ReplicaTx, spots: readonly Pick<Spot, 'row' | 'i'>[]): Promise<CarCard[]> {
  const texts = new Map<string, Parameters<typeof unpackCard>[1]>()
  const cards: CarCard[] = []
  for (const { row, i } of spots) {
    let known = texts.get(row.k)
    if (!known) {
      const found = await tx.get('texts', row.k)
      known = { rest: found?.rest ?? new Uint32Array(), lines: linesOf(found?.text ?? '[[],[],[],[]]') }
      texts.set(row.k, known)
    }
    cards.push(unpackCard(row, known, i))
  }
  return cards
}

const cardsOf = ({ dict, columns }: ReadColumns) => unpackCars(dict, columns)?.map(cardOfFeed) ?? []

async function put(tx: ReplicaTx, k: string, { text, rest, ...facts }: PackedCar, gone: string[] = []) {
  const row: FactsRow = { k, ...facts, gone }
  await tx.put('facts', row)
  await tx.put('texts', { k, text, rest })
  return row
}

/** Number of rows after a write, and the rows that were written. */
export interface AppendedRows {
  chunks: number
  rows: FactsRow[]
}
/** Adds the cars of a page, none of which the generation has. */
export async function lay(tx: ReplicaTx, { set, chunks }: Rows, page: ReadColumns): Promise<AppendedRows> {
  // A small page is appended, so that there are not many small rows.
  if (page.ids.length < carsAChunk) return append(tx, { set, chunks }, cardsOf(page), [])
  return { chunks: chunks + 1, rows: [await put(tx, rowKeyOf(set, chunks), packPage(page))] }
}

/** Adds cards and removes others, whether or not they are known. */
export async function append(
  tx: ReplicaTx,
  { set, chunks }: Rows,
  cards: readonly CarCard[],
  gone: readonly string[],
): Promise<AppendedRows> {
  const rows: FactsRow[] = []
  if (cards.length + gone.length === 0) return { chunks, rows }
  const fresh = new Map(cards.map((card) => [card._id, card]))
  const left = new Set(gone)
  let at = chunks
  let retained: CarCard[] = []
  const last = chunks > 0 ? await tx.get('facts', rowKeyOf(set, chunks - 1)) : undefined
  if (last && last.columns.ids.length + last.gone.length < carsAChunk) {
    at = chunks - 1
    const stay = last.columns.ids.flatMap((id, i) => (fresh.has(id) || left.has(id) ? [] : { row: last, i }))
    retained = await cardsAt(tx, stay)
    for (const id of last.gone) left.add(id)
  }
  const all = [...retained, ...fresh.values()]
  let tombs = [...left].filter((id) => !fresh.has(id))
  for (let from = 0; from < all.length || tombs.length > 0; from += carsAChunk) {
    rows.push(await put(tx, rowKeyOf(set, at++), packCards(all.slice(from, from + carsAChunk)), tombs))
    // Removed ids concern earlier rows only, so the first new row holds them.
    tombs = []
  }
  return { chunks: at, rows }
}

/** Deletes rows by their numbers. */
export async function removeRows(tx: ReplicaTx, set: number, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n++) {
    await tx.delete('facts', rowKeyOf(set, n))
    await tx.delete('texts', rowKeyOf(set, n))
  }
}

/** Whether so many rows were added since the last compaction that some may be empty. */
export const isWasteful = ({ chunks, cars, looked }: { chunks: number; cars: number; looked: number }) =>
  chunks - looked > Math.max(fewest, cars / carsAChunk / 4)

/** Number of new rows below which a compaction is not worth it. */
const fewest = 4
/** Maximum number of cars moved at once, and the minimum number of free places for which moving is worth it. */
const mostAtOnce = 2048
const worthIt = 2 * carsAChunk

/**
 * Compacts a generation: deletes rows without a current car, and moves the cars of rows that are less than half full into new
 * rows. Returns the number of rows.
 */
export async function compactRows(
  tx: ReplicaTx,
  generation: Rows & { floor: string | null },
): Promise<number> {
  const { set, floor } = generation
  const rows = await factsOf(tx, set)
  const live = liveIn(rows, floor)
  const alive = new Map<FactsRow, number>()
  for (const { row } of live.values()) alive.set(row, (alive.get(row) ?? 0) + 1)
  const closed = rows.slice(0, -1)
  const empty = closed.filter((row) => !alive.has(row))
  const livingIn = (row: FactsRow) => alive.get(row) ?? 0
  const thin = closed.filter(
    (row) => alive.has(row) && livingIn(row) < Math.max(carsAChunk, row.columns.ids.length) / 2,
  )
  const lost = thin.reduce((n, row) => n + Math.max(carsAChunk, row.columns.ids.length) - livingIn(row), 0)
  let moving = 0
  const some = lost < worthIt ? [] : thin.filter((row) => (moving += livingIn(row)) <= mostAtOnce)
  const victims = new Set([...empty, ...some])
  if (victims.size === 0) return generation.chunks
  const moved = [...live.values()].filter(({ row }) => victims.has(row))
  const cards = await cardsAt(tx, moved)
  // A deleted row may have overridden or removed a car that an earlier row still names. Its id becomes a tombstone, so that the
  // car does not come back.
  const tombs = new Set<string>()
  const earlier = new Set<string>()
  for (const row of rows) {
    if (victims.has(row)) {
      for (const id of [...row.columns.ids, ...row.gone]) if (earlier.has(id) && !live.has(id)) tombs.add(id)
    } else for (const id of row.columns.ids) earlier.add(id)
  }
  const { chunks } = await append(tx, generation, cards, [...tombs])
  for (const { k } of victims) await removeRows(tx, set, rowNumberOf(k), rowNumberOf(k) + 1)
  return chunks
}
