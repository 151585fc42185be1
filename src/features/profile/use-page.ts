import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'
import { addressOf, placeIn, type Tab } from './address.ts'

/** The page of a tab's list, kept in the address. */
export function usePage(tab: Tab) {
  const { page } = placeIn(useSearch())
  const [, navigate] = useLocation()
  const hrefOf = useCallback((to: number) => addressOf({ tab, page: to }), [tab])
  const onPage = useCallback(
    (to: number) => {
      navigate(hrefOf(to))
      window.scrollTo({ top: 0 })
    },
    [hrefOf, navigate],
  )
  return { page, hrefOf, onPage }
}
