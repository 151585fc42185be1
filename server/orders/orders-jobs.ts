import type { EmailDeps } from '../kernel/mail/outbox.ts'
import { eachAlone } from '../kernel/semaphore.ts'
import { z } from 'zod/mini'
import { featuredPlan } from '#contract/plans/plans.ts'
import { fitPlan } from '../cars/ads/hidden-ads.ts'
import { part, type Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { allowanceOf, hasPaidPlan } from '../users/users-store.ts'
import { openSubscriptions } from './activate.ts'
import { endedEmail, lapsedEmail, post, postToBuyer, reminderEmail } from './order-emails.ts'
import { billOf, type Buyer, heldOrder, holdBuyer, type OrderRow } from './orders-store.ts'
import { orderLimits } from '#contract/plans/orders.ts'
import { gatewaysOf } from './gateways.ts'
import { settlePayment } from './settle.ts'
import { idsOf, changeRow } from '../kernel/db/lists.ts'

type RoundDeps = EmailDeps & Pick<Deps, 'db'>

// Tells people that a plan ends or has ended, and what becomes of their ads (R-ROLE-17).

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

/** Does what is due by now; two processes that do it at the same time do each of it once. */
export async function notifyEndings(deps: RoundDeps): Promise<void> {
  const now = deps.now()
  const found = await deps.db.all(dueRow)`select s.id, s.user_id from subscriptions s where ${due(now)}
    order by s.expires_at limit ${batch}`
  await eachAlone(found, ({ id, user_id }) =>
    deps.db.tx(async (sql) => {
      const buyer = await holdBuyer(sql, user_id)
      // Not due any more when another process was here first.
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
  // What costs nothing is what everybody has.
  if (p.free || (renewed && hidden.length === 0)) return
  const at = step === 'ended' ? now : p.ends
  const next = { ...(await allowanceOf(sql, who.id, at)), paid: await hasPaidPlan(sql, who.id, at) }
  const words = { plan: p.name, ends: p.ends, featured: p.name === featuredPlan, next }
  await post(sql, deps, who.email, (from) =>
    step === 'ended' ? endedEmail(from, words, hidden) : reminderEmail(from, words, now),
  )
}

// Asks what became of payments that nobody has reported, and cancels orders that nobody pays.

const minute = 60_000
const asked = 50

/** Looks at every order whose time has come; each is taken by one process. */
export async function reconcileOrders(deps: RoundDeps, stopping: AbortSignal): Promise<void> {
  const due = await idsOf(deps.db)`select id from orders where look_at <= ${deps.now()}
    order by look_at limit ${asked}`
  await eachAlone(due, async (id) => {
    if (stopping.aborted) return
    const order = await takeOrder(deps, id)
    if (!order) return
    await ask(deps, order, stopping)
    await lapse(deps, order)
  })
}

/** When to look again: after as long as it has waited already, a day at most, and when it lapses. */
function nextLook({ state, created_at, method }: OrderRow, now: Date): Date | null {
  // The last time: money may have come in the moment of its cancelling.
  if (state !== 'pending') return null
  const end = created_at.getTime() + orderLimits.pendingDays * day
  const waited = Math.min(Math.max(now.getTime() - created_at.getTime(), minute), day)
  if (now.getTime() >= end) return new Date(now.getTime() + day)
  return new Date(method === 'deposit' ? end : Math.min(now.getTime() + waited, end))
}

/** The order, if nobody else looks at it; written before anything is asked, so that nobody asks twice. */
function takeOrder({ db, now }: Pick<Deps, 'db' | 'now'>, id: string): Promise<OrderRow | undefined> {
  return db.tx(async (sql) => {
    const order = await heldOrder(sql, { id })
    const taken =
      order &&
      (await sql.exec`update orders set look_at = ${nextLook(order, now())}
        where id = ${id} and look_at <= ${now()}`)
    return taken === 1 ? order : undefined
  })
}

async function ask(deps: RoundDeps, order: OrderRow, stopping: AbortSignal): Promise<void> {
  const gateway = gatewaysOf(deps).find(({ method }) => method === order.method)
  const news = await gateway?.ask?.(billOf(order), stopping)
  if (news && news.status !== 'pending') await deps.db.tx((sql) => settlePayment(sql, deps, news))
}

/** Nobody has paid for so long: the order is cancelled, unless an operator has yet to look at its proof. */
async function lapse(deps: RoundDeps, { _id }: OrderRow): Promise<void> {
  await deps.db.tx(async (sql) => {
    const order = await heldOrder(sql, { id: _id })
    const now = deps.now()
    if (order?.state !== 'pending' || order.proofs.some(({ state }) => state === 'waiting')) return
    if (now.getTime() < order.created_at.getTime() + orderLimits.pendingDays * day) return
    const note = `Nobody paid it within ${orderLimits.pendingDays} days.`
    const lapsed = { state: 'cancelled', closed_at: now, look_at: null, note }
    await changeRow(sql, 'orders', { id: _id }, lapsed)
    await postToBuyer(sql, deps, order, (from) => lapsedEmail(from, order))
  })
}
