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
