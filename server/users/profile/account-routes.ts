import { accountRoutes } from '#contract/users/account.ts'
import type { Mount } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { askEmail } from '../recovery/email-requests.ts'
import { queueAccountEmail } from '../recovery/account-emails.ts'
import { siteIn } from '../../reference/reference-store.ts'
import { addressChangingEmail } from '../recovery/account-email-texts.ts'
import { dropSession } from '../sessions/session-cookie.ts'
import { hashIn } from '../sign-in/hash-in.ts'
import { changePassword } from './change-password.ts'
import { type Ending, farewell } from './farewell.ts'
import { type PasswordCheck, askPassword, proved } from './own-password.ts'

export type { Ending }

const success = true as const

interface Prepared {
  asked: PasswordCheck
  password_hash: string
}

export function mountOwnAccount(mount: Mount, deps: Deps, end: Ending): void {
  const { config, db } = deps

  mount(
    accountRoutes.changePassword,
    async ({ actor, visitor, sql }, { asked, password_hash }: Prepared) => {
      await changePassword(sql, deps, { account: proved(asked), password_hash, actor, visitor })
      return { success, msg: 'Your password has been changed. Other devices were signed out.' }
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
      success,
      msg: 'We have sent a letter to the new address. It counts when the link in it is opened.',
    }
  })

  mount(accountRoutes.deleteAccount, async ({ body, user, visitor }) => {
    const asked = await askPassword(deps, user.id, body.password)
    // Sent again after its answer was lost: what was wanted is so.
    if (asked.account || asked.wait > 0) await db.tx((sql) => farewell(sql, deps, proved(asked), end))
    dropSession(visitor)
    return { success, msg: 'Your account has been deleted.' }
  })
}
