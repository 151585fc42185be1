import { AppError } from '#contract/errors.ts'
import { fitPlan } from '../cars/ads/hidden-ads.ts'
import { closePersonReports } from '../chat/people-store.ts'
import { changeRow } from '../kernel/db/lists.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { queueAccountEmail } from '../users/recovery/account-emails.ts'
import { heldAdmins, onlyAdmin } from '../users/users-store.ts'
import { endSessions } from '../users/sessions/sessions-store.ts'
import { actionMount, type AdminAction, meanwhile } from './audit.ts'
import { adminPersonById, heldPerson, hideAds, peoplePage, restoreAds } from './people-store.ts'
import { forgetFactor } from './factors-store.ts'
import { adminPeopleRoutes } from '#contract/admin/people.ts'
import { found, type Mount, okData, okWith } from '../kernel/call.ts'
import type { EmailWords } from '../kernel/mail/outbox.ts'

/** E-mails to a person whose account the operator changed. */

const suspendedEmail = (site: string, reason: string): EmailWords => ({
  subject: 'Your account is suspended',
  lines: [
    `We have suspended your ${site} account. You are signed out everywhere, and your ads are hidden. The reason:`,
  ],
  quote: reason,
  link: { url: '/contact', words: 'Write to us' },
  notes: ['Nothing was deleted. If you think this is a mistake, please write to us.'],
})

const liftedEmail = (site: string): EmailWords => ({
  subject: 'Your account is open again',
  lines: [`Your ${site} account is not suspended any more. You can sign in, and your ads are back.`],
  link: { url: '/login', words: 'Sign in' },
})

export const guessedEmail = (site: string): EmailWords => ({
  subject: 'Somebody tries codes of your second factor',
  lines: [
    `Several wrong codes were given for your ${site} account, by somebody who knows its password.`,
    'If this was not you, choose a new password now.',
  ],
  link: { url: '/forgot-password', words: 'Choose a new password' },
  notes: ['A recovery code still opens the admin area at once.'],
})

const signedOutEmail = (site: string): EmailWords => ({
  subject: 'You were signed out everywhere',
  lines: [
    `We have signed you out of ${site} on every device. Please sign in again.`,
    'If you think that somebody else knows your password, choose a new one.',
  ],
  link: { url: '/forgot-password', words: 'Choose a new password' },
})

/** Actions on a person's account; each sends an e-mail to the person. */

interface Person {
  user_id: string
}
const noSuch = 'There is no such person.'
const held = async (sql: Sql, id: string) => found(await heldPerson(sql, id), noSuch)

export const suspend: AdminAction<{ user_id: string; reason: string }> = async (
  { sql, deps, by, audit },
  { user_id: id, reason },
) => {
  if (id === by.id) throw new AppError('forbidden', { msg: 'You cannot suspend yourself.' })
  // All admins are locked first, in order: of two admins who suspend each other, one waits for the other, without a deadlock.
  const admins = await heldAdmins(sql)
  const { email, role, suspended } = await held(sql, id)
  if (suspended) throw meanwhile('This account is suspended already.')
  if (role === 'admin' && admins.every((admin) => admin === id)) throw onlyAdmin()
  await changeRow(sql, 'users', { id }, { suspended_at: deps.now(), suspended_reason: reason })
  await endSessions(sql, id)
  const ads = await hideAds(sql, id)
  const reports = await closePersonReports(sql, { person: id, note: reason, now: deps.now() })
  await queueAccountEmail(sql, deps, email, (site) => suspendedEmail(site, reason))
  const changed = {
    before: { suspended: false },
    after: { suspended: true, ads_hidden: ads, reports_closed: reports },
  }
  await audit('suspend', 'person', id, { ...changed, note: reason })
}

export const lift: AdminAction<Person> = async ({ sql, deps, audit }, { user_id: id }) => {
  const { email, suspended, reason } = await held(sql, id)
  if (!suspended) throw meanwhile('This account is not suspended.')
  // The suspension ends before the ads return, because ads of a suspended account do not become active.
  await changeRow(sql, 'users', { id }, { suspended_at: null, suspended_reason: '' })
  const ads = await restoreAds(sql, id)
  // A plan may have ended meanwhile.
  await fitPlan({ sql, user: id, now: deps.now() })
  await queueAccountEmail(sql, deps, email, liftedEmail)
  const changed = { before: { suspended: true, reason }, after: { suspended: false, ads_restored: ads } }
  await audit('lift', 'person', id, changed)
}

export const signOut: AdminAction<Person> = async ({ sql, deps, audit }, { user_id: id }) => {
  const { email } = await held(sql, id)
  const sessions = await endSessions(sql, id)
  await queueAccountEmail(sql, deps, email, signedOutEmail)
  await audit('sign-out', 'person', id, { before: { sessions }, after: { sessions: 0 } })
}

/** Actions on the admin role. No call grants or removes the role; only a shell does (`npm run admin`). */

export const makeAdmin: AdminAction<Person> = async ({ sql, audit }, { user_id: id }) => {
  const person = await heldPerson(sql, id)
  if (!person || person.role === 'admin') throw meanwhile('This account is an admin already.')
  await changeRow(sql, 'users', { id }, { role: 'admin' })
  await audit('make-admin', 'person', id, { before: { role: 'user' }, after: { role: 'admin' } })
}

/** Removes the admin role, the second factor and all sessions, whose tokens contain the role. */
export const removeAdmin: AdminAction<Person> = async ({ sql, audit }, { user_id: id }) => {
  const admins = await heldAdmins(sql)
  const person = await heldPerson(sql, id)
  if (person?.role !== 'admin') throw meanwhile('This account is no admin.')
  if (admins.every((admin) => admin === id)) throw onlyAdmin()
  await changeRow(sql, 'users', { id }, { role: 'user' })
  await forgetFactor(sql, id)
  await endSessions(sql, id)
  await audit('remove-admin', 'person', id, { before: { role: 'admin' }, after: { role: 'user' } })
}

/**
 * Deletes the second factor of a person who lost the phone and the recovery codes; the next visit sets up another one.
 * Returns false when there was none.
 */
export const resetSecondFactor: AdminAction<Person, boolean> = async ({ sql, audit }, { user_id: id }) => {
  if (!(await forgetFactor(sql, id))) return false
  await endSessions(sql, id)
  await audit('reset-second-factor', 'person', id)
  return true
}

export function mountAdminPeople(mount: Mount, deps: Deps): void {
  mount(adminPeopleRoutes.listPeople, ({ body, sql }) => okWith(peoplePage(sql, body)))

  const shown = async (sql: Sql, id: string) => found(await adminPersonById(sql, id, deps.now()), noSuch)
  mount(adminPeopleRoutes.getPerson, ({ params, sql }) => okData(shown(sql, params.id)))

  const act = actionMount(mount, deps)
  act(adminPeopleRoutes.suspendPerson, suspend, 'Suspended, and told by e-mail.')
  act(adminPeopleRoutes.liftSuspension, lift, 'The account is open again.')
  act(adminPeopleRoutes.signOutPerson, signOut, 'Signed out everywhere.')
}
