import { type AdminOrderEntry, adminOrderRoutes } from '#contract/admin/admin-orders.ts'
import { orderStates } from '#contract/plans/orders.ts'
import { useServerQuery } from '#local/react'
import { optionsOf } from '#ui/form/segmented.tsx'
import { methodWords, formatMonths, formatRand, describeOrderState } from '#parts/plans/order-words.ts'
import { Pill } from '#ui/show/badge.tsx'
import { AdminList, type Column } from '../list/admin-list.tsx'
import { PersonCell, RowLink, Instant } from '../list/cells.tsx'
import { type AdminAddress, useAdminAddress } from '../list/use-admin-address.ts'
import { OrderPage } from './order-page.tsx'

const shows = [
  ...optionsOf({ proof: 'Proofs waiting', all: 'All orders' }),
  ...orderStates.map((value) => ({ value, label: describeOrderState({ state: value }).words })),
]
const methods = optionsOf({ all: 'Any payment', ...methodWords })

/** Shows /admin/orders: waiting proofs of payment first, and all other orders; with `id` one order (R-EXT-15). */
export function AdminOrders() {
  const place = useAdminAddress('/admin/orders')
  return place.id === undefined ? <List place={place} /> : <OrderPage id={place.id} place={place} />
}

function List({ place }: { place: AdminAddress }) {
  const show = place.filter('state', 'Which orders', shows, 'proof')
  const method = place.filter('method', 'Way to pay', methods, 'all')
  const query = useServerQuery(adminOrderRoutes.adminListOrders, {
    body: { ...place.asked, show: show.value, method: method.value },
  })
  const columns: readonly Column<AdminOrderEntry>[] = [
    {
      title: 'Order',
      bare: true,
      cell: (o) => (
        <>
          <RowLink href={place.hrefWith({ id: o._id })}>
            <span className="whitespace-nowrap">{o.reference}</span>
          </RowLink>
          <p className="text-13 text-ink-3">
            {o.plan.name}, {formatMonths(o.months)}
          </p>
        </>
      ),
    },
    {
      title: 'Buyer',
      cell: ({ buyer }) => <PersonCell name={buyer.fullname || 'Account deleted'} email={buyer.email} />,
    },
    { title: 'Amount', cell: (o) => <span className="tabular-nums">{formatRand(o.amount)}</span> },
    { title: 'Paid by', cell: (o) => methodWords[o.method] },
    { title: 'Ordered', cell: (o) => <Instant at={o.created_at} /> },
    {
      title: 'State',
      cell: (o) => {
        const { words, tone } = describeOrderState(o)
        return (
          <span className="flex flex-wrap gap-1.5">
            <Pill tone={tone}>{words}</Pill>
            {o.proofs_waiting > 0 && (
              <Pill tone="amber">
                {o.proofs_waiting === 1 ? 'Proof waiting' : `${o.proofs_waiting} proofs waiting`}
              </Pill>
            )}
          </span>
        )
      },
    },
  ]
  return (
    <AdminList
      place={place}
      query={query}
      searchLabel="Reference, e-mail or payment"
      filters={[show, method]}
      one="order"
      columns={columns}
    />
  )
}
