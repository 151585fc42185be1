import {
  IconCircleCheck,
  IconCircleX,
  IconCloudOff,
  IconHourglass,
  IconReceiptRefund,
} from '@tabler/icons-react'
import type { Order } from '#contract/plans/orders.ts'
import { useConnection, useOwnOrder, useServerNow } from '#local/react'
import { OrderActions } from '#parts/plans/order-actions.tsx'
import { monthsWords, orderSentence, rand } from '#parts/plans/order-words.ts'
import { useOrderNews } from '#parts/plans/use-order-news.ts'
import { Button } from '#ui/button.tsx'
import { Icon, type IconShape } from '#ui/icon.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'

const looks: Readonly<Record<Order['state'], { icon: IconShape; title: string; look: string; ink: string }>> =
  {
    pending: {
      icon: IconHourglass,
      title: 'Waiting for the payment',
      look: 'bg-amber-tint',
      ink: 'text-amber-ink',
    },
    paid: { icon: IconCircleCheck, title: 'Thank you', look: 'bg-brand-tint', ink: 'text-brand' },
    cancelled: { icon: IconCircleX, title: 'Cancelled', look: 'bg-sunken', ink: 'text-ink-2' },
    refused: { icon: IconCircleX, title: 'Not accepted', look: 'bg-danger-tint', ink: 'text-danger' },
    refunded: { icon: IconReceiptRefund, title: 'Paid back', look: 'bg-sunken', ink: 'text-ink-2' },
  }
const box = 'mb-6 flex gap-4 rounded-card p-5'

interface Props {
  id: string
  onChange: () => void
  onPaid: () => void
}

/** The order one comes back from paying, as the server knows it: asked again until it is told (R-SUBS-15). */
export function ReturnedOrder({ id, onChange, onPaid }: Props) {
  const reading = useOwnOrder(id)
  const now = useServerNow()
  const offline = useConnection().state === 'offline'
  const { data: order, refresh, status, error } = reading
  useOrderNews(order, { look: refresh, onPaid })
  if (!order) {
    if (status === 'loading') return <Skeleton className="mb-6 h-38 rounded-card!" />
    return (
      <section aria-label="Your order" className={`${box} bg-sunken`}>
        <Icon of={IconCloudOff} size={28} className="text-ink-3" />
        <div>
          <h2 className="text-xl font-bold">Your order could not be loaded</h2>
          <p className="mt-1 text-ink-2">{error?.message}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="sm" onClick={refresh}>
              Try again
            </Button>
            <Button size="sm" look="outline" href="/subscriptions">
              Refresh
            </Button>
          </div>
        </div>
      </section>
    )
  }
  const { icon, title, look, ink } = looks[order.state]
  const waits = order.state === 'pending' && order.method === 'card'
  return (
    <section aria-label="Your order" className={`${box} ${look}`}>
      <Icon of={icon} size={28} className={`mt-0.5 ${ink}`} />
      <div className="min-w-0 flex-1">
        <output className="block">
          <b className="block font-display text-xl font-bold">{title}</b>
          <span className="mt-1 block">
            {waits
              ? offline
                ? 'You are offline. We look again when you are back; your order is kept.'
                : 'We are waiting for the payment provider to tell us. You can close this page; we will write to you.'
              : orderSentence(order, now)}
          </span>
        </output>
        <p className="mt-1 text-sm text-ink-2">
          {order.plan.name} · {monthsWords(order.months)} · {rand(order.amount)} ·{' '}
          <span className="whitespace-nowrap">{order.reference}</span>
        </p>
        {waits && <p className="mt-3 text-sm">Did you come back without paying?</p>}
        <div className="mt-3 empty:hidden">
          <OrderActions
            order={order}
            unhurried={waits}
            onChange={() => {
              refresh()
              onChange()
            }}
          />
        </div>
      </div>
    </section>
  )
}
