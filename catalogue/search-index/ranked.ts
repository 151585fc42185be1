import type { SortValue } from '../../contract/limits.ts'
import type { Orders } from './orders.ts'
import { pageSlots } from './page.ts'
import type { Selection } from './select.ts'
import { SlotSet } from './slot-set.ts'
import type { CarTable } from './table.ts'

interface Window {
  sort: SortValue
  from: number
  limit: number
}

/** Number of binary digits of a score; a search has at most eight wishes. */
const digits = 4

/** Creates the ranked paging: cars with more wishes come first, and cars with equal scores in the order of the sort. */
export function createRanking(indexes: { table: CarTable; orders: Orders }) {
  const { table } = indexes
  const level = new SlotSet(table.space, true)
  const wide = new SlotSet(table.space, true)
  /** Scores of all slots as bit planes: one array per binary digit. */
  let scores: Int32Array[] = []
  let few = new Uint8Array(0)

  function ofList({ conditions }: Selection, slots: Uint32Array, wished: readonly SlotSet[]) {
    if (few.length < slots.length) few = new Uint8Array(slots.length * 2)
    few.fill(0, 0, slots.length)
    const wishes = wished.map((set) => {
      let n = 0
      for (let i = 0; i < slots.length; i += 1) {
        if (!set.has(slots[i] ?? 0)) continue
        few[i] = (few[i] ?? 0) + 1
        n += 1
      }
      return n
    })
    const at = (score: number): Selection => {
      const equal = slots.filter((_, i) => few[i] === score)
      return { total: equal.length, conditions, slots: equal, set: undefined }
    }
    return { wishes, at }
  }

  /** Handles a single wish: cars that have it come first, all others follow. */
  function ofOne({ conditions, set = table.all }: Selection, wish: SlotSet) {
    level.grow(true)
    wide.grow(true)
    if (!wish.isBitmap) wide.unite([wish], undefined)
    const answering = wish.isBitmap ? wish : wide
    level.intersect([set, answering], [])
    const wishes = [level.count]
    const at = (score: number): Selection => {
      if (score === 0) level.intersect([set], [answering])
      return { total: level.count, conditions, slots: undefined, set: level }
    }
    return { wishes, at }
  }

  /** Computes the scores of all cars, 32 cars per step. */
  function ofSet({ conditions, set }: Selection, wished: readonly SlotSet[]) {
    const base = set ?? table.all
    level.grow(true)
    wide.grow(true)
    const words = level.bits.length
    if (scores[0]?.length !== words) scores = Array.from({ length: digits }, () => new Int32Array(words))
    const [ones, twos, fours, eights] = scores as [Int32Array, Int32Array, Int32Array, Int32Array]
    for (const digit of scores) digit.fill(0)
    const wishes = wished.map((wish) => {
      if (!wish.isBitmap) wide.unite([wish], undefined)
      const { bits } = wish.isBitmap ? wish : wide
      for (let i = 0; i < words; i += 1) {
        let carry = (bits[i] ?? 0) & (base.bits[i] ?? 0)
        if (carry === 0) continue
        const one = ones[i] ?? 0
        ones[i] = one ^ carry
        carry &= one
        if (carry === 0) continue
        const two = twos[i] ?? 0
        twos[i] = two ^ carry
        carry &= two
        const four = fours[i] ?? 0
        fours[i] = four ^ carry
        eights[i] = (eights[i] ?? 0) ^ (carry & four)
      }
      return set === undefined ? wish.count : base.meeting(wish)
    })
    const at = (score: number): Selection => {
      const flips = [1, 2, 4, 8].map((digit) => ((score & digit) === 0 ? -1 : 0))
      const [a = 0, b = 0, c = 0, d = 0] = flips
      for (let i = 0; i < words; i += 1) {
        level.bits[i] =
          (base.bits[i] ?? 0) &
          ((ones[i] ?? 0) ^ a) &
          ((twos[i] ?? 0) ^ b) &
          ((fours[i] ?? 0) ^ c) &
          ((eights[i] ?? 0) ^ d)
      }
      level.recount()
      return { total: level.count, conditions, slots: undefined, set: level }
    }
    return { wishes, at }
  }

  /**
   * Returns one page of a selection, and the number of cars that have each wish. The selection must be a list or a set, or
   * contain all cars.
   */
  return (selected: Selection, wished: readonly SlotSet[], window: Window) => {
    const { slots, total } = selected
    const [only] = wished
    // When all cars must have the only wish, their scores are equal.
    if (
      wished.length === 1 &&
      only !== undefined &&
      selected.conditions.some((c) => c.sets.length === 1 && c.sets[0] === only)
    )
      return { slots: pageSlots(selected, window, indexes), wishes: [total] }
    const levels =
      slots !== undefined
        ? ofList(selected, slots, wished)
        : only !== undefined && wished.length === 1
          ? ofOne(selected, only)
          : ofSet(selected, wished)
    const page = new Uint32Array(Math.max(0, Math.min(window.limit, total - window.from)))
    let before = 0
    let done = 0
    for (let score = wished.length; score >= 0 && done < page.length; score -= 1) {
      const equal = levels.at(score)
      const from = window.from + done - before
      if (from < equal.total) {
        const part = pageSlots(equal, { sort: window.sort, from, limit: page.length - done }, indexes)
        page.set(part, done)
        done += part.length
      }
      before += equal.total
    }
    return { slots: page, wishes: levels.wishes }
  }
}
