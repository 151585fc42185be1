import { z } from 'zod/mini'
import { chatKey } from '#contract/chat/chat.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Chat, ChatStore, NewMessage } from './chat-store.ts'
import { nextNumbers, tellStreams } from './numbers.ts'

/** Chats in the server's own database. */

const placeRow = z.object({ n: z.int() })
/** The place of a message in its chat; undefined when there is none of that id. */
export async function placeOf(sql: Sql, id: string): Promise<number | undefined> {
  const text = 'select n from chat_messages where id = $1'
  return (await sql.row(placeRow, { name: 'chats-place', text, values: [id] }))?.n
}

/** The id of a message as phones see it; `m` is the message. */
export const shownId = `case when starts_with(m.id, m.sender || ':') then substr(m.id, length(m.sender) + 2) else m.id end`

/**
 * Messages of the chat that stand for this one: of the same id, also where the other of the two made it, since phones
 * could not tell them apart; or the last one, when it says the same (`notSince`).
 */
const standIn = `select n from chat_messages where id = $9
  union all select n from chat_messages where id = any ($13) and chat_key = $1
  union all select m.n from chats c join chat_messages m on m.chat_key = c.key and m.n = c.messages
    where c.key = $1 and m.sender = $4 and m.message = $10 and m.sent_at >= $14
  limit 1`

const addedRow = z.object({ n: z.int(), added: z.boolean() })

/**
 * Both people's counters are locked before the message is looked for: two who write at once do so in turn, and the
 * second sees what the first has written.
 */
export async function addMessage(sql: Sql, m: NewMessage): Promise<{ n: number; added: boolean }> {
  const key = chatKey(m.sender, m.receiver)
  const [first = '', second = ''] = [m.sender, m.receiver].sort()
  const ref = m.id.startsWith(`${m.sender}:`) ? m.id.slice(m.sender.length + 1) : m.id
  const numbers = await nextNumbers(sql, [first, second])
  // A new chat replaces the one of the same two that a phone may keep from before it was removed.
  // Who had read everything has read their own message as well. What came while theirs waited on the phone stays unread.
  const row = await sql.row(addedRow, {
    name: 'chats-append',
    text: `with there as (${standIn}),
      chat as (
        insert into chats as c (key, first_user, second_user, messages, last_sender, receiver_has_read, created_at,
          updated_at, car_id, first_number, second_number, first_whole, second_whole, first_has, second_has, first_read,
          second_read)
        select $1, $2, $3, 1, $4, false, $5::timestamptz, $5, $6, $7, $8, $7, $8, ($4 = $2)::int, ($4 = $3)::int,
          ($4 = $2)::int, ($4 = $3)::int where not exists (select 1 from there)
        on conflict (key) do update set messages = c.messages + 1, last_sender = $4, receiver_has_read = false,
          updated_at = greatest(c.updated_at, $5), car_id = coalesce($6, c.car_id), first_number = $7, second_number = $8,
          first_has = c.first_has + ($4 = $2 and c.first_has = c.messages)::int,
          second_has = c.second_has + ($4 = $3 and c.second_has = c.messages)::int,
          first_read = c.first_read + ($4 = $2 and c.first_read = c.messages)::int,
          second_read = c.second_read + ($4 = $3 and c.second_read = c.messages)::int,
          emailed_at = case when c.last_sender = $4 and not c.receiver_has_read then c.emailed_at end
        returning messages),
      added as (
        insert into chat_messages
          (chat_key, n, id, sender, message, sent_at, written_at, image_id, first_number, second_number)
        select $1, messages, $9, $4, $10, $5, $11, $12, $7, $8 from chat returning n)
      select n, true as added from added union all select n, false from there`,
    values: [
      key,
      first,
      second,
      m.sender,
      m.at,
      m.car ?? null,
      numbers.get(first),
      numbers.get(second),
      m.id,
      m.message,
      writtenAt(m),
      m.image ?? null,
      [ref, `${m.receiver}:${ref}`],
      m.notSince ?? null,
    ],
  })
  if (!row) throw new Error('A message was neither added nor there.')
  if (row.added) await tellStreams(sql, [first, second])
  return row
}

/** Clocks of phones are wrong: nothing was written in the future, nor before there were phones. */
const writtenAt = ({ at, writtenAt: said = at }: NewMessage): Date =>
  Number.isNaN(said.getTime()) ? at : new Date(Math.max(0, Math.min(said.getTime(), at.getTime())))

const chatRow = z.object({
  key: z.string(),
  sender: z.string(),
  receiver: z.string(),
  receiverHasRead: z.boolean(),
  updated_at: z.date(),
  car: z.pipe(
    z.nullable(z.string()),
    z.transform((v) => v ?? undefined),
  ),
})
/** Each half of it is read along an index of its own. */
const half = (own: string) => `(select key, last_sender as sender,
    case when last_sender = first_user then second_user else first_user end as receiver,
    receiver_has_read as "receiverHasRead", updated_at, car_id as car
  from chats where ${own} = $1 order by updated_at desc, key limit $2)`

function chatsOf(sql: Sql, user: string, limit: number): Promise<Chat[]> {
  return sql.rows(chatRow, {
    name: 'chats-of',
    text: `select * from (${half('first_user')} union all ${half('second_user')}) c
      order by updated_at desc, key limit $2`,
    values: [user, limit],
  })
}

export const ownChats: ChatStore = {
  kind: 'embedded',
  isKept: async (sql, id) => (await placeOf(sql, id)) !== undefined,
  append: async (sql, message) => (await addMessage(sql, message)).added,
  chatsOf,
}
