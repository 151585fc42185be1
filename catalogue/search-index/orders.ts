import { sortValues, type SortValue } from '../../contract/limits.ts'
import { sortKeys } from '../search.ts'
import { ladderAlong, type Ladder } from './ladder.ts'
import { runToEnd, SlotOrder, sortBy, spans, type Pieces } from './order.ts'
import type { CarTable } from './table.ts'

const ladderOrders = { price: 'price_low_high', km: 'mileage_low_high', year: 'year_low_high' } as const
export type Ranged = keyof typeof ladderOrders

export type Orders = ReturnType<typeof createOrders>

/** Creates the sort orders of a table. Each order is built at its first use and updated with every change. */
export function createOrders(table: CarTable) {
  const orders = new Map<SortValue, SlotOrder>()
  const ladders = new Map<Ranged, Ladder>()
  let changes = 0

  function comparator(sort: SortValue): (a: number, b: number) => number {
    const { by, sign } = sortKeys[sort]
    return (a, b) => {
      const numbers = table[by]
      return (
        sign * ((numbers[a] ?? 0) - (numbers[b] ?? 0)) ||
        (table.created[b] ?? 0) - (table.created[a] ?? 0) ||
        ((table.ids[a] ?? '') < (table.ids[b] ?? '') ? -1 : 1)
      )
    }
  }

  function* sorted(sort: SortValue): Pieces<Uint32Array> {
    const { by, sign } = sortKeys[sort]
    if (by !== 'created') {
      const newest = orders.get('most_recent') ?? (yield* make('most_recent'))
      return yield* sortBy(newest.slice(0, newest.length), table[by], sign < 0)
    }
    const slots = yield* sortBy(table.used(), table.created, true)
    const byId = comparator(sort)
    let from = 0
    yield* spans(slots.length, (first, end) => {
      for (let to = first + 1; to <= end; to += 1) {
        if (to < slots.length && table.created[slots[to] ?? 0] === table.created[slots[from] ?? 0]) continue
        if (to - from > 1) slots.subarray(from, to).sort(byId)
        from = to
      }
    })
    return slots
  }

  function* make(sort: SortValue): Pieces<SlotOrder> {
    const before = changes
    const made = new SlotOrder(yield* sorted(sort), comparator(sort), table.space)
    if (changes === before) orders.set(sort, made)
    return made
  }

  function* makeLadder(by: Ranged): Pieces<Ladder> {
    const before = changes
    const made = yield* ladderAlong(of(ladderOrders[by]), columnReader(table, by), table.space)
    if (changes === before) {
      ladders.get(by)?.release()
      ladders.set(by, made)
    } else made.release()
    return made
  }

  const of = (sort: SortValue): SlotOrder => orders.get(sort) ?? runToEnd(make(sort))

  return {
    of,
    /** Returns the ascending order with its ladder of bitmaps. */
    rising(by: Ranged): { order: SlotOrder; ladder: Ladder } {
      const order = of(ladderOrders[by])
      const known = ladders.get(by)
      const fits = known !== undefined && known.cutFor * 2 + 1000 >= table.size
      return { order, ladder: fits ? known : runToEnd(makeLadder(by)) }
    },
    /** Builds all orders and ladders, piece by piece; stops when the table changes meanwhile. */
    *prepare(): Pieces<void> {
      const before = changes
      for (const sort of sortValues) {
        if (!orders.has(sort)) yield* make(sort)
        if (changes !== before) return
      }
      for (const by of ['price', 'km', 'year'] as const) {
        if (!ladders.has(by)) yield* makeLadder(by)
        if (changes !== before) return
      }
    },
    add(slots: Uint32Array): void {
      changes += 1
      if (orders.size === 0) return
      for (const slot of slots) {
        for (const order of orders.values()) order.add(slot)
        for (const ladder of ladders.values()) ladder.add(slot)
      }
    },
    remove(slot: number): void {
      changes += 1
      for (const order of orders.values()) order.remove(slot)
      for (const ladder of ladders.values()) ladder.remove(slot)
    },
    grow(): void {
      changes += 1
      for (const order of orders.values()) order.grow()
      for (const ladder of ladders.values()) ladder.grow()
    },
    /** Drops everything; cheaper than many single changes. */
    reset(): void {
      changes += 1
      orders.clear()
      for (const ladder of ladders.values()) ladder.release()
      ladders.clear()
    },
  }
}

/** Returns a reader of a slot's number that always uses the table's current column. */
const columnReader =
  (table: CarTable, by: Ranged) =>
  (slot: number): number =>
    table[by][slot] ?? 0
