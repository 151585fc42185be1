import { idsOf, insertRow } from '../../kernel/db/lists.ts'
import { z } from 'zod/mini'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { linkHash, makeLinkSecret } from '../../kernel/secrets.ts'

/** Secrets that travel in e-mails. Only their hashes are kept. */

export type AccountLinkKind = 'verify' | 'email' | 'reset'

const hour = 3_600_000
/** Milliseconds a link is good for (R-AUTH-19). */
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

/** Makes a link and returns its secret, once. */
export async function makeLink(
  sql: Sql,
  { kind, user, email, now }: { kind: AccountLinkKind; user: string; email: string; now: Date },
): Promise<string> {
  const secret = makeLinkSecret()
  const times = { created_at: now, expires_at: new Date(now.getTime() + linkLives[kind]) }
  await insertRow(sql, 'account_links', { hash: linkHash(secret), user_id: user, kind, email, ...times })
  return secret
}

/** A link that has not run out, used or not; held until the transaction ends. */
export function findLink(
  sql: Sql,
  l: { secret: string; kinds: readonly AccountLinkKind[]; now: Date },
): Promise<LinkRow | undefined> {
  return sql.first(row)`select hash, user_id, kind, email, used_at from account_links
    where hash = ${linkHash(l.secret)} and kind = any (${l.kinds}) and expires_at > ${l.now} for update`
}

/** Links of a kind that are still about are good no more. */
export async function revokeLinks(sql: Sql, user: string, kinds: readonly AccountLinkKind[]): Promise<void> {
  await sql.exec`delete from account_links where user_id = ${user} and kind = any (${kinds})
    and used_at is null`
}

/** E-mails a person asked for; what becomes of them is decided later, so that asking tells nothing. */

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

/** The request, for one transaction alone; undefined when another process has it. */
export function takeRequest(sql: Sql, id: string): Promise<EmailRequest | undefined> {
  return sql.first(requestRow)`delete from letter_requests where id in (
      select id from letter_requests where id = ${id} for update skip locked)
    returning id, kind, email, user_id`
}
