import { useEffect, useRef, useState } from 'react'
import type { ReadResult } from '#local/react'

/**
 * Requests a list of dealers or of their cars again for another page and after each submitted search, even if the same
 * query had a response a moment ago (R-STATE-12, R-STATE-13). The state ends with the screen.
 * @returns Function to call when a search is submitted.
 */
export function useReload({ refreshing, refresh }: ReadResult<unknown>, page = 1): () => void {
  const [submits, setSubmits] = useState(0)
  const flag = `${submits} ${page}`
  const last = useRef(flag)
  useEffect(() => {
    if (last.current === flag) return
    last.current = flag
    // A request for the new query is already running.
    if (!refreshing) refresh()
  }, [flag, refreshing, refresh])
  return () => setSubmits((before) => before + 1)
}
