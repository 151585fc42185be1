import { z } from 'zod/mini'
import { chatKey } from '#contract/chat/chat.ts'
import {
  type ChatChange,
  chatChange,
  type ChatMessage,
  type ChatsEvent,
  chatMessage,
} from '#contract/chat/conversation.ts'
import { chatLimits } from '#contract/chat/message-rules.ts'
import { limits } from '#contract/limits.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'
import { instantInJson } from '../kernel/db/lists.ts'
import { raw, type Sql } from '../kernel/db/sql.ts'
import { shownId } from './own-chats.ts'

/** Reads the changes of a person's chats, with one statement each time, so that number, count and rows are consistent. */

const messageRow = z.pipe(
  z.extend(chatMessage, { image: z.nullable(z.string()) }),
  z.transform(({ image, ...m }): ChatMessage => (image === null ? m : { ...m, image: uploadedUrl(image) })),
)
const messageColumns = `${shownId} as id, m.n, m.sender, m.message,
  (extract(epoch from m.written_at) * 1000)::bigint as timestamp, m.image_id as image`

const changeRow = z.object({
  /** Index of the person in the requested list. */
  place: z.int(),
  number: z.int(),
  count: z.int(),
  /** Null when the person has no such chat. */
  chat: z.nullable(z.extend(chatChange, { messages: z.array(messageRow), updated_at: instantInJson })),
})

/** Returns the query of the chats in which the person `a` is the `own` side; each side has an index of its own. */
const half = (own: 'first' | 'second', which: string): string => {
  const other = own === 'first' ? 'second' : 'first'
  return `(select key, ${other}_user as other, messages as last, ${own}_whole > a.since as whole, last_sender,
      receiver_has_read, ${other}_has as delivered_to, ${other}_read as read_to, ${own}_read as own_read_to, updated_at,
      '${own}' as own
    from chats where ${own}_user = a.id ${which.replaceAll('OWN', own)} limit $3)`
}

/**
 * Parameters: $1 people, $2 numbers of their phones, $3 maximum chats, $4 maximum messages of each, $5 maximum messages of a
 * chat that is sent as a whole.
 */
const statement = (
  which: string,
  order: string,
) => `select (a.place - 1)::int as place, me.number, me.count, (select to_json(x) from (
      select c.other, coalesce(t.messages, '[]') as messages, c.last, c.whole, c.last_sender, c.receiver_has_read,
        c.delivered_to, c.read_to, c.own_read_to, c.updated_at where c.key is not null) x) as chat
  from unnest($1::text[], $2::bigint[]) with ordinality as a (id, since, place)
  cross join lateral (select coalesce((select number from chat_people where user_id = a.id), 0) as number,
      (select count(*) from (select from chats where first_user = a.id limit $3) f)
      + (select count(*) from (select from chats where second_user = a.id limit $3) s) as count) me
  left join lateral (select * from (${half('first', which)} union all ${half('second', which)}) h ${order} limit $3) c on true
  left join lateral (select json_agg(to_json(m) order by m.n) as messages from (
      select ${messageColumns}, case c.own when 'first' then m.first_number else m.second_number end as number
      from chat_messages m where m.chat_key = c.key order by m.n desc limit case when c.whole then $5::int else $4::int end) m
    where c.whole or m.number > a.since) t on true`

const newest = 'order by updated_at desc, key'
const everything = { name: 'chats-everything', text: statement(newest, newest) }
const since = { name: 'chats-since', text: statement('and OWN_number > a.since', '') }

/** Maximum characters of messages in one event; beyond them a phone gets the last message of each chat and requests the rest. */
const mostCharacters = 200_000

type Row = z.output<typeof changeRow>

/** Returns the newest messages of a chat that fit into the event. */
function fitting(all: readonly ChatMessage[], room: { left: number }): ChatMessage[] {
  const messages: ChatMessage[] = []
  for (const m of all.toReversed()) {
    room.left -= m.message.length
    if (messages.length > 0 && room.left < 0) break
    messages.unshift(m)
  }
  return messages
}

