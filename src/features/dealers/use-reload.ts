import { useEffect, useRef, useState } from 'react'
import type { ReadResult } from '#local/react'

/**
 * The flag of the lists of dealers and of their cars (R-STATE-12, R-STATE-13): with another page, and each time a search
 * is submitted, the list is requested again, also where the same query was answered a moment ago. It lives and goes with
 * its screen.
 * @returns To be called when a search is submitted.
 */
export function useReload({ refreshing, refresh }: ReadResult<unknown>, page = 1): () => void {
  const [submits, setSubmits] = useState(0)
  const flag = `${submits} ${page}`
  const last = useRef(flag)
  useEffect(() => {
    if (last.current === flag) return
    last.current = flag
    // A new question is on its way by itself.
    if (!refreshing) refresh()
  }, [flag, refreshing, refresh])
  return () => setSubmits((before) => before + 1)
}
