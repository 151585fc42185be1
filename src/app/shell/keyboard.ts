import { useEffect } from 'react'

/** A viewport this much lower than the tallest seen at the same width has a keyboard in it. */
const share = 0.75

/** Marks the page while an on-screen keyboard is open, so that fixed bars can make room (`keyboard:hidden`). */
export function useKeyboardMark(): void {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const tallest = new Map<number, number>()
    const look = () => {
      const width = Math.round(view.width)
      const most = Math.max(tallest.get(width) ?? 0, view.height, window.innerHeight)
      tallest.set(width, most)
      // A pinch also shrinks the visual viewport; that is no keyboard.
      const open = view.scale <= 1.01 && view.height < most * share
      document.documentElement.toggleAttribute('data-keyboard', open)
    }
    look()
    view.addEventListener('resize', look)
    return () => view.removeEventListener('resize', look)
  }, [])
}
