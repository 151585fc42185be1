import { z } from 'zod/mini'
import { personReportRoutes, type ReportedMessage, reportedMessages } from '#contract/admin/person-reports.ts'
import { chatKey } from '#contract/chat/chat.ts'
import { AppError } from '#contract/errors.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'
import { closePersonReports } from '../../chat/people/person-reports-store.ts'
import type { Mount } from '../../kernel/call.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { audit, type Operator, operatorOf } from '../audit.ts'
import { reportedPeople } from './person-reports-list.ts'

const success = true as const

/** Reports about people: the list, the chat that a report is about, and its dismissal (decision 45). */
export function mountPersonReports(mount: Mount, deps: Deps): void {
  mount(personReportRoutes.adminListPersonReports, async ({ body, sql }) => ({
    success,
    msg: 'Success',
    ...(await reportedPeople(sql, body)),
  }))

  mount(personReportRoutes.readReportedChat, async ({ body, user }) => ({
    success,
    msg: 'Success',
    // Its answer is stored nowhere, so it is no write of a phone; the row of the log and the reading are one transaction.
    data: await deps.db.tx((sql) => readChat(sql, deps, operatorOf(user), body.report_id)),
  }))

  mount(personReportRoutes.dismissPersonReports, async ({ body, sql, user }) => {
    await dismiss(sql, deps, operatorOf(user), { person: body.user_id, note: body.note })
    return { success, msg: 'The reports are dismissed.' }
  })
}

async function dismiss(
  sql: Sql,
  deps: Deps,
  by: Operator,
  { person, note }: { person: string; note: string },
): Promise<void> {
  const reports = await closePersonReports(sql, { person, note, now: deps.now() })
  if (reports === 0)
    throw new AppError('decided_meanwhile', { msg: 'Nothing is reported about this person.' })
  await audit(sql, deps, by, {
    action: 'dismiss-reports',
    thing: 'person',
    id: person,
    before: { open_reports: reports },
    after: { open_reports: 0 },
    note,
  })
}

const reportRow = z.object({ reporter: z.string(), person: z.string(), open: z.boolean() })
const messageRow = z.object({
  n: z.int(),
  sender: z.string(),
  message: z.string(),
  sent_at: z.date(),
  image_id: z.nullable(z.string()),
})

async function readChat(sql: Sql, deps: Deps, by: Operator, id: string): Promise<ReportedMessage[]> {
  const report = await sql.row(reportRow, {
    text: `select reporter_id as reporter, person_id as person, handled_at is null as open from person_reports
      where id = $1 for share`,
    values: [id],
  })
  if (!report) throw new AppError('not_found', { msg: 'There is no such report.' })
  if (!report.open) throw new AppError('decided_meanwhile', { msg: 'This report is closed.' })
  const rows = await sql.rows(messageRow, {
    text: `select n, sender, message, sent_at, image_id from chat_messages where chat_key = $1
      order by n desc limit ${reportedMessages}`,
    values: [chatKey(report.reporter, report.person)],
  })
  await audit(sql, deps, by, {
    action: 'read-chat',
    thing: 'person',
    id: report.person,
    after: { report: id, with: report.reporter, messages: rows.length },
  })
  return rows.toReversed().map(({ image_id, sent_at, ...message }) => ({
    ...message,
    sent_at: sent_at.toISOString(),
    ...(image_id !== null && { image: uploadedUrl(image_id) }),
  }))
}
