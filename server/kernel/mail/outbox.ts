import type { Sql } from '../db/sql.ts'
import type { Email } from './email.ts'

export interface NewEmail extends Email {
  /** Nothing of it is stored once it was sent. */
  forget?: boolean
  /** It waits until an operator lets it go (docs/operations.md). */
  held?: boolean
}

/** Mail goes out after the transaction, once; see the mailer. */
export async function queueEmail(sql: Sql, l: NewEmail): Promise<void> {
  await sql.run({
    text: `insert into mail_outbox
        (id, dedup_key, recipient, subject, body_text, body_html, created_at, next_at, forget, headers, reply_to,
          calendar)
      values ($1, $2, $3, $4, $5, $6, $7, case when $12::boolean then 'infinity' else $7::timestamptz end, $8, $9, $10,
        $11)`,
    values: [
      l.id,
      l.dedup_key,
      l.recipient,
      l.subject,
      l.body_text,
      l.body_html,
      l.created_at,
      l.forget ?? false,
      JSON.stringify(l.headers ?? {}),
      l.reply_to ?? null,
      l.calendar ?? null,
      l.held ?? false,
    ],
  })
}
