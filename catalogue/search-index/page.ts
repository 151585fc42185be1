import type { SortValue } from '../../contract/limits.ts'
import { sortKeys } from '../search.ts'
import type { SlotOrder } from './order.ts'
import type { Orders } from './orders.ts'
import type { Selection } from './select.ts'
import type { SlotSet } from './slot-set.ts'
import type { CarTable } from './table.ts'

/** Maximum number of matches that may be sorted for one page. */
const fewEnough = 4096
/** Greater than the number of matches ever sorted; a rank and an index below this number fit into one float. */
const mostSorted = 2 ** 21
/** Maximum end position of a page that is collected by insertion. */
const kept = 64
const widest = 1024
/** Cost of a collected car relative to a step of a walk; fixed costs are ignored. */
const collectedCost = 3
const buffer = new Uint32Array(widest)
const firstSlots = new Uint32Array(kept)
const firstRanks = new Uint32Array(kept)
let keys = new Float64Array(fewEnough)
let found = new Uint32Array(fewEnough)

/** Returns the slots of one page of a selection. */
export function pageSlots(
  selected: Selection,
  o: { sort: SortValue; from: number; limit: number },
  { table, orders }: { table: CarTable; orders: Orders },
): Uint32Array {
  const { total } = selected
  const to = Math.min(total, o.from + o.limit)
  if (o.from >= to) return new Uint32Array(0)
  const order = orders.of(o.sort)
  const [first, end] = stretch(selected, o.sort, order, table)
  // When all cars of the range match, the page is a slice of the order.
  if (end - first === total) return order.slice(first + o.from, first + to)
  if (selected.slots !== undefined) return collect(selected, order, o.from, to)
  const steps = (Math.min(to, total - o.from) / total) * (end - first)
  const sortable = to <= kept || total <= fewEnough
  const collecting = total * collectedCost
  if (sortable && collecting < steps) return collect(selected, order, o.from, to)
  const window = { from: o.from, to, total }
  const budget = sortable ? collecting * 2 : Infinity
  return walk(selected, order, { first, end, budget }, window) ?? collect(selected, order, o.from, to)
}

/** Returns the part of the order that can contain matches: a search often sorts by a number that it also filters. */
function stretch(
  { conditions }: Selection,
  sort: SortValue,
  order: SlotOrder,
  table: CarTable,
): [number, number] {
  const { by, sign } = sortKeys[sort]
  const range = by === 'created' ? undefined : conditions.find((c) => c.range?.by === by)?.range
  if (range === undefined) return [0, order.length]
  const { from, to } = range
  // The range is known for the ascending order; for a descending order its bounds are mirrored.
  if (from !== undefined && to !== undefined)
    return sign > 0 ? [from, to] : [order.length - to, order.length - from]
  const [low, high] = sign > 0 ? [range.min, range.max] : [range.max, range.min]
  return [order.below(table[by], sign, low, false), order.below(table[by], sign, high, true)]
}

/** Walks along the order from the nearer end, one batch at a time; returns undefined when the budget is exceeded. */
function walk(
  selected: Selection,
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
    const matches = keep(selected, high - low)
    for (; skip < matches && done < size; skip += 1, done += 1) {
      if (backward) out[size - 1 - done] = buffer[matches - 1 - skip] ?? 0
      else out[done] = buffer[skip] ?? 0
    }
    skip = Math.max(0, skip - matches)
  }
  return out
}

function keep({ set, conditions }: Selection, given: number): number {
  if (set !== undefined) return keepMembers(set, given)
  let n = given
  for (const condition of conditions) n = condition.keep(buffer, n)
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

/** Collects all matches and sorts only the first ones. */
function collect(selected: Selection, order: SlotOrder, from: number, to: number): Uint32Array {
  const all = matchesOf(selected)
  const { total } = selected
  return to <= kept
    ? firstOf(all, total, order.ranks, to).slice(from, to)
    : sorted(all, total, order.ranks, from, to)
}

function matchesOf({ total, slots, set, conditions }: Selection): Uint32Array {
  if (slots !== undefined) return slots
  if (found.length < total) found = new Uint32Array(total * 2)
  if (set !== undefined) set.copyTo(found)
  else conditions[0]?.copyTo(found)
  return found
}

function firstOf(all: Uint32Array, total: number, ranks: Uint32Array, many: number): Uint32Array {
  let worst = -1
  let held = 0
  for (let i = 0; i < total; i += 1) {
    const slot = all[i] ?? 0
    const rank = ranks[slot] ?? 0
    if (held === many) {
      if (rank > worst) continue
    } else held += 1
    let at = held - 1
    while (at > 0 && (firstRanks[at - 1] ?? 0) > rank) {
      firstRanks[at] = firstRanks[at - 1] ?? 0
      firstSlots[at] = firstSlots[at - 1] ?? 0
      at -= 1
    }
    firstRanks[at] = rank
    firstSlots[at] = slot
    worst = firstRanks[held - 1] ?? 0
  }
  return firstSlots
}

/** Combines rank and index into one number, because numbers sort many times faster than with a comparator. */
function sorted(all: Uint32Array, total: number, ranks: Uint32Array, from: number, to: number): Uint32Array {
  if (keys.length < total) keys = new Float64Array(total * 2)
  for (let i = 0; i < total; i += 1) keys[i] = (ranks[all[i] ?? 0] ?? 0) * mostSorted + i
  lowestFirst(keys, 0, total, to)
  lowestFirst(keys, 0, to, from)
  const rising = keys.subarray(from, to).sort()
  return Uint32Array.from(rising, (key) => all[key % mostSorted] ?? 0)
}

/** Moves the lowest `many` of distinct numbers to the front, in any order (quickselect). */
function lowestFirst(numbers: Float64Array, begin: number, end: number, many: number): void {
  let low = begin
  let high = end - 1
  while (low < high) {
    const pivot = numbers[(low + high) >>> 1] ?? 0
    let left = low
    let right = high
    while (left <= right) {
      while ((numbers[left] ?? 0) < pivot) left += 1
      while ((numbers[right] ?? 0) > pivot) right -= 1
      if (left > right) break
      const held = numbers[left] ?? 0
      numbers[left] = numbers[right] ?? 0
      numbers[right] = held
      left += 1
      right -= 1
    }
    if (many <= right) high = right
    else if (many >= left) low = left
    else return
  }
}
