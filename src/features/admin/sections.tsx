import { type ComponentType, lazy } from 'react'
import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import { LoadFailed } from '#ui/show/empty-state.tsx'

/** One part of the admin area: /admin/{name}. */
export interface AdminSection {
  /** Empty for the first page. */
  name: string
  title: string
  /** Only its visitors load it. */
  Screen: ComponentType
}

/** Nothing of the area is stored on the phone: without a connection a section shows that, instead of failing the page. */
const part = (name: string, title: string, load: () => Promise<ComponentType>): AdminSection => ({
  name,
  title,
  Screen: lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      ignoreExpected('admin-section', isMissingFile)(error)
      return { default: SectionMissing }
    }
  }),
})

/** In the order of the menu. */
export const sections: readonly AdminSection[] = [
  part('', 'Overview', async () => (await import('./overview.tsx')).Overview),
  part('orders', 'Orders', async () => (await import('./orders/admin-orders.tsx')).AdminOrders),
  part('reports', 'Reports', async () => (await import('./reports/admin-reports.tsx')).AdminReports),
  part('names', 'Makes and models', async () => (await import('./admin-names.tsx')).AdminNames),
  part('ads', 'Ads', async () => (await import('./admin-ads.tsx')).AdminAds),
  part('articles', 'Articles', async () => (await import('./articles/admin-articles.tsx')).AdminArticles),
  part('videos', 'Videos', async () => (await import('./articles/admin-videos.tsx')).AdminVideos),
  part('dealers', 'Dealers', async () => (await import('./admin-dealers.tsx')).AdminDealers),
  part('messages', 'Messages', async () => (await import('./admin-messages.tsx')).AdminMessages),
  part('people', 'People', async () => (await import('./people/admin-people.tsx')).AdminPeople),
  part('plans', 'Plans', async () => (await import('./admin-plans.tsx')).AdminPlans),
  part('audit', 'Audit log', async () => (await import('./audit-log.tsx')).AuditLog),
  part('second-factor', 'Your second factor', async () => (await import('./second-factor/own-factor.tsx')).OwnFactor),
]

/** In place of a section that did not arrive. A failed load is requested again only by a new page. */
function SectionMissing() {
  return (
    <LoadFailed title="This section could not be loaded" onRetry={() => window.location.reload()}>
      Running the place needs a connection.
    </LoadFailed>
  )
}
