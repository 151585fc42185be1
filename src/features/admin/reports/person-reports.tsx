import type { PersonReportRow } from '#contract/admin/person-reports.ts'
import { reportPersonLabels } from '#contract/chat/conversation.ts'
import { regionOf } from '#contract/values/region.ts'
import { useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'
import { dayAndTime } from '#ui/show/day-and-time.ts'

interface Props {
  reports: readonly PersonReportRow[]
  onRead: (report: PersonReportRow) => void
}
/** Who reported, why, and the way to the chat of the two. */
export function PersonReports({ reports, onRead }: Props) {
  const { timeZone } = regionOf[useSiteSettings().market]
  return (
    <ul className="space-y-4">
      {reports.map((report) => (
        <li key={report._id} className="border-l-2 border-line pl-3">
          <b className="font-semibold">{reportPersonLabels[report.reason]}</b>
          {report.words !== '' && <p className="wrap-anywhere whitespace-pre-line">{report.words}</p>}
          <p className="text-13 wrap-anywhere text-ink-3">
            {report.from.fullname}, {report.from.email} · {dayAndTime(report.created_at, timeZone)}
            {report.from_reports > 1 && ` · ${report.from_reports} reports by this person`}
          </p>
          <Button look="outline" size="sm" className="mt-2" onClick={() => onRead(report)}>
            Read the chat<span className="sr-only"> with {report.from.fullname}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
