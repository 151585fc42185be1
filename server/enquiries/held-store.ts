import { z } from 'zod/mini'
import type { Sql } from '../kernel/db/sql.ts'

/** Forms that look like spam: stored, and nobody is notified of them until an operator lets one go. */

const heldRow = z.object({
  id: z.string(),
  form: z.string(),
  created_at: z.date(),
  sender: z.string(),
  words: z.string(),
})
export type HeldForm = z.output<typeof heldRow>

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
