import {
  type PersonReportRow,
  personReportRoutes,
  type ReportedPerson,
  reportNoteLength,
} from '#contract/admin/person-reports.ts'
import { Button } from '#ui/button.tsx'
import { Pill } from '#ui/show/pill.tsx'
import { reportPersonLabels } from '#contract/chat/conversation.ts'
import { useServerQuery } from '#local/react'
import { AdminList, type Column } from '../list/admin-list.tsx'
import { ActionDialog, useDialogAbout } from '../list/action-dialog.tsx'
import { MailAddress, RowButton, RowLink } from '../list/cells.tsx'
import type { AdminAddress } from '../list/use-admin-address.ts'
import { useMarketTime } from '../list/use-market-time.ts'
import { SuspendDialog } from '../people/suspend-dialog.tsx'
import { ReportedChat } from './reported-chat.tsx'

type ReportDialog =
  | { action: 'dismiss' | 'suspend'; person: ReportedPerson }
  | { action: 'read'; person: ReportedPerson; report: PersonReportRow }

/** Reports about the other person of a chat. */
export function ReportedPeople({ place }: { place: AdminAddress }) {
  const query = useServerQuery(personReportRoutes.adminListPersonReports, { body: place.asked })
  const { about, open, show, close } = useDialogAbout<ReportDialog>()
  const { _id: id = '', fullname = '' } = about?.person ?? {}
  const columns: readonly Column<ReportedPerson>[] = [
    {
      title: 'Person',
      bare: true,
      cell: (p) => (
        <>
          <RowLink href={`/admin/people?id=${encodeURIComponent(p._id)}`}>{p.fullname}</RowLink>
          {p.businessname !== '' && <p className="text-13 wrap-anywhere text-ink-3">{p.businessname}</p>}
          <p className="text-13 text-ink-3">
            <MailAddress address={p.email} />
          </p>
          <p className="mt-2 flex flex-wrap gap-1.5">
            <Pill tone="amber">{p.reporters === 1 ? '1 reporter' : `${p.reporters} reporters`}</Pill>
            {p.suspended_at !== null && <Pill tone="danger">Suspended</Pill>}
          </p>
        </>
      ),
    },
    {
      title: 'Reports',
      bare: true,
      cell: (person) => (
        <PersonReports reports={person.open} onRead={(report) => show({ action: 'read', person, report })} />
      ),
    },
    {
      title: 'Decide',
      bare: true,
      cell: (person) => (
        <div className="flex flex-wrap gap-2 lg:flex-nowrap">
          <RowButton
            look="secondary"
            of={`the reports about ${person.fullname}`}
            onClick={() => show({ action: 'dismiss', person })}
          >
            Dismiss
          </RowButton>
          {person.suspended_at === null && (
            <RowButton look="danger" of={person.fullname} onClick={() => show({ action: 'suspend', person })}>
              Suspend
            </RowButton>
          )}
        </div>
      ),
    },
  ]
  return (
    <>
      <p className="mt-4 max-w-text text-sm text-ink-2">
        A chat can be read while a report about it is open. Each reading is in the audit log.
      </p>
      <AdminList
        place={place}
        query={query}
        searchLabel="Name, business or e-mail"
        one="person with reports"
        many="people with reports"
        columns={columns}
      />
      <ActionDialog
        open={open && about?.action === 'dismiss'}
        onClose={close}
        title={`Dismiss the reports about ${fullname}?`}
        yes="Dismiss"
        route={personReportRoutes.dismissPersonReports}
        body={(note) => ({ user_id: id, note })}
        words={{
          name: 'note',
          label: 'Note',
          hint: `For the audit log; nobody else reads it. At most ${reportNoteLength} characters.`,
          missing: 'Please say why',
        }}
        onDone={query.refresh}
      >
        <p>They leave this list. Nobody is told.</p>
      </ActionDialog>
      <SuspendDialog
        person={about?.person}
        open={open && about?.action === 'suspend'}
        onClose={close}
        onDone={query.refresh}
      />
      {about?.action === 'read' && (
        <ReportedChat
          key={about.report._id}
          report={about.report}
          person={about.person}
          open={open}
          onClose={close}
          onRemoved={query.refresh}
        />
      )}
    </>
  )
}

interface Props {
  reports: readonly PersonReportRow[]
  onRead: (report: PersonReportRow) => void
}
/** Who reported, why, and the way to the chat of the two. */
function PersonReports({ reports, onRead }: Props) {
  const time = useMarketTime()
  return (
    <ul className="space-y-4">
      {reports.map((report) => (
        <li key={report._id} className="border-l-2 border-line pl-3">
          <b className="font-semibold">{reportPersonLabels[report.reason]}</b>
          {report.words !== '' && <p className="wrap-anywhere whitespace-pre-line">{report.words}</p>}
          <p className="text-13 wrap-anywhere text-ink-3">
            {report.from.fullname}, {report.from.email} · {time(report.created_at)}
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
