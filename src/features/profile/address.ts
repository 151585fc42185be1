import { useLocation, useSearch } from 'wouter'
import { pageIn } from '#contract/heads/list-head.ts'
import type { ReadResult } from '#local/react'
import { usePages } from '#parts/search/use-pages.ts'

/** Tabs of the profile, as the address names them. */
export const profileTabs = [
  { value: 'my-ads', label: 'My Ads' },
  { value: 'favourites', label: 'Favourite Ads' },
  { value: 'profile', label: 'Profile' },
  { value: 'history', label: 'Subs. History' },
  { value: 'inquiries', label: 'Inquiries' },
  { value: 'test-drive', label: 'Test Drive' },
] as const
export type Tab = (typeof profileTabs)[number]['value']

/** Parts of the tab "Profile". */
export const profileViews = [
  { value: 'info', label: 'Info' },
  { value: 'edit', label: 'Edit Profile' },
  { value: 'plan', label: 'Plan Setting' },
  { value: 'company', label: 'Edit Company Info' },
] as const
export type ProfileView = (typeof profileViews)[number]['value']

/** Side of the test drives: requests of the person, or requests of others for the person's cars. */
export type TestDriveSide = 'asked' | 'my-cars'

interface ProfileAddress {
  tab: Tab
  view: ProfileView
  side: TestDriveSide
  /** Page of the tab's list, from 1. */
  page: number
  /** Id of the order whose buyer returns from payment. */
  order: string | undefined
}
const start: ProfileAddress = { tab: 'my-ads', view: 'info', side: 'asked', page: 1, order: undefined }

function readProfileAddress(search: string): ProfileAddress {
  const params = new URLSearchParams(search)
  return {
    tab: profileTabs.find((t) => t.value === params.get('tab'))?.value ?? start.tab,
    view: profileViews.find((v) => v.value === params.get('view'))?.value ?? start.view,
    side: params.get('view') === 'my-cars' ? 'my-cars' : start.side,
    page: pageIn(params),
    order: params.get('order') || undefined,
  }
}

/** Returns the address of a part of the profile; leaves out default values. */
function profileAddress(place: Pick<ProfileAddress, 'tab'> & Partial<ProfileAddress>): string {
  const { tab, view = start.view, side = start.side, page = 1 } = place
  const params = new URLSearchParams({ tab })
  if (tab === 'profile' && view !== start.view) params.set('view', view)
  if (tab === 'test-drive' && side !== start.side) params.set('view', side)
  if (page > 1) params.set('page', String(page))
  return `/profile?${params.toString()}`
}

/** Reads the open part of the profile from the address, and returns a function that opens another part. */
export function useProfileAddress() {
  const [, navigate] = useLocation()
  const go = (to: Parameters<typeof profileAddress>[0]) => navigate(profileAddress(to), { replace: true })
  return { ...readProfileAddress(useSearch()), go }
}

type CountedList = Pick<ReadResult<{ totalCount: number }>, 'data' | 'refreshing'>
/** Returns the pager of a tab's list; `size` is the number of entries of a page. */
export function usePager(tab: Tab, reading: CountedList | undefined, size: number, side?: TestDriveSide) {
  const { pager } = usePages({
    page: useProfileAddress().page,
    count: reading?.data?.totalCount,
    size,
    busy: reading?.refreshing === true,
    hrefOf: (page) => profileAddress({ tab, page, ...(side && { side }) }),
  })
  return pager
}
