import type { Sql } from '../db/sql.ts'

export interface NewLetter {
  id: string
  /** Two letters with one of these are the same letter. */
  dedup_key: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  created_at: Date
  /** Nothing of it is kept once it was carried away. */
  forget?: boolean
  /** Beside the usual ones. */
  headers?: Readonly<Record<string, string>>
}

/** Mail goes out after the transaction, once; see the mailer. */
export async function queueLetter(sql: Sql, l: NewLetter): Promise<void> {
  await sql.run({
    name: 'mail-queue',
    text: `insert into mail_outbox
        (id, dedup_key, recipient, subject, body_text, body_html, created_at, next_at, forget, headers)
      values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)`,
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
    ],
  })
}
