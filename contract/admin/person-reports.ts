import { z } from 'zod/mini'
import { reportPersonReasons } from '../chat/conversation.ts'
import { adminList, adminWrite, seenReports } from './admin-route.ts'
import { freeText, id, instant, route } from '../parts.ts'

/** Admin calls for reports that people make about each other from their chats (decision 45). */

/** Maximum length in characters of a note. */
export const reportNoteLength = 500
/** Maximum number of messages of a reported chat that an admin can read: the newest messages. */
export const reportedMessages = 50

const party = z.object({ _id: id, fullname: z.string(), email: z.string() })

export const personReport = z.object({
  _id: id,
  reason: z.enum(reportPersonReasons),
  words: z.string(),
  created_at: instant,
  from: party,
  /** Number of all reports of this reporter, including reports about other people. */
  from_reports: z.int(),
})
export type PersonReportRow = z.output<typeof personReport>

export const reportedPerson = z.object({
  ...party.shape,
  businessname: z.string(),
  suspended_at: z.nullable(instant),
  /** Open reports, oldest first, at most 50. */
  open: z.array(personReport),
  /** Number of open reports, and number of people who have ever reported this person. */
  reports: z.int(),
  reporters: z.int(),
})
export type ReportedPerson = z.output<typeof reportedPerson>

const reportedMessage = z.object({
  n: z.int(),
  /** Id of the sender. */
  sender: id,
  message: z.string(),
  sent_at: instant,
  /** URL of the message's picture. */
  image: z.optional(z.string()),
})
export type ReportedMessage = z.output<typeof reportedMessage>

export const personReportRoutes = {
  /**
   * Lists people with open reports, those with the most first. The search looks in the name, the business name and the e-mail
   * address.
   */
  adminListPersonReports: adminList('list-person-reports', reportedPerson, {}),
  /**
   * Returns the newest messages of the chat of an open report, oldest first. Each call adds a row to the audit log, so a
   * screen makes the call only when the admin asks for the messages. Fails with `decided_meanwhile` when the report is no
   * longer open.
   */
  readReportedChat: route('POST admin_master/read-reported-chat', 'own:admin-read-reported-chat', {
    auth: 'admin',
    body: z.object({ report_id: id }),
    data: z.array(reportedMessage),
  }),
  /**
   * Dismisses the open reports about a person. Fails with `decided_meanwhile` when no report is open or more are open than
   * the admin saw.
   */
  dismissPersonReports: adminWrite('dismiss-person-reports', {
    user_id: id,
    note: z._default(freeText(reportNoteLength), ''),
    reports: seenReports,
  }),
}
