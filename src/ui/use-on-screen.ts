import { type RefObject, startTransition, useEffect, useState } from 'react'

/** Returns whether an element is on screen or within the margin; with `once`, whether it ever was. */
export function useOnScreen(element: RefObject<Element | null>, rootMargin = '0px', once = false): boolean {
  const [on, setOn] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => startTransition(() => setOn((was) => (once && was) || entry?.isIntersecting === true)),
      { rootMargin },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, rootMargin, once])
  return on
}
