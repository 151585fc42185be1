import { AppError } from '#contract/errors.ts'
import type { Actor, Visitor } from '../../kernel/call.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { siteIn } from '../../reference/reference-store.ts'
import { passwordChangedEmail } from '../recovery/account-email-texts.ts'
import { queueAccountEmail } from '../recovery/account-emails.ts'
import { revokeLinks } from '../recovery/links-store.ts'
import { sessionIn } from '../sessions/session-cookie.ts'
import { endSessions } from '../sessions/sessions-store.ts'
import { forgetDevices, rememberDevice } from '../sign-in/known-devices.ts'
import { type Account, setPassword } from '../users-store.ts'

/** The new password, and nobody signed in but a person who chose it. */
export async function changePassword(
  sql: Sql,
  { config, now, newId }: Deps,
  o: { account: Account; password_hash: string; actor: Actor; visitor: Visitor },
): Promise<void> {
  const user = o.account.id
  const changed = await setPassword(sql, {
    user,
    password_hash: o.password_hash,
    was: o.account.password_hash,
  })
  // Changed elsewhere since it was compared.
  if (!changed) throw new AppError('key_in_progress', { retryAfter: 1 })
  await endSessions(sql, user, o.actor.session ?? sessionIn(o.visitor, config)?.session)
  await revokeLinks(sql, user, ['reset', 'email'])
  await forgetDevices(sql, user)
  await rememberDevice(sql, { secret: config.authSecret, user, device: o.actor.device, now: now() })
  await queueAccountEmail(
    sql,
    { newId, now },
    o.account.email,
    passwordChangedEmail(await siteIn(sql, config)),
  )
}
