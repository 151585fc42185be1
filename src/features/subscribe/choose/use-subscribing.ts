import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { type AppError, errorRules } from '#contract/errors.ts'
import { orderRoutes } from '#contract/plans/orders.ts'
import type { SubscriptionPlan } from '#contract/plans/plans.ts'
import { useCall, useSession } from '#local/react'
import { orderAddress, paidAddress } from '#parts/plans/order-words.ts'
import { usePayment } from '#parts/plans/use-payment.tsx'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { addressOf, type PlanChoice, type PaymentChoice } from './choice.ts'

export interface Subscribing {
  busy: boolean
  /** Why the last try came to nothing. */
  error: AppError | undefined
  /** Ways to pay that this server has said it does not have. */
  closed: ReadonlySet<PaymentChoice>
  subscribe: (plan: SubscriptionPlan, choice: PlanChoice) => Promise<void>
  post: ReactNode
}

/** Orders a plan and goes to where it is paid (R-SUBS-01, R-STATE-28). Two taps order once. */
export function useSubscribing(onMethod: (method: PaymentChoice) => void): Subscribing {
  const { user } = useSession()
  const [, navigate] = useLocation()
  const { run, busy } = useCall(orderRoutes.applySubscriptionOrder)
  const { busy: leaving, leave, post } = usePayment()
  const [error, setError] = useState<AppError>()
  const [closed, setClosed] = useState<ReadonlySet<PaymentChoice>>(new Set())
  const showError = useErrorAlert()
  const gone = useRef(false)

  const subscribe = useCallback(
    async (plan: SubscriptionPlan, choice: PlanChoice) => {
      const login = `/login?next=${encodeURIComponent(addressOf({ ...choice, plan: plan.type }))}`
      if (!user) return navigate(login)
      if (gone.current && leaving) return undefined
      const { months, method } = choice
      setError(undefined)
      const result = await run({
        body: { subs_id: plan._id, duration: months, ...(plan.price > 0 && { method }) },
      })
      if (!result) return undefined
      if (result.ok) {
        const { _id: id, state, payment_form: form } = result.body.data
        gone.current = form !== undefined
        if (form) return leave(form)
        return navigate(state === 'pending' ? orderAddress(id) : paidAddress(id))
      }
      const { code, message } = result.error
      if (errorRules[code].action === 'sign-in') return navigate(login)
      setError(result.error)
      // Where nothing was answered, the line at the button says so.
      if (errorRules[code].status !== 0) showError(message)
      if (code === 'payment_unavailable') {
        setClosed((before) => new Set([...before, method]))
        onMethod(method === 'card' ? 'deposit' : 'card')
      }
      return undefined
    },
    [user, navigate, leaving, run, leave, showError, onMethod],
  )
  return { busy: busy || leaving, error, closed, subscribe, post }
}
