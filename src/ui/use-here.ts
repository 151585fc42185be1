import { useEffect, useRef } from 'react'

/**
 * Holds true while the component is on screen, and `open`. To be asked after a wait: a person who has gone elsewhere
 * meanwhile is not taken away from there.
 */
export function useHere(open = true) {
  const here = useRef(false)
  useEffect(() => {
    here.current = open
    return () => {
      here.current = false
    }
  }, [open])
  return here
}
