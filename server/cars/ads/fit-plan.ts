import { z } from 'zod/mini'
import type { Sql } from '../../kernel/db/sql.ts'
import { type Allowance, allowanceOf } from '../../users/allowance.ts'

/** What a person may have for sale, and the titles of the ads that are not any more. */
export interface Fit {
  allowance: Allowance
  hidden: string[]
}
const titleRow = z.object({ title: z.string() })

/**
 * Ads beyond what the plan allows become inactive, newest first, and are kept (R-SUBS-13). Hold the person
 * (`holdAdOwner`): an ad that is published at the same moment waits.
 */
export async function fitPlan({ sql, user, now }: { sql: Sql; user: string; now: Date }): Promise<Fit> {
  const allowance = await allowanceOf(sql, user, now)
  const hidden = await sql.rows(titleRow, {
    text: `update cars set status = 'inactive', version = version + 1, updated_at = $3
      where status = 'active' and id in (select id from cars where creator = $1 and status = 'active'
        order by created_at, id offset $2)
      returning title`,
    values: [user, allowance.ads, now],
  })
  return { allowance, hidden: hidden.map(({ title }) => title) }
}
