import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { type AdminDealer, adminDealerRoutes, dealerFilters } from '#contract/admin/admin-dealers.ts'
import { regionOf } from '#contract/values/region.ts'
import { useSiteSettings, useServerQuery } from '#local/react'
import { Button } from '#ui/button.tsx'
import { formatDayAndTime } from '#ui/show/day-and-time.ts'
import { Pill } from '#ui/show/pill.tsx'
import { AdminList, type Column, rowsAPage } from './list/admin-list.tsx'
import { ActionDialog } from './list/action-dialog.tsx'
import { MailAddress, RowLink } from './list/cells.tsx'
import { useAdminAddress } from './list/use-admin-address.ts'

const shows = [
  { value: 'all', label: 'All dealers' },
  { value: 'waiting', label: 'Waiting for approval' },
  { value: 'verified', label: 'Approved' },
]
const nameOf = ({ businessname, fullname }: AdminDealer) => (businessname === '' ? fullname : businessname)

/** /admin/dealers: who sells as a business, and whose proof is approved (R-ROLE-15, R-DEAL-19). */
export function AdminDealers() {
  const place = useAdminAddress('/admin/dealers')
  const { timeZone } = regionOf[useSiteSettings().market]
  const show = place.choice('show', dealerFilters, 'all')
  const { page, search } = place
  const query = useServerQuery(adminDealerRoutes.adminListDealers, {
    body: { page, limit: rowsAPage, show, ...(search !== '' && { search }) },
  })
  const [about, setAbout] = useState<{ dealer: AdminDealer; action: 'verify' | 'unverify' }>()
  const [open, setOpen] = useState(false)
  const openDialog = (dealer: AdminDealer) => {
    setAbout({ dealer, action: dealer.approved_at === null ? 'verify' : 'unverify' })
    setOpen(true)
  }
  const day = (iso: string) => formatDayAndTime(iso, timeZone).split(',', 1)[0]
  const columns: readonly Column<AdminDealer>[] = [
    {
      title: 'Dealer',
      bare: true,
      cell: (d) => (
        <>
          <RowLink href={`/dealer/${encodeURIComponent(d._id)}`}>{nameOf(d)}</RowLink>
          <p className="text-13 wrap-anywhere text-ink-3">
            {[...(d.businessname === '' ? [] : [d.fullname]), d.city].filter(Boolean).join(' · ')}
          </p>
          <p className="text-13 text-ink-3">
            <MailAddress address={d.email} />
          </p>
        </>
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
              {d.proofs === 1 ? '1 proof' : `${d.proofs} proofs`}
            </Link>
          </>
        ),
    },
    { title: 'State', cell: (d) => <Standing dealer={d} day={day} /> },
    {
      title: 'Decide',
      bare: true,
      cell: (d) => (
        <Button
          look={d.approved_at === null ? 'secondary' : 'outline'}
          size="sm"
          onClick={() => openDialog(d)}
          className="whitespace-nowrap"
        >
          {d.approved_at === null ? 'Verify' : 'Un-verify'}
          <span className="sr-only"> {nameOf(d)}</span>
        </Button>
      ),
    },
  ]
  const name = about ? nameOf(about.dealer) : ''
  const user_id = about?.dealer._id ?? ''
  const close = () => setOpen(false)
  return (
    <>
      <AdminList
        place={place}
        query={query}
        searchLabel="Name, e-mail or dealership id"
        filters={[{ name: 'show', label: 'Which dealers', options: shows, value: show }]}
        one="dealer"
        many="dealers"
        keyOf={({ _id }) => _id}
        columns={columns}
      />
      <ActionDialog
        open={open && about?.action === 'verify'}
        onClose={close}
        title={`Verify ${name}?`}
        yes="Verify"
        route={adminDealerRoutes.verifyDealer}
        body={() => ({ user_id, name })}
        onDone={query.refresh}
      >
        <p>
          You have seen proof that this dealership is theirs. With a paid plan their page and cars say
          “Verified”. A letter tells them.
        </p>
      </ActionDialog>
      <ActionDialog
        open={open && about?.action === 'unverify'}
        onClose={close}
        title={`Un-verify ${name}?`}
        yes="Un-verify"
        danger
        route={adminDealerRoutes.unverifyDealer}
        body={(reason) => ({ user_id, reason })}
        words={{
          name: 'reason',
          label: 'Reason',
          hint: 'The dealer reads it.',
          missing: 'Please give the reason; the dealer reads it',
        }}
        onDone={query.refresh}
      >
        <p>Their page and cars stop saying “Verified” at once. Their ads and plan stay.</p>
      </ActionDialog>
    </>
  )
}

function Standing({ dealer, day }: { dealer: AdminDealer; day: (iso: string) => string | undefined }) {
  if (dealer.approved_at !== null)
    return (
      <>
        <Pill tone={dealer.verified ? 'brand' : 'plain'} icon={IconRosetteDiscountCheck}>
          {dealer.verified ? 'Verified' : 'Approved, no plan'}
        </Pill>
        <p className="mt-1 text-13 whitespace-nowrap text-ink-3">Since {day(dealer.approved_at)}</p>
      </>
    )
  return dealer.dealership_ids.length > 0 ? <Pill tone="amber">Waiting</Pill> : <Pill>Not asked</Pill>
}
