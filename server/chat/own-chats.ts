import { z } from 'zod/mini'
import { chatKey } from '#contract/chat/chat.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'
import { part, raw, type Sql } from '../kernel/db/sql.ts'
import {
  type MessageToAppend,
  type PlacedMessage,
  refOf,
  type ServerChat,
  type ServerChatStore,
} from './chat-store.ts'
import { nextNumbers, notifyStreams } from './numbers.ts'

/** Store of chats in the server's own database. */

const placeRow = z.object({ n: z.int() })
/** Returns the position of a message in its chat; `undefined` when there is none of that id. */
export async function placeOf(sql: Sql, id: string): Promise<number | undefined> {
  const text = 'select n from chat_messages where id = $1'
  return (await sql.row(placeRow, { name: 'chats-place', text, values: [id] }))?.n
}

/** SQL of a message's id as phones see it; `m` is the message. */
export const shownId = `case when starts_with(m.id, m.sender || ':') then substr(m.id, length(m.sender) + 2) else m.id end`

/**
 * SQL of the stored message that makes `g` a duplicate. It has the same id, even when the other person wrote it, since phones
 * could not tell the two apart; or it is the last message and has the same text (`notSince`). `offset 0` makes PostgreSQL
 * search by the id index, because a chat may be long.
 */
const standIn = `select n from chat_messages where id = g.id
  union all select n from (select n, chat_key from chat_messages where id in (g.ref, g.twin) offset 0) x
    where chat_key = g.key
  union all select m.n from chats c join chat_messages m on m.chat_key = c.key and m.n = c.messages
    where g.not_since is not null and c.key = g.key and m.sender = g.sender and m.message = g.message
      and m.sent_at >= g.not_since
  limit 1`

const placedRow = z.object({ key: z.string(), n: z.int(), added: z.boolean() })
type Placed = Omit<z.output<typeof placedRow>, 'key'>

/**
 * Adds messages of different chats. Locks the counters of both people before it searches for duplicates, so that concurrent
 * writers run one after another and the second sees the message of the first.
 */
export async function addMessages(sql: Sql, all: readonly MessageToAppend[]): Promise<Placed[]> {
  const numbers = await nextNumbers(
    sql,
    all.flatMap((m) => [m.sender, m.receiver]),
  )
  // A new chat replaces an earlier chat of the same two people that a phone may have cached before its removal. A sender who
  // had read everything has also read their own message. Messages that arrived while theirs waited on the phone stay unread.
  const rows = await sql.rows(placedRow, {
    name: 'chats-append',
    text: `with given as materialized (select * from json_to_recordset($1) as g (key text, first_user text, second_user text,
        sender text, at timestamptz, car text, first_number bigint, second_number bigint, id text, ref text, twin text,
        message text, written_at timestamptz, image text, not_since timestamptz)),
      there as materialized (select g.key, t.n from given g cross join lateral (${standIn}) t),
      chat as (
        insert into chats as c (key, first_user, second_user, messages, last_sender, receiver_has_read, created_at,
          updated_at, car_id, first_number, second_number, first_whole, second_whole, first_has, second_has, first_read,
          second_read)
        select key, first_user, second_user, 1, sender, false, at, at, car, first_number, second_number, first_number,
          second_number, (sender = first_user)::int, (sender = second_user)::int, (sender = first_user)::int,
          (sender = second_user)::int
        from given where not exists (select 1 from there where there.key = given.key)
        on conflict (key) do update set messages = c.messages + 1, last_sender = excluded.last_sender,
          receiver_has_read = false, updated_at = greatest(c.updated_at, excluded.updated_at),
          car_id = coalesce(excluded.car_id, c.car_id),
          first_number = excluded.first_number, second_number = excluded.second_number,
          first_has = c.first_has + (excluded.last_sender = c.first_user and c.first_has = c.messages)::int,
          second_has = c.second_has + (excluded.last_sender = c.second_user and c.second_has = c.messages)::int,
          first_read = c.first_read + (excluded.last_sender = c.first_user and c.first_read = c.messages)::int,
          second_read = c.second_read + (excluded.last_sender = c.second_user and c.second_read = c.messages)::int,
          emailed_at = case when c.last_sender = excluded.last_sender and not c.receiver_has_read then c.emailed_at end
        returning key, messages),
      added as (
        insert into chat_messages
          (chat_key, n, id, sender, message, sent_at, written_at, image_id, first_number, second_number)
        select chat.key, chat.messages, g.id, g.sender, g.message, g.at, g.written_at, g.image, g.first_number,
          g.second_number from chat join given g on g.key = chat.key returning chat_key, n)
      select chat_key as key, n, true as added from added union all select key, n, false from there`,
    values: [JSON.stringify(all.map((m) => rowOf(m, numbers)))],
  })
  const placed = new Map(rows.map((row) => [row.key, row]))
  const people = all.filter((m) => placed.get(chatOf(m))?.added).flatMap((m) => [m.sender, m.receiver])
  if (people.length > 0) await notifyStreams(sql, people)
  return all.map((m) => {
    const { n, added } = placed.get(chatOf(m)) ?? {}
    if (n === undefined || added === undefined) throw new Error('A message was neither added nor there.')
    return { n, added }
  })
}

