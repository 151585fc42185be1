import { IconReceipt } from '@tabler/icons-react'
import { useSearch } from 'wouter'
import type { SubscriptionHistory as Row } from '#contract/users/profile.ts'
import { useOwnOrders, useServerNow } from '#local/react'
import {
  monthsWords,
  rand,
  dayWords,
  methodWords,
  orderAddress,
  orderSentence,
  standing,
} from '#parts/plans/order-words.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { placeIn } from '../address.ts'
import { FactsCard } from '../lists/facts-card.tsx'
import { RowList } from '../lists/row-list.tsx'
import { Rows } from '../lists/rows.tsx'
import { QueryState } from '../query-state.tsx'
import type { Me } from '../use-me.ts'
import { ReturnedOrder } from './returned-order.tsx'
import type { Order } from '#contract/plans/orders.ts'
import { OrderActions } from '#parts/plans/order-actions.tsx'

/** What one has ordered and what became of it (R-PROF-12, R-ENT-27); above it, the order one has just come back from. */
export function SubscriptionHistory({ me }: { me: Me }) {
  const own = useOwnOrders()
  const { order } = placeIn(useSearch())
  // The one above is told there.
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
            // The menus, the plan and what it opens go by the account.
            me.reading.refresh()
          }}
        />
      )}
      <QueryState
        reading={reading}
        what="Your subscriptions"
        skeleton={<Rows height="h-52" />}
        count={({ orders, others }) => {
          const n = orders.length + others.length
          return `${n} ${n === 1 ? 'subscription' : 'subscriptions'}`
        }}
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

function HistoryCard({ row }: { row: Row }) {
  const facts = [
    ['Amount', rand(row.amount)],
    ['Duration', monthsWords(row.duration)],
    ['Price', `${rand(row.price)} a month`],
    ['Expires', row.expirycdate === '' ? 'Not started' : row.expirycdate],
  ] as const
  const state = { words: capital(row.status), tone: tones.get(row.status) ?? ('plain' as const) }
  return <FactsCard title={row.name} state={state} facts={facts} />
}

/** One order: what it is for, where it is, and what can be done about it. */
function OrderCard({ order, onChange }: { order: Order; onChange: () => void }) {
  const now = useServerNow()
  const { _id: id, plan, amount, months, price, method, expires_at: ends, reference } = order
  const facts = [
    ['Amount', rand(amount)],
    ['Duration', monthsWords(months)],
    ['Price', `${rand(price)} a month`],
    ['Expires', ends === null ? 'Not started' : dayWords(ends)],
    ['Ordered', dayWords(order.created_at)],
    ['Paid by', methodWords[method]],
    ['Reference', reference],
  ] as const
  return (
    <FactsCard title={plan.name} href={orderAddress(id)} state={standing(order)} facts={facts}>
      <p className="mt-3 text-ink-2">{orderSentence(order, now)}</p>
      <div className="mt-3 empty:hidden">
        <OrderActions order={order} onChange={onChange} />
      </div>
    </FactsCard>
  )
}
