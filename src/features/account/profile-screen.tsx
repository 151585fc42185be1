import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useSession } from '#local/react'
import { Tabs } from '#ui/nav/tabs.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { FavouriteAds } from './favourite-ads.tsx'
import { Inquiries } from './inquiries.tsx'

const tabs = [
  { value: 'my-ads', label: 'My Ads' },
  { value: 'favourites', label: 'Favourite Ads' },
  { value: 'profile', label: 'Profile' },
  { value: 'history', label: 'Subs. History' },
  { value: 'inquiries', label: 'Inquiries' },
  { value: 'test-drive', label: 'Test Drive' },
] as const
type Tab = (typeof tabs)[number]['value']
const isTab = (value: string | null): value is Tab => tabs.some((t) => t.value === value)

/** /profile: for people who are signed in; everyone else signs in first and comes back. */
export function ProfileScreen() {
  const { user } = useSession()
  const [, navigate] = useLocation()
  const search = useSearch()
  const given = new URLSearchParams(search).get('tab')
  const tab = isTab(given) ? given : 'inquiries'
  const signedIn = user !== undefined
  const page = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (signedIn) return
    const here = search === '' ? '/profile' : `/profile?${search}`
    navigate(`/login?next=${encodeURIComponent(here)}`, { replace: true })
  }, [signedIn, search, navigate])

  // On a phone the row of tabs is wider than the screen.
  useEffect(() => {
    const chosen = page.current?.querySelector('[role=tab][aria-selected=true]')
    chosen?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [tab, signedIn])

  if (!user) return <div className="min-h-dvh" />
  return (
    <div ref={page} className="mx-auto max-w-page px-4 py-6">
      <h1 className="truncate text-3xl font-bold">{user.fullname}</h1>
      <p className="mb-4 truncate text-ink-2">{user.email}</p>
      <Tabs
        label="Profile"
        tabs={tabs}
        value={tab}
        onChange={(value) => navigate(`/profile?tab=${value}`, { replace: true })}
      >
        <div className="pt-5">{panelOf(tab)}</div>
      </Tabs>
    </div>
  )
}

function panelOf(tab: Tab) {
  if (tab === 'inquiries') return <Inquiries />
  if (tab === 'favourites') return <FavouriteAds />
  return (
    <EmptyState title="Not here yet">
      This part of your profile is still being built. Your favourites and your enquiries already work.
    </EmptyState>
  )
}
