import { useCallback, useSyncExternalStore } from 'react'

const asked = new Map<string, MediaQueryList>()
/** One list a query: making one takes a slow phone a millisecond, and every look at every part would. */
function mediaOf(query: string): MediaQueryList {
  const media = asked.get(query) ?? matchMedia(query)
  asked.set(query, media)
  return media
}

/** Whether the window answers a media query, followed as that changes; `drawn` is what the server's drawing takes for it. */
export function useMediaQuery(query: string, drawn = false): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = mediaOf(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => mediaOf(query).matches,
    () => drawn,
  )
}
