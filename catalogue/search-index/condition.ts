import type { Dimension } from './dimension.ts'
import type { Ladder } from './ladder.ts'
import type { SlotOrder } from './order.ts'
import type { Ranged } from './orders.ts'
import type { SlotSet } from './slot-set.ts'

/** What a facet sets aside. */
export type Aspect =
  | 'make'
  | 'place'
  | 'bodytype'
  | 'year'
  | 'fueltype'
  | 'transmission'
  | 'price'
  | 'kms'
  | 'rest'

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

/** A value is one of some. */
export class OneOf implements Condition {
  readonly aspect: Aspect
  readonly count: number
  readonly sets: readonly SlotSet[]
  readonly without = undefined
  readonly extra = 0
  readonly range: Condition['range']
  private readonly dimension: Dimension
  private readonly codes: readonly number[]

  constructor(aspect: Aspect, dimension: Dimension, codes: readonly number[]) {
    this.aspect = aspect
    this.dimension = dimension
    this.codes = codes
    this.sets = codes
      .map((code) => dimension.sets[code])
      .filter((set) => set !== undefined && set.count > 0) as SlotSet[]
    this.count = this.sets.reduce((n, set) => n + set.count, 0)
    const years = aspect === 'year' ? codes.map((code) => Number(dimension.labels[code])) : []
    this.range =
      years.length > 0 ? { by: 'year', min: Math.min(...years), max: Math.max(...years) } : undefined
  }

  keep(slots: Uint32Array, n: number): number {
    const { column, labels } = this.dimension
    const [first = 0] = this.codes
    if (this.codes.length === 1) return keepEqual(column, first, slots, n)
    if (wanted.length < labels.length) wanted = new Uint8Array(labels.length * 2)
    for (const code of this.codes) wanted[code] = 1
    const matches = keepWanted(column, wanted, slots, n)
    for (const code of this.codes) wanted[code] = 0
    return matches
  }

  copyTo(out: Uint32Array): void {
    copySets(this.sets, out)
  }

  trim(): void {}
}

/** A number lies between two others, both included. */
export class Between implements Condition {
  readonly aspect: Aspect
  readonly count: number
  readonly without: SlotSet | undefined
  readonly sets: readonly SlotSet[]
  readonly range: NonNullable<Condition['range']>
  readonly extra: number
  private readonly order: SlotOrder
  private readonly numbers: Float64Array
  /** Positions in the order: of the sets' first, of the first and the last within bounds, of the sets' last. */
  private readonly first: number
  private readonly from: number
  private readonly to: number
  private readonly last: number

  constructor(
    aspect: Aspect,
    o: { by: Ranged; order: SlotOrder; ladder: Ladder; numbers: Float64Array; min: number; max: number },
  ) {
    const { order, numbers, min, max } = o
    this.aspect = aspect
    this.order = order
    this.numbers = numbers
    this.range = { by: o.by, min, max }
    const above = o.ladder.upTo(max)
    this.without = o.ladder.below(min)
    this.sets = above === undefined ? [] : [above]
    this.first = this.without?.count ?? 0
    this.from = min === -Infinity ? 0 : order.below(numbers, 1, min, false)
    this.to = max === Infinity ? order.length : Math.max(this.from, order.below(numbers, 1, max, true))
    this.last = Math.max(this.to, above?.count ?? 0)
    this.count = this.to - this.from
    this.extra = this.from - this.first + this.last - this.to
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
    if (this.count > 0) this.order.read(this.from, this.to, out)
  }

  trim(result: SlotSet): void {
    this.takeOut(result, this.first, this.from)
    this.takeOut(result, this.to, this.last)
  }

  private takeOut(result: SlotSet, from: number, to: number): void {
    if (to <= from) return
    if (edge.length < to - from) edge = new Uint32Array((to - from) * 2)
    this.order.read(from, to, edge)
    result.removeAll(edge, to - from)
  }
}

/** Some token of the car's texts fits a word. */
export class Worded implements Condition {
  readonly aspect = 'rest'
  readonly count: number
  readonly sets: readonly SlotSet[]
  readonly without = undefined
  readonly extra = 0
  readonly range = undefined
  private readonly cars: SlotSet

  constructor(cars: SlotSet) {
    this.cars = cars
    this.count = cars.count
    this.sets = [cars]
  }

  keep(slots: Uint32Array, n: number): number {
    let matches = 0
    for (let i = 0; i < n; i += 1) {
      const slot = slots[i] ?? 0
      slots[matches] = slot
      if (this.cars.has(slot)) matches += 1
    }
    return matches
  }

  copyTo(out: Uint32Array): void {
    copySets(this.sets, out)
  }

  trim(): void {}
}

/** Writes the slots of all sets; says how many. */
export function copySets(sets: readonly SlotSet[], out: Uint32Array): number {
  let at = 0
  for (const set of sets) at = set.copyTo(out, at)
  return at
}
