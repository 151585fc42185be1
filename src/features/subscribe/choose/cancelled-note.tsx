import { IconReceiptOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useOwnOrder, useSession } from '#local/react'
import { monthsWords, ordersAddress, rand } from '#parts/plans/order-words.ts'
import { usePayment } from '#parts/plans/use-payment.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { addressOf, choiceIn } from './choice.ts'

/** Back from the provider without having paid (R-SUBS-15): what it means, and the way to pay the same order. */
export function CancelledNote({ id }: { id: string }) {
  const { user } = useSession()
  const { data: order, refresh } = useOwnOrder(id)
  const { busy, pay, post } = usePayment()
  // Money that arrived all the same pays it: the server's present word counts.
  const paid = order?.state === 'paid'
  const search = useSearch()
  const [, navigate] = useLocation()
  useEffect(() => {
    if (!order || paid || choiceIn(search).plan !== undefined) return
    // The choice below is what was ordered, until something else is chosen.
    const { months } = choiceIn(`months=${order.months}`)
    const method = order.method === 'deposit' ? 'deposit' : 'card'
    const chosen = addressOf({ plan: order.plan.type, months, method })
    navigate(`${chosen}&cancelled=${encodeURIComponent(id)}`, { replace: true })
  }, [order, paid, search, navigate, id])
  const again = () => {
    void pay(id).then((left) => {
      if (!left) refresh()
    })
  }
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
              {order.plan.name} · {monthsWords(order.months)} · {rand(order.amount)}
            </span>
          )}
        </output>
        <div className="mt-3 flex flex-wrap gap-2">
          {user && !paid && order?.state !== 'cancelled' && (
            <Button size="sm" loading={busy} onClick={again}>
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
