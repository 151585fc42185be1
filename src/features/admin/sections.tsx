import { type ComponentType, lazy } from 'react'
import { IconCloudOff } from '@tabler/icons-react'
import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'

/** One part of the admin area: /admin/{name}. */
export interface AdminSection {
  /** Empty for the first page. */
  name: string
  title: string
  /** Only its visitors load it. */
  Screen: ComponentType
}

/** Nothing of the area is stored on the phone: without a connection a section shows that, instead of failing the page. */
const part = (load: () => Promise<ComponentType>): ComponentType =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      ignoreExpected('admin-section', isMissingFile)(error)
      return { default: SectionMissing }
    }
  })

/** In the order of the menu. */
export const sections: readonly AdminSection[] = [
  {
    name: '',
    title: 'Overview',
    Screen: part(async () => (await import('./overview.tsx')).Overview),
  },
  {
    name: 'orders',
    title: 'Orders',
    Screen: part(async () => (await import('./orders/admin-orders.tsx')).AdminOrders),
  },
  {
    name: 'reports',
    title: 'Reports',
    Screen: part(async () => (await import('./reports/admin-reports.tsx')).AdminReports),
  },
  {
    name: 'names',
    title: 'Makes and models',
    Screen: part(async () => (await import('./admin-names.tsx')).AdminNames),
  },
  {
    name: 'ads',
    title: 'Ads',
    Screen: part(async () => (await import('./admin-ads.tsx')).AdminAds),
  },
  {
    name: 'articles',
    title: 'Articles',
    Screen: part(async () => (await import('./articles/admin-articles.tsx')).AdminArticles),
  },
  {
    name: 'videos',
    title: 'Videos',
    Screen: part(async () => (await import('./articles/admin-videos.tsx')).AdminVideos),
  },
  {
    name: 'dealers',
    title: 'Dealers',
    Screen: part(async () => (await import('./admin-dealers.tsx')).AdminDealers),
  },
  {
    name: 'messages',
    title: 'Messages',
    Screen: part(async () => (await import('./admin-messages.tsx')).AdminMessages),
  },
  {
    name: 'people',
    title: 'People',
    Screen: part(async () => (await import('./people/admin-people.tsx')).AdminPeople),
  },
  {
    name: 'plans',
    title: 'Plans',
    Screen: part(async () => (await import('./admin-plans.tsx')).AdminPlans),
  },
  {
    name: 'audit',
    title: 'Audit log',
    Screen: part(async () => (await import('./audit-log.tsx')).AuditLog),
  },
  {
    name: 'second-factor',
    title: 'Your second factor',
    Screen: part(async () => (await import('./second-factor/own-factor.tsx')).OwnFactor),
  },
]

/** In place of a section that did not arrive. A failed load is requested again only by a new page. */
function SectionMissing() {
  return (
    <EmptyState
      icon={IconCloudOff}
      title="This section could not be loaded"
      actions={<Button onClick={() => window.location.reload()}>Try again</Button>}
    >
      Running the place needs a connection.
    </EmptyState>
  )
}
