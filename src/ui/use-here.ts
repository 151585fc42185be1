import { useEffect, useRef } from 'react'

/**
 * Returns a ref that is true while the component is mounted and `open`. Code reads it after an `await`, so that a person who
 * has left the screen meanwhile is not navigated away.
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