function changeOf({ chat }: Row, room: { left: number }): ChatChange[] {
  if (!chat) return []
  const messages = fitting(chat.messages.slice(-chatLimits.tail), room)
  // A chat is also sent as a whole when older messages are missing, so that the phone knows of the gap.
  return [{ ...chat, messages, whole: chat.whole || messages.length < chat.messages.length }]
}

export interface Continued {
  user: string
  /** Number that the phone has; `undefined` when it has nothing. */
  from: number | undefined
}
type Numbered = Continued & { from: number }

async function read(
  sql: Sql,
  asked: typeof since,
  people: readonly Numbered[],
  most: readonly [chats: number, messages: number, whole: number],
): Promise<Row[][]> {
  const values = [people.map(({ user }) => user), people.map(({ from }) => from), ...most]
  const rows = await sql.rows(changeRow, { ...asked, values })
  const each: Row[][] = people.map(() => [])
  for (const row of rows) each[row.place]?.push(row)
  return each
}

function eventOf(rows: readonly Row[], full: boolean): ChatsEvent {
  const room = { left: mostCharacters }
  const { number = 0, count = 0 } = rows[0] ?? {}
  const chats = rows.flatMap((row) => changeOf(row, room))
  return { number, full, count: Math.min(count, limits.maxLimit), chats }
}

/** Maximum new messages per chat in the first query: mostly there is one. */
const few = 8

/** Reads the changes of each person, with one row more than a phone is sent, which shows whether there are more. */
async function changed(sql: Sql, people: readonly Numbered[]): Promise<Row[][]> {
  if (people.length === 0) return []
  const [chats, messages] = [limits.maxLimit + 1, chatLimits.tail + 1]
  const found = await read(sql, since, people, [chats, few, messages])
  const more = [...people.entries()].filter(([n]) =>
    found[n]?.some(({ chat }) => chat?.whole === false && chat.messages.length >= few),
  )
  if (more.length === 0) return found
  const again = await read(
    sql,
    since,
    more.map(([, one]) => one),
    [chats, messages, messages],
  )
  for (const [i, [n]] of more.entries()) found[n] = again[i] ?? []
  return found
}

/**
 * Returns for each person the changes after `from`, or everything when the server cannot continue from that number: it was
 * never given out, or more chats have changed than a phone stores.
 */
export async function changesOfAll(sql: Sql, asked: readonly Continued[]): Promise<ChatsEvent[]> {
  const most = limits.maxLimit
  const events = new Map<Continued, ChatsEvent>()
  const going = asked.filter((one): one is Numbered => one.from !== undefined)
  const changes = await changed(sql, going)
  for (const [n, rows] of changes.entries()) {
    const one = going[n]
    if (one && rows.length <= most && (rows[0]?.number ?? 0) >= one.from)
      events.set(one, eventOf(rows, false))
  }
  const left = asked.filter((one) => !events.has(one)).map((one) => ({ ...one, from: -1, asked: one }))
  const all =
    left.length > 0
      ? await read(sql, everything, left, [most, chatLimits.firstTail, chatLimits.firstTail])
      : []
  for (const [n, rows] of all.entries()) {
    const full = eventOf(rows, true)
    const chats = full.chats.map((chat) => ({ ...chat, whole: true }))
    if (left[n]) events.set(left[n].asked, { ...full, chats })
  }
  return asked.flatMap((one) => events.get(one) ?? [])
}

/** Returns the changes of one person. */
export async function changesOf(sql: Sql, user: string, from: number | undefined): Promise<ChatsEvent> {
  const [event] = await changesOfAll(sql, [{ user, from }])
  return event as ChatsEvent
}

/** Returns the messages of the chat of the two before a position, oldest first. */
export async function messagesBefore(
  sql: Sql,
  o: { user: string; other: string; before: number },
): Promise<ChatMessage[]> {
  const rows = await sql.all(messageRow)`select ${raw(messageColumns)} from chat_messages m
    where m.chat_key = ${chatKey(o.user, o.other)} and m.n < ${o.before} order by m.n desc limit ${chatLimits.page}`
  return rows.toReversed()
}
