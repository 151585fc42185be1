import type { FilterAspect } from '../search.ts'
import type { Dimension } from './dimension.ts'
import type { Ladder } from './ladder.ts'
import type { SlotOrder } from './order.ts'
import type { Ranged } from './orders.ts'
import type { SlotSet } from './slot-set.ts'

/** The part of a filter that a facet ignores. */
export type Aspect = FilterAspect | 'rest'

/** One condition of a filter. */
export interface Condition {
  readonly aspect: Aspect
  /** Exact number of cars that fulfil the condition. */
  readonly count: number
  /** Keeps those of the first `n` slots that fulfil the condition, in their order; returns their number. */
  keep(slots: Uint32Array, n: number): number
  /** Writes all slots that fulfil the condition. */
  copyTo(out: Uint32Array): void
  /**
   * Sets for a pass over all cars: a car that fulfils the condition is in one of `sets` and not in `without`. `extra` is the
   * number of other cars for which that is true, too; `trim` removes them from a result.
   */
  readonly sets: readonly SlotSet[]
  readonly without: SlotSet | undefined
  readonly extra: number
  trim(result: SlotSet): void
  /** The range of a numeric condition whose number cars can be sorted by. */
  readonly range: NumberRange | undefined
}

export interface NumberRange {
  by: Ranged
  min: number
  max: number
  /** Numbers of cars below the range, and not above it, when they are known. */
  from?: number
  to?: number
}

/** Marks of the wanted codes during one call. */
let wanted = new Uint8Array(0)
/** Slots that `takeOut` removes from a result. */
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

/** A condition that exactly the cars of some sets fulfil. */
abstract class InSets implements Condition {
  readonly aspect: Aspect
  readonly sets: readonly SlotSet[]
  readonly count: number
  readonly range: NumberRange | undefined
  readonly without = undefined
  readonly extra = 0

  constructor(aspect: Aspect, sets: readonly SlotSet[], range?: NumberRange) {
    this.aspect = aspect
    this.sets = sets
    this.range = range
    let count = 0
    for (const set of sets) count += set.count
    this.count = count
  }

  abstract keep(slots: Uint32Array, n: number): number

  copyTo(out: Uint32Array): void {
    copySets(this.sets, out)
  }

  trim(): void {}
}

class ValueAmong extends InSets {
  private readonly dimension: Dimension
  private readonly codes: readonly number[]

  constructor(
    aspect: Aspect,
    o: { dimension: Dimension; codes: readonly number[]; sets: readonly SlotSet[]; range?: NumberRange },
  ) {
    super(aspect, o.sets, o.range)
    this.dimension = o.dimension
    this.codes = o.codes
  }

  keep(slots: Uint32Array, n: number): number {
    const { codes } = this
    const { column, labels } = this.dimension
    const [first = 0] = codes
    if (codes.length === 1) return keepEqual(column, first, slots, n)
    if (wanted.length < labels.length) wanted = new Uint8Array(labels.length * 2)
    for (const code of codes) wanted[code] = 1
    const matches = keepWanted(column, wanted, slots, n)
    for (const code of codes) wanted[code] = 0
    return matches
  }
}

/** Returns the condition that a value is one of several. */
export function valueAmong(aspect: Aspect, dimension: Dimension, codes: readonly number[]): Condition {
  const sets: SlotSet[] = []
  for (const code of codes) {
    const set = dimension.sets[code]
    if (set !== undefined && set.count > 0) sets.push(set)
  }
  if (aspect !== 'year' || codes.length === 0) return new ValueAmong(aspect, { dimension, codes, sets })
  const years = codes.map((code) => Number(dimension.labels[code]))
  const range = { by: 'year', min: Math.min(...years), max: Math.max(...years) } as const
  return new ValueAmong(aspect, { dimension, codes, sets, range })
}

interface Between {
  by: Ranged
  order: SlotOrder
  ladder: Ladder
  numbers: Float64Array
  min: number
  max: number
}

class NumberBetween implements Condition {
  readonly aspect: Aspect
  readonly count: number
  readonly sets: readonly SlotSet[]
  readonly without: SlotSet | undefined
  readonly extra: number
  readonly range: { by: Ranged; min: number; max: number; from: number; to: number }
  private readonly order: SlotOrder
  private readonly numbers: Float64Array
  /** Positions in the order of the sets' first car and after their last one; the range lies between them. */
  private readonly first: number
  private readonly last: number

  constructor(aspect: Aspect, { by, order, ladder, numbers, min, max }: Between) {
    const above = ladder.upTo(max)
    this.aspect = aspect
    this.order = order
    this.numbers = numbers
    this.sets = above === undefined ? [] : [above]
    this.without = ladder.below(min)
    const from = min === -Infinity ? 0 : order.below(numbers, 1, min, false)
    const to = max === Infinity ? order.length : Math.max(from, order.below(numbers, 1, max, true))
    this.first = this.without?.count ?? 0
    this.last = Math.max(to, above?.count ?? 0)
    this.count = to - from
    this.extra = from - this.first + this.last - to
    this.range = { by, min, max, from, to }
  }

  keep(slots: Uint32Array, n: number): number {
    const { numbers } = this
    const { min, max } = this.range
    let matches = 0
    for (let i = 0; i < n; i += 1) {
      const slot = slots[i] ?? 0
      const value = numbers[slot] ?? 0
      slots[matches] = slot
      if (value >= min && value <= max) matches += 1
    }
    return matches
  }

  copyTo(out: Uint32Array): void {
    const { from, to } = this.range
    if (to > from) this.order.read(from, to, out)
  }

  trim(result: SlotSet): void {
    this.takeOut(result, this.first, this.range.from)
    this.takeOut(result, this.range.to, this.last)
  }

  private takeOut(result: SlotSet, start: number, end: number): void {
    if (end <= start) return
    if (edge.length < end - start) edge = new Uint32Array((end - start) * 2)
    this.order.read(start, end, edge)
    for (let i = 0; i < end - start; i += 1) result.remove(edge[i] ?? 0)
  }
}

/** Returns the condition that a number lies between two others, inclusive. */
export const numberBetween = (aspect: Aspect, o: Between): Condition => new NumberBetween(aspect, o)

class HasToken extends InSets {
  keep(slots: Uint32Array, n: number): number {
    const [cars] = this.sets
    let matches = 0
    for (let i = 0; i < n; i += 1) {
      const slot = slots[i] ?? 0
      slots[matches] = slot
      if (cars?.has(slot)) matches += 1
    }
    return matches
  }
}

/** Returns the condition that a token of the car's texts matches a word. */
export const hasToken = (cars: SlotSet): Condition => new HasToken('rest', [cars])

/** Writes the slots of all sets; returns their number. */
export function copySets(sets: readonly SlotSet[], out: Uint32Array): number {
  let at = 0
  for (const set of sets) at = set.copyTo(out, at)
  return at
}
