import { slotsOfSets } from './condition.ts'
import type { SlotOrder } from './order.ts'
import { columnReader, sortKeys, type Orders } from './orders.ts'
import type { Selection } from './select.ts'
import type { SlotSet } from './slot-set.ts'
import type { CarTable } from './table.ts'
import type { SortValue } from '../../contract/limits.ts'

/** Cars that may be put in order for one page when no walk along the standing order finds them sooner. */
const fewEnough = 2048
const widest = 1024
const buffer = new Uint32Array(widest)

/** The slots of a page of what was found. */
export function pageSlots(
  found: Selection,
  o: { sort: SortValue; from: number; limit: number },
  { table, orders }: { table: CarTable; orders: Orders },
): Uint32Array {
  const to = Math.min(found.total, o.from + o.limit)
  if (o.from >= to) return new Uint32Array(0)
  const order = orders.of(o.sort)
  const [first, end] = stretch(found, o.sort, order, table)
  // Nothing in between that does not match.
  if (end - first === found.total) return order.slice(first + o.from, first + to)
  const steps = (Math.min(to, found.total - o.from) / found.total) * (end - first)
  const sortable = found.total <= fewEnough || to <= 256
  const collecting = found.total * 1.5 + to * 4
  const collected = () => collect(found, { order, sort: o.sort, from: o.from, to }, table)
  if (sortable && collecting < steps) return collected()
  const window = { from: o.from, to, total: found.total }
  const budget = sortable ? collecting * 2 : Infinity
  return walk(found, order, { first, end, budget }, window) ?? collected()
}

/** The part of the order that can hold matches: what is sorted by is often what is filtered by. */
function stretch(found: Selection, sort: SortValue, order: SlotOrder, table: CarTable): [number, number] {
  const { by, sign } = sortKeys[sort]
  const range = found.conditions.find((c) => c.range?.by === by)?.range
  if (range === undefined || by === 'created') return [0, order.length]
  const [low, high] = sign > 0 ? [range.min, range.max] : [range.max, range.min]
  const number = columnReader(table, by)
  const key = (slot: number) => sign * number(slot)
  return [
    order.position((slot) => key(slot) < sign * low),
    order.position((slot) => key(slot) <= sign * high),
  ]
}

/** Along the order from the nearer end, a stretch at a time; undefined when that turns out to be too far. */
function walk(
  found: Selection,
  order: SlotOrder,
  o: { first: number; end: number; budget: number },
  page: { from: number; to: number; total: number },
): Uint32Array | undefined {
  const size = page.to - page.from
  const out = new Uint32Array(size)
  const backward = page.total - page.to < page.from
  let skip = backward ? page.total - page.to : page.from
  const guess = ((skip + size) / page.total) * (o.end - o.first) * 1.2
  const batch = Math.min(widest, Math.max(32, Math.ceil(guess)))
  let done = 0
  for (let steps = 0; done < size && steps < o.end - o.first; steps += batch) {
    if (steps > o.budget) return undefined
    const low = backward ? Math.max(o.first, o.end - steps - batch) : o.first + steps
    const high = backward ? o.end - steps : Math.min(o.end, low + batch)
    order.read(low, high, buffer)
    const matches = keep(found, high - low)
    for (; skip < matches && done < size; skip += 1, done += 1) {
      if (backward) out[size - 1 - done] = buffer[matches - 1 - skip] ?? 0
      else out[done] = buffer[skip] ?? 0
    }
    skip = Math.max(0, skip - matches)
  }
  return out
}

function keep(found: Selection, given: number): number {
  if (found.set !== undefined) return keepMembers(found.set, given)
  let n = given
  for (const condition of found.conditions) n = condition.keep(buffer, n)
  return n
}

function keepMembers({ bits }: SlotSet, n: number): number {
  let matches = 0
  for (let i = 0; i < n; i += 1) {
    const slot = buffer[i] ?? 0
    buffer[matches] = slot
    matches += ((bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1
  }
  return matches
}

/** Every match, of which the first ones are put in order. */
function collect(
  found: Selection,
  o: { order: SlotOrder; sort: SortValue; from: number; to: number },
  table: CarTable,
): Uint32Array {
  const all =
    found.slots ?? (found.set ? slotsOfSets([found.set], found.total) : found.conditions[0]?.slots())
  if (all === undefined) return new Uint32Array(0)
  const { compare } = o.order
  const { from, to } = o
  if (to * 4 > all.length) return all.slice().sort(compare).subarray(from, to)
  const best = all.slice(0, to).sort(compare)
  const { by, sign } = sortKeys[o.sort]
  const numbers = table[by]
  let last = best[to - 1] ?? 0
  let worst = sign * (numbers[last] ?? 0)
  for (let i = to; i < all.length; i += 1) {
    const slot = all[i] ?? 0
    const number = sign * (numbers[slot] ?? 0)
    // Most are behind the last one by their number alone.
    if (number > worst || (number === worst && compare(slot, last) > 0)) continue
    let at = to - 1
    while (at > 0 && compare(slot, best[at - 1] ?? 0) < 0) {
      best[at] = best[at - 1] ?? 0
      at -= 1
    }
    best[at] = slot
    last = best[to - 1] ?? 0
    worst = sign * (numbers[last] ?? 0)
  }
  return best.subarray(from, to)
}
