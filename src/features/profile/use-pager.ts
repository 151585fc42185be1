import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ReadResult } from '#local/react'
import { profileAddress, readProfileAddress, type TestDriveSide, type Tab } from './address.ts'

type CountedList = Pick<ReadResult<{ totalCount: number }>, 'data' | 'refreshing'>

/** The page of a tab's list, stored in the address. */
export const usePage = (): number => readProfileAddress(useSearch()).page

/**
 * The pages of a list of so many a page. A person who is behind the last one, after a deletion or with an old address, is
 * led back to it, once it is known that no newer answer is on its way.
 */
export function usePager(tab: Tab, reading: CountedList | undefined, size: number, side?: TestDriveSide) {
  const page = usePage()
  const [, navigate] = useLocation()
  const pages = Math.max(1, Math.ceil((reading?.data?.totalCount ?? 0) / size))
  const hrefOf = (to: number) => profileAddress({ tab, page: to, ...(side && { side }) })
  const last = hrefOf(pages)
  const behind = reading?.data !== undefined && !reading.refreshing && page > pages
  useEffect(() => {
    if (behind) navigate(last, { replace: true })
  }, [behind, last, navigate])
  return {
    page,
    pages,
    hrefOf,
    onPage: (to: number) => {
      navigate(hrefOf(to))
      window.scrollTo({ top: 0 })
    },
  }
}
