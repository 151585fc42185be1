import { useEffect } from 'react'
import { useLocation } from 'wouter'

interface List {
  /** As the address has it, from 1. */
  page: number
  /** Rows of all pages, once that is known. */
  count: number | undefined
  /** Rows a page. */
  size: number
  /** A newer answer is on its way. */
  busy: boolean
  hrefOf: (page: number) => string
}

/**
 * The pages of a list whose page is in the address. A person who is behind the last one, after a deletion or with an old
 * address, is led back to it, once it is known that no newer answer is on its way.
 */
export function usePages({ page, count, size, busy, hrefOf }: List) {
  const [, navigate] = useLocation()
  const pages = Math.max(1, Math.ceil((count ?? 0) / size))
  const last = hrefOf(pages)
  const behind = count !== undefined && !busy && page > pages
  useEffect(() => {
    if (behind) navigate(last, { replace: true })
  }, [behind, last, navigate])
  const onPage = (to: number) => {
    navigate(hrefOf(to))
    window.scrollTo({ top: 0 })
  }
  return { behind, pager: { page, pages, hrefOf, onPage } }
}
