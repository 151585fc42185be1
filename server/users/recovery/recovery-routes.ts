import { AppError } from '#contract/errors.ts'
import { accountRoutes, accountWords } from '#contract/users/account.ts'
import { type Mount, ok } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { hashIn } from '../profile/own-password.ts'
import { askEmail, findLink, type LinkRow, revokeLinks } from './links-store.ts'
import { changeRow } from '../../kernel/db/lists.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { resetLoginThrottle } from '../sign-in/throttle.ts'
import { accountById, setPassword, verifyAddress, takeAddress } from '../users-store.ts'
import { forgetOldPassword } from './account-emails.ts'
import { isUniqueViolation } from '../../kernel/db/failures.ts'

const expired = () => new AppError('link_expired')
const spend = (sql: Sql, { hash }: LinkRow, used_at: Date) =>
  changeRow(sql, 'account_links', { hash }, { used_at })

/** Returns a valid link for a new password: 2 hours old at most and unused (R-AUTH-19). Throws `link_expired` otherwise. */
async function openReset(sql: Sql, secret: string, now: Date): Promise<LinkRow> {
  const link = await findLink(sql, { secret, kinds: ['reset'], now })
  if (!link || link.used_at !== null) throw expired()
  return link
}

/** Verifies the address of a link; returns whether it replaced the account's address. Idempotent. */
async function openLink({ db, now }: Deps, secret: string): Promise<boolean> {
  const open = async (sql: Sql) => {
    const link = await findLink(sql, { secret, kinds: ['verify', 'email'], now: now() })
    if (!link) throw expired()
    const changed = link.kind === 'email'
    if (link.used_at !== null) return changed
    const o = { user: link.user_id, email: link.email, now: now() }
    const done = await (changed ? takeAddress(sql, o) : verifyAddress(sql, o))
    if (!done) throw expired()
    await spend(sql, link, now())
    if (changed) await revokeLinks(sql, link.user_id, ['verify', 'email', 'reset'])
    return changed
  }
  try {
    return await db.tx(open)
  } catch (error) {
    // Another account has taken the address meanwhile.
    if (isUniqueViolation(error)) throw expired()
    throw error
  }
}

export function mountRecovery(mount: Mount, deps: Deps): void {
  const { db, now } = deps

  mount(accountRoutes.verifyUser, async ({ params }) => {
    const changed = await openLink(deps, params.id)
    return {
      ...ok,
      msg: changed ? 'Your new e-mail address is confirmed.' : 'Your e-mail address is confirmed.',
    }
  })

  mount(accountRoutes.resendVerification, async ({ body, sql }) => {
    await askEmail(sql, deps, { kind: 'verify', email: body.email })
    const msg = 'If this address waits to be confirmed, we have sent an e-mail to it.'
    return { ...ok, msg }
  })

  mount(accountRoutes.forgotPassword, async ({ body, sql }) => {
    await askEmail(sql, deps, { kind: 'reset', email: body.email })
    const msg =
      'If there is an account with this address, we have sent an e-mail to it. Its link is valid for 2 hours.'
    return { ...ok, msg }
  })

  mount(accountRoutes.verifyForgotPasswordString, async ({ params }) => {
    await db.tx((sql) => openReset(sql, params.token, now()))
    return { ...ok, msg: 'Please choose a new password.' }
  })

  mount(
    accountRoutes.resetUserPassword,
    async ({ params, actor, user, sql }, password_hash: string) => {
      if (user) throw new AppError('forbidden', { msg: accountWords.logoutFirst })
      const link = await openReset(sql, params.token, now())
      const account = await accountById(sql, link.user_id, now())
      if (!account) throw expired()
      await spend(sql, link, now())
      await setPassword(sql, { user: account.id, password_hash })
      // A person who opened the link from an e-mail owns the address.
      await verifyAddress(sql, { user: account.id, email: link.email, now: now() })
      await resetLoginThrottle(sql, deps.config.authSecret, account.email)
      await forgetOldPassword(sql, deps, { account, device: actor.device })
      return { ...ok, msg: 'Your password has been changed. You can sign in now.' }
    },
    { prepare: (sent) => hashIn(sent, 'new_password') },
  )
}
