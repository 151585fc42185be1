import { type RefObject, useEffect, useRef } from 'react'

/**
 * The heading of a list takes the focus when a page is turned, and when the button that changed the list went with it.
 * A field or a select that changed it keeps the focus.
 * @param page From 1.
 * @param asked What the list was asked for, apart from the page.
 */
export function useTurnedPage(page: number, asked: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef({ page, asked })
  useEffect(() => {
    const was = before.current
    if (was.page === page && was.asked === asked) return
    before.current = { page, asked }
    if (was.asked === asked || document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
  }, [page, asked])
  return heading
}
