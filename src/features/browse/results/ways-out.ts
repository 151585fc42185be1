import type { ListingState } from '#catalogue'
import { withinKey, type Applied } from '#parts/search/applied.ts'

/** A search with fewer filters. */
export interface Way {
  key: string
  /** "Without Diesel" */
  words: string
  next: ListingState
}

/** Filters of which pairs are tried: ten counts at most. */
const paired = 5

const one = (a: Applied): Way => ({ key: a.key, words: `Without ${a.name}`, next: a.without })
const two = (a: Applied, b: Applied): Way => ({
  key: `${a.key} + ${b.key}`,
  words: `Without ${a.name} and ${b.name}`,
  next: b.take(a.without),
})

/** All others taken away. */
function alone(a: Applied, all: readonly Applied[]): Way {
  const [first, ...others] = all.filter((b) => b !== a)
  const next = others.reduce((state, b) => b.take(state), first?.without ?? a.without)
  return { key: `only ${a.key}`, words: `Only ${a.name}`, next }
}

/**
 * The ways out of a search that finds nothing, given how many cars each brings as far as that is known: cars that come near
 * a model, and without one filter; when none of them is to blame alone, without two; when that is not enough either, with one alone.
 */
export function waysOut(applied: readonly Applied[], counts: ReadonlyMap<string, number>): Way[] {
  // A word that only orders leaves nothing out.
  const blamed = applied.filter((a) => a.key !== withinKey && a.wish === undefined)
  const near = blamed.flatMap((a): Way[] => (a.near ? [{ key: `near ${a.key}`, ...a.near }] : []))
  const first = blamed.slice(0, paired)
  const tries: (() => Way[])[] = [() => [...near, ...blamed.map(one)]]
  if (blamed.length > 2) tries.push(() => first.flatMap((a, i) => first.slice(i + 1).map((b) => two(a, b))))
  if (blamed.length > 3) tries.push(() => first.map((a) => alone(a, blamed)))
  const count = (way: Way) => counts.get(way.key) ?? 0
  for (const [at, ways] of tries.map((make) => make()).entries()) {
    if (!ways.every((w) => counts.has(w.key))) return ways
    const found = ways.filter((w) => count(w) > 0)
    if (found.length === 0) continue
    // Of single filters those that bring nothing are told as well, last.
    const isNear = (way: Way) => Number(near.includes(way) && count(way) > 0)
    return (at === 0 ? [...ways] : found).sort((a, b) => isNear(b) - isNear(a) || count(b) - count(a))
  }
  return blamed.map(one)
}
