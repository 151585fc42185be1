import { useEffect } from 'react'
import { type ListingState, writeListingUrl } from '#catalogue'
import { useCarryOn } from '#local/react'

/** Stores the search on screen as the last one, wherever its filters were chosen; renders nothing. */
export function NoteSearch({ state }: { state: ListingState }) {
  const { change } = useCarryOn()
  const search = writeListingUrl({ ...state, page: 1 })
  useEffect(() => {
    if (search !== '') change({ search })
  }, [search, change])
  return null
}
