import { z } from 'zod/mini'
import {
  personReport,
  personReportRoutes,
  type ReportedMessage,
  reportedMessages,
  reportedPerson,
  type ReportedPerson,
} from '#contract/admin/person-reports.ts'
import { closePersonReports } from '../../chat/people-store.ts'
import { chatStoreOf } from '../../chat/store-of.ts'
import { found, type Mount, okData, okWith } from '../../kernel/call.ts'
import { hasWords, instantColumn, type RowPage, type PageQuery, pageOf } from '../../kernel/db/lists.ts'
import { part, type Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import {
  actionMount,
  type AdminAction,
  checkSeen,
  meanwhile,
  type Operator,
  operatorOf,
  operation,
} from '../audit.ts'

const personRow = z.extend(z.omit(reportedPerson, { open: true }), {
  suspended_at: z.nullable(instantColumn),
})
const reportRow = z.extend(personReport, { person_id: z.string(), created_at: instantColumn })

/** Most reports of one person in a response; it bounds the size of the response. */
const mostReports = 50

/** Returns one page of people with open reports, each with its reports. */
async function reportedPeople(sql: Sql, q: PageQuery): Promise<RowPage<ReportedPerson>> {
  const matches = hasWords(q.search, "concat_ws(' ', u.fullname, u.businessname, u.email)")
  const { data: rows, totalCount } = await pageOf(sql, personRow, q, {
    columns: `u.id as _id, u.fullname, u.email, u.businessname, u.suspended_at, q.reports,
      (select count(distinct r.reporter_id)::int from person_reports r where r.person_id = u.id) as reporters`,
    from: part`from (select person_id, count(*)::int as reports, min(created_at) as since from person_reports
        where handled_at is null group by person_id) q
      join users u on u.id = q.person_id where ${matches}`,
    order: 'q.reports desc, q.since, u.id',
    counted: part`from users u where ${matches}
      and exists (select 1 from person_reports r where r.person_id = u.id and r.handled_at is null)`,
  })
  const reports = await sql.all(reportRow)`select r.person_id, r.id as _id, r.reason, r.words, r.created_at,
      json_build_object('_id', w.id, 'fullname', w.fullname, 'email', w.email) as "from",
      (select count(*)::int from person_reports a where a.reporter_id = r.reporter_id) as from_reports
    from (select q.*, row_number() over (partition by q.person_id order by q.created_at, q.id) as place
      from person_reports q where q.person_id = any (${rows.map(({ _id }) => _id)}) and q.handled_at is null) r
    join users w on w.id = r.reporter_id where r.place <= ${mostReports} order by r.created_at, r.id`
  const openOf = (person: string) =>
    reports.flatMap(({ person_id, ...report }) => (person_id === person ? [report] : []))
  return { data: rows.map((row) => ({ ...row, open: openOf(row._id) })), totalCount }
}

/** Mounts the calls for reports of people: the list, the reported chat, and the dismissal (decision 45). */
export function mountPersonReports(mount: Mount, deps: Deps): void {
  mount(personReportRoutes.adminListPersonReports, ({ body, sql }) => okWith(reportedPeople(sql, body)))

  // This call is not a write, because the response of a write is stored. It responds only after the audit row is stored.
  mount(personReportRoutes.readReportedChat, ({ body, user }) =>
    okData(readChat(deps, operatorOf(user), body.report_id)),
  )

  actionMount(mount, deps)(personReportRoutes.dismissPersonReports, dismiss, 'The reports are dismissed.')
}

const dismiss: AdminAction<{ user_id: string; note: string; reports?: number | undefined }> = async (
  { sql, deps, audit },
  { user_id: person, note, reports: seen },
) => {
  const reports = await closePersonReports(sql, { person, note, now: deps.now() })
  checkSeen(reports, seen)
  if (reports === 0) throw meanwhile('Nothing is reported about this person.')
  await audit('dismiss-reports', 'person', person, {
    before: { open_reports: reports },
    after: { open_reports: 0 },
    note,
  })
}

const openRow = z.object({ reporter: z.string(), person: z.string(), open: z.boolean() })
/** Returns a report or throws unless it is open. Within a transaction the lock keeps it open. */
async function openReportOf(sql: Sql, id: string): Promise<z.output<typeof openRow>> {
  const row = await sql.first(openRow)`select reporter_id as reporter, person_id as person,
    handled_at is null as open from person_reports where id = ${id} for share`
  const report = found(row, 'There is no such report.')
  if (!report.open) throw meanwhile('This report is closed.')
  return report
}

async function readChat(deps: Deps, by: Operator, id: string): Promise<ReportedMessage[]> {
  const { db } = deps
  const { reporter, person } = await openReportOf(db, id)
  // A database transaction must not wait for Firestore.
  const messages = await chatStoreOf(deps).newest(db, [reporter, person], reportedMessages)
  await db.tx(async (sql) => {
    await openReportOf(sql, id)
    await operation(sql, deps, by).audit('read-chat', 'person', person, {
      after: { report: id, with: reporter, messages: messages.length },
    })
  })
  return messages.map(({ sent_at, ...message }) => ({ ...message, sent_at: sent_at.toISOString() }))
}
