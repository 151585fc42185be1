import { z } from 'zod/mini'
import type { Sql } from '../kernel/db/sql.ts'

/** Topic of `Sql.notify` and `Db.listen`: the payload names the people whose chats have changed, separated by spaces. */
export const chatTopic = 'chat'

export const numberRow = z.object({ user_id: z.string(), number: z.int() })

/**
 * The number of the next change of each of these people. Their counters stay locked until the transaction ends, so that
 * a person's changes are numbered in the order in which they become visible; every writer locks them first, and in the
 * same order, so nobody waits in a circle. Who changes a chat takes the numbers of both.
 *
 * A number is the time in milliseconds, or the next one where that was given out: after a restored backup none of the lost
 * time is given out again for something else.
 */
export async function nextNumbers(sql: Sql, people: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.all(numberRow)`insert into chat_people (user_id, number)
    select id, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from unnest(${[...new Set(people)]}::text[]) as p (id) order by id collate "C"
    on conflict (user_id) do update set number = greatest(chat_people.number + 1, excluded.number)
    returning user_id, number`
  return new Map(rows.map(({ user_id, number }) => [user_id, number]))
}

/** People of one notice: PostgreSQL takes 8,000 bytes. */
const together = 100

/** Tells the streams of these people that there is something to read. */
export async function notifyStreams(sql: Sql, people: readonly string[]): Promise<void> {
  for (let from = 0; from < people.length; from += together)
    await sql.notify(chatTopic, people.slice(from, from + together).join(' '))
}
