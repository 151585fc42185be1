import { listingDefaults } from '#catalogue'
import type { ListQuery } from '#contract/cars.ts'
import { dealerAddress } from '#contract/heads/dealer-head.ts'
import type { StockState } from '#contract/heads/dealer-stock.ts'
import { pageSizes, priceRange } from '#contract/limits.ts'
import { withQuery } from '#parts/search/list-address.ts'

export function stockAddress(dealer: string, state: StockState): string {
  const said = new URLSearchParams()
  for (const name of ['search', 'make', 'body'] as const) if (state[name] !== '') said.set(name, state[name])
  if (state.max > 0) said.set('max', String(state.max))
  if (state.sort !== 'most_recent') said.set('sort', state.sort)
  if (state.page > 1) said.set('page', String(state.page))
  return withQuery(dealerAddress(dealer), said)
}

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
