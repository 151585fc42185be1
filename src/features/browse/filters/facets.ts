import { useState } from 'react'
import { queryOf, type ListingState } from '#catalogue'
import type { Facets } from '#contract/cars.ts'
import { useListings } from '#local/react'

/**
 * Returns the number of cars of every option after each change of a filter; this phone answers at once. Sort order and page do
 * not change the counts, and one car per page is enough.
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
    /** Number of cars that match the filters; the last known number while the next one loads. */
    total: shown?.count_records,
    facets: shown?.facets,
    loading: status === 'loading',
    /** Whether no counts will arrive. */
    failed: status === 'failed' || (shown !== undefined && shown.facets === undefined),
  }
}

export interface Option {
  value: string
  label: string
  /** Undefined while the count is unknown. */
  count: number | undefined
}
type Listed = Exclude<keyof Facets, 'price'>

/** Returns how many cars have one value; undefined without facets. */
export const countIn = (facets: Facets | undefined, name: Listed, value: string): number | undefined =>
  facets && (facets[name].find((f) => f.value === value)?.count ?? 0)

/** Adds the counts of the facets to the documented options; several values may mean one option. */
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
