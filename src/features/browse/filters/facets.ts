import { useState } from 'react'
import { queryOf, type ListingState } from '#catalogue'
import type { Facets } from '#contract/cars.ts'
import { useListings } from '#local/react'

/**
 * The number behind every option, counted at every tap: this phone answers at once. Order and page do not change it, and
 * one car is enough to ask with.
 */
export function useCounts(state: ListingState) {
  const { data, status } = useListings({
    ...queryOf({ ...state, page: 1, sortBy: 'most_recent' }, true),
    limit: 1,
  })
  const [last, setLast] = useState(data)
  if (data !== undefined && data !== last) setLast(data)
  const shown = data ?? last
  return {
    /** How many cars the filters leave; the last known number while the next one is on its way. */
    total: shown?.count_records,
    facets: shown?.facets,
    loading: status === 'loading',
    /** There will be no counts: nothing to wait for. */
    failed: status === 'failed' || (shown !== undefined && shown.facets === undefined),
  }
}

export interface Option {
  value: string
  label: string
  /** Undefined while unknown. */
  count: number | undefined
}
type Listed = Exclude<keyof Facets, 'price'>

/** How many cars have one value; undefined while nothing is counted. */
export const countIn = (facets: Facets | undefined, name: Listed, value: string): number | undefined =>
  facets && (facets[name].find((f) => f.value === value)?.count ?? 0)

/** The documented options with the counts of the facets; several values may mean one option. */
export function withCounts(
  facets: Facets | undefined,
  name: Listed,
  values: readonly { value: string; label: string }[],
  same: (counted: string, option: string) => boolean,
): Option[] {
  return values.map((o) => ({
    ...o,
    count: facets?.[name].reduce((sum, f) => (same(f.value, o.value) ? sum + f.count : sum), 0),
  }))
}
