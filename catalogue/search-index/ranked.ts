import type { SortValue } from '../../contract/limits.ts'
import { slotsOfSets, type Condition } from './condition.ts'
import type { Indexes } from './conditions.ts'
import { pageSlots } from './page.ts'
import { keepAll, type Selection, type Selector } from './select.ts'
import { SlotSet } from './slot-set.ts'

interface Ranked {
  slots: Uint32Array
  /** How many of the cars found answer each wish. */
  wishes: number[]
}

/** Cars with equal scores, and how many they are. */
interface Level {
  total: number
  found: () => Selection
}

/**
 * One page of the cars that fulfil the conditions, those first that are in more of the wished sets; among equals in the
 * order of the sort.
 */
export function rankedPage(
  conditions: readonly Condition[],
  wished: readonly SlotSet[],
  o: { total: number; sort: SortValue; from: number; limit: number },
  indexes: Indexes & { selector: Selector },
): Ranked {
  const { space } = indexes.table
  const scores = new Uint8Array(space.slots)
  const scored: number[] = []
  const wishes = wished.map((set) => {
    const slots = keepAll(conditions, slotsOfSets([set], set.count), set.count)
    for (const slot of slots) {
      if (scores[slot] === 0) scored.push(slot)
      scores[slot] = (scores[slot] ?? 0) + 1
    }
    return slots.length
  })
  const buckets: number[][] = wished.map(() => [])
  for (const slot of scored) buckets[wished.length - (scores[slot] ?? 0)]?.push(slot)
  const levels: Level[] = buckets.map((slots) => ({
    total: slots.length,
    found: () => foundOf(slots, space),
  }))
  levels.push({ total: o.total - scored.length, found: () => others(conditions, scored, indexes) })
  const page = new Uint32Array(Math.max(0, Math.min(o.limit, o.total - o.from)))
  let before = 0
  let done = 0
  for (const { total, found } of levels) {
    const from = o.from + done - before
    if (done < page.length && from < total) {
      const part = pageSlots(found(), { sort: o.sort, from, limit: page.length - done }, indexes)
      page.set(part, done)
      done += part.length
    }
    before += total
  }
  return { slots: page, wishes }
}

function foundOf(slots: readonly number[], space: SlotSet['space']): Selection {
  const set = new SlotSet(space, true)
  for (const slot of slots) set.add(slot)
  return { total: slots.length, conditions: [], slots: Uint32Array.from(slots), set }
}

/** What fulfils the conditions and has no score. */
function others(
  conditions: readonly Condition[],
  scored: readonly number[],
  { table, selector }: Indexes & { selector: Selector },
): Selection {
  const set = new SlotSet(table.space, true)
  const base = conditions.length === 0 ? undefined : selector.select(conditions, table.size, true)
  if (base?.set !== undefined) set.unite([base.set], undefined)
  else for (const slot of base?.slots ?? base?.conditions[0]?.slots() ?? table.used()) set.add(slot)
  set.removeAll(Uint32Array.from(scored))
  return { total: set.count, conditions: base?.conditions ?? [], slots: undefined, set }
}
