import { z } from 'zod/mini'
import type { ContactForm, InsuranceForm } from '#contract/forms/contact.ts'
import type { Sql } from '../kernel/db/sql.ts'

/** What people send without an account. Each has a reference minted on the phone, and one reference is one row. */

interface Sent {
  id: string
  client_ref: string | undefined
  created_at: Date
  /** Since when it waits for an operator, who is not notified of it before. */
  held_at: Date | null
}
export type SentForm = Sent
const receivedRow = z.object({ _id: z.string(), created_at: z.date() })
export type Received = z.output<typeof receivedRow>

type Table = 'contact_messages' | 'insurance_inquiries'

/** What was received under a reference already. */
export async function receivedBy(
  sql: Sql,
  table: Table,
  clientRef: string | undefined,
): Promise<Received | undefined> {
  if (clientRef === undefined) return undefined
  const text = `select id as _id, created_at from ${table} where client_ref = $1`
  return sql.row(receivedRow, { text, values: [clientRef] })
}

/** False when the reference was used meanwhile: then there is one row already. */
export async function addContact(sql: Sql, c: ContactForm & Sent): Promise<boolean> {
  const added = await sql.run({
    text: `insert into contact_messages (id, client_ref, fullname, email, mobile_number, subject, message, created_at,
        held_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (client_ref) do nothing`,
    values: [
      c.id,
      c.client_ref ?? null,
      c.fullname,
      c.email,
      c.mobile_number,
      c.subject,
      c.message,
      c.created_at,
      c.held_at,
    ],
  })
  return added > 0
}

/** False when the reference was used meanwhile. */
export async function addInsurance(sql: Sql, i: InsuranceForm & Sent): Promise<boolean> {
  const added = await sql.run({
    text: `insert into insurance_inquiries (id, client_ref, phone, created_at, held_at) values ($1, $2, $3, $4, $5)
      on conflict (client_ref) do nothing`,
    values: [i.id, i.client_ref ?? null, i.phone, i.created_at, i.held_at],
  })
  return added > 0
}

/** Forms that look like spam: stored, and nobody is notified of them until an operator lets one go. */

const heldRow = z.object({
  id: z.string(),
  form: z.string(),
  created_at: z.date(),
  sender: z.string(),
  words: z.string(),
})
type HeldForm = z.output<typeof heldRow>

const tables = ['test_drives', 'contact_messages', 'insurance_inquiries'] as const

/** The newest first. */
export function heldForms(sql: Sql, most: number): Promise<HeldForm[]> {
  return sql.rows(heldRow, {
    text: `select id, 'test drive' as form, created_at, fullname || ' <' || email || '>' as sender,
        car_brand || ' ' || car_model as words from test_drives where held_at is not null
      union all select id, 'message', created_at, fullname || ' <' || email || '>', subject || ': ' || left(message, 200)
        from contact_messages where held_at is not null
      union all select id, 'insurance', created_at, phone, '' from insurance_inquiries where held_at is not null
      order by created_at desc limit $1`,
    values: [most],
  })
}

/** Lets a form go, and its e-mails with it: how many there are still; undefined when none with this id is held. */
export async function releaseForm(sql: Sql, id: string, now: Date): Promise<number | undefined> {
  let found = 0
  for (const table of tables) {
    const text = `update ${table} set held_at = null where id = $1 and held_at is not null`
    found += await sql.run({ text, values: [id] })
  }
  if (found === 0) return undefined
  return sql.run({
    text: `update mail_outbox set next_at = $2 where split_part(dedup_key, '.', 1) = $1 and sent_at is null`,
    values: [id, now],
  })
}

/** Deletes a form that is held, and its e-mails; false when none with this id is. */
export async function dropForm(sql: Sql, id: string): Promise<boolean> {
  let found = 0
  for (const table of tables) {
    const text = `delete from ${table} where id = $1 and held_at is not null`
    found += await sql.run({ text, values: [id] })
  }
  if (found === 0) return false
  await sql.run({
    text: `delete from mail_outbox where split_part(dedup_key, '.', 1) = $1 and sent_at is null`,
    values: [id],
  })
  return true
}
