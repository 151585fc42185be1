import { IconReceipt } from '@tabler/icons-react'
import { useSearch } from 'wouter'
import type { SubscriptionHistory as Row } from '#contract/users/profile.ts'
import { useOwnOrders } from '#local/react'
import { monthsWords, rand } from '#parts/plans/order-words.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { placeIn } from '../address.ts'
import { FactsCard } from '../lists/facts-card.tsx'
import { RowList } from '../lists/row-list.tsx'
import { Rows } from '../lists/rows.tsx'
import { QueryState } from '../query-state.tsx'
import type { Me } from '../use-me.ts'
import { OrderCard } from './order-card.tsx'
import { ReturnedOrder } from './returned-order.tsx'

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
