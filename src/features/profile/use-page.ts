import { useCallback, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { MyPage, ReadResult } from '#local/react'
import { profileAddress, readProfileAddress, type TestDriveSide, type Tab } from './address.ts'

/** The page of a tab's list, stored in the address. */
export function usePage(tab: Tab, side?: TestDriveSide) {
  const { page } = readProfileAddress(useSearch())
  const [, navigate] = useLocation()
  const hrefOf = useCallback(
    (to: number) => profileAddress({ tab, page: to, ...(side && { side }) }),
    [tab, side],
  )
  const onPage = useCallback(
    (to: number) => {
      navigate(hrefOf(to))
      window.scrollTo({ top: 0 })
    },
    [hrefOf, navigate],
  )
  return { page, hrefOf, onPage }
}

/**
 * How many pages a list of so many a page has. A person who is behind the last one, after a deletion or with an old
 * address, is led back to it, once it is known that no newer answer is on its way.
 */
export function usePageWithin(
  tab: Tab,
  reading: Pick<ReadResult<MyPage<unknown>>, 'data' | 'refreshing'> | undefined,
  size: number,
  side?: TestDriveSide,
): number {
  const { page } = readProfileAddress(useSearch())
  const [, navigate] = useLocation()
  const pages = Math.max(1, Math.ceil((reading?.data?.totalCount ?? 0) / size))
  const sure = reading?.data !== undefined && !reading.refreshing
  useEffect(() => {
    if (sure && page > pages)
      navigate(profileAddress({ tab, page: pages, ...(side && { side }) }), { replace: true })
  }, [sure, page, pages, tab, side, navigate])
  return pages
}
