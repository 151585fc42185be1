import { z } from 'zod/mini'
import { adminList } from './admin-route.ts'
import { route } from '../http.ts'
import { id, instant, okShape, text } from '../parts.ts'
import { roles } from '../users/users.ts'
import { flag } from '../values/list-inputs.ts'

/** People as the operator sees them. */

export const adminPageSize = 20
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

const okReply = z.object(okShape)

export const adminPeopleRoutes = {
  /** Newest first; by parts of the e-mail address, the name or the business, or by a part of the number. */
  listPeople: adminList('people', personRow, { suspended: flag, admins: flag }, adminPageSize),
  getPerson: route('GET', 'admin_master/person/:id', {
    id: 'own:admin-person',
    auth: 'admin',
    params: z.object({ id }),
    reply: z.object({ ...okShape, data: person }),
  }),
  /**
   * Ends every session, hides the ads and keeps the person from signing in; they are notified with the reason. Nobody suspends
   * themselves or the last admin (`forbidden`).
   */
  suspendPerson: route('POST', 'admin_master/suspend-person', {
    id: 'own:admin-suspend',
    auth: 'admin',
    write: true,
    body: z.object({ user_id: id, reason: text('Please give a reason', reasonLength) }),
    reply: okReply,
  }),
  /** The person may sign in again, and the ads are back. */
  liftSuspension: route('POST', 'admin_master/lift-suspension', {
    id: 'own:admin-lift',
    auth: 'admin',
    write: true,
    body: z.object({ user_id: id }),
    reply: okReply,
  }),
  /** On every device. */
  signOutPerson: route('POST', 'admin_master/sign-out-person', {
    id: 'own:admin-sign-out',
    auth: 'admin',
    write: true,
    body: z.object({ user_id: id }),
    reply: okReply,
  }),
}
