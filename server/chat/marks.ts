import { z } from 'zod/mini'
import { chatKey } from '#contract/chat/chat.ts'
import type { conversationRoutes } from '#contract/chat/conversation.ts'
import type { BodyOf } from '#contract/http.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { nextNumbers, notifyStreams } from './numbers.ts'
import { shownId } from './own-chats.ts'

type Marks = BodyOf<typeof conversationRoutes.markChats> & { user: string }

/**
 * SQL of the chats `c` of the person $1 in which the named message is the last one of the other person and not marked yet. A
 * newer message of the other person prevents the mark, so no mark covers a message that the phone did not have. Own messages
 * after it do not matter.
 */
const marked = `unnest($2::text[], $3::text[], $4::text[]) as a (key, other, last)
  join chats c on c.key = a.key
  join lateral (select * from chat_messages x where x.chat_key = c.key and x.sender = a.other
    order by x.n desc limit 1) m on true
  where ${shownId} = a.last and ($5 and not c.receiver_has_read and c.last_sender = a.other
    or c.messages > case when c.first_user = $1 then
      (case when $5 then c.first_read else c.first_has end) else
      (case when $5 then c.second_read else c.second_has end) end)`

const otherRow = z.object({ other: z.string() })

/** Marks chats as delivered or read for this person; notifies nobody when nothing changes. */
export async function markChats(sql: Sql, { user, as, chats }: Marks): Promise<void> {
  const own = [...new Map(chats.map((chat) => [chat.other, chat])).values()].filter((c) => c.other !== user)
  const columns = (all: typeof own) => [
    user,
    all.map(({ other }) => chatKey(user, other)),
    all.map(({ other }) => other),
    all.map(({ last }) => last),
    as === 'read',
  ]
  const found = await sql.rows(otherRow, {
    name: 'chats-to-mark',
    text: `select a.other from ${marked}`,
    values: columns(own),
  })
  if (found.length === 0) return
  const others = found.map(({ other }) => other)
  const numbers = await nextNumbers(sql, [user, ...others])
  // The condition is checked again under the lock.
  const left = own.filter(({ other }) => numbers.has(other))
  const done = await sql.rows(otherRow, {
    name: 'chats-mark',
    text: `update chats u set receiver_has_read = u.receiver_has_read or $5 and u.last_sender <> $1,
        first_has = case when u.first_user = $1 then u.messages else u.first_has end,
        second_has = case when u.second_user = $1 then u.messages else u.second_has end,
        first_read = case when $5 and u.first_user = $1 then u.messages else u.first_read end,
        second_read = case when $5 and u.second_user = $1 then u.messages else u.second_read end,
        first_number = case when u.first_user = $1 then $6 else x.number end,
        second_number = case when u.second_user = $1 then $6 else x.number end,
        emailed_at = case when $5 and u.last_sender <> $1 then null else u.emailed_at end
      from (select c.key as chat, a.other from ${marked}) f
      join unnest($7::text[], $8::bigint[]) as x (other, number) on x.other = f.other
      where u.key = f.chat returning f.other`,
    values: [
      ...columns(left),
      numbers.get(user),
      left.map((c) => c.other),
      left.map((c) => numbers.get(c.other)),
    ],
  })
  if (done.length > 0) await notifyStreams(sql, [user, ...done.map(({ other }) => other)])
}
