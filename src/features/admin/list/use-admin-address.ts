import { useLocation, useSearch } from 'wouter'
import { pageIn, searchIn } from '#contract/heads/list-head.ts'
import { withQuery } from '#parts/search/list-address.ts'
import type { ChoiceOption } from '#ui/form/segmented.tsx'
import { adminPageSize } from '#contract/admin/admin-route.ts'

type AddressChange = Readonly<Record<string, string | undefined>>
export interface AdminFilter<V extends string = string> {
  name: string
  label: string
  options: readonly ChoiceOption<V>[]
  value: V
}
export type AdminAddress = ReturnType<typeof useAdminAddress>

/** The state of a section of the admin area, read from its address. */
export function useAdminAddress(path: string) {
  const query = useSearch()
  const [, navigate] = useLocation()
  const params = new URLSearchParams(query)
  /** The same place but for these; undefined leaves something out. */
  const hrefWith = (change: AddressChange) => {
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
    /** From 1. */
    page,
    search,
    /** What a list is asked for by its address, besides its filters. */
    asked: { page, limit: adminPageSize, ...(search !== '' && { search }) },
    /** What is open instead of the list. */
    id: params.get('id') ?? undefined,
    /** What a filter is set to; nonsense in an address is the usual choice. */
    filter<V extends string>(
      name: string,
      label: string,
      options: readonly ChoiceOption<V>[],
      usual: V,
    ): AdminFilter<V> {
      const value = options.find((one) => one.value === params.get(name))?.value ?? usual
      return { name, label, options, value }
    },
    hrefWith,
    go: (change: AddressChange) => navigate(hrefWith(change)),
  }
}
