import { idsOf, insertRow } from '../../kernel/db/lists.ts'
import { z } from 'zod/mini'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { linkHash, makeLinkSecret } from '../../kernel/secrets.ts'

/** Links whose secret is sent by e-mail. The table stores only the hash of the secret. */

export type AccountLinkKind = 'verify' | 'email' | 'reset'

const hour = 3_600_000
/** Milliseconds for which a link is valid (R-AUTH-19). */
const linkLives: Readonly<Record<AccountLinkKind, number>> = {
  verify: 7 * 24 * hour,
  email: 24 * hour,
  reset: 2 * hour,
}

const row = z.object({
  hash: z.string(),
  user_id: z.string(),
  kind: z.enum(['verify', 'email', 'reset']),
  email: z.string(),
  used_at: z.nullable(z.date()),
})
export type LinkRow = z.output<typeof row>

/** Stores a new link and returns its secret, which cannot be read again. */
export async function makeLink(
  sql: Sql,
  { kind, user, email, now }: { kind: AccountLinkKind; user: string; email: string; now: Date },
): Promise<string> {
  const secret = makeLinkSecret()
  const times = { created_at: now, expires_at: new Date(now.getTime() + linkLives[kind]) }
  await insertRow(sql, 'account_links', { hash: linkHash(secret), user_id: user, kind, email, ...times })
  return secret
}

/** Returns a link that has not expired, used or not, and locks its row until the transaction ends. */
export function findLink(
  sql: Sql,
  l: { secret: string; kinds: readonly AccountLinkKind[]; now: Date },
): Promise<LinkRow | undefined> {
  return sql.first(row)`select hash, user_id, kind, email, used_at from account_links
    where hash = ${linkHash(l.secret)} and kind = any (${l.kinds}) and expires_at > ${l.now} for update`
}

/** Deletes the unused links of these kinds. */
export async function revokeLinks(sql: Sql, user: string, kinds: readonly AccountLinkKind[]): Promise<void> {
  await sql.exec`delete from account_links where user_id = ${user} and kind = any (${kinds})
    and used_at is null`
}

/** Requests for e-mails. A job decides later what to send, so that the response to a request reveals nothing about accounts. */

const kinds = ['verify', 'taken', 'reset', 'email'] as const
const requestRow = z.object({
  id: z.string(),
  kind: z.enum(kinds),
  email: z.string(),
  user_id: z.nullable(z.string()),
})
export type EmailRequest = z.output<typeof requestRow>

export async function askEmail(
  sql: Sql,
  deps: Pick<Deps, 'newId' | 'now'>,
  r: { kind: EmailRequest['kind']; email: string; user?: string },
): Promise<void> {
  const { kind, email, user = null } = r
  await sql.exec`insert into letter_requests (id, kind, email, user_id, created_at)
    select ${deps.newId()}, ${kind}, ${email}, ${user}::text, ${deps.now()}::timestamptz
    where ${user}::text is null or exists (select 1 from users where id = ${user})`
}

export async function askedFor(sql: Sql, most: number): Promise<string[]> {
  return idsOf(sql)`select id from letter_requests order by created_at, id limit ${most}`
}

/** Deletes and returns the request; undefined when another process has locked it. */
export function takeRequest(sql: Sql, id: string): Promise<EmailRequest | undefined> {
  return sql.first(requestRow)`delete from letter_requests where id in (
      select id from letter_requests where id = ${id} for update skip locked)
    returning id, kind, email, user_id`
}
