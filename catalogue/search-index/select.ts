import { slotsOfSets, type Condition } from './condition.ts'
import { SlotSet, type Space } from './slot-set.ts'

/** The cars that fulfil every condition: a list while they are few, a bitmap, or for one condition just itself. */
export interface Selection {
  readonly total: number
  /** Rarest first. */
  readonly conditions: readonly Condition[]
  readonly slots: Uint32Array | undefined
  readonly set: SlotSet | undefined
}

const nothing = new Uint32Array(0)
/** Work of looking at one car beside that of looking at one word of a bitmap. */
const carCost = 2

/** Finds cars; what it finds is valid until it is asked again. */
export class Selector {
  private readonly space: Space
  private readonly result: SlotSet
  private readonly united: SlotSet

  constructor(space: Space) {
    this.space = space
    this.result = new SlotSet(space, true)
    this.united = new SlotSet(space, true)
  }

  /**
   * All that fulfil the conditions. With `asSet` even a single condition gives its cars as slots or as a set, else it
   * is left as it is, since a page and a total need neither.
   */
  select(given: readonly Condition[], all: number, asSet = false): Selection {
    const conditions = [...given].sort((a, b) => a.count - b.count)
    const [rarest, ...others] = conditions
    if (rarest === undefined) return { total: all, conditions, slots: undefined, set: undefined }
    if (rarest.count === 0) return { total: 0, conditions, slots: nothing, set: undefined }
    if (others.length === 0) {
      const [set] = rarest.sets
      const itself =
        rarest.sets.length === 1 && set?.isBitmap && rarest.extra === 0 && rarest.without === undefined
      if (itself || !asSet)
        return { total: rarest.count, conditions, slots: undefined, set: itself ? set : undefined }
    }
    const bitmaps = conditions.filter((c) => c.sets.length === 1 && c.sets[0]?.isBitmap)
    const words = bitmaps.reduce((n, c) => Math.min(n, (c.sets[0]?.live ?? 0) * 32), this.space.slots / 32)
    if (rarest.count * carCost * conditions.length < words * 2) {
      return listed(conditions, keepAll(others, rarest.slots(), rarest.count))
    }
    return this.pass(conditions, bitmaps, all)
  }

  /** Bitmaps first, all at once; then whatever is not one bitmap, car by car or as one made for it. */
  private pass(conditions: readonly Condition[], bitmaps: readonly Condition[], all: number): Selection {
    this.result.grow(true)
    this.united.grow(true)
    const { result, united } = this
    const rest = conditions.filter((c) => !bitmaps.includes(c))
    if (bitmaps.length > 0) {
      const sets = bitmaps.flatMap((c) => c.sets)
      // What holds everything narrows nothing.
      const narrowing = sets.filter((set) => set.count < all)
      result.intersect(
        narrowing.length > 0 ? narrowing : sets,
        bitmaps.flatMap((c) => c.without ?? []),
      )
    } else result.unite(rest.shift()?.sets ?? [], undefined)
    const edges = bitmaps.filter((c) => c.extra > 0)
    const cars = (left: readonly Condition[]) => {
      const slots = slotsOfSets([result], result.count)
      return listed(conditions, keepAll(left, slots, slots.length))
    }
    for (const [i, condition] of rest.entries()) {
      const parts = condition.sets.reduce(
        (n, set) => n + Math.min(set.isBitmap ? set.live * 32 : set.count, result.live * 32),
        0,
      )
      if (result.count * carCost < parts + result.live * 32) return cars([...rest.slice(i), ...edges])
      united.unite(condition.sets, result)
      result.retain(united)
    }
    if (result.count * carCost < edges.reduce((n, c) => n + c.extra, 0)) return cars(edges)
    for (const condition of edges) condition.trim(result)
    return { total: result.count, conditions, slots: undefined, set: result }
  }
}

const listed = (conditions: readonly Condition[], slots: Uint32Array): Selection => ({
  total: slots.length,
  conditions,
  slots,
  set: undefined,
})

/** Narrows a list of slots in place. */
export function keepAll(conditions: readonly Condition[], slots: Uint32Array, from: number): Uint32Array {
  let n = from
  for (const condition of conditions) n = condition.keep(slots, n)
  return slots.subarray(0, n)
}
