import { IconPrinter } from '@tabler/icons-react'
import { type OwnOrder, useMyProfile, useSession, useSiteSettings } from '#local/react'
import {
  formatPlanDay,
  methodWords,
  formatMonths,
  orderAddress,
  ordersAddress,
  formatRand,
  describeOrderState,
} from '#parts/plans/order-words.ts'
import { usePlanClock } from '#parts/plans/use-plan-clock.ts'
import { Button } from '#ui/button.tsx'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { ownOrderOnly } from './own-order.tsx'

/** Shows /receipt/:id: the receipt of a paid order; only the receipt is printed, without the app around it. */
export const ReceiptScreen = ownOrderOnly(({ order }) =>
  order.paid_at === null ? (
    <div className="py-8">
      <EmptyState
        level="h1"
        title="There is no receipt yet"
        actions={<Button href={orderAddress(order._id)}>See the order</Button>}
      >
        A receipt comes with the payment.
      </EmptyState>
    </div>
  ) : (
    <Receipt order={order} paidAt={order.paid_at} />
  ),
)

function Receipt({ order, paidAt }: { order: OwnOrder; paidAt: string }) {
  const { user } = useSession()
  const { data: profile } = useMyProfile()
  const { name, address, email, phone } = useSiteSettings()
  const clock = usePlanClock()
  const { plan, months, price, amount, reference, method, starts_at: from, expires_at: to } = order
  const facts = [
    ['Reference', reference],
    ['Date paid', formatPlanDay(paidAt, clock)],
    ['Paid by', methodWords[method]],
    [
      'Runs',
      from === null || to === null ? '' : `${formatPlanDay(from, clock)} to ${formatPlanDay(to, clock)}`,
    ],
    ['State', order.state === 'refunded' ? describeOrderState(order).words : ''],
  ].filter(([, value]) => value !== '')
  return (
    <div className="mx-auto max-w-[46rem] px-4 py-4 print:max-w-none print:p-0">
      <PageHead title={`Receipt ${reference}`} noIndex />
      <div className="print:hidden">
        <Breadcrumb trail={[{ label: 'Your orders', href: ordersAddress }, { label: 'Receipt' }]} />
      </div>
      {/* The receipt prints black on white in both themes. */}
      <article className="mt-3 rounded-card border border-line bg-surface p-5 shadow-e1 sm:p-10 print:m-0 print:rounded-none print:border-0 print:bg-white print:p-0 print:text-black print:shadow-none print:**:text-black!">
        <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
          <div>
            <h1 className="text-3xl font-bold">Receipt</h1>
            <p className="figures mt-1 text-lg text-ink-2">{reference}</p>
          </div>
          <address className="text-sm text-ink-2 not-italic sm:text-right">
            <b className="block font-display text-lg font-bold text-ink">{name}</b>
            {[address, email, phone].filter(Boolean).map((line) => (
              <span key={line} className="block whitespace-pre-line">
                {line}
              </span>
            ))}
          </address>
        </div>
        <dl className="mt-8 grid gap-x-8 gap-y-4 border-t border-line pt-6 sm:grid-cols-2">
          <div className="min-w-0">
            <dt className="text-13 text-ink-3">Buyer</dt>
            <dd className="font-medium wrap-anywhere">
              {profile?.businessname !== undefined && profile.businessname !== '' && (
                <span className="block">{profile.businessname}</span>
              )}
              <span className="block">{user?.fullname}</span>
              <span className="block font-normal text-ink-2">{user?.email}</span>
            </dd>
          </div>
          {facts.map(([what, value]) => (
            <div key={what} className="min-w-0">
              <dt className="text-13 text-ink-3">{what}</dt>
              <dd className="font-medium tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <table className="mt-8 w-full text-left text-sm tabular-nums sm:text-base">
          <thead>
            <tr className="border-b border-line text-13 text-ink-3">
              <th className="py-2 pr-2 sm:pr-3 font-medium">Plan</th>
              <th className="py-2 pr-2 sm:pr-3 text-right font-medium">A month</th>
              <th className="py-2 pr-2 sm:pr-3 text-right font-medium">Months</th>
              <th className="py-2 text-right font-medium">Amount</th>
            </tr>
          </thead>
          <tbody>
            <tr className="border-b border-line">
              <td className="py-3 pr-2 sm:pr-3 font-semibold">{plan.name}</td>
              <td className="py-3 pr-2 sm:pr-3 text-right">{formatRand(price)}</td>
              <td className="py-3 pr-2 sm:pr-3 text-right">{months}</td>
              <td className="py-3 text-right">{formatRand(amount)}</td>
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={3} className="pt-4 pr-2 sm:pr-3 font-semibold">
                Total paid, in South African rand
              </th>
              <td className="figures pt-4 text-right text-xl sm:text-2xl font-bold">{formatRand(amount)}</td>
            </tr>
          </tfoot>
        </table>
        <p className="mt-8 text-13 text-ink-3">
          {plan.name} for {formatMonths(months)}. {order.note}
        </p>
      </article>
      <div className="mt-5 flex flex-wrap gap-3 print:hidden">
        <Button icon={IconPrinter} onClick={() => window.print()}>
          Print or save as PDF
        </Button>
        <Button look="outline" href={ordersAddress}>
          Your orders
        </Button>
      </div>
    </div>
  )
}
