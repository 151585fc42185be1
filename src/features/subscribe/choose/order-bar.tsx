import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react'
import type { SubscriptionPlan } from '#contract/plans/plans.ts'
import { useConnection, useSession } from '#local/react'
import { monthsWords, rand } from '#parts/plans/order-words.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { PlanChoice } from './choice.ts'
import type { Subscribing } from './use-subscribing.ts'

interface Props {
  plan: SubscriptionPlan
  choice: PlanChoice
  subscribing: Subscribing
}

/** What is chosen, what it costs in all, and the button; always within reach of the thumb. */
export function OrderBar({ plan, choice: { months, method }, subscribing }: Props) {
  const { user } = useSession()
  const offline = useConnection().state === 'offline'
  const { busy, error } = subscribing
  const free = plan.price === 0
  const unanswered = offline || error?.status === 0
  const words = busy
    ? method === 'card' && !free
      ? 'Taking you there …'
      : 'Ordering …'
    : free
      ? 'Start free'
      : user && method === 'card'
        ? 'Subscribe and pay'
        : 'Subscribe'
  return (
    <section
      aria-label="Your order"
      className="sticky bottom-(--bottom-bar) z-10 -mx-4 border-t border-line bg-surface/95 px-4 py-3 backdrop-blur-bar sm:mx-0 sm:rounded-card sm:border sm:p-5 sm:shadow-e1 wide:static"
    >
      <div className="flex items-center justify-between gap-4 wide:block">
        <p className="min-w-0 wide:flex wide:items-end wide:justify-between wide:gap-4">
          <span className="block truncate text-sm text-ink-2 wide:whitespace-normal">
            <span className="font-semibold text-ink">{plan.title}</span>
            {` · ${monthsWords(months)}`}
            {!free && (
              <span className="hidden wide:block">
                {rand(plan.price)} × {months}
              </span>
            )}
          </span>
          <output
            aria-label="Total"
            className="figures block text-2xl font-bold whitespace-nowrap wide:text-3xl"
          >
            {free ? 'Free' : rand(plan.price * months)}
          </output>
        </p>
        <Button type="submit" loading={busy} className="shrink-0 whitespace-nowrap wide:mt-4 wide:w-full">
          {words}
        </Button>
      </div>
      <div className="text-13">
        {!busy && unanswered && (
          <output className="mt-2 flex gap-2 text-amber-ink">
            <Icon of={IconCloudOff} size={18} />
            <span>You are offline. Subscribing needs a connection; your choice stays here.</span>
          </output>
        )}
        {!busy && error !== undefined && !unanswered && (
          <p role="alert" className="mt-2 flex items-center gap-2 text-danger">
            <Icon of={IconAlertCircle} size={18} />
            <span className="min-w-0 flex-1">{error.message}</span>
            <Button href="/subscriptions" size="sm" look="outline">
              Refresh
            </Button>
          </p>
        )}
      </div>
    </section>
  )
}
