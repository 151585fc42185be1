import { useCallback, useRef, useState } from 'react'
import { prefersReducedMotion } from '../use-media-query.ts'

/** Tracks the position of a row that scrolls sideways: `at` is the index of the item at its start. */
export function useTrack(count: number) {
  const track = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  /** Scrolls an item to the start; the index wraps around at both ends. */
  const go = useCallback(
    (to: number) => {
      if (count === 0) return
      const index = (to + count) % count
      setAt(index)
      const row = track.current
      const item = row?.children[index]
      if (!row || !(item instanceof HTMLElement)) return
      row.scrollTo({
        left: item.offsetLeft - row.offsetLeft,
        behavior: prefersReducedMotion() ? 'auto' : 'smooth',
      })
    },
    [count],
  )
  const next = useCallback(() => {
    const row = track.current
    const atEnd =
      row !== null && row.clientWidth > 0 && row.scrollLeft + row.clientWidth >= row.scrollWidth - 2
    go(atEnd ? 0 : at + 1)
  }, [go, at])
  const onScroll = useCallback(() => {
    const row = track.current
    if (!row || row.clientWidth === 0) return
    const starts = [...row.children].map((item) =>
      item instanceof HTMLElement ? Math.abs(item.offsetLeft - row.offsetLeft - row.scrollLeft) : Infinity,
    )
    setAt(starts.indexOf(Math.min(...starts)))
  }, [])
  return { track, at, onScroll, go, next }
}
