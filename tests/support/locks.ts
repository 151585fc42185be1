import { expect } from 'vitest'
import { z } from 'zod/mini'
import type { Sql } from '../../server/kernel/db/sql.ts'

export const onPostgres = process.env['TEST_DATABASE_URL'] !== undefined
const waiting = z.object({ n: z.int() })

/** Until so many others wait for a lock; the embedded database lets everybody wait in line. */
export async function untilWaiting(sql: Sql, n: number): Promise<void> {
  if (!onPostgres) return
  const text = `select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const now = async () => {
    // Within a transaction the same picture is shown again and again, unless a new one is asked for.
    await sql.run({ text: 'select pg_stat_clear_snapshot()' })
    return (await sql.row(waiting, { text }))?.n
  }
  await expect.poll(now).toBe(n)
}
