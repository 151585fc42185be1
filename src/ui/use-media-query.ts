import { useCallback, useMemo, useSyncExternalStore } from 'react'

export const reducedMotion = '(prefers-reduced-motion: reduce)'
/** Whether the person prefers reduced motion, now. */
export const prefersReducedMotion = (): boolean => matchMedia(reducedMotion).matches

/** Whether the window answers a media query, followed as that changes; `drawn` is what the server's drawing takes for it. */
export function useMediaQuery(query: string, drawn = false): boolean {
  // Made once: React looks at the value several times for each drawing, and making one takes a slow phone a millisecond.
  const media = useMemo(() => ('matchMedia' in globalThis ? matchMedia(query) : undefined), [query])
  const subscribe = useCallback(
    (changed: () => void) => {
      media?.addEventListener('change', changed)
      return () => media?.removeEventListener('change', changed)
    },
    [media],
  )
  return useSyncExternalStore(
    subscribe,
    () => media?.matches ?? drawn,
    () => drawn,
  )
}
