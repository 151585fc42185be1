import { IconCloudOff } from '@tabler/icons-react'
import { useSearch } from 'wouter'
import { aboutPage } from '#contract/heads/page-abouts.ts'
import { usePlans, useSiteSettings } from '#local/react'
import { Freshness } from '#parts/freshness.tsx'
import { Button } from '#ui/button.tsx'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { CancelledNote } from './cancelled-note.tsx'
import { Choosing } from './choosing.tsx'
import { PlanSkeletons } from './plan-card.tsx'

/** /subscriptions: a plan, the months, and how to pay (R-NAV-16). Everybody may look; subscribing needs a login. */
export function SubscriptionsScreen() {
  const search = useSearch()
  const reading = usePlans()
  const cancelled = new URLSearchParams(search).get('cancelled')
  return (
    <div className="mx-auto max-w-page px-4 py-4">
      <PageHead
        title="Subscriptions"
        description={aboutPage('/subscriptions', useSiteSettings())}
        canonical="/subscriptions"
      />
      <Breadcrumb trail={[{ label: 'Home', href: '/' }, { label: 'Subscriptions' }]} />
      <h1 className="mt-2 text-3xl font-bold">Choose your plan</h1>
      <p className="mt-1 text-ink-2">
        Prices are in South African rand. A plan ends by itself: nothing is renewed without you.
        {reading.source === 'phone' && reading.asOf !== undefined && (
          <>
            {' '}
            <Freshness at={reading.asOf} className="whitespace-nowrap" />
          </>
        )}
      </p>
      {cancelled !== null && cancelled !== '' && <CancelledNote id={cancelled} />}
      {reading.data ? (
        <Choosing plans={reading.data} />
      ) : reading.status === 'failed' ? (
        <EmptyState
          icon={IconCloudOff}
          title="The plans could not be loaded"
          actions={<Button onClick={reading.refresh}>Try again</Button>}
        >
          {reading.error?.message}
        </EmptyState>
      ) : (
        <div aria-busy="true" className="mt-6 grid gap-4 md:grid-cols-2 wide:mr-104">
          <output className="sr-only">Loading the plans</output>
          <PlanSkeletons />
        </div>
      )}
    </div>
  )
}
