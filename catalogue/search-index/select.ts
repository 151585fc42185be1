import { copySets, type Condition } from './condition.ts'
import { SlotSet, type Space } from './slot-set.ts'
import { sortedFew } from './sorted-few.ts'

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

export type Select = ReturnType<typeof createSelect>

/** Finds cars; what it finds is valid until it is asked again. */
export function createSelect(space: Space) {
  const result = new SlotSet(space, true)
  const united = new SlotSet(space, true)
  let list = nothing

  function listFor(many: number): Uint32Array {
    if (list.length < many) list = new Uint32Array(many * 2)
    return list
  }

  /** Those of the first slots of the list that fulfil what is left. */
  function narrowed(conditions: readonly Condition[], left: readonly Condition[], many: number): Selection {
    let total = many
    for (const condition of left) total = condition.keep(list, total)
    return { total, conditions, slots: list.subarray(0, total), set: undefined }
  }

  /** Bitmaps first, all at once; then whatever is not one bitmap, car by car or as one made for it. */
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
      // What holds everything narrows nothing.
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
   * All that fulfil the conditions. With `asSet` even a single condition gives its cars as slots or as a set, else it
   * is left as it is, since a page and a total need neither.
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

/** The one set of a condition, if that is a bitmap. */
function onlyBitmap({ sets }: Condition): SlotSet | undefined {
  const [set] = sets
  return sets.length === 1 && set?.isBitmap ? set : undefined
}
