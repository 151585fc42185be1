import { lazy, Suspense } from 'react'
import { AccountTab } from './account/account-tab.tsx'
import type { Tab } from './address.ts'
import { MyAds } from './ads/my-ads.tsx'
import { FavouriteAds } from './lists/favourite-ads.tsx'
import { Inquiries } from './lists/inquiries.tsx'
import { Rows } from './lists/rows.tsx'
import type { Me } from './use-me.ts'

// Paying is for those who look at what they ordered.
const SubscriptionHistory = lazy(async () => ({
  default: (await import('./orders/subscription-history.tsx')).SubscriptionHistory,
}))
// Answers and calendars are fetched by those who meet for a test drive.
const TestDrives = lazy(async () => ({ default: (await import('./drives/test-drives.tsx')).TestDrives }))

/** What is below a tab. */
export function Panel({ tab, me }: { tab: Tab; me: Me }) {
  switch (tab) {
    case 'my-ads':
      return <MyAds dealer={(me.fields?.businessname ?? '') !== ''} />
    case 'favourites':
      return <FavouriteAds />
    case 'profile':
      return <AccountTab me={me} />
    case 'history':
      return (
        <Suspense fallback={<Rows height="h-38" />}>
          <SubscriptionHistory me={me} />
        </Suspense>
      )
    case 'inquiries':
      return <Inquiries me={me} />
    case 'test-drive':
      return (
        <Suspense fallback={<Rows height="h-52" />}>
          <TestDrives me={me} />
        </Suspense>
      )
  }
}
