import { type RefObject, useEffect, useRef } from 'react'

/**
 * The heading of a list takes the focus when a page is turned, and when the button that changed the list went with it.
 * A field or a select that changed it keeps the focus.
 * @param page From 1.
 * @param query The query of the list, apart from the page.
 */
export function useTurnedPage(page: number, query: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef({ page, query })
  useEffect(() => {
    const was = before.current
    if (was.page === page && was.query === query) return
    before.current = { page, query }
    if (was.query === query || document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
  }, [page, query])
  return heading
}
