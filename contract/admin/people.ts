import { z } from 'zod/mini'
import { adminList, adminRead, adminWrite } from './admin-route.ts'
import { id, instant, text } from '../parts.ts'
import { roles } from '../users/users.ts'
import { flag } from '../values/list-inputs.ts'

/** Admin calls for people's accounts. */

/** Maximum length in characters of a reason. The person receives the reason by e-mail. */
export const reasonLength = 500

export const personRow = z.object({
  _id: id,
  fullname: z.string(),
  businessname: z.string(),
  email: z.string(),
  /** Phone number with its country code. */
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
  /** Whether an admin has set up an authenticator app. */
  second_factor: z.boolean(),
  suspended_reason: z.string(),
  /** The active plan and its end. */
  plan: z.nullable(z.object({ name: z.string(), expires_at: instant })),
  ads: z.object({ active: z.int(), sold: z.int(), inactive: z.int(), suspended: z.int() }),
  /** Signed-in devices, the most recently used first. */
  sessions: z.array(z.object({ device: z.string(), signed_in_at: instant, last_seen_at: instant })),
})
export type Person = z.output<typeof person>

export const adminPeopleRoutes = {
  /**
   * Lists people, newest first. The search looks for parts of the e-mail address, the name, the business name or the phone
   * number.
   */
  listPeople: adminList('people', personRow, { suspended: flag, admins: flag }),
  getPerson: adminRead('person/:id', 'person', person, { id }),
  /**
   * Ends every session, hides the ads and blocks sign-in; the person is notified with the reason. Fails with `forbidden` for
   * the admin's own account and for the last admin.
   */
  suspendPerson: adminWrite('suspend-person', {
    user_id: id,
    reason: text('Please give a reason', reasonLength),
  }),
  /** Allows sign-in again and shows the ads again. */
  liftSuspension: adminWrite('lift-suspension', { user_id: id }),
  /** Ends the person's sessions on every device. */
  signOutPerson: adminWrite('sign-out-person', { user_id: id }),
}
