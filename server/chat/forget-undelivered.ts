import { z } from 'zod/mini'
import { chatLimits } from '#contract/chat/message-rules.ts'
import { part, type Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { firebaseOf } from '../kernel/firebase.ts'
import { nextNumbers, notifyStreams } from './numbers.ts'

const day = 86_400_000
/** Chats per query. */
const batch = 500

const dueRow = z.object({ key: z.string(), first: z.string(), second: z.string() })
const due = (before: Date) => part`not receiver_has_read and updated_at < ${before}`

/**
 * Removes messages sent at least 30 days ago and never read, and chats without other messages. Phones replace their cached
 * copy. Each chat is a transaction of its own, and two processes share the work.
 */
export async function forgetUndelivered({
  config,
  db,
  now,
}: Pick<Deps, 'config' | 'db' | 'now'>): Promise<number> {
  // With Firestore only Firestore knows the read marks.
  if (firebaseOf(config)) return 0
  const before = new Date(now().getTime() - chatLimits.undeliveredDays * day)
  let after = ''
  let forgotten = 0
  for (;;) {
    const found = await db.all(dueRow)`select key, first_user as first, second_user as second from chats
      where ${due(before)} and key > ${after} order by key limit ${batch}`
    for (const chat of found) forgotten += await db.tx((sql) => forgetIn(sql, chat, before))
    const last = found.at(-1)
    if (!last || found.length < batch) return forgotten
    after = last.key
  }
}

const heldRow = z.object({ sender: z.string(), read: z.int() })
const lastRow = z.object({ n: z.int(), sender: z.string(), sent_at: z.date() })

/** Removes the due messages of one chat and returns their number. */
async function forgetIn(
  sql: Sql,
  { key, first, second }: z.output<typeof dueRow>,
  before: Date,
): Promise<number> {
  // Every change of a chat locks the counters first, then the chat.
  const numbers = await nextNumbers(sql, [first, second])
  const held = await sql.first(heldRow)`select last_sender as sender,
    case when last_sender = first_user then second_read else first_read end as read
    from chats where key = ${key} and ${due(before)} for update`
  // The chat was read or got a new message meanwhile.
  if (!held) return 0
  const removed = await sql.exec`delete from chat_messages
    where chat_key = ${key} and n > ${held.read} and sender = ${held.sender}`
  const last = await sql.first(lastRow)`select n, sender, sent_at from chat_messages
    where chat_key = ${key} order by n desc limit 1`
  const [one, other] = [numbers.get(first), numbers.get(second)]
  if (last)
    await sql.exec`update chats set messages = ${last.n}, last_sender = ${last.sender}, updated_at = ${last.sent_at},
        receiver_has_read = case when ${last.sender} = first_user then second_read else first_read end >= ${last.n},
        emailed_at = null, first_has = least(first_has, ${last.n}), second_has = least(second_has, ${last.n}),
        first_read = least(first_read, ${last.n}), second_read = least(second_read, ${last.n}),
        first_number = ${one}, second_number = ${other}, first_whole = ${one}, second_whole = ${other}
      where key = ${key}`
  else await sql.exec`delete from chats where key = ${key}`
  await notifyStreams(sql, [first, second])
  return removed
}
