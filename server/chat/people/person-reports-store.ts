import { z } from 'zod/mini'
import type { ReportPersonReason } from '#contract/chat/conversation.ts'
import { chatKey } from '#contract/chat/chat.ts'
import type { Sql } from '../../kernel/db/sql.ts'

/** What people report about each other. Of a chat it keeps the ids of the two only. */

const flagRow = z.object({ there: z.boolean() })
/** Whether the two have a chat. */
export async function haveChat(sql: Sql, one: string, other: string): Promise<boolean> {
  const row = await sql.row(flagRow, {
    text: 'select exists (select 1 from chats where key = $1) as there',
    values: [chatKey(one, other)],
  })
  return row?.there ?? false
}

export interface NewPersonReport {
  id: string
  reporter: string
  person: string
  reason: ReportPersonReason
  words: string
  now: Date
}
const takenRow = z.object({ _id: z.string(), created_at: z.date() })
export type TakenPersonReport = z.output<typeof takenRow>

/** Keeps a report; one that is open already gets the latest words. */
export async function savePersonReport(sql: Sql, r: NewPersonReport): Promise<TakenPersonReport> {
  const row = await sql.row(takenRow, {
    text: `insert into person_reports (id, reporter_id, person_id, reason, words, created_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (reporter_id, person_id) where handled_at is null
        do update set reason = excluded.reason, words = excluded.words
      returning id as _id, created_at`,
    values: [r.id, r.reporter, r.person, r.reason, r.words, r.now],
  })
  if (!row) throw new Error('A report is not there after it was written.')
  return row
}

/** Settles what is open about a person; returns how many reports that were. */
export function closePersonReports(
  sql: Sql,
  o: { person: string; note: string; now: Date },
): Promise<number> {
  return sql.run({
    text: 'update person_reports set handled_at = $2, handled_note = $3 where person_id = $1 and handled_at is null',
    values: [o.person, o.now, o.note],
  })
}

/** Days a report is stored after it was handled. */
const handledLife = 365

export const forgetPersonReports = (sql: Sql, now: Date): Promise<number> =>
  sql.run({
    text: `delete from person_reports where handled_at < $1::timestamptz - interval '${handledLife} days'`,
    values: [now],
  })
