import { z } from 'zod/mini'
import type { Sql } from '../kernel/db/sql.ts'
import { nextNumbers, tellStreams } from './numbers.ts'

/** People of one notice: PostgreSQL takes 8,000 bytes. */
const together = 100
const otherRow = z.object({ other: z.string() })

/**
 * Tells those who have a chat with this person that it is gone when the transaction commits, which deletes the account. Its
 * counter is held as everybody who changes a chat does.
 */
export async function endChatsOf(sql: Sql, user: string): Promise<void> {
  await nextNumbers(sql, [user])
  const rows = await sql.rows(otherRow, {
    name: 'chats-ending',
    text: `select second_user as other from chats where first_user = $1
      union all select first_user from chats where second_user = $1`,
    values: [user],
  })
  const others = rows.map(({ other }) => other)
  for (let from = 0; from < others.length; from += together)
    await tellStreams(sql, others.slice(from, from + together))
}
