import { Link } from 'wouter'
import { type AdminOrder, adminOrderRoutes } from '#contract/admin/admin-orders.ts'
import { useServerQuery } from '#local/react'
import {
  formatPlanDay,
  methodWords,
  formatMonths,
  formatRand,
  describeOrderState,
} from '#parts/plans/order-words.ts'
import { Pill } from '#ui/show/badge.tsx'
import { Button } from '#ui/button.tsx'
import { OnePage } from '../list/one-page.tsx'
import type { AdminAddress } from '../list/use-admin-address.ts'
import { useMarketTime } from '../list/use-market-time.ts'
import { PaymentNotices } from './payment-notices.tsx'
import { ProofCard } from './proof-card.tsx'
import { useAction } from '../list/action-dialog.tsx'
import { Section } from '#ui/show/section.tsx'

/** One order: what was agreed, its proofs, the notices about its payment, and what an operator may do. */
export function OrderPage({ id, place }: { id: string; place: AdminAddress }) {
  const at = useMarketTime()
  const query = useServerQuery(adminOrderRoutes.adminGetOrder, { params: { id } })
  const order = query.data?.data
  const state = order && describeOrderState(order)
  return (
    <OnePage
      query={query}
      back={{ href: place.hrefWith({ id: undefined }), words: 'All orders' }}
      title={order?.reference ?? 'Order'}
      state={state && <Pill tone={state.tone}>{state.words}</Pill>}
      facts={order ? factsOf(order, at) : []}
    >
      {order && (
        <>
          {order.proofs.length > 0 && (
            <Section title="Proofs of payment" level="h3" className="mt-8">
              <ul className="mt-3 grid gap-4 lg:grid-cols-2">
                {order.proofs.map((proof) => (
                  <li key={proof._id} className="min-w-0">
                    <ProofCard proof={proof} order={order} at={at} onDone={query.refresh} />
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <PaymentNotices order={order} at={at} onDone={query.refresh} />
          <AdminOrderActions order={order} onDone={query.refresh} />
        </>
      )}
    </OnePage>
  )
}

function factsOf(o: AdminOrder, at: (iso: string) => string) {
  const { buyer, starts_at: from, expires_at: to } = o
  const person =
    buyer.email === '' ? (
      'Account deleted'
    ) : (
      <>
        {buyer.fullname}
        <a
          href={`mailto:${encodeURIComponent(buyer.email)}?subject=${encodeURIComponent(`Your order ${o.reference}`)}`}
          className="flex min-h-11 items-center text-brand hover:underline"
        >
          {buyer.email}
        </a>
      </>
    )
  const dealer =
    o.dealership_ids.length === 0 ? (
      ''
    ) : (
      <>
        {o.dealership_ids.join(', ')}
        <Link
          href={`/admin/dealers?search=${encodeURIComponent(buyer.email)}`}
          className="flex min-h-11 items-center text-brand hover:underline"
        >
          Verify the dealer
        </Link>
      </>
    )
  return [
    ['Buyer', person],
    ['Plan', `${o.plan.name}, ${formatMonths(o.months)}`],
    ['Amount', `${formatRand(o.amount)} (${formatRand(o.price)} a month)`],
    ['Paid by', methodWords[o.method]],
    ['Ordered', at(o.created_at)],
    ['Paid', o.paid_at === null ? '' : at(o.paid_at)],
    ['Plan runs', from === null || to === null ? '' : `${formatPlanDay(from)} to ${formatPlanDay(to)}`],
    ['Dealership id', dealer],
    ['Payment id', o.payment_id],
    ['Words to the buyer', o.note],
  ] as const
}

/** What may be done to an order beside its proofs: refund one that is paid, settle one that no notice came for. */
function AdminOrderActions({ order, onDone }: { order: AdminOrder; onDone: () => void }) {
  const { ask, dialog } = useAction(onDone)
  const { _id: order_id, amount, reference, plan } = order
  if (amount === 0 || order.state === 'refunded') return null
  const refund = () =>
    ask({
      title: `Refund ${formatRand(amount)} for ${reference}?`,
      text: `This moves no money: give it back first. ${plan.name} ends at once, and this cannot be taken back.`,
      yes: 'Note the refund',
      danger: true,
      route: adminOrderRoutes.refundOrder,
      body: (reason) => ({ order_id, reason }),
      words: {
        label: 'Words to the buyer',
        hint: 'The buyer reads them in an e-mail and with the order.',
        missing: 'Please give the reason; the buyer reads it',
      },
    })
  const settle = () =>
    ask({
      title: `Mark ${reference} as paid?`,
      text: `${formatRand(amount)} arrived, and nobody told us. The buyer gets ${plan.name}, and a receipt by e-mail.`,
      yes: 'Mark as paid',
      route: adminOrderRoutes.settleOrder,
      body: (note) => ({ order_id, note }),
      words: {
        name: 'note',
        label: 'How you know',
        hint: 'For the audit log: where you saw the payment.',
        missing: 'Please write how you know',
      },
    })
  const paid = order.state === 'paid'
  return (
    <div className="mt-8 border-t border-line pt-5">
      <Button look="outline" onClick={paid ? refund : settle}>
        {paid ? 'Note a refund' : 'Mark as paid'}
      </Button>
      {dialog}
    </div>
  )
}
