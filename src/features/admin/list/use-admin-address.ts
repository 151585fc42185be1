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

/** Reads the state of a section of the admin area from the address. */
export function useAdminAddress(path: string) {
  const query = useSearch()
  const [, navigate] = useLocation()
  const params = new URLSearchParams(query)
  /** Returns the current address with changes; undefined removes a parameter. */
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
    /** Number of the page, from 1. */
    page,
    search,
    /** Parameters of the list request that come from the address, without filters. */
    asked: { page, limit: adminPageSize, ...(search !== '' && { search }) },
    /** Id of the open entry; undefined when the list is shown. */
    id: params.get('id') ?? undefined,
    /** Reads a filter; an unknown value in the address counts as the usual value. */
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
