import { useState } from 'react'
import { type AdReportRow, adminAdRoutes, type ReportedAd } from '#contract/admin/admin-ads.ts'
import { reportLabels, reportLimits } from '#contract/forms/reports.ts'
import { regionOf } from '#contract/values/region.ts'
import { useSiteSettings, useServerQuery } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { formatDayAndTime } from '#ui/show/day-and-time.ts'
import { Pill } from '#ui/show/pill.tsx'
import { type AdAction, AdActions, AdCell, SellerCell, StateCell } from '../ad-cells.tsx'
import { AdminList, type Column, rowsAPage } from '../list/admin-list.tsx'
import { type AdminAddress, useAdminAddress } from '../list/use-admin-address.ts'
import { ReportedPeople } from './reported-people.tsx'

const sides = [
  { value: 'ads', label: 'Ads' },
  { value: 'people', label: 'People' },
] as const

/** /admin/reports: reports about ads or about people, the most serious first (R-ROLE-20). */
export function AdminReports() {
  const place = useAdminAddress('/admin/reports')
  const of = place.choice('of', ['ads', 'people'], 'ads')
  return (
    <>
      <Segmented
        label="Reports about"
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
  const { page, search } = place
  const query = useServerQuery(adminAdRoutes.adminListReports, {
    body: { page, limit: rowsAPage, ...(search !== '' && { search }) },
  })
  const [about, setAbout] = useState<{ ad: ReportedAd; action: AdAction }>()
  const [open, setOpen] = useState(false)
  const openDialog = (ad: ReportedAd, action: AdAction) => {
    setAbout({ ad, action })
    setOpen(true)
  }
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
          <Button look="secondary" size="sm" onClick={() => openDialog(ad, 'keep')}>
            Keep<span className="sr-only"> {ad.title}</span>
          </Button>
          <Button look="danger" size="sm" onClick={() => openDialog(ad, 'hide')}>
            Hide<span className="sr-only"> {ad.title}</span>
          </Button>
        </div>
      ),
    },
  ]
  return (
    <>
      <p className="mt-4 max-w-text text-sm text-ink-2">
        An ad that {reportLimits.hideAt} people whose reports count call fraud is hidden until you have
        looked.
      </p>
      <AdminList
        place={place}
        query={query}
        searchLabel="Title, address, seller or e-mail"
        filters={[]}
        one="ad with reports"
        many="ads with reports"
        keyOf={({ _id }) => _id}
        columns={columns}
      />
      <AdActions about={about} open={open} onClose={() => setOpen(false)} onDone={query.refresh} />
    </>
  )
}

/** What each of them wrote; those that look like spam come last. */
function Reports({ reports }: { reports: readonly AdReportRow[] }) {
  const { timeZone } = regionOf[useSiteSettings().market]
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
            {formatDayAndTime(report.updated_at, timeZone)}
          </p>
        </li>
      ))}
    </ul>
  )
}
