import { useEffect, useRef } from 'react'
import type { ReadResult } from '#local/react'

/**
 * The flag of the lists of dealers and of their cars (R-STATE-12, R-STATE-13): whenever it is another one the list is
 * requested again, also where the same query was answered a moment ago. It lives and goes with its screen.
 */
export function useReload(flag: string, { refreshing, refresh }: ReadResult<unknown>): void {
  const last = useRef(flag)
  useEffect(() => {
    if (last.current === flag) return
    last.current = flag
    // A new question is on its way by itself.
    if (!refreshing) refresh()
  }, [flag, refreshing, refresh])
}
