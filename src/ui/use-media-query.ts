import { useCallback, useSyncExternalStore } from 'react'

export const reducedMotion = '(prefers-reduced-motion: reduce)'
/** Whether the person prefers reduced motion, now. */
export const prefersReducedMotion = (): boolean => matchMedia(reducedMotion).matches

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
