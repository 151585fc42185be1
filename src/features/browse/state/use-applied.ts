import type { ListingState } from '#catalogue'
import type { Brand } from '#contract/reference.ts'
import { useMoney } from '#parts/price.tsx'
import { appliedFilters, type Applied } from './applied.ts'

/** The filters in force, in the words of the market. */
export function useApplied(state: ListingState, brands: readonly Brand[] | undefined): Applied[] {
  const money = useMoney()
  return appliedFilters(state, { money, brands })
}
