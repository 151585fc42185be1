import { z } from 'zod/mini'
import { chatLimits } from '#contract/chat/message-rules.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { firebaseOf } from '../kernel/firebase.ts'
import { nextNumbers, notifyStreams } from './numbers.ts'

const day = 86_400_000
/** Chats of one look. */
const batch = 500

const dueRow = z.object({ key: z.string(), first: z.string(), second: z.string() })
const due = 'not receiver_has_read and updated_at < $1'

/**
 * Removes the messages that were sent 30 days ago or earlier and never read; a chat without any other goes with them.
 * Phones replace what they keep of it. Each chat is a transaction of its own, and two processes share the work.
 */
export async function forgetUndelivered({
  config,
  db,
  now,
}: Pick<Deps, 'config' | 'db' | 'now'>): Promise<number> {
  // Who has read what is known to Firestore alone then.
  if (firebaseOf(config)) return 0
  const before = new Date(now().getTime() - chatLimits.undeliveredDays * day)
  let after = ''
  let forgotten = 0
  for (;;) {
    const found = await db.rows(dueRow, {
      text: `select key, first_user as first, second_user as second from chats
        where ${due} and key > $2 order by key limit ${batch}`,
      values: [before, after],
    })
    for (const chat of found) forgotten += await db.tx((sql) => forgetIn(sql, chat, before))
    const last = found.at(-1)
    if (!last || found.length < batch) return forgotten
    after = last.key
  }
}

const heldRow = z.object({ sender: z.string(), read: z.int() })
const lastRow = z.object({ n: z.int(), sender: z.string(), sent_at: z.date() })

/** How many messages it removed. */
async function forgetIn(
  sql: Sql,
  { key, first, second }: z.output<typeof dueRow>,
  before: Date,
): Promise<number> {
  // As everybody who changes a chat: first the counters, then the chat.
  const numbers = await nextNumbers(sql, [first, second])
  const held = await sql.row(heldRow, {
    text: `select last_sender as sender, case when last_sender = first_user then second_read else first_read end as read
      from chats where key = $2 and ${due} for update`,
    values: [before, key],
  })
  // Read or written in meanwhile.
  if (!held) return 0
  const removed = await sql.exec`delete from chat_messages
    where chat_key = ${key} and n > ${held.read} and sender = ${held.sender}`
  const last = await sql.first(lastRow)`select n, sender, sent_at from chat_messages
    where chat_key = ${key} order by n desc limit 1`
  if (last)
    await sql.run({
      text: `update chats set messages = $2, last_sender = $3, updated_at = $4,
          receiver_has_read = case when $3 = first_user then second_read else first_read end >= $2,
          emailed_at = null, first_has = least(first_has, $2), second_has = least(second_has, $2),
          first_read = least(first_read, $2), second_read = least(second_read, $2), first_number = $5,
          second_number = $6, first_whole = $5, second_whole = $6
        where key = $1`,
      values: [key, last.n, last.sender, last.sent_at, numbers.get(first), numbers.get(second)],
    })
  else await sql.exec`delete from chats where key = ${key}`
  await notifyStreams(sql, [first, second])
  return removed
}
