import { z } from 'zod/mini'
import { reportPersonReasons } from '../chat/conversation.ts'
import { adminList, adminWrite, seenReports } from './admin-route.ts'
import { freeText, id, instant, route } from '../parts.ts'

/** What people report about each other from their chats, as an admin sees it (decision 45). */

/** Characters of a note. */
export const reportNoteLength = 500
/** Messages of a reported chat that an admin reads at most: the newest ones. */
export const reportedMessages = 50

const party = z.object({ _id: id, fullname: z.string(), email: z.string() })

export const personReport = z.object({
  _id: id,
  reason: z.enum(reportPersonReasons),
  words: z.string(),
  created_at: instant,
  from: party,
  /** All reports of this reporter, those about other people included. */
  from_reports: z.int(),
})
export type PersonReportRow = z.output<typeof personReport>

export const reportedPerson = z.object({
  ...party.shape,
  businessname: z.string(),
  suspended_at: z.nullable(instant),
  /** Open reports, oldest first; at most 50. */
  open: z.array(personReport),
  /** How many are open, and how many people have ever reported this person. */
  reports: z.int(),
  reporters: z.int(),
})
export type ReportedPerson = z.output<typeof reportedPerson>

const reportedMessage = z.object({
  n: z.int(),
  /** Sender's id. */
  sender: id,
  message: z.string(),
  sent_at: instant,
  /** Address of its picture. */
  image: z.optional(z.string()),
})
export type ReportedMessage = z.output<typeof reportedMessage>

export const personReportRoutes = {
  /** People with open reports, those with the most first; words of the name, the business or the e-mail. */
  adminListPersonReports: adminList('list-person-reports', reportedPerson, {}),
  /**
   * The newest messages of the chat that an open report is about, oldest first. Each reading is a row of the audit log, so
   * this is asked for by a person and never by a screen alone. `decided_meanwhile` when the report is not open any more.
   */
  readReportedChat: route('POST admin_master/read-reported-chat', 'own:admin-read-reported-chat', {
    auth: 'admin',
    body: z.object({ report_id: id }),
    data: z.array(reportedMessage),
  }),
  /** Nothing is wrong with the person: the open reports about them are closed. `decided_meanwhile` when none is open, or more came. */
  dismissPersonReports: adminWrite('dismiss-person-reports', {
    user_id: id,
    note: z._default(freeText(reportNoteLength), ''),
    reports: seenReports,
  }),
}
