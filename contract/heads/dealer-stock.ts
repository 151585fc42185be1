import { priceRange, sortOf, type SortValue } from '../limits.ts'
import { type QueryParams, pageIn, searchIn, textIn } from './list-head.ts'

/** The filters of a dealer's page, as its address holds them. */
export interface StockState {
  /** Page number, from 1. */
  page: number
  search: string
  /** Empty for any. */
  make: string
  body: string
  /** Maximum price; 0 for any. */
  max: number
  sort: SortValue
}
export const allOfThem: StockState = { page: 1, search: '', make: '', body: '', max: 0, sort: 'most_recent' }

export function maxOf(value: string | null): number {
  const max = Number(value)
  return max > 0 && max < priceRange.max ? max : 0
}

/** Reads the filters of an address; an invalid value counts as absent. */
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
