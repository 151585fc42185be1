import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { CarPage, Facets } from '#contract/cars.ts'
import { type Reading, useListings } from '#local/react'
import { useReload } from '../use-reload.ts'
import { isNarrowed, stockIn, type StockState } from '#contract/heads/dealer-stock.ts'
import { stockAddress, stockQuery } from './stock-address.ts'

export interface Stock {
  state: StockState
  /** Some of them are left out. */
  narrowed: boolean
  reading: Reading<CarPage>
  /** The last known ones, also while the next ones are on their way. */
  facets: Facets | undefined
  hrefOf: (state: StockState) => string
  go: (state: StockState) => void
  search: (words: string) => void
}

/** A dealer's cars for sale, by what the address says. */
export function useStock(dealer: string): Stock {
  const [, navigate] = useLocation()
  const state = stockIn(new URLSearchParams(useSearch()))
  const reading = useListings(stockQuery(dealer, state))
  const [submits, setSubmits] = useState(0)
  useReload(`${submits} ${state.page}`, reading)
  const known = reading.data?.facets
  const [facets, setFacets] = useState(known)
  if (known !== undefined && known !== facets) setFacets(known)
  const hrefOf = (next: StockState) => stockAddress(dealer, next)
  const go = (next: StockState) => navigate(hrefOf(next))
  return {
    state,
    narrowed: isNarrowed(state),
    reading,
    facets,
    hrefOf,
    go,
    search(words) {
      setSubmits((before) => before + 1)
      go({ ...state, search: words, page: 1 })
    },
  }
}
