import { AppError } from '#contract/errors.ts'
import { fitPlan } from '../../cars/ads/fit-plan.ts'
import { closePersonReports } from '../../chat/people/person-reports-store.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { siteIn } from '../../reference/reference-store.ts'
import { queueAccountEmail } from '../../users/recovery/account-emails.ts'
import { endSessions } from '../../users/sessions/sessions-store.ts'
import { audit, type Operator } from '../audit.ts'
import { liftedEmail, signedOutEmail, suspendedEmail } from './people-emails.ts'
import * as store from './people-store.ts'

/** What may be done to a person's account; each action tells them by e-mail. */

async function held(sql: Sql, id: string): Promise<store.HeldPerson> {
  const person = await store.heldPerson(sql, id)
  if (!person) throw new AppError('not_found', { msg: 'There is no such person.' })
  return person
}

export async function suspend(
  sql: Sql,
  deps: Deps,
  by: Operator,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  if (id === by.id) throw new AppError('forbidden', { msg: 'You cannot suspend yourself.' })
  // Admins first and in order: two who suspend each other wait, instead of each holding what the other wants.
  const admins = await store.heldAdmins(sql)
  const { email, role, suspended } = await held(sql, id)
  if (suspended) throw new AppError('decided_meanwhile', { msg: 'This account is suspended already.' })
  if (role === 'admin' && admins.every((admin) => admin === id)) throw store.onlyAdmin()
  await store.setSuspension(sql, { user: id, reason, now: deps.now() })
  await endSessions(sql, id)
  const ads = await store.hideAds(sql, id)
  const reports = await closePersonReports(sql, { person: id, note: reason, now: deps.now() })
  await queueAccountEmail(sql, deps, email, suspendedEmail(await siteIn(sql, deps.config), reason))
  const changed = {
    before: { suspended: false },
    after: { suspended: true, ads_hidden: ads, reports_closed: reports },
  }
  await audit(sql, deps, by, { action: 'suspend', thing: 'person', id, ...changed, note: reason })
}

export async function lift(sql: Sql, deps: Deps, by: Operator, { id }: { id: string }): Promise<void> {
  const { email, suspended, reason } = await held(sql, id)
  if (!suspended) throw new AppError('decided_meanwhile', { msg: 'This account is not suspended.' })
  // First the account, or the ads would not come on sale.
  await store.setSuspension(sql, { user: id, reason: undefined, now: deps.now() })
  const ads = await store.restoreAds(sql, id)
  // A plan may have run out meanwhile.
  await fitPlan({ sql, user: id, now: deps.now() })
  await queueAccountEmail(sql, deps, email, liftedEmail(await siteIn(sql, deps.config)))
  const changed = { before: { suspended: true, reason }, after: { suspended: false, ads_restored: ads } }
  await audit(sql, deps, by, { action: 'lift', thing: 'person', id, ...changed })
}

export async function signOut(sql: Sql, deps: Deps, by: Operator, { id }: { id: string }): Promise<void> {
  const { email } = await held(sql, id)
  const sessions = await endSessions(sql, id)
  await queueAccountEmail(sql, deps, email, signedOutEmail(await siteIn(sql, deps.config)))
  const changed = { before: { sessions }, after: { sessions: 0 } }
  await audit(sql, deps, by, { action: 'sign-out', thing: 'person', id, ...changed })
}
