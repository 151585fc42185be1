import { IconReceiptOff } from '@tabler/icons-react'
import { useLocation, useSearch } from 'wouter'
import { useEffect } from 'react'
import { aboutPage } from '#contract/heads/page-abouts.ts'
import { useOwnOrder, usePlans, useSession, useSiteSettings } from '#local/react'
import { Freshness } from '#parts/freshness.tsx'
import { Button } from '#ui/button.tsx'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { LoadFailed } from '#ui/show/load-failed.tsx'
import { formatMonths, ordersAddress, formatRand } from '#parts/plans/order-words.ts'
import { usePayment } from '#parts/plans/use-payment.tsx'
import { Icon } from '#ui/icon.tsx'
import { PlanChooser } from './plan-chooser.tsx'
import { PlanSkeletons } from './plan-card.tsx'
import { planAddress, readPlanAddress } from './choice.ts'

/** Shows /subscriptions: plans, months and payment methods (R-NAV-16). Everybody may look; an order needs a login. */
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
      <Breadcrumb trail={[{ label: 'Subscriptions' }]} />
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
        <PlanChooser plans={reading.data} />
      ) : reading.status === 'failed' ? (
        <LoadFailed title="The plans could not be loaded" onRetry={reading.refresh}>
          {reading.error?.message}
        </LoadFailed>
      ) : (
        <div aria-busy="true" className="mt-6 grid gap-4 md:grid-cols-2 wide:mr-104">
          <output className="sr-only">Loading the plans</output>
          <PlanSkeletons />
        </div>
      )}
    </div>
  )
}

/**
 * Tells a person who returns from the provider without payment what that means, with a button to pay the same order
 * (R-SUBS-15).
 */
function CancelledNote({ id }: { id: string }) {
  const { user } = useSession()
  const { data: order, refresh } = useOwnOrder(id)
  const { busy, pay, post } = usePayment()
  // The money may have arrived after all, so the server's current state decides.
  const paid = order?.state === 'paid'
  const search = useSearch()
  const [, navigate] = useLocation()
  useEffect(() => {
    if (!order || paid || readPlanAddress(search).plan !== undefined) return
    // The form below shows the cancelled order, until the person chooses something else.
    const { months } = readPlanAddress(`months=${order.months}`)
    const method = order.method === 'deposit' ? 'deposit' : 'card'
    const chosen = planAddress({ plan: order.plan.type, months, method })
    navigate(`${chosen}&cancelled=${encodeURIComponent(id)}`, { replace: true })
  }, [order, paid, search, navigate, id])
  return (
    <section aria-label="Your payment" className="mt-4 flex gap-3.5 rounded-card bg-amber-tint p-4 sm:p-5">
      <Icon of={IconReceiptOff} size={24} className="text-amber-ink" />
      <div className="min-w-0 flex-1">
        <output className="block">
          <b className="block text-lg font-semibold">
            {paid ? 'This order is paid.' : 'The payment was cancelled. Nothing was charged.'}
          </b>
          {order && (
            <span className="block text-ink-2">
              {order.plan.name} · {formatMonths(order.months)} · {formatRand(order.amount)}
            </span>
          )}
        </output>
        <div className="mt-3 flex flex-wrap gap-2">
          {user && !paid && order?.state !== 'cancelled' && (
            <Button size="sm" loading={busy} onClick={() => void pay(id, refresh)}>
              {busy ? 'Taking you there …' : 'Try again'}
            </Button>
          )}
          <Button size="sm" look="outline" href={ordersAddress}>
            Your orders
          </Button>
        </div>
        {post}
      </div>
    </section>
  )
}
