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
  /** All slots that fulfil it. */
  slots(): Uint32Array
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
    const [first] = this.codes
    let matches = 0
    if (this.codes.length === 1) {
      for (let i = 0; i < n; i += 1) {
        const slot = slots[i] ?? 0
        slots[matches] = slot
        if (column[slot] === first) matches += 1
      }
      return matches
    }
    const wanted = new Uint8Array(labels.length)
    for (const code of this.codes) wanted[code] = 1
    for (let i = 0; i < n; i += 1) {
      const slot = slots[i] ?? 0
      slots[matches] = slot
      matches += wanted[column[slot] ?? 0] ?? 0
    }
    return matches
  }

  slots(): Uint32Array {
    return slotsOfSets(this.sets, this.count)
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
  private readonly key: (slot: number) => number
  /** Positions in the order: of the sets' first, of the first and the last within bounds, of the sets' last. */
  private readonly ends: readonly [number, number, number, number]

  constructor(
    aspect: Aspect,
    o: {
      by: Ranged
      order: SlotOrder
      ladder: Ladder
      key: (slot: number) => number
      min: number
      max: number
    },
  ) {
    const { order, key, min, max } = o
    this.aspect = aspect
    this.order = order
    this.key = key
    this.range = { by: o.by, min, max }
    const above = o.ladder.upTo(max)
    const below = o.ladder.below(min)
    this.sets = above.set === undefined ? [] : [above.set]
    this.without = below.set
    const upTo = (value: number) =>
      value === Infinity ? order.length : order.position((slot) => key(slot) <= value)
    const first = below.set === undefined ? 0 : upTo(below.edge)
    const from = min === -Infinity ? 0 : order.position((slot) => key(slot) < min)
    const to = Math.max(from, upTo(max))
    const last = Math.max(to, upTo(above.edge))
    this.ends = [first, from, to, last]
    this.count = to - from
    this.extra = from - first + last - to
  }

  keep(slots: Uint32Array, n: number): number {
    const { key } = this
    const { min, max } = this.range
    let matches = 0
    for (let i = 0; i < n; i += 1) {
      const slot = slots[i] ?? 0
      const value = key(slot)
      slots[matches] = slot
      if (value >= min && value <= max) matches += 1
    }
    return matches
  }

  slots(): Uint32Array {
    return this.order.slice(this.ends[1], this.ends[2])
  }

  trim(result: SlotSet): void {
    const [first, from, to, last] = this.ends
    result.removeAll(this.order.slice(first, from))
    result.removeAll(this.order.slice(to, last))
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

  slots(): Uint32Array {
    return slotsOfSets(this.sets, this.count)
  }

  trim(): void {}
}

export function slotsOfSets(sets: readonly SlotSet[], count: number): Uint32Array {
  const out = new Uint32Array(count)
  let at = 0
  for (const set of sets) at = set.copyTo(out, at)
  return out
}
