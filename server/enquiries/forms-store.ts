import { z } from 'zod/mini'
import type { ContactForm, InsuranceForm } from '#contract/forms/contact.ts'
import { type TestDriveForm, type TestDriveRow, testDriveStatuses } from '#contract/forms/test-drives.ts'
import type { Sql } from '../kernel/db/sql.ts'

/** What people send without an account. Each has a reference minted on the phone, and one reference is one row. */

interface Sent {
  id: string
  client_ref: string | undefined
  created_at: Date
}
const receivedRow = z.object({ _id: z.string(), created_at: z.date() })
export type Received = z.output<typeof receivedRow>
const bookedRow = z.extend(receivedRow, { status: z.enum(testDriveStatuses) })
export type Booked = z.output<typeof bookedRow>

type Table = 'contact_messages' | 'insurance_inquiries'

/** What was received under a reference already. */
export async function receivedBy(
  sql: Sql,
  table: Table,
  clientRef: string | undefined,
): Promise<Received | undefined> {
  if (clientRef === undefined) return undefined
  const text = `select id as _id, created_at from ${table} where client_ref = $1`
  return sql.row(receivedRow, { name: `${table}-by-ref`, text, values: [clientRef] })
}

/** False when the reference was used meanwhile: then there is one row already. */
export async function addContact(sql: Sql, c: ContactForm & Sent): Promise<boolean> {
  const added = await sql.run({
    name: 'contact-add',
    text: `insert into contact_messages (id, client_ref, fullname, email, mobile_number, subject, message, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (client_ref) do nothing`,
    values: [
      c.id,
      c.client_ref ?? null,
      c.fullname,
      c.email,
      c.mobile_number,
      c.subject,
      c.message,
      c.created_at,
    ],
  })
  return added > 0
}

/** False when the reference was used meanwhile. */
export async function addInsurance(sql: Sql, i: InsuranceForm & Sent): Promise<boolean> {
  const added = await sql.run({
    name: 'insurance-add',
    text: `insert into insurance_inquiries (id, client_ref, phone, created_at) values ($1, $2, $3, $4)
      on conflict (client_ref) do nothing`,
    values: [i.id, i.client_ref ?? null, i.phone, i.created_at],
  })
  return added > 0
}

/**
 * The booking made under a reference. Only the phone that wrote it knows the reference: where an older app had sent a first
 * copy without the login, the booking becomes the person's with the copy that names them.
 */
export async function bookedBy(
  sql: Sql,
  clientRef: string | undefined,
  user: string | undefined,
): Promise<Booked | undefined> {
  if (clientRef === undefined) return undefined
  if (user !== undefined) {
    await sql.run({
      name: 'test-drives-name',
      text: `update test_drives set user_id = (select id from users where id = $2)
        where client_ref = $1 and user_id is null`,
      values: [clientRef, user],
    })
  }
  const text = 'select id as _id, status, created_at from test_drives where client_ref = $1'
  return sql.row(bookedRow, { name: 'test-drives-by-ref', text, values: [clientRef] })
}

/** Undefined when the reference was used meanwhile. A person whose account is gone books as a guest. */
export function addTestDrive(
  sql: Sql,
  d: TestDriveForm & Sent & { user: string | undefined },
): Promise<Booked | undefined> {
  return sql.row(bookedRow, {
    name: 'test-drives-add',
    text: `insert into test_drives (id, client_ref, user_id, fullname, mobile_number, email, state, city, postcode,
        car_brand, car_model, datetime, status, created_at)
      values ($1, $2, (select id from users where id = $3), $4, $5, $6, $7, $8, $9, $10, $11, $12, 'pending', $13)
      on conflict (client_ref) do nothing returning id as _id, status, created_at`,
    values: [
      d.id,
      d.client_ref ?? null,
      d.user ?? null,
      d.fullname,
      d.mobile_number,
      d.email,
      d.state,
      d.city,
      d.postcode,
      d.car_brand,
      d.car_model,
      new Date(d.datetime),
      d.created_at,
    ],
  })
}

const listedRow = z.extend(bookedRow, {
  email: z.string(),
  car_brand: z.string(),
  car_model: z.string(),
  mobile_number: z.string(),
  datetime: z.date(),
})

/** What somebody has booked while signed in, newest first (R-ENT-31). */
export async function testDrivesOf(
  sql: Sql,
  user: string,
  o: { page: number; limit: number },
): Promise<{ data: TestDriveRow[]; total: number }> {
  const rows = await sql.rows(listedRow, {
    name: 'test-drives-page',
    text: `select id as _id, email, car_brand, car_model, mobile_number, datetime, created_at, status
      from test_drives where user_id = $1 order by created_at desc, id limit $2 offset $3`,
    values: [user, o.limit, (o.page - 1) * o.limit],
  })
  const count = await sql.row(z.object({ n: z.int() }), {
    name: 'test-drives-count',
    text: 'select count(*)::int as n from test_drives where user_id = $1',
    values: [user],
  })
  const data = rows.map((row) => ({
    ...row,
    datetime: row.datetime.toISOString(),
    created_at: row.created_at.toISOString(),
  }))
  return { data, total: count?.n ?? 0 }
}
