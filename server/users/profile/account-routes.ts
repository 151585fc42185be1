import { accountRoutes } from '#contract/users/account.ts'
import { type Mount, ok } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { dropEmails } from '../../kernel/mail/outbox.ts'
import { askEmail } from '../recovery/links-store.ts'
import {
  accountDeletedEmail,
  addressChangingEmail,
  forgetOldPassword,
  queueAccountEmail,
} from '../recovery/account-emails.ts'
import { clearSessionCookie, sessionIn } from '../sessions/sessions-store.ts'
import { askPassword, hashIn, type PasswordCheck, proved } from './own-password.ts'
import { AppError } from '#contract/errors.ts'
import { raw, type Sql } from '../../kernel/db/sql.ts'
import { type Account, emailKey, heldAdmins, onlyAdmin, setPassword } from '../users-store.ts'
import { z } from 'zod/mini'
import { changeRow, idsOf } from '../../kernel/db/lists.ts'

const held = z.object({ verified: z.boolean() })

/** What of a person is ended elsewhere; `email` is their address where it was proved to be theirs. */
export type EndForOthers = (
  sql: Sql,
  deps: Pick<Deps, 'config' | 'newId' | 'now'>,
  who: { user: string; email: string | undefined },
) => Promise<void>

/**
 * Takes an account away with everything personal. What was written under its address or to it goes only when the address
 * was proved to be its own: else anybody could remove a person's e-mails by signing up with their address.
 */
export async function deleteAccount(
  sql: Sql,
  deps: Pick<Deps, 'config' | 'newId' | 'now'>,
  account: Account,
  /** Ends what others wait for. */
  end: EndForOthers,
): Promise<void> {
  const user = account.id
  const key = emailKey(account.email)
  const row = await sql.first(held)`select email_verified_at is not null as verified from users
    where id = ${user} and email_key = ${key} for update`
  // Changed elsewhere since it was read.
  if (!row) throw new AppError('key_in_progress', { retryAfter: 1 })
  if (row.verified) await forgetEmailsOf(sql, key)
  await end(sql, deps, { user, email: row.verified ? key : undefined })
  await sql.exec`delete from letter_requests where user_id = ${user}`
  // What it wrote to others goes with its chats, and so do the e-mails about it.
  await sql.exec`delete from mail_outbox where dedup_key in (
    select m.id from chats c join chat_messages m on m.chat_key = c.key
    where (c.first_user = ${user} or c.second_user = ${user}) and m.sender = ${user})`
  // What was written to the account; others write to its address too.
  await sql.exec`delete from mail_outbox where lower(recipient) = ${key} and forget`
  await sql.exec`delete from idempotency where actor = ${`u:${user}`}`
  // Kept for the books; money that comes late is noted in them.
  const cancelled = { state: 'cancelled', closed_at: deps.now() }
  await changeRow(sql, 'orders', { user_id: user, state: 'pending' }, cancelled)
  // By themselves, so that the feed tells phones of each.
  await sql.exec`delete from cars where creator = ${user}`
  // Sessions, links, favourites, subscriptions, uploads, chats and received enquiries go with it.
  await sql.exec`delete from users where id = ${user}`
  await queueAccountEmail(sql, deps, account.email, accountDeletedEmail)
}

/**
 * Enquiries and messages that were written under this address, the e-mails about them, and all that was written to it.
 */
async function forgetEmailsOf(sql: Sql, key: string): Promise<void> {
  const of = (table: string) => idsOf(sql)`delete from ${raw(table)} where lower(email) = ${key} returning id`
  await sql.exec`delete from letter_requests where lower(email) = ${key}`
  await dropEmails(sql, [...(await of('enquiries')), ...(await of('contact_messages'))])
  await sql.exec`delete from mail_outbox where lower(recipient) = ${key}`
}

export function mountOwnAccount(mount: Mount, deps: Deps, end: EndForOthers): void {
  const { db } = deps

  mount(
    accountRoutes.changePassword,
    async (
      { actor, visitor, sql },
      { asked, password_hash }: { asked: PasswordCheck; password_hash: string },
    ) => {
      const account = proved(asked)
      const { id, password_hash: was } = account
      // Changed elsewhere since it was compared.
      if (!(await setPassword(sql, { user: id, password_hash, was })))
        throw new AppError('key_in_progress', { retryAfter: 1 })
      const session = actor.session ?? sessionIn(visitor, deps.config)?.session
      await forgetOldPassword(sql, deps, { account, device: actor.device, session })
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
      await queueAccountEmail(sql, deps, account.email, addressChangingEmail)
    })
    return {
      ...ok,
      msg: 'We have sent an e-mail to the new address. It counts when the link in it is opened.',
    }
  })

  mount(accountRoutes.deleteAccount, async ({ body, user, visitor }) => {
    const asked = await askPassword(deps, user.id, body.password)
    // Sent again after its answer was lost: what was wanted is so.
    if (asked.account || asked.wait > 0)
      await db.tx(async (sql) => {
        const account = proved(asked)
        // Held before the account itself, in the order in which a suspension holds them.
        if (account.role === 'admin' && (await heldAdmins(sql)).every((id) => id === account.id))
          throw onlyAdmin()
        await deleteAccount(sql, deps, account, end)
      })
    clearSessionCookie(visitor)
    return { ...ok, msg: 'Your account has been deleted.' }
  })
}
