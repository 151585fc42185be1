import { priceSlices, type Facets } from '../../contract/cars.ts'
import { copySets, type Condition } from './condition.ts'
import { facetGroups, type Dimension, type DimensionName } from './dimension.ts'
import type { Select, Selection } from './select.ts'
import type { CarTable } from './table.ts'

/** Counts the cars of every option; each group ignores the condition on its own aspect. */
export function countFacets(table: CarTable, select: Select, conditions: readonly Condition[]): Facets {
  const counts = new Map<DimensionName, ArrayLike<number>>()
  const set = new Set(conditions.map((c) => c.aspect))
  const open = facetGroups.filter((g) => !set.has(g.aspect))
  const count = (counted: typeof facetGroups, left: readonly Condition[]) => {
    const found = left.length > 0 ? counter(select(left, table.size, true)) : undefined
    for (const name of counted.flatMap((g) => g.names)) {
      const dimension = table.dimensions[name]
      counts.set(name, found?.(dimension) ?? dimension.sets.map((s) => s.count))
    }
  }
  if (open.length > 0) count(open, conditions)
  for (const group of facetGroups.filter((g) => set.has(g.aspect))) {
    const others = conditions.filter((c) => c.aspect !== group.aspect)
    count([group], others)
  }
  const list = (name: DimensionName) => ranked(table.dimensions[name], counts.get(name) ?? [])
  const slices = table.dimensions.slice
  return {
    make: list('make'),
    model: list('model'),
    bodytype: list('bodytype'),
    year: list('year'),
    fueltype: list('fueltype'),
    transmission: list('transmission'),
    province: list('province'),
    city: list('city'),
    price: Array.from(
      { length: priceSlices },
      (_, slice) => counts.get('slice')?.[slices.find(slice) ?? -1] ?? 0,
    ),
  }
}

/** Returns a counter for the values of the found cars. It counts car by car, or value by value when that needs less work. */
function counter({ total, set, slots: listed }: Selection): (dimension: Dimension) => ArrayLike<number> {
  let slots = listed
  return (dimension) => {
    const { sets, labels, column } = dimension
    if (set !== undefined) {
      const work = sets.reduce((n, s) => n + (s.isBitmap ? Math.min(s.live, set.live) * 32 : s.count), 0)
      if (work < total) return sets.map((s) => set.meeting(s))
    }
    if (slots === undefined) {
      slots = new Uint32Array(total)
      copySets(set === undefined ? [] : [set], slots)
    }
    return countCodes(slots, column, labels.length)
  }
}

function countCodes(slots: Uint32Array, column: Dimension['column'], many: number): Uint32Array {
  const counts = new Uint32Array(many)
  for (let i = 0; i < slots.length; i += 1) {
    const code = column[slots[i] ?? 0] ?? 0
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

/** Greater than the number of labels of any list. */
const shift = 2 ** 24

/** Sorts options by count, most first, then by name; combines options with the same name. */
function ranked(dimension: Dimension, counts: ArrayLike<number>): { value: string; count: number }[] {
  const { labels } = dimension
  const found: { value: string; count: number }[] = []
  for (const code of dimension.byLabel()) {
    const count = counts[code] ?? 0
    if (count === 0) continue
    const value = labels[code] ?? ''
    const last = found.at(-1)
    if (last?.value === value) last.count += count
    else found.push({ value, count })
  }
  // One number per option holds the count and the position by name, because numbers sort many times faster than with a
  // comparator.
  const keys = Float64Array.from(found, ({ count }, place) => place - count * shift).sort()
  const sorted: { value: string; count: number }[] = []
  for (const key of keys) {
    const option = found[key - Math.floor(key / shift) * shift]
    if (option !== undefined) sorted.push(option)
  }
  return sorted
}
