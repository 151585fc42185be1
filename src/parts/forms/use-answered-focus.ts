import { type RefObject, useEffect, useRef } from 'react'

/**
 * An answer takes away the button that gave it; the heading above takes the focus instead of nothing.
 * @param standing Changes whenever the buttons may.
 * @param settled Nothing that was answered is on its way.
 */
export function useAnsweredFocus(
  standing: string,
  settled: boolean,
): { heading: RefObject<HTMLHeadingElement | null>; onAnswer: () => void } {
  const heading = useRef<HTMLHeadingElement>(null)
  const answered = useRef(false)
  useEffect(() => {
    if (!answered.current) return
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    // What changes later was done by others, and they do not move the focus.
    if (settled) answered.current = false
  }, [standing, settled])
  return {
    heading,
    onAnswer() {
      answered.current = true
    },
  }
}
