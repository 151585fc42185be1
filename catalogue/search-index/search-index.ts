import type { Facets } from '../../contract/cars.ts'
import type { CarFilter, Search } from '../filter.ts'
import type { SearchableCar } from '../search.ts'
import { plainMemory } from './bitmap-memory.ts'
import { columnsOf, type CarColumns } from './columns.ts'
import { conditionsOf } from './conditions.ts'
import { countFacets } from './count.ts'
import { arrangeRows, encode, type Encoded } from './encode.ts'
import { createOrders } from './orders.ts'
import { pageSlots } from './page.ts'
import { createRanking } from './ranked.ts'
import { createSelect } from './select.ts'
import { CarTable } from './table.ts'
import { createTokens } from './tokens.ts'

export type CarSearchIndex = ReturnType<typeof createSearchIndex>

/**
 * Answers searches over many cars held in memory, exactly as `search` and `facetsOf` would over the same cars; none at
 * first. What a sort, a range or a word needs is made when it is first asked for, and kept up with every change from then
 * on. Numbers and instants of cars are never negative.
 */
export function createSearchIndex(memory = plainMemory) {
  const table = new CarTable(memory)
  const orders = createOrders(table)
  const tokens = createTokens(table)
  const indexes = { table, orders, tokens }
  const selectBy = createSelect(table.space)
  const rankedPage = createRanking(indexes)
  let everything: Facets | undefined

  /** Makes room before anything is changed, since every set has the size of the space. */
  const roomFor = (more: number) => {
    if (!table.reserve(more)) return
    orders.grow()
    tokens.grow()
  }
  const write = (columns: CarColumns, encoded: Encoded, places: Uint32Array, slots: Uint32Array) => {
    everything = undefined
    table.write(columns, encoded, places, slots)
    tokens.add(slots)
    orders.add(slots)
  }
  const unlink = (slot: number) => {
    table.unlink(slot)
    orders.remove(slot)
    tokens.remove(slot)
  }
  const remove = (id: string) => {
    const slot = table.slotOf(id)
    if (slot === undefined) return
    everything = undefined
    unlink(slot)
    table.release(id, slot)
  }
  /** Many changes at once: what can be made again later is not kept up meanwhile. */
  const forgetIfMany = (changes: number) => {
    if (changes * 20 < table.size || changes < 50) return
    orders.reset()
    tokens.reset()
  }

  const selectAll = (filter: CarFilter, asSet = false) =>
    selectBy(conditionsOf(filter, indexes), table.size, asSet)
  /** Cars that answer none of the wishes are left out when they may be and some other car stays. */
  const select = (filter: CarFilter, asSet?: boolean) => {
    if (filter.wished !== 'required-if-any') return selectAll(filter, asSet)
    const narrowed = selectAll({ ...filter, wished: 'required' }, asSet)
    return narrowed.total > 0 ? narrowed : selectAll({ ...filter, wished: 'ranked' }, asSet)
  }

  return {
    /** Cars it holds. */
    get size(): number {
      return table.size
    },
    /** Adds the cars whose ids it does not have, passing over the others; the fast way in. The slot of each row. */
    load(columns: CarColumns): Uint32Array {
      const { ids } = columns
      const fresh = table.unknown(ids)
      forgetIfMany(fresh.length)
      roomFor(fresh.length)
      const encoded = encode(table.dimensions, columns, fresh)
      const arranged = arrangeRows(table.dimensions, encoded)
      const rows = arranged.map((place) => fresh[place] ?? 0)
      const { first, slots } = table.admit(ids, rows)
      // Of two rows with one id the later one got no slot.
      const came = arranged.filter((_, i) => table.idAt(first + i) !== '')
      const into = came.map((place) => slots[fresh[place] ?? 0] ?? 0)
      if (came.length > 0) write(columns, encoded, came, into)
      return slots
    },
    /** Makes room for so many more at once: without it an engine that is loaded bit by bit stops to grow time and again. */
    reserve: roomFor,
    /** Makes now, piece by piece, what else is made when it is first asked for; pointless while cars come and go. */
    *prepare(): Generator<void, void, void> {
      yield* orders.prepare()
      yield* tokens.prepare()
    },
    /** Adds or replaces by id; a car that is not active leaves. */
    put(cars: readonly SearchableCar[]) {
      const active = columnsOf(cars)
      const encoded = encode(table.dimensions, active, Uint32Array.from(active.ids.keys()))
      forgetIfMany(cars.length)
      let row = 0
      for (const car of cars) {
        if (car.status !== 'active') {
          remove(car._id)
          continue
        }
        const before = table.slotOf(car._id)
        if (before === undefined) roomFor(1)
        else unlink(before)
        const slot = before ?? table.give(car._id)
        write(active, encoded, Uint32Array.of(row), Uint32Array.of(slot))
        row += 1
      }
    },
    /** Ids it does not have are passed over. */
    remove(ids: readonly string[]) {
      forgetIfMany(ids.length)
      ids.forEach(remove)
    },
    /** A car keeps its slot until it is removed; then the slot may be given to another. */
    slotOf: (id: string) => table.slotOf(id),
    /** The id of the car in a slot; empty for a free one. */
    idAt: (slot: number) => table.idAt(slot),
    /** The car in a slot as it was put in; undefined for a free one. */
    carAt: (slot: number) => table.carAt(slot),
    /** One page, as slots, how many cars match in all, and how many of them answer each wish. */
    find({ filter, sort, page, limit }: Search): { slots: Uint32Array; total: number; wishes: number[] } {
      const { wishes } = filter
      const found = select(filter, wishes.length > 0)
      const window = { sort, from: (page - 1) * limit, limit }
      const { total } = found
      if (wishes.length === 0) return { slots: pageSlots(found, window, indexes), total, wishes: [] }
      const wished = wishes.map((wish) => tokens.carsWith(wish))
      return { ...rankedPage(found, wished, window), total }
    },
    total: (filter: CarFilter) => select(filter).total,
    /** Counts behind every option; shared with other callers, so nobody may change them. */
    facets(filter: CarFilter): Facets {
      const { conditions } = select(filter)
      if (conditions.length > 0) return countFacets(table, selectBy, conditions)
      everything ??= countFacets(table, selectBy, conditions)
      return everything
    },
  }
}
