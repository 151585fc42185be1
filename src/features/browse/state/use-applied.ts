import type { ListingState } from '#catalogue'
import type { CarPage } from '#contract/cars.ts'
import type { Brand } from '#contract/reference.ts'
import { useMoney } from '#parts/price.tsx'
import type { ReadSearch } from '#parts/search/search-reader.tsx'
import { appliedFilters, type Applied } from '#parts/search/applied.ts'

/** The filters in force, in the words of the market; the words of a search as far as they were read. */
export function useApplied(
  state: ListingState,
  brands: readonly Brand[] | undefined,
  read: ReadSearch | undefined,
  wishes?: CarPage['wishes'],
): Applied[] {
  const money = useMoney()
  return appliedFilters(state, {
    money,
    brands,
    pieces: read !== undefined && read.text === state.search ? read.pieces : undefined,
    wishes,
  })
}
