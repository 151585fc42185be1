import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the heading of a list when the page changes, and when the button that changed the query has disappeared. A field or a
 * select that changed the query keeps the focus.
 * @param page From 1.
 * @param query The query of the list, without the page.
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
