import { AccountTab } from './account/account-tab.tsx'
import type { Tab } from './address.ts'
import { MyAds } from './ads/my-ads.tsx'
import { FavouriteAds } from './lists/favourite-ads.tsx'
import { Inquiries } from './lists/inquiries.tsx'
import { SubscriptionHistory } from './lists/subscription-history.tsx'
import { TestDrives } from './drives/test-drives.tsx'
import type { Me } from './use-me.ts'

/** What stands below a tab. */
export function Panel({ tab, me }: { tab: Tab; me: Me }) {
  switch (tab) {
    case 'my-ads':
      return <MyAds dealer={(me.fields?.businessname ?? '') !== ''} />
    case 'favourites':
      return <FavouriteAds />
    case 'profile':
      return <AccountTab me={me} />
    case 'history':
      return <SubscriptionHistory />
    case 'inquiries':
      return <Inquiries me={me} />
    case 'test-drive':
      return <TestDrives me={me} />
  }
}
