import { Link } from 'wouter'
import {
  type AdminOrder,
  adminOrderRoutes,
  handPayment,
  type PaymentNotice,
  returnable,
} from '#contract/admin/admin-orders.ts'
import { useServerQuery } from '#local/react'
import {
  describeOrderState,
  formatMonths,
  formatPlanDay,
  formatRand,
  methodWords,
  type PlanClock,
} from '#parts/plans/order-words.ts'
import { usePlanClock } from '#parts/plans/use-plan-clock.ts'
import { Pill } from '#ui/show/badge.tsx'
import { Button } from '#ui/button.tsx'
import { OnePage } from '../list/one-page.tsx'
import type { AdminAddress } from '../list/use-admin-address.ts'
import { ProofCard } from './proof-card.tsx'
import { type AskAction, useAction } from '../list/action-dialog.tsx'
import { Section } from '#ui/show/section.tsx'
import { useMarketTime } from '../list/cells.tsx'

/** Shows one order: its facts, proofs and payment notices, and the actions on it. */
export function OrderPage({ id, place }: { id: string; place: AdminAddress }) {
  const at = useMarketTime()
  const clock = usePlanClock()
  const query = useServerQuery(adminOrderRoutes.adminGetOrder, { params: { id } })
  const { ask, dialog } = useAction(query.refresh)
  return (
    <>
      <OnePage
        query={query}
        back={{ href: place.hrefWith({ id: undefined }), words: 'All orders' }}
        title={({ reference }) => reference}
        state={(order) => {
          const { tone, words } = describeOrderState(order)
          return <Pill tone={tone}>{words}</Pill>
        }}
        facts={(order) => factsOf(order, at, clock)}
      >
        {(order) => (
          <>
            {order.proofs.length > 0 && (
              <Section title="Proofs of payment" level="h3" className="mt-8">
                <ul className="mt-3 grid gap-4 lg:grid-cols-2">
                  {order.proofs.map((proof) => (
                    <li key={proof._id} className="min-w-0">
                      <ProofCard proof={proof} order={order} at={at} ask={ask} />
                    </li>
                  ))}
                </ul>
              </Section>
            )}
            <PaymentNotices order={order} at={at} ask={ask} />
            <AdminOrderActions order={order} ask={ask} />
          </>
        )}
      </OnePage>
      {dialog}
    </>
  )
}

function factsOf(o: AdminOrder, at: (iso: string) => string, clock: PlanClock) {
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
    [
      'Plan runs',
      from === null || to === null ? '' : `${formatPlanDay(from, clock)} to ${formatPlanDay(to, clock)}`,
    ],
    ['Dealership id', dealer],
    ['Payment id', o.payment_id],
    ['Words to the buyer', o.note],
  ] as const
}

/** Shows the actions on an order besides its proofs: refund a paid order, or settle an order without a notice. */
function AdminOrderActions({ order, ask }: Pick<Props, 'order' | 'ask'>) {
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
      },
    })
  const paid = order.state === 'paid'
  return (
    <div className="mt-8 border-t border-line pt-5">
      <Button look="outline" onClick={paid ? refund : settle}>
        {paid ? 'Note a refund' : 'Mark as paid'}
      </Button>
    </div>
  )
}

const verdicts = new Map<string, string>([
  ['paid', 'Paid the order'],
  ['repeated', 'Told again'],
  ['surplus', 'Surplus: to give back'],
  ['wrong_amount', 'Wrong amount: paid nothing'],
  ['not_complete', 'Not completed'],
  ['bad_signature', 'Not believed: signature'],
  ['bad_source', 'Not believed: sender'],
  ['wrong_merchant', 'Not believed: merchant'],
  ['unreadable', 'Not believed: unreadable'],
  ['unconfirmed', 'Not believed: not confirmed'],
])
const toneOf = ({ verdict, returned_at }: PaymentNotice) => {
  if (verdict === 'paid') return 'brand'
  return returnable.includes(verdict) && returned_at === null ? 'danger' : 'plain'
}

interface Props {
  order: AdminOrder
  at: (iso: string) => string
  ask: AskAction
}

/** Shows all payment notices of an order, accepted or not. */
function PaymentNotices({ order, at, ask }: Props) {
  const giveBack = ({ _id: notice_id }: PaymentNotice) =>
    ask({
      title: 'Was this money given back?',
      text: 'The order and its plan stay as they are.',
      yes: 'Mark as given back',
      route: adminOrderRoutes.returnPayment,
      body: (note) => ({ notice_id, note }),
      words: {
        name: 'note',
        label: 'How',
        hint: 'For your own records: when, and by what payment.',
      },
    })
  // A later notice of the provider may report the same payment that an operator marked by hand.
  const byHand = order.notices.some(
    ({ payment, verdict }) => verdict === 'paid' && payment.startsWith(handPayment),
  )
  return (
    <Section title="Payment notices" level="h3" className="mt-8">
      {order.notices.length === 0 ? (
        <p className="mt-2 text-ink-2">Nothing was told about a payment yet.</p>
      ) : (
        <ul className="mt-3 divide-y divide-line rounded-card bg-surface px-4 shadow-e1">
          {order.notices.map((notice) => (
            <li
              key={notice._id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-sm"
            >
              <div className="min-w-0 flex-1 basis-60">
                <p className="font-medium wrap-anywhere">{notice.payment}</p>
                <p className="text-13 text-ink-3 tabular-nums">
                  {at(notice.received_at)} · {notice.status}
                  {notice.amount !== null && ` · ${formatRand(notice.amount)}`}
                </p>
                {notice.returned_at !== null && (
                  <p className="text-13 text-ink-2">
                    Given back {at(notice.returned_at)}: {notice.note}
                  </p>
                )}
              </div>
              <Pill tone={toneOf(notice)}>
                {notice.verdict === 'surplus' && byHand
                  ? 'Surplus, or what was marked as paid'
                  : (verdicts.get(notice.verdict) ?? notice.verdict)}
              </Pill>
              {returnable.includes(notice.verdict) && notice.returned_at === null && (
                <Button look="outline" size="sm" onClick={() => giveBack(notice)}>
                  Mark as given back
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
