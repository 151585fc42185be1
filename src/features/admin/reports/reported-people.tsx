import { counted } from '#contract/values/region.ts'
import { type ComponentProps, useState } from 'react'
import {
  type PersonReportRow,
  personReportRoutes,
  type ReportedPerson,
  reportedMessages,
  reportNoteLength,
} from '#contract/admin/person-reports.ts'
import { Button } from '#ui/button.tsx'
import { Pill } from '#ui/show/badge.tsx'
import { reportPersonLabels } from '#contract/chat/conversation.ts'
import { useServerQuery } from '#local/react'
import { AdminList, type Column } from '../list/admin-list.tsx'
import { useAction } from '../list/action-dialog.tsx'
import { PersonCell, RowButton, useMarketTime } from '../list/cells.tsx'
import type { AdminAddress } from '../list/use-admin-address.ts'
import { suspension } from '../people/suspension.ts'
import { ReportedChat } from './reported-chat.tsx'

/** Shows the reports of people, which come from chats. */
export function ReportedPeople({ place }: { place: AdminAddress }) {
  const query = useServerQuery(personReportRoutes.adminListPersonReports, { body: place.asked })
  const { ask, dialog } = useAction(query.refresh)
  const [chat, setChat] = useState<Omit<ComponentProps<typeof ReportedChat>, 'onClose'>>()
  const read = ({ _id: report_id, from }: PersonReportRow, person: ReportedPerson) =>
    ask({
      title: 'Read this chat?',
      text: `You see the last ${reportedMessages} messages of ${from.fullname} and ${person.fullname}. The audit log says that you have read them.`,
      yes: 'Read it',
      route: personReportRoutes.readReportedChat,
      body: () => ({ report_id }),
      onReply: ({ data }) => setChat({ messages: data, person, reporter: from, open: true }),
    })
  const dismiss = ({ _id: user_id, fullname, reports }: ReportedPerson) =>
    ask({
      title: `Dismiss the reports about ${fullname}?`,
      text: 'They leave this list. Nobody is told.',
      yes: 'Dismiss',
      route: personReportRoutes.dismissPersonReports,
      body: (note) => ({ user_id, note, reports }),
      words: {
        name: 'note',
        label: 'Note',
        hint: `For the audit log; nobody else reads it. At most ${reportNoteLength} characters.`,
      },
    })
  const columns: readonly Column<ReportedPerson>[] = [
    {
      title: 'Person',
      bare: true,
      cell: (p) => (
        <>
          <PersonCell
            name={p.fullname}
            href={`/admin/people?id=${encodeURIComponent(p._id)}`}
            also={p.businessname}
            email={p.email}
          />
          <p className="mt-2 flex flex-wrap gap-1.5">
            <Pill tone="amber">{counted(p.reporters, 'reporter')}</Pill>
            {p.suspended_at !== null && <Pill tone="danger">Suspended</Pill>}
          </p>
        </>
      ),
    },
    {
      title: 'Reports',
      bare: true,
      cell: (person) => <PersonReports reports={person.open} onRead={(report) => read(report, person)} />,
    },
    {
      title: 'Decide',
      bare: true,
      cell: (person) => (
        <div className="flex flex-wrap gap-2 lg:flex-nowrap">
          <RowButton
            look="secondary"
            of={`the reports about ${person.fullname}`}
            onClick={() => dismiss(person)}
          >
            Dismiss
          </RowButton>
          {person.suspended_at === null && (
            <RowButton look="danger" of={person.fullname} onClick={() => ask(suspension(person))}>
              Suspend
            </RowButton>
          )}
        </div>
      ),
    },
  ]
  return (
    <AdminList
      place={place}
      query={query}
      searchLabel="Name, business or e-mail"
      one="person with reports"
      many="people with reports"
      columns={columns}
    >
      <p className="mt-4 max-w-text text-sm text-ink-2">
        A chat can be read while a report about it is open. Each reading is in the audit log.
      </p>
      {dialog}
      {chat && <ReportedChat {...chat} onClose={() => setChat({ ...chat, open: false })} />}
    </AdminList>
  )
}

interface Props {
  reports: readonly PersonReportRow[]
  onRead: (report: PersonReportRow) => void
}
/** Shows the reports of one person, with a button that reads the reported chat. */
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
