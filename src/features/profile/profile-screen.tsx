import { type ReactNode, useEffect, useRef, lazy, Suspense } from 'react'
import { useSession, usePhotoThumb } from '#local/react'
import { signedInOnly } from '#parts/signed-in-only.tsx'
import { Tabs } from '#ui/nav/tabs.tsx'
import { profileTabs, type Tab, useProfileAddress } from './address.ts'
import { WriteNotices } from './write-notices.tsx'
import { useMe, type Me, pictures, useWaitingPicture } from './use-me.ts'
import { useDecided } from '#parts/forms/standing.tsx'
import { Avatar } from '#ui/show/avatar.tsx'
import { AccountTab } from './account/account-tab.tsx'
import { MyAds } from './ads/my-ads.tsx'
import { FavouriteAds } from './lists/favourite-ads.tsx'
import { Inquiries } from './lists/inquiries.tsx'
import { ListSkeleton } from './lists/rows.tsx'

// The code for orders is loaded with its tab.
const SubscriptionHistory = lazy(async () => ({
  default: (await import('./lists/subscription-history.tsx')).SubscriptionHistoryTab,
}))
// The code for answers and calendars is loaded with the tab of test drives.
const TestDrives = lazy(async () => ({ default: (await import('./drives/test-drives.tsx')).TestDrives }))

/** Contents of the tabs. */
const panels: Readonly<Record<Tab, (me: Me) => ReactNode>> = {
  'my-ads': (me) => <MyAds dealer={(me.fields?.businessname ?? '') !== ''} />,
  favourites: () => <FavouriteAds />,
  profile: (me) => <AccountTab me={me} />,
  history: (me) => (
    <Suspense fallback={<ListSkeleton height="h-38" />}>
      <SubscriptionHistory me={me} />
    </Suspense>
  ),
  inquiries: (me) => <Inquiries me={me} />,
  'test-drive': (me) => (
    <Suspense fallback={<ListSkeleton height="h-52" />}>
      <TestDrives me={me} />
    </Suspense>
  ),
}

const linkLook =
  'inline-flex min-h-11 items-center rounded-pill px-3 text-sm font-semibold text-brand hover:bg-brand-tint'

/** Shows the person's name and picture. */
function Greeting({ me }: { me: Me }) {
  const { user } = useSession()
  const waiting = useWaitingPicture('avatar', me)
  const thumb = usePhotoThumb(pictures.avatar.owner, waiting)
  if (!user) return null
  const name = me.fields?.fullname ?? user.fullname
  return (
    <div className="mb-3">
      <div className="flex items-center gap-4">
        <Avatar
          name={name}
          size={64}
          url={waiting === undefined ? (me.profile?.avatarurl ?? user.avatarurl) : (thumb ?? '')}
        />
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-2xl font-bold">{name}</h1>
          <p className="truncate text-ink-2">{user.email}</p>
        </div>
      </div>
      <p className="mt-1 -ml-3 flex flex-wrap">
        <a href="/account" className={linkLook}>
          Sign-in and security
        </a>
        <a href="/storage" className={linkLook}>
          Storage on this phone
        </a>
      </p>
    </div>
  )
}

/** Shows /profile for signed-in people; others sign in first and return. */
export const ProfileScreen = signedInOnly(() => (
  <WriteNotices>
    <Own />
  </WriteNotices>
))

function Own() {
  const me = useMe()
  const { tab, view, go } = useProfileAddress()
  const page = useRef<HTMLDivElement>(null)
  // The server computes counts, plan and pictures, so they are requested again after a write.
  useDecided(({ state }) => state === 'done' && me.reading.refresh())

  // On a phone the rows of tabs are wider than the screen, so the selected tabs scroll into view.
  useEffect(() => {
    const chosen = page.current?.querySelectorAll('[role=tab][aria-selected=true]') ?? []
    for (const one of chosen) one.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [tab, view])

  return (
    <div ref={page} className="mx-auto max-w-page px-4 py-6">
      <Greeting me={me} />
      <Tabs label="Profile" tabs={profileTabs} value={tab} onChange={(value) => go({ tab: value })}>
        <div className="pt-3">{panels[tab](me)}</div>
      </Tabs>
    </div>
  )
}
