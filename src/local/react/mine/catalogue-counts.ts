import { useQuery } from '@tanstack/react-query'
import { queryOf, type ListingState } from '#catalogue'
import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../../database/failures.ts'
import { useLocal, useReadable } from '../context.ts'
import { useReplica } from '../replica.ts'

/** Number of cars that match a search, as far as this phone knows. */
export interface CatalogueCount {
  cars: number
  /** Whether cars for sale that this phone does not have may match too. */
  atLeast: boolean
}

const none: readonly undefined[] = []

/**
 * Returns the number of cars of this phone's replica that match each search, counted again whenever the replica changes. No
 * request is sent: without a replica there are no counts. During a new count the last numbers stay.
 */
export function useCatalogueCounts(
  searches: readonly ListingState[],
): readonly (CatalogueCount | undefined)[] {
  const engine = useReadable(useLocal().engine)
  const { asOf, searched } = useReplica().status
  const count = async (state: ListingState): Promise<CatalogueCount | undefined> => {
    const query = { ...queryOf({ ...state, page: 1, sortBy: 'most_recent' }, false), limit: 1 }
    const found = await engine?.phone.listings(query)
    if (!found) return undefined
    const { scope, value } = found
    return { cars: value.count_records, atLeast: scope !== undefined && scope.searched < scope.of }
  }
  /** Counts one search after the other: twenty parallel reads would block the database of a slow phone. */
  async function countEach(signal: AbortSignal) {
    const counts: (CatalogueCount | undefined)[] = []
    for (const state of searches) if (!signal.aborted) counts.push(await count(state))
    return counts
  }
  const { data = none } = useQuery({
    queryKey: ['counts', searches, asOf, searched],
    // The screen works without the numbers, so a failed count is not reported.
    queryFn: async ({ signal }) =>
      (await countEach(signal).catch(ignoreExpected('count-cars', isPassing))) ?? none,
    enabled: engine !== undefined && asOf !== 0,
    staleTime: Infinity,
    placeholderData: (before) => before,
  })
  // Numbers of another list of searches are not shown.
  return data.length === searches.length ? data : none
}
