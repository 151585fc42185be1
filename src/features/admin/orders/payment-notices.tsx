import {
  type AdminOrder,
  adminOrderRoutes,
  type PaymentNotice,
  returnable,
} from '#contract/admin/admin-orders.ts'
import { formatRand } from '#parts/plans/order-words.ts'
import { Button } from '#ui/button.tsx'
import { Pill } from '#ui/show/badge.tsx'
import { useAction } from '../list/action-dialog.tsx'
import { Section } from '#ui/show/section.tsx'

const verdicts = new Map<string, string>([
  ['paid', 'Paid the order'],
  ['repeated', 'Told again'],
  ['surplus', 'Surplus: to give back'],
  ['wrong_amount', 'Wrong amount: paid nothing'],
  ['not_complete', 'Not completed'],
  ['bad_signature', 'Not believed: signature'],
  ['bad_source', 'Not believed: sender'],
  ['wrong_merchant', 'Not believed: merchant'],
  ['unconfirmed', 'Not believed: not confirmed'],
])
const toneOf = ({ verdict, returned_at }: PaymentNotice) => {
  if (verdict === 'paid') return 'brand'
  return returnable.includes(verdict) && returned_at === null ? 'danger' : 'plain'
}

interface Props {
  order: AdminOrder
  at: (iso: string) => string
  onDone: () => void
}

/** Every notice about an order's payment, accepted or not. */
export function PaymentNotices({ order, at, onDone }: Props) {
  const { ask, dialog } = useAction(onDone)
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
        missing: 'Please write how it was given back',
      },
    })
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
              <Pill tone={toneOf(notice)}>{verdicts.get(notice.verdict) ?? notice.verdict}</Pill>
              {returnable.includes(notice.verdict) && notice.returned_at === null && (
                <Button look="outline" size="sm" onClick={() => giveBack(notice)}>
                  Mark as given back
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </Section>
  )
}
