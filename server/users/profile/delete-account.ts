import { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { siteIn } from '../../reference/reference-store.ts'
import { accountDeletedEmail, queueAccountEmail } from '../recovery/account-emails.ts'
import { type Account, emailKey } from '../users-store.ts'

const held = z.object({ verified: z.boolean() })
const idRow = z.object({ id: z.string() })
const deleteMessageEmails = `delete from mail_outbox where dedup_key in (
  select m.id from chats c join chat_messages m on m.chat_key = c.key
  where (c.first_user = $1 or c.second_user = $1) and m.sender = $1)`

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
  const row = await sql.row(held, {
    text: `select email_verified_at is not null as verified from users where id = $1 and email_key = $2 for update`,
    values: [user, key],
  })
  // Changed elsewhere since it was read.
  if (!row) throw new AppError('key_in_progress', { retryAfter: 1 })
  if (row.verified) await forgetEmailsOf(sql, key)
  await end(sql, deps, { user, email: row.verified ? key : undefined })
  const each = [
    { text: 'delete from letter_requests where user_id = $1', values: [user] },
    // What it wrote to others goes with its chats, and so do the e-mails about it.
    { text: deleteMessageEmails, values: [user] },
    // What was written to the account; others write to its address too.
    { text: 'delete from mail_outbox where lower(recipient) = $1 and forget', values: [key] },
    { text: 'delete from idempotency where actor = $1', values: [`u:${user}`] },
    // Kept for the books; money that comes late is noted in them.
    {
      text: `update orders set state = 'cancelled', closed_at = $2, look_at = null where user_id = $1 and state = 'pending'`,
      values: [user, deps.now()],
    },
    // By themselves, so that the feed tells phones of each.
    { text: 'delete from cars where creator = $1', values: [user] },
    // Sessions, links, favourites, subscriptions, uploads, chats and received enquiries go with it.
    { text: 'delete from users where id = $1', values: [user] },
  ]
  for (const statement of each) await sql.run(statement)
  await queueAccountEmail(sql, deps, account.email, accountDeletedEmail(await siteIn(sql, deps.config)))
}

/**
 * Enquiries and messages that were written under this address, the e-mails about them, and all that was written to it.
 */
async function forgetEmailsOf(sql: Sql, key: string): Promise<void> {
  const values = [key]
  const of = (table: string) =>
    sql.rows(idRow, { text: `delete from ${table} where lower(email) = $1 returning id`, values })
  await sql.run({ text: 'delete from letter_requests where lower(email) = $1', values })
  const gone = [...(await of('enquiries')), ...(await of('contact_messages'))]
  await sql.run({
    text: `delete from mail_outbox where split_part(dedup_key, '.', 1) = any ($1) or lower(recipient) = $2`,
    values: [gone.map(({ id }) => id), key],
  })
}
