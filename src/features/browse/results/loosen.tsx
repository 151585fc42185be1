import { useCallback, useEffect, useState, type ReactNode } from 'react'
import type { ListingState } from '#catalogue'
import { grouped } from '#contract/values/region.ts'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { useCounts } from '../filters/facets.ts'
import { type Applied, withinKey } from '#parts/search/applied.ts'

/** A search with fewer filters. */
interface Way {
  key: string
  /** Label of the search: "Without Diesel". */
  words: string
  next: ListingState
}

/** Number of filters of which pairs are tried; five filters give ten counts. */
const paired = 5

const one = (a: Applied): Way => ({ key: a.key, words: `Without ${a.name}`, next: a.without })
const two = (a: Applied, b: Applied): Way => ({
  key: `${a.key} + ${b.key}`,
  words: `Without ${a.name} and ${b.name}`,
  next: b.take(a.without),
})

/** Returns the search with only one of the filters. */
function alone(a: Applied, all: readonly Applied[]): Way {
  const [first, ...others] = all.filter((b) => b !== a)
  const next = others.reduce((state, b) => b.take(state), first?.without ?? a.without)
  return { key: `only ${a.key}`, words: `Only ${a.name}`, next }
}

/**
 * Suggests looser searches for a search without a match, ordered by their number of cars as far as it is known: cars similar to a
 * model and searches without one filter; if none has cars, without two filters; then with one filter only.
 */
export function suggestLooserSearches(
  applied: readonly Applied[],
  counts: ReadonlyMap<string, number>,
): Way[] {
  // A word that only ranks cars excludes no car.
  const blamed = applied.filter((a) => a.key !== withinKey && a.wish === undefined)
  const near = blamed.flatMap((a): Way[] => (a.near ? [{ key: `near ${a.key}`, ...a.near }] : []))
  const first = blamed.slice(0, paired)
  const tries: (() => Way[])[] = [() => [...near, ...blamed.map(one)]]
  if (blamed.length > 2) tries.push(() => first.flatMap((a, i) => first.slice(i + 1).map((b) => two(a, b))))
  if (blamed.length > 3) tries.push(() => first.map((a) => alone(a, blamed)))
  const count = (way: Way) => counts.get(way.key) ?? 0
  for (const [at, ways] of tries.map((make) => make()).entries()) {
    if (!ways.every((w) => counts.has(w.key))) return ways
    const fruitful = ways.filter((w) => count(w) > 0)
    if (fruitful.length === 0) continue
    // Single filters that add no cars are listed too, as the last ones.
    const isNear = (way: Way) => Number(near.includes(way) && count(way) > 0)
    return (at === 0 ? [...ways] : fruitful).sort((a, b) => isNear(b) - isNear(a) || count(b) - count(a))
  }
  return blamed.map(one)
}

interface Props {
  applied: readonly Applied[]
  onChange: (next: ListingState) => void
  /** Whether the suggestions are one scrolling row, for little space. */
  row?: boolean
}

/**
 * Suggests looser searches with their number of cars: without one active filter, or without two if one is not enough. The search
 * with the most cars comes first; the order is decided once all counts are known.
 */
export function Loosen({ applied, onChange, row = false }: Props): ReactNode {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  const learn = useCallback((key: string, count: number) => {
    setCounts((before) => (before.get(key) === count ? before : new Map(before).set(key, count)))
  }, [])
  const ways = suggestLooserSearches(applied, counts)
  return (
    <ul
      className={classNames(
        'flex gap-2',
        row ? '-mx-4 overflow-x-auto px-4 pb-1 [scrollbar-width:none]' : 'flex-wrap justify-center',
      )}
    >
      {ways.map((way) => (
        <li key={way.key} className="shrink-0">
          <LooserSearch way={way} onTake={() => onChange(way.next)} onCount={learn} />
        </li>
      ))}
    </ul>
  )
}

interface WayProps {
  way: Way
  onTake: () => void
  onCount: (key: string, count: number) => void
}

/** Shows a looser search: "Without Diesel: 12 cars". A search without cars is faint. */
function LooserSearch({ way: { key, words, next }, onTake, onCount }: WayProps) {
  const { total, failed } = useCounts(next)
  useEffect(() => {
    if (total !== undefined) onCount(key, total)
  }, [key, total, onCount])
  const cars = total === 1 ? '1 car' : `${grouped(total ?? 0)} cars`
  return (
    <button
      type="button"
      onClick={onTake}
      className={classNames(
        'min-h-11 rounded-pill border border-line bg-surface px-4 text-sm font-medium transition active:scale-[.98]',
        total === 0 && 'text-ink-3',
      )}
    >
      {words}:{' '}
      {total !== undefined && (
        <span className={classNames('tabular-nums', total > 0 && 'font-semibold text-brand')}>{cars}</span>
      )}
      {total === undefined && !failed && <Skeleton className="inline-block h-4 w-12 align-middle" />}
    </button>
  )
}
