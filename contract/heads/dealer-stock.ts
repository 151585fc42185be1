import { priceRange, sortOf, type SortValue } from '../limits.ts'
import { type QueryParams, pageIn, searchIn, textIn } from './list-head.ts'

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

export function maxOf(value: string | null): number {
  const max = Number(value)
  return max > 0 && max < priceRange.max ? max : 0
}

/** Nonsense in an address counts as not said. */
export function stockIn(params: QueryParams): StockState {
  return {
    page: pageIn(params),
    search: searchIn(params),
    make: textIn(params, 'make'),
    body: textIn(params, 'body'),
    max: maxOf(params.get('max')),
    sort: sortOf(params.get('sort')),
  }
}

export const isNarrowed = ({ search, make, body, max }: StockState): boolean =>
  search !== '' || make !== '' || body !== '' || max > 0
