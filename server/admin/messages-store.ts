import { z } from 'zod/mini'
import {
  type AdminMessage,
  type MessageKind,
  messageKinds,
  type AdminMessageState,
  messageStates,
} from '#contract/admin/admin-messages.ts'
import {
  hasWords,
  instant,
  type ListPage,
  type PageQuery,
  pageOf,
  searchWordsOf,
} from '../kernel/db/lists.ts'
import type { Sql } from '../kernel/db/sql.ts'

const messageRow = z.object({
  _id: z.string(),
  kind: z.enum(messageKinds),
  state: z.enum(messageStates),
  fullname: z.string(),
  email: z.string(),
  phone: z.string(),
  subject: z.string(),
  message: z.string(),
  created_at: instant,
  handled_at: z.nullable(instant),
})

const state = `case when held_at is not null then 'held' when handled_at is not null then 'done' else 'open' end`
/** What people sent with forms; a test drive that is not held is its seller's. */
const messages = `(select id as _id, 'contact' as kind, ${state} as state, fullname, email, mobile_number as phone,
      subject, message, created_at, handled_at from contact_messages
    union all select id, 'insurance', ${state}, '', '', phone, 'Insurance: please call back', '', created_at, handled_at
      from insurance_inquiries
    union all select id, 'test-drive', 'held', fullname, email, mobile_number,
      'Test drive: ' || car_brand || ' ' || car_model, '', created_at, null from test_drives where held_at is not null) m`

interface MessageQuery extends PageQuery {
  kind: MessageKind | 'all'
  state: AdminMessageState | 'all'
}

const where = `($1 = 'all' or kind = $1) and ($2 = 'all' or state = $2)
  and ${hasWords('$3', "concat_ws(' ', fullname, email, phone, subject, message)")}`

/** Newest first, each with the beginning of its words. */
export const adminMessages = (sql: Sql, q: MessageQuery): Promise<ListPage<AdminMessage>> =>
  pageOf(sql, messageRow, q, {
    columns:
      '_id, kind, state, fullname, email, phone, subject, left(message, 200) as message, created_at, handled_at',
    from: `from ${messages} where ${where}`,
    order: 'created_at desc, _id desc',
    values: [q.kind, q.state, searchWordsOf(q.search)],
  })

export const adminMessageById = (sql: Sql, id: string): Promise<AdminMessage | undefined> =>
  sql.row(messageRow, { text: `select * from ${messages} where _id = $1`, values: [id] })

const tables = ['contact_messages', 'insurance_inquiries'] as const

/** False when it said so already, or there is no such message that was let in. */
export async function markHandled(sql: Sql, id: string, at: Date | null): Promise<boolean> {
  let changed = 0
  for (const table of tables) {
    changed += await sql.run({
      text: `update ${table} set handled_at = $2 where id = $1 and held_at is null
        and (handled_at is null) = ($2::timestamptz is not null)`,
      values: [id, at],
    })
  }
  return changed > 0
}
