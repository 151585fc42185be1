import { z } from 'zod/mini'
import { featuredPlan, type SubscriptionPlan } from '#contract/plans/plans.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { grouped } from '#contract/values/region.ts'

const planRow = z.object({
  _id: z.string(),
  name: z.string(),
  type: z.string(),
  price: z.number(),
  car_limit: z.int(),
  includes: z.array(z.string()),
})
export type PlanRow = z.output<typeof planRow>
const columns = 'id as _id, name, type, price, car_limit, includes'

export const planById = (sql: Sql, id: string): Promise<PlanRow | undefined> =>
  sql.row(planRow, { text: `select ${columns} from plans where id = $1`, values: [id] })

/** How many ads it allows is said by its number, which may change. */
const adsOf = ({ car_limit: n }: PlanRow): string[] =>
  n === 0 ? [] : [`Up to ${grouped(n)} ads for sale at a time`]

/** Every plan on offer: cheapest first, the one that is beside the others last. */
export async function plansOnOffer(sql: Sql): Promise<SubscriptionPlan[]> {
  const rows = await sql.rows(planRow, {
    text: `select ${columns} from plans order by name = $1, price, position, id`,
    values: [featuredPlan],
  })
  return rows.map((row) => ({ ...row, title: row.name, includes: [...adsOf(row), ...row.includes] }))
}
