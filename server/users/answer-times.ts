import { z } from 'zod/mini'
import type { Db, Sql } from '../kernel/db/sql.ts'

/** Conversations of so many days count, and fewer of them say nothing about anybody. */
const days = 90
const fewest = 5
/** More than so many add nothing to a median, and each costs two looks into its messages. */
const looked = 500
const day = 86_400_000
/** A person who began a conversation less than this ago may still be answered in good time. */
const patience = day
/** Milliseconds that an answer is good for, and how many are kept. */
const life = 60 * 60_000
const most = 2000

const timesRow = z.object({ n: z.int(), minutes: z.nullable(z.int()) })

/**
 * Minutes within which at least half of the conversations that another person began with this person were answered for
 * the first time. What was never answered counts as never: ten quick answers to a hundred questions are no good service.
 */
async function countTimes(sql: Sql, user: string, now: Date): Promise<number | undefined> {
  const since = new Date(now.getTime() - days * day)
  const half = (own: string) =>
    `(select key from chats where ${own} = $1 and updated_at >= $2 order by updated_at desc limit ${looked})`
  const row = await sql.row(timesRow, {
    text: `select count(*)::int as n, ceil(nullif(percentile_disc(0.5) within group (order by
          coalesce(extract(epoch from answered - asked)::float8 / 60, 'infinity')), 'infinity'))::int as minutes
      from (select m.sent_at as asked, (select r.sent_at from chat_messages r
            where r.chat_key = c.key and r.sender = $1 order by r.n limit 1) as answered
          from (${half('first_user')} union all ${half('second_user')}) c
          join chat_messages m on m.chat_key = c.key and m.n = 1
          where m.sender <> $1 and m.sent_at >= $2) begun
      where answered is not null or asked < $3`,
    values: [user, since, new Date(now.getTime() - patience)],
  })
  if (!row || row.n < fewest || row.minutes === null) return undefined
  return Math.max(1, row.minutes)
}

interface Counted {
  minutes: number | undefined
  until: number
}
const counted = new WeakMap<Db, Map<string, Counted>>()

/** The same, counted once an hour for those whose page is looked at. */
export async function answersWithin(
  o: { sql: Sql; db: Db; now: Date },
  user: string,
): Promise<number | undefined> {
  const known = counted.get(o.db) ?? new Map<string, Counted>()
  counted.set(o.db, known)
  const last = known.get(user)
  const now = o.now.getTime()
  if (last && last.until > now && last.until <= now + life) return last.minutes
  const minutes = await countTimes(o.sql, user, o.now)
  known.delete(user)
  known.set(user, { minutes, until: now + life })
  for (const oldest of known.keys()) {
    if (known.size <= most) break
    known.delete(oldest)
  }
  return minutes
}
