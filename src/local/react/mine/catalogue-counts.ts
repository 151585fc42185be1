import { useQuery } from '@tanstack/react-query'
import { queryOf, type ListingState } from '#catalogue'
import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../../database/failures.ts'
import { useLocal, useReadable } from '../context.ts'
import { useReplica } from '../replica.ts'

/** How many cars answer a search, as far as this phone knows. */
export interface CatalogueCount {
  cars: number
  /** Cars for sale that this phone does not have may answer it too. */
  atLeast: boolean
}

const none: readonly undefined[] = []

/**
 * The cars of this phone's own catalogue that answer each search, counted again whenever it changed. Nothing is asked of
 * the server: without a catalogue there are no counts. While others are counted the last ones stay.
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
  /** One after the other: a slow phone answers nothing while its database is asked twenty things at once. */
  async function countEach(signal: AbortSignal) {
    const counts: (CatalogueCount | undefined)[] = []
    for (const state of searches) if (!signal.aborted) counts.push(await count(state))
    return counts
  }
  const { data = none } = useQuery({
    queryKey: ['counts', searches, asOf, searched],
    // A number is an extra: what it belongs to works without.
    queryFn: async ({ signal }) =>
      (await countEach(signal).catch(ignoreExpected('count-cars', isPassing))) ?? none,
    enabled: engine !== undefined && asOf !== 0,
    staleTime: Infinity,
    placeholderData: (before) => before,
  })
  // Those of another list are nobody's.
  return data.length === searches.length ? data : none
}
