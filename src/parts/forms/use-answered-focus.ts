import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the heading when an answer removes the button that gave it.
 * @param standing Changes whenever the buttons may change.
 * @param settled Whether no answer is on its way.
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
    // Other people cause the later changes, and those must not move the focus.
    if (settled) answered.current = false
  }, [standing, settled])
  return {
    heading,
    onAnswer() {
      answered.current = true
    },
  }
}
