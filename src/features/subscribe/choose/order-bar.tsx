import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { SubscriptionPlan } from '#contract/plans/plans.ts'
import { useCall, useConnection, useSession } from '#local/react'
import {
  formatMonths,
  orderAddress,
  ordersAddress,
  paidAddress,
  formatRand,
} from '#parts/plans/order-words.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { type AppError, errorRules } from '#contract/errors.ts'
import { orderRoutes } from '#contract/plans/orders.ts'
import { usePayment } from '#parts/plans/use-payment.tsx'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useHere } from '#ui/use-here.ts'
import { planAddress, type PaymentChoice, type PlanChoice } from './choice.ts'

interface Props {
  plan: SubscriptionPlan
  choice: PlanChoice
  subscribing: Pick<ReturnType<typeof useSubscribing>, 'busy' | 'error'>
}

/** Shows the chosen plan, its total price and the order button; always within reach of the thumb. */
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
            {` · ${formatMonths(months)}`}
            {!free && (
              <span className="hidden wide:block">
                {formatRand(plan.price)} × {months}
              </span>
            )}
          </span>
          <output
            aria-label="Total"
            className="figures block text-2xl font-bold whitespace-nowrap wide:text-3xl"
          >
            {free ? 'Free' : formatRand(plan.price * months)}
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

/**
 * Orders a plan and opens its payment (R-SUBS-01, R-STATE-28); a person who has left the page meanwhile gets a notice with a
 * link. Two taps place one order.
 */
export function useSubscribing() {
  const { user } = useSession()
  const [, navigate] = useLocation()
  const { run, busy } = useCall(orderRoutes.applySubscriptionOrder)
  const { busy: leaving, leave, post } = usePayment()
  const [error, setError] = useState<AppError>()
  /** Payment methods that the server has refused as unavailable. */
  const [closed, setClosed] = useState<ReadonlySet<PaymentChoice>>(new Set())
  const showError = useErrorAlert()
  const notify = useNotify()
  const here = useHere()

  async function subscribe(plan: SubscriptionPlan, choice: PlanChoice) {
    const login = `/login?next=${encodeURIComponent(planAddress({ ...choice, plan: plan.type }))}`
    if (!user) return navigate(login)
    const { months, method } = choice
    setError(undefined)
    const result = await run({
      body: { subs_id: plan._id, duration: months, ...(plan.price > 0 && { method }) },
    })
    if (!result) return undefined
    if (result.ok) {
      const { _id: id, state, price, payment_form: form } = result.body.data
      if (!here.current) {
        const action = { label: 'Your orders', run: () => navigate(ordersAddress) }
        return notify({ severity: 'success', message: 'Your order was placed.', action })
      }
      if (price !== plan.price) {
        // The price has changed since it was shown, so the person sees the order before the payment.
        const message = `${plan.title} costs ${formatRand(price)} a month now. Please look at your order before you pay.`
        notify({ severity: 'info', message })
        return navigate(orderAddress(id))
      }
      if (form) return leave(form)
      return navigate(state === 'pending' ? orderAddress(id) : paidAddress(id))
    }
    const { code, message } = result.error
    if (here.current && errorRules[code].action === 'sign-in') return navigate(login)
    setError(result.error)
    // Without a response, the line at the button shows the error.
    if (errorRules[code].status !== 0) showError(message)
    if (code === 'payment_unavailable') setClosed((before) => new Set([...before, method]))
    return undefined
  }
  return { busy: busy || leaving, error, closed, subscribe, post }
}
