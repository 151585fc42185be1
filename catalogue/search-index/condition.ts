import type { FilterAspect } from '../search.ts'
import type { Dimension } from './dimension.ts'
import type { Ladder } from './ladder.ts'
import type { SlotOrder } from './order.ts'
import type { Ranged } from './orders.ts'
import type { SlotSet } from './slot-set.ts'

/** What a facet sets aside. */
export type Aspect = FilterAspect | 'rest'

/** One thing a filter asks of a car. */
export interface Condition {
  readonly aspect: Aspect
  /** Cars that fulfil it; exact. */
  readonly count: number
  /** Keeps those of the first `n` slots that fulfil it, in their order, and returns how many. */
  keep(slots: Uint32Array, n: number): number
  /** Writes all slots that fulfil it. */
  copyTo(out: Uint32Array): void
  /**
   * The sets for a pass over all cars: those that fulfil it are in one of `sets` and not in `without`. So are as many
   * others as `extra` says, which `trim` takes out of a result.
   */
  readonly sets: readonly SlotSet[]
  readonly without: SlotSet | undefined
  readonly extra: number
  trim(result: SlotSet): void
  /** The range its numbers are in, if it is about a number that cars can be sorted by. */
  readonly range: { by: Ranged; min: number; max: number } | undefined
}

/** Codes that are looked for, while they are. */
let wanted = new Uint8Array(0)
/** Slots that are just taken out of a result. */
let edge = new Uint32Array(1024)

type Codes = Dimension['column']

function keepEqual(column: Codes, code: number, slots: Uint32Array, n: number): number {
  let matches = 0
  for (let i = 0; i < n; i += 1) {
    const slot = slots[i] ?? 0
    slots[matches] = slot
    if (column[slot] === code) matches += 1
  }
  return matches
}

function keepWanted(column: Codes, codes: Uint8Array, slots: Uint32Array, n: number): number {
  let matches = 0
  for (let i = 0; i < n; i += 1) {
    const slot = slots[i] ?? 0
    slots[matches] = slot
    matches += codes[column[slot] ?? 0] ?? 0
  }
  return matches
}

/** What the cars of some sets fulfil, and no others. */
const inSets = (
  aspect: Aspect,
  sets: readonly SlotSet[],
  keep: Condition['keep'],
  range?: Condition['range'],
): Condition => ({
  aspect,
  count: sets.reduce((n, set) => n + set.count, 0),
  keep,
  copyTo: (out) => void copySets(sets, out),
  sets,
  without: undefined,
  extra: 0,
  trim() {},
  range,
})

/** A value is one of some. */
export function valueAmong(aspect: Aspect, dimension: Dimension, codes: readonly number[]): Condition {
  const { column, labels } = dimension
  const sets = codes.flatMap((code) => dimension.sets[code] ?? []).filter((set) => set.count > 0)
  const years = aspect === 'year' ? codes.map((code) => Number(labels[code])) : []
  const range = { by: 'year', min: Math.min(...years), max: Math.max(...years) } as const
  const [first = 0] = codes
  const keep = (slots: Uint32Array, n: number) => {
    if (codes.length === 1) return keepEqual(column, first, slots, n)
    if (wanted.length < labels.length) wanted = new Uint8Array(labels.length * 2)
    for (const code of codes) wanted[code] = 1
    const matches = keepWanted(column, wanted, slots, n)
    for (const code of codes) wanted[code] = 0
    return matches
  }
  return inSets(aspect, sets, keep, years.length > 0 ? range : undefined)
}

/** A number lies between two others, both included. */
export function numberBetween(
  aspect: Aspect,
  o: { by: Ranged; order: SlotOrder; ladder: Ladder; numbers: Float64Array; min: number; max: number },
): Condition {
  const { by, order, ladder, numbers, min, max } = o
  const above = ladder.upTo(max)
  const without = ladder.below(min)
  // Positions in the order: of the sets' first, of the first and the last within bounds, of the sets' last.
  const first = without?.count ?? 0
  const from = min === -Infinity ? 0 : order.below(numbers, 1, min, false)
  const to = max === Infinity ? order.length : Math.max(from, order.below(numbers, 1, max, true))
  const last = Math.max(to, above?.count ?? 0)
  const takeOut = (result: SlotSet, start: number, end: number) => {
    if (end <= start) return
    if (edge.length < end - start) edge = new Uint32Array((end - start) * 2)
    order.read(start, end, edge)
    result.removeAll(edge, end - start)
  }
  return {
    aspect,
    count: to - from,
    keep(slots, n) {
      let matches = 0
      for (let i = 0; i < n; i += 1) {
        const slot = slots[i] ?? 0
        const value = numbers[slot] ?? 0
        slots[matches] = slot
        if (value >= min && value <= max) matches += 1
      }
      return matches
    },
    copyTo(out) {
      if (to > from) order.read(from, to, out)
    },
    sets: above === undefined ? [] : [above],
    without,
    extra: from - first + last - to,
    trim(result) {
      takeOut(result, first, from)
      takeOut(result, to, last)
    },
    range: { by, min, max },
  }
}

/** Some token of the car's texts fits a word. */
export const hasToken = (cars: SlotSet): Condition =>
  inSets('rest', [cars], (slots, n) => {
    let matches = 0
    for (let i = 0; i < n; i += 1) {
      const slot = slots[i] ?? 0
      slots[matches] = slot
      if (cars.has(slot)) matches += 1
    }
    return matches
  })

/** Writes the slots of all sets; says how many. */
export function copySets(sets: readonly SlotSet[], out: Uint32Array): number {
  let at = 0
  for (const set of sets) at = set.copyTo(out, at)
  return at
}
