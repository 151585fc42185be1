import type { ContactForm, InsuranceForm } from '#contract/forms/contact.ts'
import { insertRow, type TakenRow, takenRow } from '../kernel/db/lists.ts'
import { dropEmails } from '../kernel/mail/outbox.ts'
import { raw, type Sql } from '../kernel/db/sql.ts'

/** What people send without an account. Each has a reference minted on the phone, and one reference is one row. */

type SentForm = TypedForm & { id: string; client_ref: string | undefined; created_at: Date }
export type TypedForm = ContactForm | InsuranceForm
export type FormTable = 'contact_messages' | 'insurance_inquiries'

/** What was received under a reference already. */
export const receivedBy = (
  sql: Sql,
  table: FormTable,
  ref: string | undefined,
): Promise<TakenRow | undefined> =>
  sql.first(takenRow)`select id as _id, created_at from ${raw(table)} where client_ref = ${ref}`

/** False when the reference was used meanwhile: then there is one row already. */
export const addForm = (sql: Sql, table: FormTable, form: SentForm): Promise<boolean> =>
  insertRow(sql, table, form, 'on conflict (client_ref) do nothing')

/** Forms that look like spam: stored, and nobody is notified of them until an operator lets one go. */

const tables = ['test_drives', 'contact_messages', 'insurance_inquiries'] as const

/** Withholds a form; in the transaction that received it. */
export const holdForm = (sql: Sql, table: (typeof tables)[number], id: string): Promise<number> =>
  sql.exec`update ${raw(table)} set held_at = created_at where id = ${id}`

/** Lets a form go, and its e-mails with it: how many there are still; undefined when none with this id is held. */
export async function releaseForm(sql: Sql, id: string, now: Date): Promise<number | undefined> {
  let found = 0
  for (const table of tables) {
    found += await sql.exec`update ${raw(table)} set held_at = null where id = ${id} and held_at is not null`
  }
  if (found === 0) return undefined
  return sql.exec`update mail_outbox set next_at = ${now}
    where split_part(dedup_key, '.', 1) = ${id} and sent_at is null`
}

/** Deletes a form that is held, and its e-mails; false when none with this id is. */
export async function dropForm(sql: Sql, id: string): Promise<boolean> {
  let found = 0
  for (const table of tables) {
    found += await sql.exec`delete from ${raw(table)} where id = ${id} and held_at is not null`
  }
  if (found === 0) return false
  await dropEmails(sql, [id])
  return true
}
