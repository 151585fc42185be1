import { copySets, type Condition } from './condition.ts'
import { SlotSet, type Space } from './slot-set.ts'
import { sortedFew } from './sorted-few.ts'

/** The cars that fulfil all conditions: a list of slots, a bitmap, or neither for a single condition. */
export interface Selection {
  readonly total: number
  /** Conditions, the rarest first. */
  readonly conditions: readonly Condition[]
  readonly slots: Uint32Array | undefined
  readonly set: SlotSet | undefined
}

const nothing = new Uint32Array(0)
/** Cost of checking one car relative to one word of a bitmap. */
const carCost = 2

export type Select = ReturnType<typeof createSelect>

/** Creates the selection of cars; a result is valid until the next call. */
export function createSelect(space: Space) {
  const result = new SlotSet(space, true)
  const united = new SlotSet(space, true)
  let list = nothing

  function listFor(many: number): Uint32Array {
    if (list.length < many) list = new Uint32Array(many * 2)
    return list
  }

  /** Keeps those of the first slots in the list that fulfil the remaining conditions. */
  function narrowed(conditions: readonly Condition[], left: readonly Condition[], many: number): Selection {
    let total = many
    for (const condition of left) total = condition.keep(list, total)
    return { total, conditions, slots: list.subarray(0, total), set: undefined }
  }

  /** Intersects all bitmaps at once. Each other condition is then applied to the result, as a union of its sets or car by car. */
  function pass(conditions: readonly Condition[], all: number): Selection {
    result.grow(true)
    united.grow(true)
    const narrowing: SlotSet[] = []
    const without: SlotSet[] = []
    const edges: Condition[] = []
    const rest: Condition[] = []
    let whole: SlotSet | undefined
    let extra = 0
    for (const condition of conditions) {
      const set = onlyBitmap(condition)
      if (set === undefined) {
        rest.push(condition)
        continue
      }
      // A set of all cars restricts nothing.
      if (set.count < all) narrowing.push(set)
      else whole = set
      if (condition.without !== undefined) without.push(condition.without)
      if (condition.extra === 0) continue
      edges.push(condition)
      extra += condition.extra
    }
    if (narrowing.length === 0 && whole !== undefined) narrowing.push(whole)
    if (narrowing.length > 0) result.intersect(narrowing, without)
    else result.unite(rest.shift()?.sets ?? [], undefined)
    const cars = (left: readonly Condition[]) =>
      narrowed(conditions, left, copySets([result], listFor(result.count)))
    for (const [i, condition] of rest.entries()) {
      let parts = 0
      for (const set of condition.sets)
        parts += Math.min(set.isBitmap ? set.live * 32 : set.count, result.live * 32)
      if (result.count * carCost < parts + result.live * 32) return cars([...rest.slice(i), ...edges])
      if (condition.sets.every((set) => set.isBitmap)) result.retainAny(condition.sets)
      else {
        united.unite(condition.sets, result)
        result.retainAny([united])
      }
    }
    if (result.count * carCost < extra) return cars(edges)
    for (const condition of edges) condition.trim(result)
    return { total: result.count, conditions, slots: undefined, set: result }
  }

  /**
   * Selects the cars that fulfil all conditions. With `asSet` a single condition also returns its cars as slots or as a set;
   * otherwise not, since a page and a total need neither.
   */
  return (given: readonly Condition[], all: number, asSet = false): Selection => {
    const conditions = given.length > 1 ? sortedFew(given, (condition) => condition.count) : given
    const [rarest] = conditions
    if (rarest === undefined) return { total: all, conditions, slots: undefined, set: undefined }
    if (rarest.count === 0) return { total: 0, conditions, slots: nothing, set: undefined }
    if (conditions.length === 1) {
      const [set] = rarest.sets
      const itself =
        rarest.sets.length === 1 && set?.isBitmap && rarest.extra === 0 && rarest.without === undefined
      if (itself || !asSet)
        return { total: rarest.count, conditions, slots: undefined, set: itself ? set : undefined }
    }
    let words = space.slots / 32
    for (const condition of conditions) {
      const set = onlyBitmap(condition)
      if (set !== undefined) words = Math.min(words, set.live * 32)
    }
    if (rarest.count * carCost * conditions.length < words * 2) {
      rarest.copyTo(listFor(rarest.count))
      return narrowed(conditions, conditions.slice(1), rarest.count)
    }
    return pass(conditions, all)
  }
}

/** Returns the only set of a condition if it is a bitmap. */
function onlyBitmap({ sets }: Condition): SlotSet | undefined {
  const [set] = sets
  return sets.length === 1 && set?.isBitmap ? set : undefined
}
