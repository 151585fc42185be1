// Tells people that a plan ends or has ended, and what becomes of their ads (R-ROLE-17).
import { z } from 'zod/mini'
import { featuredPlan } from '#contract/plans/plans.ts'
import { fitPlan } from '../../cars/ads/fit-plan.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { allowanceOf } from '../../users/allowance.ts'
import { hasPaidPlan } from '../../users/users-store.ts'
import { openSubscriptions } from '../activate.ts'
import { endedEmail, reminderEmail, post } from '../order-emails.ts'
import { type Buyer, holdBuyer } from '../orders-store.ts'
import { eachAlone } from './each-alone.ts'

const day = 86_400_000
const batch = 200

const dueRow = z.object({ id: z.string(), user_id: z.string() })
const due = `s.status = 'active' and s.ended_told_at is null and (s.expires_at <= $1
  or (s.expires_at <= $1::timestamptz + interval '1 day' and s.reminded_day_at is null)
  or (s.expires_at <= $1::timestamptz + interval '7 days' and s.reminded_week_at is null))`
const endingRow = z.object({
  id: z.string(),
  plan: z.string(),
  name: z.string(),
  free: z.boolean(),
  ends: z.date(),
})
type Ending = z.output<typeof endingRow>

/** Does what is due by now; two processes that do it at the same time do each of it once. */
export async function notifyEndings(deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>): Promise<void> {
  const now = deps.now()
  const found = await deps.db.rows(dueRow, {
    text: `select s.id, s.user_id from subscriptions s where ${due} order by s.expires_at limit ${batch}`,
    values: [now],
  })
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
  sql.row(endingRow, {
    text: `select s.id, p.id as plan, p.name, s.amount = 0 and p.price = 0 as free, s.expires_at as ends
      from subscriptions s join plans p on p.id = s.plan_id where s.id = $2 and ${due} for no key update of s`,
    values: [now, id],
  })

async function notifyBuyer(
  sql: Sql,
  deps: Pick<Deps, 'config' | 'newId' | 'now'>,
  who: Buyer & { id: string },
  p: Ending,
): Promise<void> {
  const now = deps.now()
  const left = p.ends.getTime() - now.getTime()
  const step = left <= 0 ? 'ended' : left <= day ? 'day' : 'week'
  await sql.run({
    // A person who is notified of the last day needs no notice of the last week.
    text: `update subscriptions set reminded_week_at = coalesce(reminded_week_at, $2),
        reminded_day_at = case when $3 = 'week' then reminded_day_at else coalesce(reminded_day_at, $2) end,
        ended_told_at = case when $3 = 'ended' then $2::timestamptz end
      where id = $1`,
    values: [p.id, now, step],
  })
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
