import { z } from 'zod/mini'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'

/** E-mails a person asked for; what becomes of them is decided later, so that asking tells nothing. */

const kinds = ['verify', 'taken', 'reset', 'email'] as const
const row = z.object({
  id: z.string(),
  kind: z.enum(kinds),
  email: z.string(),
  user_id: z.nullable(z.string()),
})
export type EmailRequest = z.output<typeof row>

export async function askEmail(
  sql: Sql,
  deps: Pick<Deps, 'newId' | 'now'>,
  r: { kind: EmailRequest['kind']; email: string; user?: string },
): Promise<void> {
  await sql.run({
    text: `insert into letter_requests (id, kind, email, user_id, created_at)
      select $1, $2, $3, $4::text, $5::timestamptz where $4::text is null or exists (select 1 from users where id = $4)`,
    values: [deps.newId(), r.kind, r.email, r.user ?? null, deps.now()],
  })
}

export async function askedFor(sql: Sql, most: number): Promise<string[]> {
  const rows = await sql.rows(z.object({ id: z.string() }), {
    text: 'select id from letter_requests order by created_at, id limit $1',
    values: [most],
  })
  return rows.map(({ id }) => id)
}

/** The request, for one transaction alone; undefined when another process has it. */
export function takeRequest(sql: Sql, id: string): Promise<EmailRequest | undefined> {
  return sql.row(row, {
    text: `delete from letter_requests where id in (
        select id from letter_requests where id = $1 for update skip locked)
      returning id, kind, email, user_id`,
    values: [id],
  })
}
