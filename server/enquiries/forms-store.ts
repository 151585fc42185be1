import type { ContactForm, InsuranceForm } from '#contract/forms/contact.ts'
import { insertRow, type TakenRow, takenRow } from '../kernel/db/lists.ts'
import { dropEmails } from '../kernel/mail/outbox.ts'
import { raw, type Sql } from '../kernel/db/sql.ts'

/** Forms that people send without an account. Each has a reference from the phone, and each reference has one row. */

type SentForm = TypedForm & { id: string; client_ref: string | undefined; created_at: Date }
export type TypedForm = ContactForm | InsuranceForm
export type FormTable = 'contact_messages' | 'insurance_inquiries'

/** Returns the form that was already received under a reference. */
export const receivedBy = (
  sql: Sql,
  table: FormTable,
  ref: string | undefined,
): Promise<TakenRow | undefined> =>
  sql.first(takenRow)`select id as _id, created_at from ${raw(table)} where client_ref = ${ref}`

/** Stores a form; returns false when the reference was used meanwhile. */
export const addForm = (sql: Sql, table: FormTable, form: SentForm): Promise<boolean> =>
  insertRow(sql, table, form, 'on conflict (client_ref) do nothing')

/** Forms that look like spam are stored, and nobody is notified of them until an operator releases them. */

const tables = ['test_drives', 'contact_messages', 'insurance_inquiries'] as const

/** Marks a form as held; called in the transaction that received it. */
export const holdForm = (sql: Sql, table: (typeof tables)[number], id: string): Promise<number> =>
  sql.exec`update ${raw(table)} set held_at = created_at where id = ${id}`

/** Releases a held form and its e-mails. Returns the number of these e-mails, or `undefined` when no form of this id is held. */
export async function releaseForm(sql: Sql, id: string, now: Date): Promise<number | undefined> {
  let found = 0
  for (const table of tables) {
    found += await sql.exec`update ${raw(table)} set held_at = null where id = ${id} and held_at is not null`
  }
  if (found === 0) return undefined
  return sql.exec`update mail_outbox set next_at = ${now}
    where split_part(dedup_key, '.', 1) = ${id} and sent_at is null`
}

/** Deletes a held form and its e-mails; returns false when no form of this id is held. */
export async function dropForm(sql: Sql, id: string): Promise<boolean> {
  let found = 0
  for (const table of tables) {
    found += await sql.exec`delete from ${raw(table)} where id = ${id} and held_at is not null`
  }
  if (found === 0) return false
  await dropEmails(sql, [id])
  return true
}
