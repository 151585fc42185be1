import { pageSizes, priceRange } from '../contract/limits.ts'
import { readListQuery, type ListQuery } from '../contract/list-query.ts'

/** State of the address of /listings (R-LIST-01); the mileage is not part of it (R-CONST-05). */
export type ListingState = Omit<ListQuery, 'limit' | 'creator' | 'facets'>

export const listingDefaults: ListingState = {
  page: 1,
  make: [],
  model: [],
  bodytype: [],
  year: [],
  fueltype: [],
  transmission: [],
  province: [],
  city: [],
  within_km: undefined,
  min_price: priceRange.min,
  max_price: priceRange.max,
  min_kms: 0,
  max_kms: 0,
  sortBy: 'most_recent',
  search: undefined,
}

const listParameters = {
  brands: 'make',
  models: 'model',
  year: 'year',
  types: 'bodytype',
  fueltypes: 'fueltype',
  transmissiontypes: 'transmission',
  province: 'province',
  city: 'city',
} as const

/**
 * Reads the parameters of an address from `URLSearchParams` or any other object with `get`, in the same way as the server
 * reads the body of a search. A missing or unreadable value becomes its default and never causes an error (R-VAL-11).
 */
export function readListingUrl(given: { get(name: string): string | null }): ListingState {
  const params: Record<string, unknown> = {
    page: given.get('page'),
    within_km: given.get('within'),
    min_price: given.get('minprice'),
    max_price: given.get('maxprice'),
    sortBy: given.get('sortby'),
    search: given.get('q'),
  }
  for (const [parameter, key] of Object.entries(listParameters)) params[key] = given.get(parameter)
  const { limit: _limit, creator: _creator, facets: _facets, ...state } = readListQuery(params)
  state.within_km ||= undefined
  state.max_price ||= priceRange.max
  // An open upper end is not a number, so it is not swapped.
  if (state.max_price !== priceRange.max && state.min_price > state.max_price) {
    ;[state.min_price, state.max_price] = [state.max_price, state.min_price]
  }
  return state
}

/** Returns the query string of a state, without the question mark, without defaults and in a fixed order. */
export function writeListingUrl(state: ListingState): string {
  const out: string[] = []
  const set = (name: string, value: string) => {
    out.push(`${name}=${encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%20', '+')}`)
  }
  for (const [parameter, key] of Object.entries(listParameters)) {
    if (state[key].length > 0) set(parameter, state[key].join(','))
  }
  if (state.within_km !== undefined && state.within_km > 0) set('within', String(state.within_km))
  if (state.min_price > priceRange.min) set('minprice', String(state.min_price))
  if (state.max_price !== priceRange.max && state.max_price !== 0) set('maxprice', String(state.max_price))
  if (state.search !== undefined && state.search !== '') set('q', state.search)
  if (state.sortBy !== 'most_recent') set('sortby', state.sortBy)
  if (state.page > 1) set('page', String(state.page))
  return out.join('&')
}

/** Returns the payload of the search for a state. */
export function queryOf(state: ListingState, facets: boolean): ListQuery {
  return { ...state, limit: pageSizes.search, facets }
}
