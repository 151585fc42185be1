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

/** Ends what other people wait for when an account is deleted. `email` is the address, when it is verified. */
export type EndForOthers = (
  sql: Sql,
  deps: Pick<Deps, 'config' | 'newId' | 'now'>,
  who: { user: string; email: string | undefined },
) => Promise<void>

/**
 * Deletes an account with all personal data. Enquiries and e-mails that belong only to its address are deleted only when the
 * address is verified: otherwise anybody could delete another person's e-mails by signing up with that address.
 */
export async function deleteAccount(
  sql: Sql,
  deps: Pick<Deps, 'config' | 'newId' | 'now'>,
  account: Account,
  end: EndForOthers,
): Promise<void> {
  const user = account.id
  const key = emailKey(account.email)
  const row = await sql.first(held)`select email_verified_at is not null as verified from users
    where id = ${user} and email_key = ${key} for update`
  // The address was changed after the account was read.
  if (!row) throw new AppError('key_in_progress', { retryAfter: 1 })
  if (row.verified) await forgetEmailsOf(sql, key)
  await end(sql, deps, { user, email: row.verified ? key : undefined })
  await sql.exec`delete from letter_requests where user_id = ${user}`
  // The account's chat messages are deleted with its chats, so the e-mails about the messages are deleted too.
  await sql.exec`delete from mail_outbox where dedup_key in (
    select m.id from chats c join chat_messages m on m.chat_key = c.key
    where (c.first_user = ${user} or c.second_user = ${user}) and m.sender = ${user})`
  // Without `forget` an e-mail to an unverified address may be meant for another person, so it stays.
  await sql.exec`delete from mail_outbox where lower(recipient) = ${key} and forget`
  await sql.exec`delete from idempotency where actor = ${`u:${user}`}`
  // Orders stay for the books; a late payment is noted in the order.
  const cancelled = { state: 'cancelled', closed_at: deps.now() }
  await changeRow(sql, 'orders', { user_id: user, state: 'pending' }, cancelled)
  // A separate statement deletes the cars, so that the feed reports each deletion to phones.
  await sql.exec`delete from cars where creator = ${user}`
  // The database cascades to sessions, links, favourites, subscriptions, uploads, chats and received enquiries.
  await sql.exec`delete from users where id = ${user}`
  await queueAccountEmail(sql, deps, account.email, accountDeletedEmail)
}

/** Deletes enquiries and contact messages sent from this address, the e-mails about them, and all e-mails to the address. */
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
      // Another request changed the password after it was compared.
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
    // Without an account the request is a retry after a lost response: the account is already deleted.
    if (asked.account || asked.wait > 0)
      await db.tx(async (sql) => {
        const account = proved(asked)
        // Admins are locked before the account: a suspension locks them in the same order.
        if (account.role === 'admin' && (await heldAdmins(sql)).every((id) => id === account.id))
          throw onlyAdmin()
        await deleteAccount(sql, deps, account, end)
      })
    clearSessionCookie(visitor)
    return { ...ok, msg: 'Your account has been deleted.' }
  })
}
