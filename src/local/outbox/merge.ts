import type { Fields } from '#contract/commands.ts'
import { listOf, propertiesOf } from '#contract/values/unknown.ts'
import type { OutboxItem } from '../database/records.ts'

/** Three states of one entity: the one the person saw, the one they want, and the current one (I9). */
export interface Sides {
  before: Fields
  /** Field values that the base may have had instead of those in `before`. */
  also?: Fields
  mine: Fields
  theirs: Fields
  sets: readonly string[]
}
export interface Merged {
  /** Changes that remain to be sent on top of `theirs`. */
  patch: Record<string, unknown>
  /** Names of fields that both sides changed to different values: a person must decide. */
  overlaps: string[]
  /** Names of fields that only the other side changed. */
  taken: string[]
}

/** Merges the words of an item with the current state, by the base that its author saw. */
export const mergeItem = (
  { base }: Pick<OutboxItem, 'base'>,
  o: Pick<Sides, 'mine' | 'theirs'> & { sets: readonly string[] | undefined },
): Merged =>
  mergeFields({
    ...o,
    sets: o.sets ?? [],
    before: base?.snapshot ?? {},
    ...(base?.also ? { also: base.also } : {}),
  })

/** Compares two values as JSON, whatever the order of keys. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  const [left, right] = [propertiesOf(a), propertiesOf(b)]
  if (left !== a || right !== b || Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every((key) => Object.hasOwn(right, key) && same(left[key], right[key]))
}
const has = (list: readonly unknown[], value: unknown) => list.some((entry) => same(entry, value))

/** Returns what both sides added and neither removed, in the order of `theirs` and then of `mine`. */
function joined(before: unknown, mine: unknown, theirs: unknown): unknown[] {
  const [was, wanted, now] = [listOf(before), listOf(mine), listOf(theirs)]
  const retained = now.filter((entry) => has(wanted, entry) || !has(was, entry))
  return [...retained, ...wanted.filter((entry) => !has(was, entry) && !has(retained, entry))]
}

/**
 * Merges per field: if `theirs` is as the person saw it, `mine` wins; if `mine` is as seen, `theirs` wins; equal values need
 * nothing; sets are joined; all others overlap.
 */
export function mergeFields({ before, also = {}, mine, theirs, sets }: Sides): Merged {
  const open = (name: string) => Object.hasOwn(also, name)
  const was = (name: string, value: unknown) =>
    same(value, before[name]) || (open(name) && same(value, also[name]))
  const patch: Record<string, unknown> = {}
  const overlaps: string[] = []
  for (const [name, wanted] of Object.entries(mine)) {
    const now = theirs[name]
    if (same(wanted, now)) continue
    if (was(name, now)) patch[name] = wanted
    else if (sets.includes(name)) {
      const both = joined(before[name], wanted, now)
      if (!same(both, now)) patch[name] = both
    } else if (open(name) || !same(wanted, before[name])) overlaps.push(name)
  }
  const taken = Object.keys(theirs).filter(
    (name) => Object.hasOwn(before, name) && !was(name, theirs[name]) && !same(theirs[name], mine[name]),
  )
  return { patch, overlaps, taken: taken.filter((name) => !overlaps.includes(name)) }
}
