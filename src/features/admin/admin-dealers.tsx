import { counted } from '#contract/values/region.ts'
import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import { Link } from 'wouter'
import { type AdminDealer, adminDealerRoutes } from '#contract/admin/admin-dealers.ts'
import { useServerQuery } from '#local/react'
import { optionsOf } from '#ui/form/segmented.tsx'
import { Pill } from '#ui/show/badge.tsx'
import { AdminList, type Column } from './list/admin-list.tsx'
import { useAction } from './list/action-dialog.tsx'
import { PersonCell, RowButton, dayOf, useMarketTime } from './list/cells.tsx'
import { useAdminAddress } from './list/use-admin-address.ts'

const shows = optionsOf({ all: 'All dealers', waiting: 'Waiting for approval', verified: 'Approved' })
const nameOf = ({ businessname, fullname }: AdminDealer) => (businessname === '' ? fullname : businessname)

/** Shows /admin/dealers: businesses, and the approval of their proof (R-ROLE-15, R-DEAL-19). */
export function AdminDealers() {
  const place = useAdminAddress('/admin/dealers')
  const time = useMarketTime()
  const show = place.filter('show', 'Which dealers', shows, 'all')
  const query = useServerQuery(adminDealerRoutes.adminListDealers, {
    body: { ...place.asked, show: show.value },
  })
  const { ask, dialog } = useAction(query.refresh)
  const verify = (user_id: string, name: string) =>
    ask({
      title: `Verify ${name}?`,
      text: 'You have seen proof that this dealership is theirs. With a paid plan their page and cars say “Verified”. An e-mail tells them.',
      yes: 'Verify',
      route: adminDealerRoutes.verifyDealer,
      body: () => ({ user_id, name }),
    })
  const unverify = (user_id: string, name: string) =>
    ask({
      title: `Un-verify ${name}?`,
      text: 'Their page and cars stop saying “Verified” at once. Their ads and plan stay.',
      yes: 'Un-verify',
      danger: true,
      route: adminDealerRoutes.unverifyDealer,
      body: (reason) => ({ user_id, reason }),
      words: { hint: 'The dealer reads it.' },
    })
  const day = (iso: string) => dayOf(time(iso))
  const columns: readonly Column<AdminDealer>[] = [
    {
      title: 'Dealer',
      bare: true,
      cell: (d) => (
        <PersonCell
          name={nameOf(d)}
          href={`/dealer/${encodeURIComponent(d._id)}`}
          also={[...(d.businessname === '' ? [] : [d.fullname]), d.city].filter(Boolean).join(' · ')}
          email={d.email}
        />
      ),
    },
    {
      title: 'Plan',
      cell: (d) =>
        d.plan ? (
          <>
            {d.plan.name}, <span className="whitespace-nowrap">until {day(d.plan.expires_at)}</span>
          </>
        ) : (
          'None'
        ),
    },
    {
      title: 'Proof',
      cell: (d) =>
        d.proofs === 0 ? (
          <span className="whitespace-nowrap">None sent</span>
        ) : (
          <>
            <span className="wrap-anywhere">{d.dealership_ids.join(', ') || 'No dealership id'}</span>
            <Link
              href={`/admin/orders?state=all&search=${encodeURIComponent(d.email)}`}
              className="-my-2.75 ml-2 inline-flex min-h-11 min-w-11 items-center text-13 font-medium whitespace-nowrap text-brand hover:underline"
            >
              {counted(d.proofs, 'proof')}
            </Link>
          </>
        ),
    },
    { title: 'State', cell: (d) => <Standing dealer={d} day={day} /> },
    {
      title: 'Decide',
      bare: true,
      cell: (d) => (
        <RowButton
          look={d.approved_at === null ? 'secondary' : 'outline'}
          of={nameOf(d)}
          onClick={() => (d.approved_at === null ? verify : unverify)(d._id, nameOf(d))}
        >
          {d.approved_at === null ? 'Verify' : 'Un-verify'}
        </RowButton>
      ),
    },
  ]
  return (
    <AdminList
      place={place}
      query={query}
      searchLabel="Name, e-mail or dealership id"
      filters={[show]}
      one="dealer"
      columns={columns}
    >
      {dialog}
    </AdminList>
  )
}

function Standing({ dealer, day }: { dealer: AdminDealer; day: (iso: string) => string }) {
  if (dealer.approved_at !== null)
    return (
      <>
        <Pill tone={dealer.verified ? 'brand' : 'plain'} icon={IconRosetteDiscountCheck}>
          {dealer.verified ? 'Verified' : 'Approved, no plan'}
        </Pill>
        <p className="mt-1 text-13 whitespace-nowrap text-ink-3">Since {day(dealer.approved_at)}</p>
      </>
    )
  if (dealer.waiting) return <Pill tone="amber">Waiting</Pill>
  if (dealer.unverified_at === null) return <Pill>Not asked</Pill>
  return (
    <>
      <Pill>Un-verified</Pill>
      <p className="mt-1 text-13 whitespace-nowrap text-ink-3">Since {day(dealer.unverified_at)}</p>
    </>
  )
}
