import { z } from 'zod/mini'
import { adminList, adminRead, adminWrite } from './admin-route.ts'
import { id, instant, text } from '../parts.ts'
import { roles } from '../users/users.ts'
import { flag } from '../values/list-inputs.ts'

/** People as the operator sees them. */

/** Characters of a reason that is sent to the person by e-mail. */
export const reasonLength = 500

/** A row of the list. */
export const personRow = z.object({
  _id: id,
  fullname: z.string(),
  businessname: z.string(),
  email: z.string(),
  /** With its country code. */
  number: z.string(),
  role: z.enum(roles),
  kind: z.enum(['private', 'dealer']),
  created_at: instant,
  suspended_at: z.nullable(instant),
})
export type PersonRow = z.output<typeof personRow>

export const person = z.object({
  ...personRow.shape,
  city: z.string(),
  province: z.string(),
  email_verified: z.boolean(),
  /** Of the role: whether an authenticator app is set up. */
  second_factor: z.boolean(),
  suspended_reason: z.string(),
  /** What runs now, and until when. */
  plan: z.nullable(z.object({ name: z.string(), expires_at: instant })),
  ads: z.object({ active: z.int(), sold: z.int(), inactive: z.int(), suspended: z.int() }),
  /** Devices that are signed in, the one used last first. */
  sessions: z.array(z.object({ device: z.string(), signed_in_at: instant, last_seen_at: instant })),
})
export type Person = z.output<typeof person>

export const adminPeopleRoutes = {
  /** Newest first; by parts of the e-mail address, the name or the business, or by a part of the number. */
  listPeople: adminList('people', personRow, { suspended: flag, admins: flag }),
  getPerson: adminRead('person/:id', 'person', person, { id }),
  /**
   * Ends every session, hides the ads and keeps the person from signing in; they are notified with the reason. Nobody suspends
   * themselves or the last admin (`forbidden`).
   */
  suspendPerson: adminWrite('suspend-person', {
    user_id: id,
    reason: text('Please give a reason', reasonLength),
  }),
  /** The person may sign in again, and the ads are back. */
  liftSuspension: adminWrite('lift-suspension', { user_id: id }),
  /** On every device. */
  signOutPerson: adminWrite('sign-out-person', { user_id: id }),
}
