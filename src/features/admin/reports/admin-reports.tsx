import { type AdReportRow, adminAdRoutes, type ReportedAd } from '#contract/admin/admin-ads.ts'
import { reportLabels, reportLimits } from '#contract/forms/reports.ts'
import { useServerQuery } from '#local/react'
import { optionsOf, Segmented } from '#ui/form/segmented.tsx'
import { Pill } from '#ui/show/badge.tsx'
import { AdCell, SellerCell, StateCell, useAdActions } from '../ad-cells.tsx'
import { AdminList, type Column } from '../list/admin-list.tsx'
import { RowButton, useMarketTime } from '../list/cells.tsx'
import { type AdminAddress, useAdminAddress } from '../list/use-admin-address.ts'
import { ReportedPeople } from './reported-people.tsx'

const sides = optionsOf({ ads: 'Ads', people: 'People' })

/** Shows /admin/reports: reports of ads or of people, the most serious first (R-ROLE-20). */
export function AdminReports() {
  const place = useAdminAddress('/admin/reports')
  const { label, value: of } = place.filter('of', 'Reports about', sides, 'ads')
  return (
    <>
      <Segmented
        label={label}
        options={sides}
        value={of}
        onChange={(next) =>
          place.go({ of: next === 'ads' ? undefined : next, search: undefined, page: undefined })
        }
        className="mt-4 sm:w-72"
      />
      {of === 'ads' ? <ReportedAds place={place} /> : <ReportedPeople place={place} />}
    </>
  )
}

function ReportedAds({ place }: { place: AdminAddress }) {
  const query = useServerQuery(adminAdRoutes.adminListReports, { body: place.asked })
  const { dialog, keep, hide } = useAdActions(query.refresh)
  const columns: readonly Column<ReportedAd>[] = [
    {
      title: 'Ad',
      bare: true,
      cell: (ad) => (
        <>
          <AdCell ad={ad} />
          <div className="mt-2">
            <StateCell ad={ad} />
          </div>
        </>
      ),
    },
    { title: 'Seller', cell: (ad) => <SellerCell ad={ad} /> },
    { title: 'Reports', bare: true, cell: (ad) => <Reports reports={ad.open} /> },
    {
      title: 'Decide',
      bare: true,
      cell: (ad) => (
        <div className="flex flex-wrap gap-2 lg:flex-nowrap">
          <RowButton look="secondary" of={ad.title} onClick={() => keep(ad)}>
            Keep
          </RowButton>
          <RowButton look="danger" of={ad.title} onClick={() => hide(ad)}>
            Hide
          </RowButton>
        </div>
      ),
    },
  ]
  return (
    <AdminList
      place={place}
      query={query}
      searchLabel="Title, address, seller or e-mail"
      one="ad with reports"
      many="ads with reports"
      columns={columns}
    >
      <p className="mt-4 max-w-text text-sm text-ink-2">
        An ad that {reportLimits.hideAt} people whose reports count call fraud is hidden until you have
        looked.
      </p>
      {dialog}
    </AdminList>
  )
}

/** Shows the reports of an ad; those that look like spam come last. */
function Reports({ reports }: { reports: readonly AdReportRow[] }) {
  const time = useMarketTime()
  return (
    <ul className="space-y-3">
      {reports.map((report) => (
        <li key={report._id} className="border-l-2 border-line pl-3">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <b className="font-semibold">{reportLabels[report.reason]}</b>
            {report.counts && <Pill tone="amber">Counts</Pill>}
            {report.held && <Pill>Looks like spam</Pill>}
          </p>
          {report.words !== '' && <p className="wrap-anywhere whitespace-pre-line">{report.words}</p>}
          <p className="text-13 wrap-anywhere text-ink-3">
            {report.from ? `${report.from.fullname}, ${report.from.email}` : 'A guest'} ·{' '}
            {time(report.updated_at)}
          </p>
        </li>
      ))}
    </ul>
  )
}
