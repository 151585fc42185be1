import { sortValues, type SortValue } from '../../contract/limits.ts'
import { sortKeys } from '../search.ts'
import { Ladder } from './ladder.ts'
import { runToEnd, SlotOrder, sortBy, spans, type Pieces } from './order.ts'
import type { CarTable } from './table.ts'

const ladderOrders = { price: 'price_low_high', km: 'mileage_low_high', year: 'year_low_high' } as const
export type Ranged = keyof typeof ladderOrders

/** Every sort of the table as a standing order, each made when it is first asked for and kept up from then on. */
export class Orders {
  private readonly table: CarTable
  private readonly orders = new Map<SortValue, SlotOrder>()
  private readonly ladders = new Map<Ranged, Ladder>()
  private changes = 0

  constructor(table: CarTable) {
    this.table = table
  }

  of(sort: SortValue): SlotOrder {
    return this.orders.get(sort) ?? runToEnd(this.order(sort))
  }

  /** The order from the lowest on, with bitmaps along it. */
  rising(by: Ranged): { order: SlotOrder; ladder: Ladder } {
    const order = this.of(ladderOrders[by])
    const known = this.ladders.get(by)
    const fits = known !== undefined && known.cutFor * 2 + 1000 >= this.table.size
    return { order, ladder: fits ? known : runToEnd(this.ladder(by)) }
  }

  /** Makes everything that may be asked for, piece by piece; gives up when something changes meanwhile. */
  *prepare(): Pieces<void> {
    const { changes } = this
    for (const sort of sortValues) {
      if (!this.orders.has(sort)) yield* this.order(sort)
      if (this.changes !== changes) return
    }
    for (const by of ['price', 'km', 'year'] as const) {
      if (!this.ladders.has(by)) yield* this.ladder(by)
      if (this.changes !== changes) return
    }
  }

  private *order(sort: SortValue): Pieces<SlotOrder> {
    const { changes } = this
    const made = new SlotOrder(yield* this.sorted(sort), this.comparator(sort), this.table.space)
    if (this.changes === changes) this.orders.set(sort, made)
    return made
  }

  private *ladder(by: Ranged): Pieces<Ladder> {
    const { changes, table } = this
    const made = yield* Ladder.along(this.of(ladderOrders[by]), columnReader(table, by), table.space)
    if (this.changes === changes) this.ladders.set(by, made)
    return made
  }

  add(slots: Uint32Array): void {
    this.changes += 1
    if (this.orders.size === 0) return
    for (const slot of slots) {
      for (const order of this.orders.values()) order.add(slot)
      for (const ladder of this.ladders.values()) ladder.add(slot)
    }
  }

  remove(slot: number): void {
    this.changes += 1
    for (const order of this.orders.values()) order.remove(slot)
    for (const ladder of this.ladders.values()) ladder.remove(slot)
  }

  grow(): void {
    this.changes += 1
    for (const order of this.orders.values()) order.grow()
    for (const ladder of this.ladders.values()) ladder.grow()
  }

  /** Forgets everything; cheaper than many changes one by one. */
  reset(): void {
    this.changes += 1
    this.orders.clear()
    this.ladders.clear()
  }

  private comparator(sort: SortValue): (a: number, b: number) => number {
    const { table } = this
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

  private *sorted(sort: SortValue): Pieces<Uint32Array> {
    const { table } = this
    const { by, sign } = sortKeys[sort]
    if (by !== 'created') {
      const newest = this.orders.get('most_recent') ?? (yield* this.order('most_recent'))
      return yield* sortBy(newest.slice(0, newest.length), table[by], sign < 0)
    }
    const slots = yield* sortBy(table.used(), table.created, true)
    const byId = this.comparator(sort)
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
}

/** The number of a slot's car, always of the table's column as it is then. */
const columnReader =
  (table: CarTable, by: Ranged) =>
  (slot: number): number =>
    table[by][slot] ?? 0
