import type { Order } from '#contract/plans/orders.ts'
import { useServerNow } from '#local/react'
import { OrderActions } from '#parts/plans/order-actions.tsx'
import {
  dayWords,
  methodWords,
  monthsWords,
  orderAddress,
  orderSentence,
  rand,
  standing,
} from '#parts/plans/order-words.ts'
import { FactsCard } from '../lists/facts-card.tsx'

/** One order: what it is for, where it stands, and what can be done about it. */
export function OrderCard({ order, onChange }: { order: Order; onChange: () => void }) {
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
