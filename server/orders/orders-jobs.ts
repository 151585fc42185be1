import type { EmailDeps } from '../kernel/mail/outbox.ts'
import { eachAlone, later } from '../kernel/semaphore.ts'
import { z } from 'zod/mini'
import { featuredPlan } from '#contract/plans/plans.ts'
import { fitPlan } from '../cars/ads/hidden-ads.ts'
import { part, type Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { allowanceOf, hasPaidPlan } from '../users/users-store.ts'
import { openSubscriptions } from './activate.ts'
import { endedEmail, lapsedEmail, post, postToBuyer, reminderEmail } from './order-emails.ts'
import { type Buyer, heldOrder, holdBuyer } from './orders-store.ts'
import { orderLimits } from '#contract/plans/orders.ts'
import { idsOf, changeRow } from '../kernel/db/lists.ts'

type RoundDeps = EmailDeps & Pick<Deps, 'db'>

// Notifies people that a plan ends or has ended, and what happens to their ads (R-ROLE-17).

const day = 86_400_000
const batch = 200

const dueRow = z.object({ id: z.string(), user_id: z.string() })
const due = (now: Date) => part`s.status = 'active' and s.ended_told_at is null and (s.expires_at <= ${now}
  or (s.expires_at <= ${now}::timestamptz + interval '1 day' and s.reminded_day_at is null)
  or (s.expires_at <= ${now}::timestamptz + interval '7 days' and s.reminded_week_at is null))`
const endingRow = z.object({
  id: z.string(),
  plan: z.string(),
  name: z.string(),
  free: z.boolean(),
  ends: z.date(),
})
type Ending = z.output<typeof endingRow>

/** Sends the due notices; two processes at the same time send each notice once. */
export async function notifyEndings(deps: RoundDeps): Promise<void> {
  const now = deps.now()
  const found = await deps.db.all(dueRow)`select s.id, s.user_id from subscriptions s where ${due(now)}
    order by s.expires_at limit ${batch}`
  await eachAlone(found, ({ id, user_id }) =>
    deps.db.tx(async (sql) => {
      const buyer = await holdBuyer(sql, user_id)
      // Undefined when another process has sent the notice.
      const ending = buyer && (await heldEnding(sql, id, now))
      if (ending) await notifyBuyer(sql, { ...deps, now: () => now }, { ...buyer, id: user_id }, ending)
    }),
  )
}

const heldEnding = (sql: Sql, id: string, now: Date): Promise<Ending | undefined> =>
  sql.first(endingRow)`select s.id, p.id as plan, p.name,
      s.amount = 0 and p.price = 0 as free, s.expires_at as ends
    from subscriptions s join plans p on p.id = s.plan_id where s.id = ${id} and ${due(now)} for no key update of s`

async function notifyBuyer(sql: Sql, deps: EmailDeps, who: Buyer & { id: string }, p: Ending): Promise<void> {
  const now = deps.now()
  const left = p.ends.getTime() - now.getTime()
  const step = left <= 0 ? 'ended' : left <= day ? 'day' : 'week'
  // A person who is notified of the last day needs no notice of the last week.
  await sql.exec`update subscriptions set reminded_week_at = coalesce(reminded_week_at, ${now}),
      reminded_day_at = case when ${step} = 'week' then reminded_day_at else coalesce(reminded_day_at, ${now}) end,
      ended_told_at = case when ${step} = 'ended' then ${now}::timestamptz end
    where id = ${p.id}`
  const open = await openSubscriptions(sql, who.id, now)
  const renewed = open.some(({ id, plan, ends }) => id !== p.id && plan === p.plan && ends > p.ends)
  const hidden = step === 'ended' ? (await fitPlan({ sql, user: who.id, now })).hidden : []
  // A free plan needs no notice, because everybody has it.
  if (p.free || (renewed && hidden.length === 0)) return
  const at = step === 'ended' ? now : p.ends
  const next = { ...(await allowanceOf(sql, who.id, at)), paid: await hasPaidPlan(sql, who.id, at) }
  const words = { plan: p.name, ends: p.ends, featured: p.name === featuredPlan, next }
  await post(sql, deps, who.email, (from) =>
    step === 'ended' ? endedEmail(from, words, hidden) : reminderEmail(from, words, now),
  )
}

/** Cancels the orders that were not paid within `pendingDays`, unless a proof waits for the operator. */
export async function lapseOrders(deps: RoundDeps): Promise<void> {
  const now = deps.now()
  const lapsed = await idsOf(deps.db)`select id from orders o where state = 'pending'
    and created_at <= ${later(now, -orderLimits.pendingDays * day)}
    and not exists (select 1 from proofs f where f.order_id = o.id and f.state = 'waiting')
    order by created_at limit ${batch}`
  await eachAlone(lapsed, (id) => deps.db.tx((sql) => lapse(sql, { ...deps, now: () => now }, id)))
}

async function lapse(sql: Sql, deps: EmailDeps, id: string): Promise<void> {
  const order = await heldOrder(sql, { id })
  // Meanwhile the order was paid or cancelled, or has a new proof.
  if (order?.state !== 'pending' || order.proofs.some(({ state }) => state === 'waiting')) return
  const note = `Nobody paid it within ${orderLimits.pendingDays} days.`
  await changeRow(sql, 'orders', { id }, { state: 'cancelled', closed_at: deps.now(), note })
  await postToBuyer(sql, deps, order, (from) => lapsedEmail(from, order))
}
