import { expect } from 'vitest'
import { z } from 'zod/mini'
import type { Sql } from '../../server/kernel/db/sql.ts'

export const onPostgres = process.env['TEST_DATABASE_URL'] !== undefined
const waiting = z.object({ n: z.int() })

/** Resolves when `n` others wait for a lock. The embedded database runs statements one at a time, so nothing waits there. */
export async function untilWaiting(sql: Sql, n: number): Promise<void> {
  if (!onPostgres) return
  const text = `select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const now = async () => {
    // Within a transaction the statistics are cached until they are cleared.
    await sql.run({ text: 'select pg_stat_clear_snapshot()' })
    return (await sql.row(waiting, { text }))?.n
  }
  await expect.poll(now).toBe(n)
}
