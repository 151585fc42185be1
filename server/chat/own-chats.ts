import { z } from 'zod/mini'
import { chatKey } from '#contract/chat/chat.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Chat, ChatStore, NewMessage } from './chat-store.ts'

/** Chats in the server's own database. */

const heldRow = z.object({ messages: z.int() })
/** The chat, made when there is none. Held until the end of the transaction: two who write at once do so in turn. */
async function held(sql: Sql, key: string, m: NewMessage): Promise<number> {
  const [first, second] = [m.sender, m.receiver].sort()
  await sql.run({
    name: 'chats-make',
    text: `insert into chats (key, first_user, second_user, last_sender, receiver_has_read, created_at, updated_at)
      values ($1, $2, $3, $4, false, $5, $5) on conflict (key) do nothing`,
    values: [key, first, second, m.sender, m.at],
  })
  const row = await sql.row(heldRow, {
    name: 'chats-hold',
    text: 'select messages from chats where key = $1 for update',
    values: [key],
  })
  return row?.messages ?? 0
}

const saidRow = z.object({ said: z.boolean() })
async function isSaid(sql: Sql, key: string, n: number, m: NewMessage): Promise<boolean> {
  if (m.notSince === undefined) return false
  const row = await sql.row(saidRow, {
    name: 'chats-said',
    text: `select sender = $3 and message = $4 and sent_at >= $5 as said
      from chat_messages where chat_key = $1 and n = $2`,
    values: [key, n, m.sender, m.message, m.notSince],
  })
  return row?.said ?? false
}

async function isKept(sql: Sql, id: string): Promise<boolean> {
  const row = await sql.row(z.object({ kept: z.boolean() }), {
    name: 'chats-kept',
    text: 'select exists (select 1 from chat_messages where id = $1) as kept',
    values: [id],
  })
  return row?.kept ?? false
}

async function append(sql: Sql, m: NewMessage): Promise<boolean> {
  const key = chatKey(m.sender, m.receiver)
  const last = await held(sql, key, m)
  if (await isSaid(sql, key, last, m)) return false
  const added = await sql.run({
    name: 'chats-append',
    text: `insert into chat_messages (chat_key, n, id, sender, message, sent_at, written_at) values ($1, $2, $3, $4, $5, $6, $6)
      on conflict (id) do nothing`,
    values: [key, last + 1, m.id, m.sender, m.message, m.at],
  })
  if (added === 0) return false
  await sql.run({
    name: 'chats-touch',
    text: `update chats set messages = $2, last_sender = $3, receiver_has_read = false,
        updated_at = greatest(updated_at, $4) where key = $1`,
    values: [key, last + 1, m.sender, m.at],
  })
  return true
}

const chatRow = z.object({
  key: z.string(),
  sender: z.string(),
  receiver: z.string(),
  receiverHasRead: z.boolean(),
  updated_at: z.date(),
})
/** Each half of it is read along an index of its own. */
const half = (own: string) => `(select key, last_sender as sender,
    case when last_sender = first_user then second_user else first_user end as receiver,
    receiver_has_read as "receiverHasRead", updated_at
  from chats where ${own} = $1 order by updated_at desc, key limit $2)`

function chatsOf(sql: Sql, user: string, limit: number): Promise<Chat[]> {
  return sql.rows(chatRow, {
    name: 'chats-of',
    text: `select * from (${half('first_user')} union all ${half('second_user')}) c
      order by updated_at desc, key limit $2`,
    values: [user, limit],
  })
}

export const ownChats: ChatStore = { isKept, append, chatsOf }
