import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window answers a media query, followed as that changes; `drawn` is what the server's drawing takes for it. */
export function useMediaQuery(query: string, drawn = false): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => drawn,
  )
}
