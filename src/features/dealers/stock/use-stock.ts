import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ListQuery } from '#contract/list-query.ts'
import { useListings } from '#local/react'
import { useReload } from '../use-reload.ts'
import { isNarrowed, stockIn, type StockState } from '#contract/heads/dealer-stock.ts'
import { listingDefaults } from '#catalogue'
import { dealerAddress } from '#contract/heads/dealer-head.ts'
import { pageSizes, priceRange } from '#contract/limits.ts'
import { withQuery } from '#parts/search/list-address.ts'

function stockAddress(dealer: string, state: StockState): string {
  const params = new URLSearchParams()
  for (const name of ['search', 'make', 'body'] as const)
    if (state[name] !== '') params.set(name, state[name])
  if (state.max > 0) params.set('max', String(state.max))
  if (state.sort !== 'most_recent') params.set('sort', state.sort)
  if (state.page > 1) params.set('page', String(state.page))
  return withQuery(dealerAddress(dealer), params)
}

/** Builds the query for a dealer's cars (R-API-09), nine a page, with the count of every option. */
const stockQuery = (creator: string, state: StockState): ListQuery => ({
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

export type Stock = ReturnType<typeof useStock>

/** Reads a dealer's cars for sale by the parameters of the address. */
export function useStock(dealer: string) {
  const [, navigate] = useLocation()
  const state = stockIn(new URLSearchParams(useSearch()))
  const reading = useListings(stockQuery(dealer, state))
  const submitted = useReload(reading, state.page)
  const loadedFacets = reading.data?.facets
  const [facets, setFacets] = useState(loadedFacets)
  if (loadedFacets !== undefined && loadedFacets !== facets) setFacets(loadedFacets)
  const hrefOf = (next: StockState) => stockAddress(dealer, next)
  const go = (next: StockState) => navigate(hrefOf(next))
  return {
    state,
    /** Whether filters leave out some cars. */
    narrowed: isNarrowed(state),
    reading,
    /** Last known facets, also while the next ones are requested. */
    facets,
    hrefOf,
    go,
    search: (words: string) => {
      submitted()
      go({ ...state, search: words, page: 1 })
    },
  }
}
