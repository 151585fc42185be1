import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { readListingUrl, type ListingState, listingHref } from '#catalogue'

/** What an entry of the browser's history remembers beside its address. */
interface Entry {
  /** Kilometres are no part of the address (R-CONST-05). */
  kms?: readonly [number, number]
}

const kmsOf = (entry: unknown): Entry['kms'] => (entry as Entry | null)?.kms
const kmsText = () => kmsOf(history.state)?.join('-') ?? ''

export function entryOf(state: ListingState): Entry | null {
  return state.min_kms > 0 || state.max_kms > 0 ? { kms: [state.min_kms, state.max_kms] } : null
}

export interface ListingAddress {
  state: ListingState
  go: (next: ListingState, o?: { replace: boolean }) => void
}

/** The address is the state: reading it gives the search, changing the search writes it (R-LIST-17, R-LIST-18). */
export function useListingAddress(): ListingAddress {
  const query = useSearch()
  const [, navigate] = useLocation()
  const kms = useLocationProperty(kmsText, () => '')
  const state = useMemo(() => {
    const [min = 0, max = 0] = kms === '' ? [] : kms.split('-').map(Number)
    return { ...readListingUrl(new URLSearchParams(query)), min_kms: min, max_kms: max }
  }, [query, kms])
  const go = useCallback<ListingAddress['go']>(
    (next, o) => navigate(listingHref(next), { replace: o?.replace ?? false, state: entryOf(next) }),
    [navigate],
  )
  return { state, go }
}