/** Adds one message. */
export async function addMessage(sql: Sql, m: MessageToAppend): Promise<Placed> {
  const [placed] = await addMessages(sql, [m])
  return placed as Placed
}

const chatOf = (m: MessageToAppend): string => chatKey(m.sender, m.receiver)

function rowOf(m: MessageToAppend, numbers: ReadonlyMap<string, number>) {
  const [first = '', second = ''] = [m.sender, m.receiver].sort()
  const ref = refOf(m.sender, m.id)
  return {
    key: chatOf(m),
    first_user: first,
    second_user: second,
    sender: m.sender,
    at: m.at,
    car: m.car,
    first_number: numbers.get(first),
    second_number: numbers.get(second),
    id: m.id,
    ref,
    twin: `${m.receiver}:${ref}`,
    message: m.message,
    written_at: writtenAt(m),
    image: m.image,
    not_since: m.notSince,
  }
}

/** Limits the time of a phone, whose clock may be wrong, to between 1970 and now. */
const writtenAt = ({ at, writtenAt: claimed = at }: MessageToAppend): Date =>
  Number.isNaN(claimed.getTime()) ? at : new Date(Math.max(0, Math.min(claimed.getTime(), at.getTime())))

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
/** Returns the query of one half of a person's chats; each half has an index of its own. */
const half = (
  own: 'first_user' | 'second_user',
  user: string,
  limit: number,
) => part`(select key, last_sender as sender,
    case when last_sender = first_user then second_user else first_user end as receiver,
    receiver_has_read as "receiverHasRead", updated_at, car_id as car
  from chats where ${raw(own)} = ${user} order by updated_at desc, key limit ${limit})`

function chatsOf(sql: Sql, user: string, limit: number): Promise<ServerChat[]> {
  const halves = part`${half('first_user', user, limit)} union all ${half('second_user', user, limit)}`
  return sql.all(chatRow)`select * from (${halves}) c order by updated_at desc, key limit ${limit}`
}

const messageRow = z.object({
  n: z.int(),
  sender: z.string(),
  message: z.string(),
  sent_at: z.date(),
  image_id: z.nullable(z.string()),
})
async function newest(sql: Sql, two: readonly [string, string], limit: number): Promise<PlacedMessage[]> {
  const rows = await sql.all(messageRow)`select n, sender, message, sent_at, image_id from chat_messages
    where chat_key = ${chatKey(...two)} order by n desc limit ${limit}`
  return rows.toReversed().map(({ image_id, ...message }) => ({
    ...message,
    ...(image_id !== null && { image: uploadedUrl(image_id) }),
  }))
}

export const ownChats: ServerChatStore = {
  kind: 'embedded',
  isStored: async (sql, id) => (await placeOf(sql, id)) !== undefined,
  append: async (sql, message) => (await addMessage(sql, message)).added,
  chatsOf,
  newest,
}
