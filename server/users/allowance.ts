import { z } from 'zod/mini'
import { planAds } from '#contract/limits.ts'
import type { Sql } from '../kernel/db/sql.ts'

/** How many ads a person may have for sale at a time, and by which plan. */
export interface Allowance {
  plan: string
  ads: number
}

const planRow = z.object({ name: z.string(), car_limit: z.int() })
/** Where no plan of the table is free. */
const basic: Allowance = { plan: 'Basic', ads: planAds.basic }

/** By the running plan that allows most, or the free one, which everybody has (R-SUBS-02). */
export async function allowanceOf(sql: Sql, user: string, now: Date): Promise<Allowance> {
  const row = await sql.row(planRow, {
    text: `select p.name, p.car_limit from plans p
      where p.car_limit > 0 and (p.price = 0 or exists (select 1 from subscriptions s where s.plan_id = p.id
        and s.user_id = $1 and s.status = 'active' and s.started_at <= $2 and s.expires_at > $2))
      order by p.car_limit desc, p.price limit 1`,
    values: [user, now],
  })
  return row ? { plan: row.name, ads: row.car_limit } : basic
}
