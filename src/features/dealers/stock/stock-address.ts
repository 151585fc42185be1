import { listingDefaults } from '#catalogue'
import type { ListQuery } from '#contract/cars.ts'
import { pageSizes, priceRange, sortValues, type SortValue } from '#contract/limits.ts'
import { pageIn, searchIn, withQuery } from '#parts/search/list-address.ts'
import { dealerAddress } from '../address.ts'

/** What of a dealer's cars is shown, as the address says it. */
export interface StockState {
  /** From 1. */
  page: number
  search: string
  /** Empty: any. */
  make: string
  body: string
  /** 0: any. */
  max: number
  sort: SortValue
}
export const allOfThem: StockState = { page: 1, search: '', make: '', body: '', max: 0, sort: 'most_recent' }

const longest = 80
const text = (said: URLSearchParams, name: string) => (said.get(name) ?? '').trim().slice(0, longest)

export const sortOf = (value: string | null): SortValue =>
  sortValues.find((known) => known === value) ?? 'most_recent'
export function maxOf(value: string | null): number {
  const max = Number(value)
  return max > 0 && max < priceRange.max ? max : 0
}

/** Nonsense in an address counts as not said. */
export function stockIn(query: string): StockState {
  const said = new URLSearchParams(query)
  return {
    page: pageIn(said),
    search: searchIn(said),
    make: text(said, 'make'),
    body: text(said, 'body'),
    max: maxOf(said.get('max')),
    sort: sortOf(said.get('sort')),
  }
}

export function stockAddress(dealer: string, state: StockState): string {
  const said = new URLSearchParams()
  for (const name of ['search', 'make', 'body'] as const) if (state[name] !== '') said.set(name, state[name])
  if (state.max > 0) said.set('max', String(state.max))
  if (state.sort !== 'most_recent') said.set('sort', state.sort)
  if (state.page > 1) said.set('page', String(state.page))
  return withQuery(dealerAddress(dealer), said)
}

export const isNarrowed = ({ search, make, body, max }: StockState) =>
  search !== '' || make !== '' || body !== '' || max > 0

/** The documented call for a dealer's cars (R-API-09), nine at a time, with the count behind every option. */
export const stockQuery = (creator: string, state: StockState): ListQuery => ({
  ...listingDefaults,
  creator,
  page: state.page,
  limit: pageSizes.dealerCars,
  search: state.search === '' ? undefined : state.search,
  make: state.make === '' ? [] : [state.make],
  bodytype: state.body === '' ? [] : [state.body],
  max_price: state.max === 0 ? priceRange.max : state.max,
  sortBy: state.sort,
  facets: true,
})
