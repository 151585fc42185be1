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
 * Creates an in-memory search index, initially empty. Its results equal those of `search` and `facetsOf` over the same cars.
 * Structures for a sort, a range or a word are built at their first use and then updated with every change. Prices, years,
 * mileages and creation times must not be negative.
 */
export function createSearchIndex(memory = plainMemory) {
  const table = new CarTable(memory)
  const orders = createOrders(table)
  const tokens = createTokens(table)
  const indexes = { table, orders, tokens }
  const selectBy = createSelect(table.space)
  const rankedPage = createRanking(indexes)
  let everything: Facets | undefined

  /** Makes room before a change, since every set has the size of the space. */
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
  /** Drops derived structures before many changes, since rebuilding them is cheaper than updating. */
  const forgetIfMany = (changes: number) => {
    if (changes * 20 < table.size || changes < 50) return
    orders.reset()
    tokens.reset()
  }

  const selectAll = (filter: CarFilter, asSet = false) =>
    selectBy(conditionsOf(filter, indexes), table.size, asSet)
  /** Selects cars. For `required-if-any`, cars without any wish are excluded only if another car remains. */
  const select = (filter: CarFilter, asSet?: boolean) => {
    if (filter.wished !== 'required-if-any') return selectAll(filter, asSet)
    const narrowed = selectAll({ ...filter, wished: 'required' }, asSet)
    return narrowed.total > 0 ? narrowed : selectAll({ ...filter, wished: 'ranked' }, asSet)
  }

  return {
    /** Number of cars in the index. */
    get size(): number {
      return table.size
    },
    /** Adds the cars with new ids and ignores the others; the fastest way to add cars. Returns the slot of each row. */
    load(columns: CarColumns): Uint32Array {
      const { ids } = columns
      const fresh = table.unknown(ids)
      forgetIfMany(fresh.length)
      roomFor(fresh.length)
      const encoded = encode(table.dimensions, columns, fresh)
      const arranged = arrangeRows(table.dimensions, encoded)
      const rows = arranged.map((place) => fresh[place] ?? 0)
      const { first, slots } = table.admit(ids, rows)
      // Of two rows with the same id the later one got no slot.
      const came = arranged.filter((_, i) => table.idAt(first + i) !== '')
      const into = came.map((place) => slots[fresh[place] ?? 0] ?? 0)
      if (came.length > 0) write(columns, encoded, came, into)
      return slots
    },
    /** Reserves room for more cars. Without it an index that is loaded in parts grows several times. */
    reserve: roomFor,
    /** Builds the derived structures now, piece by piece; not useful while cars change. */
    *prepare(): Generator<void, void, void> {
      yield* orders.prepare()
      yield* tokens.prepare()
    },
    /** Adds or replaces cars by id; removes cars that are not active. */
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
    /** Removes cars; unknown ids are ignored. */
    remove(ids: readonly string[]) {
      forgetIfMany(ids.length)
      ids.forEach(remove)
    },
    /** Returns the slot of a car. A car keeps its slot until its removal; then another car may get the slot. */
    slotOf: (id: string) => table.slotOf(id),
    /** Returns the id of the car in a slot; empty for a free slot. */
    idAt: (slot: number) => table.idAt(slot),
    /** Returns the searchable car in a slot; undefined for a free slot. */
    carAt: (slot: number) => table.carAt(slot),
    /** Returns one page as slots, the number of all matches, and the number of matches that have each wish. */
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
    /** Returns the counts of every option. Callers share the result and must not change it. */
    facets(filter: CarFilter): Facets {
      const { conditions } = select(filter)
      if (conditions.length > 0) return countFacets(table, selectBy, conditions)
      everything ??= countFacets(table, selectBy, conditions)
      return everything
    },
  }
}
