import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../../database/failures.ts'
import { useEffect, useState } from 'react'
import { queryOf, type ListingState } from '#catalogue'
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
  const { status } = useReplica()
  const [counts, setCounts] = useState<readonly (CatalogueCount | undefined)[]>([])
  const searchesKey = JSON.stringify(searches)
  const { asOf, searched } = status
  useEffect(() => {
    if (!engine || asOf === 0) return undefined
    let gone = false
    const count = async (state: ListingState): Promise<CatalogueCount | undefined> => {
      const query = { ...queryOf({ ...state, page: 1, sortBy: 'most_recent' }, false), limit: 1 }
      const found = await engine.phone.listings(query)
      if (!found) return undefined
      const { scope, value } = found
      return { cars: value.count_records, atLeast: scope !== undefined && scope.searched < scope.of }
    }
    Promise.all((JSON.parse(searchesKey) as ListingState[]).map(count))
      .then((found) => {
        if (!gone) setCounts(found)
      })
      // A number is an extra: what it belongs to works without.
      .catch(ignoreExpected('count-cars', isPassing))
    return () => {
      gone = true
    }
  }, [engine, searchesKey, asOf, searched])
  // Those of another list are nobody's.
  return counts.length === searches.length ? counts : none
}
