import { accountRoutes } from '#contract/users/account.ts'
import { type Actor, type Mount, ok, type Visitor } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { askEmail, revokeLinks } from '../recovery/links-store.ts'
import { addressChangingEmail, passwordChangedEmail, queueAccountEmail } from '../recovery/account-emails.ts'
import { siteIn } from '../../reference/reference-store.ts'
import { clearSessionCookie, sessionIn } from '../sessions/session-token.ts'
import { askPassword, hashIn, type PasswordCheck, proved } from './own-password.ts'
import { type EndForOthers, deleteAccount } from './delete-account.ts'
import { AppError } from '#contract/errors.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { endSessions } from '../sessions/sessions-store.ts'
import { forgetDevices, rememberDevice } from '../sign-in/known-devices.ts'
import { type Account, setPassword } from '../users-store.ts'

/** The new password, and nobody signed in but a person who chose it. */
async function changePassword(
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

export type { EndForOthers }

interface Prepared {
  asked: PasswordCheck
  password_hash: string
}

export function mountOwnAccount(mount: Mount, deps: Deps, end: EndForOthers): void {
  const { config, db } = deps

  mount(
    accountRoutes.changePassword,
    async ({ actor, visitor, sql }, { asked, password_hash }: Prepared) => {
      await changePassword(sql, deps, { account: proved(asked), password_hash, actor, visitor })
      return { ...ok, msg: 'Your password has been changed. Other devices were signed out.' }
    },
    {
      prepare: async (sent, { user }) => ({
        asked: await askPassword(deps, user?.id ?? '', sent['password']),
        password_hash: await hashIn(sent, 'new_password'),
      }),
    },
  )

  mount(accountRoutes.changeEmail, async ({ body, user }) => {
    const account = proved(await askPassword(deps, user.id, body.password))
    await db.tx(async (sql) => {
      await askEmail(sql, deps, { kind: 'email', email: body.email, user: account.id })
      await queueAccountEmail(sql, deps, account.email, addressChangingEmail(await siteIn(sql, config)))
    })
    return {
      ...ok,
      msg: 'We have sent a letter to the new address. It counts when the link in it is opened.',
    }
  })

  mount(accountRoutes.deleteAccount, async ({ body, user, visitor }) => {
    const asked = await askPassword(deps, user.id, body.password)
    // Sent again after its answer was lost: what was wanted is so.
    if (asked.account || asked.wait > 0) await db.tx((sql) => deleteAccount(sql, deps, proved(asked), end))
    clearSessionCookie(visitor)
    return { ...ok, msg: 'Your account has been deleted.' }
  })
}
