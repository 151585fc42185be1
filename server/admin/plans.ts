import { fieldError, found } from '../kernel/call.ts'
import { z } from 'zod/mini'
import type { PlanEdit, PlanForAdmin } from '#contract/admin/admin-plans.ts'
import { featuredPlan } from '#contract/plans/plans.ts'
import { raw, type Sql } from '../kernel/db/sql.ts'
import { type PlanRow, planRow } from '../orders/orders-store.ts'
import type { AdminAction } from './audit.ts'
import { changeRow } from '../kernel/db/lists.ts'

const columns = 'p.id as _id, p.name, p.type, p.price::float8 as price, p.car_limit, p.includes'
const numbers = { running: z.int(), pending: z.int() }

/** Returns the plans as stored, without the generated line about the number of ads. */
export async function plansForAdmin(sql: Sql, now: Date): Promise<PlanForAdmin[]> {
  const rows = await sql.all(z.extend(planRow, numbers))`select ${raw(columns)},
      (select count(*)::int from subscriptions s where s.plan_id = p.id and s.status = 'active'
        and s.started_at <= ${now} and s.expires_at > ${now}) as running,
      (select count(*)::int from orders o where o.plan_id = p.id and o.state = 'pending') as pending
    from plans p order by p.name = ${featuredPlan}, p.price, p.position, p.id`
  return rows.map((row) => ({ ...row, title: row.name }))
}

async function checkTitle(sql: Sql, was: PlanRow, title: string): Promise<void> {
  if (title === was.name) return
  // The home page finds featured dealers by the name of this plan.
  if (was.name === featuredPlan) throw fieldError('title', 'This plan keeps its title.')
  const other = await sql.first(z.object({ id: z.string() }))`select id from plans
    where lower(name) = lower(${title}) and id <> ${was._id}`
  if (other) throw fieldError('title', 'Another plan has this title.')
}

/** Changes a plan on offer. Orders and running plans keep the price at which they were bought. */
export const changePlan: AdminAction<{ plan_id: string } & Partial<PlanEdit>> = async (
  { sql, audit },
  { plan_id: id, ...change },
) => {
  const held = { text: `select ${columns} from plans p where p.id = $1 for update`, values: [id] }
  const was = found(await sql.row(planRow, held), 'There is no such plan.')
  const { name: title, price, car_limit, includes } = was
  const old: PlanEdit = { title, price, car_limit, includes }
  const next = { ...old, ...change }
  await checkTitle(sql, was, next.title)
  if (was.price === 0 && next.price !== 0) throw fieldError('price', 'This plan is free and stays so.')
  if (was.price > 0 && next.price === 0) throw fieldError('price', 'Please enter a price above 0.')
  const names = (['title', 'price', 'car_limit', 'includes'] as const).filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]),
  )
  if (names.length === 0) return
  const { title: name, ...rest } = next
  await changeRow(sql, 'plans', { id }, { name, ...rest })
  const only = (from: PlanEdit) => Object.fromEntries(names.map((name) => [name, from[name]]))
  await audit('change-plan', 'plan', id, { before: only(old), after: only(next) })
}
