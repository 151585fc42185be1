import { z } from 'zod/mini'
import { chatKey } from '#contract/chat/chat.ts'
import type { ChatChange, ChatMessage, ChatsEvent } from '#contract/chat/conversation.ts'
import { chatLimits } from '#contract/chat/message-rules.ts'
import { limits } from '#contract/limits.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { shownId } from './own-chats.ts'

/** Reads what has changed in a person's chats: one statement each time, so that number, count and rows agree. */

const messageRow = z.pipe(
  z.object({
    id: z.string(),
    n: z.int(),
    sender: z.string(),
    message: z.string(),
    timestamp: z.int(),
    image: z.nullable(z.string()),
  }),
  z.transform(({ image, ...m }): ChatMessage => (image === null ? m : { ...m, image: uploadedUrl(image) })),
)
const messageColumns = `${shownId} as id, m.n, m.sender, m.message,
  (extract(epoch from m.written_at) * 1000)::bigint as timestamp, m.image_id as image`

const changeRow = z.object({
  number: z.int(),
  count: z.int(),
  /** Null: the person has no such chat. */
  other: z.nullable(z.string()),
  messages: z.nullable(z.array(messageRow)),
  last: z.nullable(z.int()),
  whole: z.nullable(z.boolean()),
  last_sender: z.nullable(z.string()),
  receiver_has_read: z.nullable(z.boolean()),
  delivered_to: z.nullable(z.int()),
  read_to: z.nullable(z.int()),
  own_read_to: z.nullable(z.int()),
  updated_at: z.nullable(z.date()),
})

/** The chats in which the person $1 is the `own` one; read along an index of its own. */
const half = (own: 'first' | 'second', which: string): string => {
  const other = own === 'first' ? 'second' : 'first'
  return `(select key, ${other}_user as other, messages as last, ${own}_whole > $2 as whole, last_sender,
      receiver_has_read, ${other}_has as delivered_to, ${other}_read as read_to, ${own}_read as own_read_to, updated_at,
      '${own}' as own
    from chats where ${own}_user = $1 ${which.replaceAll('OWN', own)} limit $3)`
}

/** $2: the number the phone has, $3: most chats, $4: most messages of each. */
const statement = (
  which: string,
  order: string,
) => `select me.number, me.count, c.other, c.last, c.whole, c.last_sender,
    c.receiver_has_read, c.delivered_to, c.read_to, c.own_read_to, c.updated_at, t.messages
  from (select coalesce((select number from chat_people where user_id = $1), 0) as number,
      (select count(*) from (select from chats where first_user = $1 limit $3) f)
      + (select count(*) from (select from chats where second_user = $1 limit $3) s) as count) me
  left join lateral (select * from (${half('first', which)} union all ${half('second', which)}) h ${order} limit $3) c on true
  left join lateral (select json_agg(to_json(m) order by m.n) as messages from (
      select ${messageColumns}, case c.own when 'first' then m.first_number else m.second_number end as number
      from chat_messages m where m.chat_key = c.key order by m.n desc limit $4) m
    where c.whole or m.number > $2) t on true`

const newest = 'order by updated_at desc, key'
const everything = { name: 'chats-everything', text: statement(newest, newest) }
const since = { name: 'chats-since', text: statement('and OWN_number > $2', '') }

/** Characters of messages in one event; beyond them a phone gets the last message of each chat and asks for the rest. */
const mostCharacters = 200_000

type Row = z.output<typeof changeRow>

/** The newest messages of a chat that have room in the event. */
function fitting(all: readonly ChatMessage[], room: { left: number }): ChatMessage[] {
  const kept: ChatMessage[] = []
  for (const m of all.toReversed()) {
    room.left -= m.message.length
    if (kept.length > 0 && room.left < 0) break
    kept.unshift(m)
  }
  return kept
}

function changeOf(row: Row, room: { left: number }): ChatChange[] {
  const { other, updated_at } = row
  if (other === null || updated_at === null) return []
  const all = row.messages ?? []
  const messages = fitting(all.slice(-chatLimits.tail), room)
  return [
    {
      other,
      messages,
      last: row.last ?? 0,
      // Also where older ones than these are missing on the phone.
      whole: (row.whole ?? false) || messages.length < all.length,
      last_sender: row.last_sender ?? '',
      receiver_has_read: row.receiver_has_read ?? false,
      delivered_to: row.delivered_to ?? 0,
      read_to: row.read_to ?? 0,
      own_read_to: row.own_read_to ?? 0,
      updated_at: updated_at.toISOString(),
    },
  ]
}

/**
 * The changes after `from`, or everything where there is none the server can continue from: it was never given out, or
 * more chats have changed than a phone keeps.
 */
export async function changesOf(sql: Sql, user: string, from: number | undefined): Promise<ChatsEvent> {
  const read = (asked: typeof since, values: number[]) =>
    sql.rows(changeRow, { ...asked, values: [user, ...values] })
  const most = limits.maxLimit
  const event = (rows: Row[], full: boolean): ChatsEvent => {
    const room = { left: mostCharacters }
    const { number = 0, count = 0 } = rows[0] ?? {}
    const chats = rows.flatMap((row) => changeOf(row, room))
    return { number, full, count: Math.min(count, most), chats }
  }
  if (from !== undefined) {
    // One more of each, to see whether there are more.
    const rows = await read(since, [from, most + 1, chatLimits.tail + 1])
    if (rows.length <= most && (rows[0]?.number ?? 0) >= from) return event(rows, false)
  }
  const full = event(await read(everything, [-1, most, chatLimits.firstTail]), true)
  return { ...full, chats: full.chats.map((chat) => ({ ...chat, whole: true })) }
}

/** Messages of the chat of the two before a place, oldest first. */
export async function olderThan(
  sql: Sql,
  o: { user: string; other: string; before: number },
): Promise<ChatMessage[]> {
  const rows = await sql.rows(messageRow, {
    name: 'chats-older',
    text: `select ${messageColumns} from chat_messages m where m.chat_key = $1 and m.n < $2
      order by m.n desc limit ${chatLimits.page}`,
    values: [chatKey(o.user, o.other), o.before],
  })
  return rows.toReversed()
}
