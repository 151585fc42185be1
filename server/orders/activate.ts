import { z } from 'zod/mini'
import { featuredPlan } from '#contract/plans/plans.ts'
import { regionOf } from '#contract/values/region.ts'
import { fitPlan } from '../cars/ads/hidden-ads.ts'
import { insertRow, changeRow } from '../kernel/db/lists.ts'
import type { EmailDeps } from '../kernel/mail/outbox.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { fewerAdsEmail, post } from './order-emails.ts'
import type { OrderRow } from './orders-store.ts'
import { changeOf, movedUp } from './plan-rules.ts'

const openRow = z.object({
  id: z.string(),
  plan: z.string(),
  name: z.string(),
  /** Whether the plan is one of those that allow ads: all except Featured Dealership. */
  allowsAds: z.boolean(),
  price: z.number(),
  starts: z.date(),
  ends: z.date(),
})
export type Open = z.output<typeof openRow>

/**
 * Reads a person's subscriptions that run or begin later. The price of a month is the paid amount divided by the months;
 * where the amount is unknown, the current price of the plan.
 */
export const openSubscriptions = (sql: Sql, user: string, now: Date): Promise<Open[]> =>
  sql.all(openRow)`select s.id, s.plan_id as plan, p.name, p.name <> ${featuredPlan} as "allowsAds",
      case when s.amount > 0 then s.amount / s.duration else p.price end as price,
      s.started_at as starts, s.expires_at as ends
    from subscriptions s join plans p on p.id = s.plan_id
    where s.user_id = ${user} and s.status = 'active' and s.expires_at > ${now} and s.started_at is not null
    order by s.started_at, s.id`

const aloneIn = (open: readonly Open[]) =>
  new Set(open.filter(({ allowsAds }) => !allowsAds).map(({ plan }) => plan))

/**
 * Lets the subscriptions that waited for a withdrawn one begin earlier. The caller holds the lock of their owner
 * (`heldOrder`).
 */
export async function moveUp(sql: Sql, user: string, now: Date): Promise<void> {
  const open = await openSubscriptions(sql, user, now)
  const alone = aloneIn(open)
  for (const { id, starts, ends } of movedUp(now, open, (plan) => alone.has(plan)))
    await changeRow(sql, 'subscriptions', { id }, { started_at: starts, expires_at: ends })
}

/**
 * Creates the subscription of a paid order and returns its id and dates. The caller holds the locks of the buyer and the
 * order (`heldOrder`): of two orders paid at once, the second one sees the subscription of the first.
 */
export async function activate(
  sql: Sql,
  deps: EmailDeps,
  o: OrderRow & { user_id: string },
): Promise<{ id: string; starts: Date; ends: Date }> {
  const now = deps.now()
  const open = await openSubscriptions(sql, o.user_id, now)
  const alone = aloneIn(open)
  if (o.plan_name === featuredPlan) alone.add(o.plan_id)
  const bought = {
    plan: o.plan_id,
    price: o.price,
    months: o.months,
    timeZone: regionOf[deps.config.market].timeZone,
  }
  const { starts, ends, credit, ended } = changeOf(now, bought, open, (plan) => alone.has(plan))
  // A replaced subscription that has not begun ends at its own start; one that runs ends when the new one starts.
  if (ended.length > 0)
    await sql.exec`update subscriptions set expires_at = greatest(started_at, ${starts}), ended_told_at = ${now},
        status = case when ${starts <= now}::boolean or started_at >= ${starts} then 'replaced' else status end
      where id = any (${[...ended]})`
  const id = deps.newId()
  const { user_id, plan_id, months: duration, amount } = o
  const runs = {
    status: 'active',
    started_at: starts,
    expires_at: ends,
    created_at: now,
    credit_days: credit,
  }
  await insertRow(sql, 'subscriptions', { id, user_id, plan_id, duration, amount, ...runs })
  // A dearer plan may allow fewer ads.
  const { allowance, hidden } = await fitPlan({ sql, user: o.user_id, now })
  if (hidden.length > 0) await post(sql, deps, o.email, () => fewerAdsEmail({ next: allowance }, hidden))
  return { id, starts, ends }
}
