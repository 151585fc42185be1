import { useSyncExternalStore } from 'react'
import { breakpoints } from '#contract/limits.ts'

const query = `(min-width: ${breakpoints.drawer + 1}px)`

function subscribe(changed: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether the window has room for the filter panel beside the results (R-LIST-09). */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}
