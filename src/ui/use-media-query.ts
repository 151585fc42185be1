import { useCallback, useMemo, useSyncExternalStore } from 'react'

export const reducedMotion = '(prefers-reduced-motion: reduce)'
/** Returns whether the person prefers reduced motion now. */
export const prefersReducedMotion = (): boolean => matchMedia(reducedMotion).matches

/** Returns whether a media query matches, and follows its changes; `drawn` is the value for the server's drawing. */
export function useMediaQuery(query: string, drawn = false): boolean {
  // The list is created once: React reads the value several times per render, and creation takes a slow phone a millisecond.
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
