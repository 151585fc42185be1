import { z } from 'zod/mini'
import type { Sql } from '../kernel/db/sql.ts'

/** Topic of `Sql.notify` and `Db.listen`: the payload names the people whose chats have changed, separated by spaces. */
export const chatTopic = 'chat'

export const numberRow = z.object({ user_id: z.string(), number: z.int() })

/**
 * Returns the number of the next change of each of these people. Their counters stay locked until the transaction ends, so a
 * person's changes become visible in the order of their numbers. Every writer locks the counters first and in the same order,
 * which prevents deadlocks. A change of a chat takes numbers of both people.
 *
 * The number is the time in milliseconds, or one more than the last when that is greater. After a restored backup no number
 * of the lost time is used again.
 */
export async function nextNumbers(sql: Sql, people: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.all(numberRow)`insert into chat_people (user_id, number)
    select id, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from unnest(${[...new Set(people)]}::text[]) as p (id) order by id collate "C"
    on conflict (user_id) do update set number = greatest(chat_people.number + 1, excluded.number)
    returning user_id, number`
  return new Map(rows.map(({ user_id, number }) => [user_id, number]))
}

/** Maximum people of one notification: PostgreSQL limits its payload to 8,000 bytes. */
const together = 100

/** Notifies the streams of these people. */
export async function notifyStreams(sql: Sql, people: readonly string[]): Promise<void> {
  for (let from = 0; from < people.length; from += together)
    await sql.notify(chatTopic, people.slice(from, from + together).join(' '))
}
