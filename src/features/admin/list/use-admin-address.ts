import { useLocation, useSearch } from 'wouter'
import { pageIn, searchIn } from '#contract/heads/list-head.ts'
import { withQuery } from '#parts/search/list-address.ts'
import { adminPageSize } from '#contract/admin/admin-route.ts'

export interface AdminAddress {
  /** From 1. */
  page: number
  search: string
  /** What a list is asked for by its address, besides its filters. */
  asked: { page: number; limit: number; search?: string }
  /** What is open instead of the list. */
  id: string | undefined
  /** What a filter is set to; nonsense in an address is the usual choice. */
  choice: <V extends string>(name: string, options: readonly V[], usual: V) => V
  /** The same place but for these; undefined leaves something out. */
  hrefWith: (change: Readonly<Record<string, string | undefined>>) => string
  go: (change: Readonly<Record<string, string | undefined>>, o?: { replace: boolean }) => void
}

/** The state of a section of the admin area, read from its address. */
export function useAdminAddress(path: string): AdminAddress {
  const query = useSearch()
  const [, navigate] = useLocation()
  const params = new URLSearchParams(query)
  const hrefWith: AdminAddress['hrefWith'] = (change) => {
    const to = new URLSearchParams(query)
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined || value === '') to.delete(name)
      else to.set(name, value)
    }
    return withQuery(path, to)
  }
  const page = pageIn(params)
  const search = searchIn(params)
  return {
    page,
    search,
    asked: { page, limit: adminPageSize, ...(search !== '' && { search }) },
    id: params.get('id') ?? undefined,
    choice: (name, options, usual) => options.find((one) => one === params.get(name)) ?? usual,
    hrefWith,
    go: (change, o) => {
      navigate(hrefWith(change), o)
    },
  }
}
