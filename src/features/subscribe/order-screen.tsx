import { IconFileText, IconCheck, IconCopy } from '@tabler/icons-react'
import { orderLimits, type DepositDetails } from '#contract/plans/orders.ts'
import { type OwnOrder, useMyProfile } from '#local/react'
import { useCopy } from '#parts/copying.tsx'
import { Freshness } from '#parts/freshness.tsx'
import { OrderActions } from '#parts/plans/order-actions.tsx'
import {
  formatPlanDay,
  methodWords,
  formatMonths,
  ordersAddress,
  describeOrder,
  formatRand,
  describeBuyerOrderState,
} from '#parts/plans/order-words.ts'
import { useOrderNews } from '#parts/plans/use-order-news.ts'
import { usePlanClock } from '#parts/plans/use-plan-clock.ts'
import { Icon } from '#ui/icon.tsx'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Pill } from '#ui/show/badge.tsx'
import { Section } from '#ui/show/section.tsx'
import { ownOrderOnly } from './own-order.tsx'
import { ProofForm } from './proof-form.tsx'
import { IconButton } from '#ui/icon-button.tsx'

const card = 'mt-5 rounded-card border border-line bg-surface p-4 sm:p-6'
const step = 'mb-4 text-xl font-bold'

/** Shows /order/:id: one order, how to pay it, and the state of its proofs. */
export const OrderScreen = ownOrderOnly(function OrderView({ order, reading }) {
  const clock = usePlanClock()
  const { plan, months, amount, reference, method, state, deposit, proofs } = order
  const words = describeBuyerOrderState(order)
  const { refresh } = useMyProfile()
  // A payment that was approved meanwhile takes effect at once, in menus too (R-ROLE-18).
  useOrderNews(order, { look: reading.refresh, onPaid: refresh })
  const open = state === 'pending' || state === 'refused'
  return (
    <div className="mx-auto max-w-[46rem] px-4 py-4">
      <PageHead title={`Order ${reference}`} noIndex />
      <Breadcrumb trail={[{ label: 'Your orders', href: ordersAddress }, { label: reference }]} />
      <h1 className="mt-2 text-3xl font-bold">
        {open && method === 'deposit' ? 'Pay by EFT or cash deposit' : `Order ${reference}`}
      </h1>
      <section aria-label="Your order" className={card}>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <div>
            <p className="text-lg font-semibold">
              {plan.name} · {formatMonths(months)}
            </p>
            <p className="text-sm text-ink-3">
              {methodWords[method]} · ordered {formatPlanDay(order.created_at, clock)}
            </p>
          </div>
          <p className="figures text-2xl font-bold">{formatRand(amount)}</p>
        </div>
        <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Pill tone={words.tone}>{words.words}</Pill>
          <output className="min-w-0 flex-1 basis-60 text-ink-2">{describeOrder(order, clock)}</output>
        </p>
        {reading.source === 'phone' && reading.asOf !== undefined && (
          <p className="mt-2 text-13 text-ink-3">
            <Freshness at={reading.asOf} />
          </p>
        )}
        <div className="mt-4 empty:hidden">
          <OrderActions order={order} onChange={reading.refresh} onItsPage />
        </div>
      </section>
      {open && method === 'deposit' && deposit && (
        <Section title="1. Pay into our account" look={step} className={card}>
          <BankDetails deposit={deposit} reference={reference} amount={amount} />
        </Section>
      )}
      {open && method === 'deposit' && (
        <Section title="2. Send us the proof" look={step} className={card}>
          {proofs.length < orderLimits.proofs ? (
            <ProofForm order={order} onChange={reading.refresh} />
          ) : (
            <p className="text-ink-2">
              You have sent {proofs.length} proofs, which is as many as one order takes. Please write to us.
            </p>
          )}
        </Section>
      )}
      {proofs.length > 0 && (
        <Section title="Proofs you have sent" look={step} className={card}>
          <ul className="divide-y divide-line">
            {proofs.map(({ _id, name, state, note, created_at: at }) => (
              <li key={_id} className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
                <Icon of={IconFileText} size={24} className="text-ink-3" />
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium" title={name}>
                    {name}
                  </p>
                  <p className="text-13 text-ink-3">Sent {formatPlanDay(at, clock)}</p>
                  {note !== '' && <p className="mt-1 text-sm text-ink-2">{note}</p>}
                </div>
                <Pill tone={proofWords[state].tone}>{proofWords[state].words}</Pill>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
})

const proofWords = {
  waiting: { words: 'Being checked', tone: 'amber' },
  approved: { words: 'Approved', tone: 'brand' },
  refused: { words: 'Refused', tone: 'danger' },
} as const

interface Props extends Pick<OwnOrder, 'reference' | 'amount'> {
  deposit: DepositDetails
}

/** Shows the bank details, each line with a copy button, and the reference that identifies the payer (R-STAT-25). */
function BankDetails({ deposit, reference, amount }: Props) {
  const rows = [
    ['Amount', formatRand(amount), amount.toFixed(2)],
    ['Bank', deposit.bank],
    ['Account name', deposit.account_name],
    ['Account number', deposit.account_number],
    ['Branch code', deposit.branch_code],
  ] as const
  return (
    <>
      <div className="flex items-center justify-between gap-3 rounded-grid bg-brand-tint py-3 pr-2 pl-4">
        <div className="min-w-0">
          <p className="text-sm text-ink-2">Write this reference on your deposit</p>
          <p className="figures text-3xl font-bold wrap-anywhere text-brand">{reference}</p>
        </div>
        <Copy what="reference" text={reference} />
      </div>
      <dl className="mt-2 divide-y divide-line">
        {rows
          .filter(([, value]) => value !== '')
          .map(([name, value, copied = value]) => (
            <div key={name} className="relative min-h-16 py-2.5 pr-15 pl-4">
              <dt className="text-13 text-ink-3">{name}</dt>
              <dd className="text-lg font-medium wrap-anywhere tabular-nums">
                {value}
                <span className="absolute inset-y-0 right-2 flex items-center">
                  <Copy what={name.toLowerCase()} text={copied} />
                </span>
              </dd>
            </div>
          ))}
      </dl>
    </>
  )
}

function Copy({ what, text }: { what: string; text: string }) {
  const { copy, copied, fallback } = useCopy(`Copied the ${what}.`)
  return (
    <>
      <IconButton
        icon={copied ? IconCheck : IconCopy}
        label={`Copy the ${what}`}
        onClick={() => copy(text)}
      />
      {fallback}
    </>
  )
}
