import { useEffect } from 'react'
import { useLocation } from 'wouter'

interface List {
  /** Page number in the address, from 1. */
  page: number
  /** Number of rows of all pages, once it is known. */
  count: number | undefined
  /** Rows per page. */
  size: number
  /** Whether a newer response is on its way. */
  busy: boolean
  hrefOf: (page: number) => string
}

/**
 * Returns the pager of a list whose page is in the address. A page behind the last one, after a deletion or with an old
 * address, is replaced by the last page once no newer response is on its way.
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
