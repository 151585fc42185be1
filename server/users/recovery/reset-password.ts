import { AppError } from '#contract/errors.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { endSessions } from '../sessions/sessions-store.ts'
import { resetLoginThrottle } from '../sign-in/login-throttle.ts'
import { forgetDevices, rememberDevice } from '../sign-in/known-devices.ts'
import { accountById, setPassword, verifyAddress } from '../users-store.ts'
import { queueAccountEmail } from './account-emails.ts'
import { siteIn } from '../../reference/reference-store.ts'
import { passwordChangedEmail } from './account-email-texts.ts'
import { revokeLinks, spendLink } from './links-store.ts'
import { openReset } from './open-link.ts'

/** The new password of the person who holds the e-mail; all other sessions end. */
export async function resetPassword(
  sql: Sql,
  deps: Deps,
  o: { secret: string; password_hash: string; device: string | undefined },
): Promise<void> {
  const { config } = deps
  const now = deps.now()
  const link = await openReset(sql, o.secret, now)
  const account = await accountById(sql, link.user_id, now)
  if (!account) throw new AppError('link_expired')
  const user = account.id
  await spendLink(sql, link, now)
  await setPassword(sql, { user, password_hash: o.password_hash })
  // Who reads e-mails to this address owns it.
  await verifyAddress(sql, { user, email: link.email, now })
  await endSessions(sql, user)
  await revokeLinks(sql, user, ['reset', 'email'])
  await forgetDevices(sql, user)
  await rememberDevice(sql, { secret: config.authSecret, user, device: o.device, now })
  await resetLoginThrottle(sql, config.authSecret, account.email)
  await queueAccountEmail(sql, deps, account.email, passwordChangedEmail(await siteIn(sql, config)))
}
