import { z } from 'zod/mini'
import { holdPerson } from '../cars/ads/ad-rules.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { allowanceOf } from '../users/allowance.ts'

const count = z.object({ n: z.int() })

/**
 * How many more ads of this person may be active (R-SUBS-13). Holds the person until the transaction ends: an ad posted at
 * the same moment waits.
 */
export async function planRoom(sql: Sql, user: string, now: Date): Promise<number> {
  await holdPerson({ sql, user, now })
  const { ads } = await allowanceOf(sql, user, now)
  const row = await sql.row(count, {
    name: 'import-active-ads',
    text: `select count(*)::int as n from cars where creator = $1 and status = 'active'`,
    values: [user],
  })
  return Math.max(0, ads - (row?.n ?? 0))
}
