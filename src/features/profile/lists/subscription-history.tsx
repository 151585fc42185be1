import { counted } from '#contract/values/region.ts'
import {
  IconReceipt,
  IconCircleCheck,
  IconCircleX,
  IconCloudOff,
  IconHourglass,
  IconReceiptRefund,
} from '@tabler/icons-react'
import type { SubscriptionHistory } from '#contract/users/profile.ts'
import { useOwnOrders, useConnection, useOwnOrder } from '#local/react'
import {
  formatMonths,
  formatRand,
  formatPlanDay,
  methodWords,
  orderAddress,
  describeOrder,
  describeBuyerOrderState,
  describeOrderState,
} from '#parts/plans/order-words.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { useProfileAddress } from '../address.ts'
import { FactsCard, RowList, ListSkeleton } from './rows.tsx'
import { QueryState } from '../query-state.tsx'
import type { Me } from '../use-me.ts'
import type { Order } from '#contract/plans/orders.ts'
import { OrderActions } from '#parts/plans/order-actions.tsx'
import { useOrderNews } from '#parts/plans/use-order-news.ts'
import { usePlanClock } from '#parts/plans/use-plan-clock.ts'
import { Icon, type IconShape } from '#ui/icon.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'

const heads: Readonly<Record<Order['state'], readonly [icon: IconShape, title: string]>> = {
  pending: [IconHourglass, 'Waiting for the payment'],
  paid: [IconCircleCheck, 'Thank you'],
  cancelled: [IconCircleX, 'Cancelled'],
  refused: [IconCircleX, 'Not accepted'],
  refunded: [IconReceiptRefund, 'Paid back'],
}
const tints = {
  amber: ['bg-amber-tint', 'text-amber-ink'],
  brand: ['bg-brand-tint', 'text-brand'],
  plain: ['bg-sunken', 'text-ink-2'],
  danger: ['bg-danger-tint', 'text-danger'],
} as const
const box = 'mb-6 flex gap-4 rounded-card p-5'

interface Props {
  id: string
  onChange: () => void
  onPaid: () => void
}

/** Shows the order whose buyer returns from payment; polls until the payment is reported (R-SUBS-15). */
function ReturnedOrder({ id, onChange, onPaid }: Props) {
  const reading = useOwnOrder(id)
  const clock = usePlanClock()
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
  const [icon, title] = heads[order.state]
  const [look, ink] = tints[describeOrderState(order).tone]
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
                : order.note !== ''
                  ? `${order.note} If you have paid again since, the payment provider tells us in a moment.`
                  : 'We are waiting for the payment provider to tell us. You can close this page; we will write to you.'
              : describeOrder(order, clock)}
          </span>
        </output>
        <p className="mt-1 text-sm text-ink-2">
          {order.plan.name} · {formatMonths(order.months)} · {formatRand(order.amount)} ·{' '}
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

/** Lists the person's orders with their states (R-PROF-12, R-ENT-27), below the order whose buyer has just returned. */
export function SubscriptionHistoryTab({ me }: { me: Me }) {
  const own = useOwnOrders()
  const { order } = useProfileAddress()
  // The returned order is shown above the list.
  const rest = own.data && { ...own.data, orders: own.data.orders.filter(({ _id }) => _id !== order) }
  const reading = { ...own, data: rest }
  return (
    <>
      {order !== undefined && (
        <ReturnedOrder
          key={order}
          id={order}
          onChange={reading.refresh}
          onPaid={() => {
            reading.refresh()
            // Menus and permissions depend on the account, which the payment has changed.
            me.reading.refresh()
          }}
        />
      )}
      <QueryState
        reading={reading}
        what="Your subscriptions"
        skeleton={<ListSkeleton height="h-52" />}
        count={({ orders, others }) => counted(orders.length + others.length, 'subscription')}
        isEmpty={({ orders, others }) => orders.length + others.length === 0}
        empty={
          order === undefined && (
            <EmptyState
              icon={IconReceipt}
              title="No subscriptions yet"
              actions={<Button href="/subscriptions">See the plans</Button>}
            >
              What you subscribe to is listed here.
            </EmptyState>
          )
        }
      >
        {({ orders, others }) => (
          <div className="space-y-3">
            <RowList rows={orders} keyOf={({ _id }) => _id}>
              {(one) => <OrderCard order={one} onChange={reading.refresh} />}
            </RowList>
            <RowList
              rows={others}
              keyOf={(row) => `${row.name} ${row.expirycdate} ${row.status} ${row.amount} ${row.duration}`}
            >
              {(row) => <HistoryCard row={row} />}
            </RowList>
          </div>
        )}
      </QueryState>
    </>
  )
}

const tones = new Map<string, 'brand' | 'amber'>(Object.entries({ active: 'brand', pending: 'amber' }))
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function HistoryCard({ row }: { row: SubscriptionHistory }) {
  const facts = [
    ['Amount', formatRand(row.amount)],
    ['Duration', formatMonths(row.duration)],
    ['Price', `${formatRand(row.price)} a month`],
    ['Expires', row.expirycdate === '' ? 'Not started' : row.expirycdate],
  ] as const
  const state = { words: capital(row.status), tone: tones.get(row.status) ?? ('plain' as const) }
  return <FactsCard title={row.name} state={state} facts={facts} />
}

/** Shows one order with its state and its actions. */
function OrderCard({ order, onChange }: { order: Order; onChange: () => void }) {
  const clock = usePlanClock()
  const { _id: id, plan, amount, months, price, method, expires_at: ends, reference } = order
  const facts = [
    ['Amount', formatRand(amount)],
    ['Duration', formatMonths(months)],
    ['Price', `${formatRand(price)} a month`],
    ['Expires', ends === null ? 'Not started' : formatPlanDay(ends, clock)],
    ['Ordered', formatPlanDay(order.created_at, clock)],
    ['Paid by', methodWords[method]],
    ['Reference', reference],
  ] as const
  return (
    <FactsCard title={plan.name} href={orderAddress(id)} state={describeBuyerOrderState(order)} facts={facts}>
      <p className="mt-3 text-ink-2">{describeOrder(order, clock)}</p>
      <div className="mt-3 empty:hidden">
        <OrderActions order={order} onChange={onChange} />
      </div>
    </FactsCard>
  )
}
