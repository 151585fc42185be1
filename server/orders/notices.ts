import { z } from 'zod/mini'
import { handPayment } from '#contract/admin/admin-orders.ts'
import { truthOf } from '../kernel/db/lists.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { noticeRefusals, type NoticeRefusal, type PaymentNews } from '../integrations/payfast/check-notice.ts'

/**
 * Verdict on a believed payment notice.
 * - `paid`: the payment paid the order, and the order gave its plan.
 * - `repeated`: an earlier notice of this payment had its effect.
 * - `surplus`: another payment has paid the order; this money must be given back.
 * - `wrong_amount`: the amount is not the price of the order; the order gave nothing.
 * - `unknown_order`, `not_complete`: the notice has no effect.
 */
export type NoticeVerdict =
  | 'paid'
  | 'repeated'
  | 'surplus'
  | 'wrong_amount'
  | 'unknown_order'
  | 'not_complete'

export interface GatewayNotice extends Omit<PaymentNews, 'status' | 'amount'> {
  /** Status as reported; the sender may be unverified. */
  status: string
  amount: number | undefined
  verdict: NoticeVerdict | NoticeRefusal
}

/**
 * Most stored notices of each verdict that are not believed or name no order. Anybody can send them, so only the newest stay.
 */
export const mostUnknownNotices = 500
/** Most stored notices of one order, apart from notices of received money. */
export const mostNoticesOfOrder = 100
const ofMoney = ['paid', 'surplus', 'wrong_amount']
const longest = 200
const mostRand = 1e12

const cut = (text: string) => text.replace(/[\0\p{Surrogate}]/gu, '').slice(0, longest)

/**
 * Stores a notice with its verdict. `settlePayment` stores the notices that it judges; a gateway stores those that it
 * refuses.
 */
export async function noteNotice(
  sql: Sql,
  deps: Pick<Deps, 'newId' | 'now'>,
  n: GatewayNotice,
): Promise<void> {
  const believed = !noticeRefusals.some((one) => one === n.verdict)
  const amount =
    n.amount !== undefined && Number.isFinite(n.amount) && Math.abs(n.amount) < mostRand ? n.amount : null
  await sql.exec`insert into payment_notices (id, order_id, payment, status, amount, verdict, believed,
      received_at)
    select ${deps.newId()}, o.id, ${cut(n.payment)}, ${cut(n.status)}, ${amount}::numeric, ${n.verdict},
      ${believed}, ${deps.now()}
    from (select) one left join orders o on o.payment_id = ${n.paymentId}
    where ${n.verdict} = any (${ofMoney}) or not ${believed}
      or (select count(*) from payment_notices n
        where n.order_id = o.id and n.believed) < ${mostNoticesOfOrder}`
  if (!believed || n.verdict === 'unknown_order') await forgetStrange(sql, n.verdict)
}

async function forgetStrange(sql: Sql, verdict: GatewayNotice['verdict']): Promise<void> {
  // Each verdict has its own limit, so that notices anybody can send do not push out notices only the provider can send.
  await sql.exec`delete from payment_notices where id in (select id from payment_notices
    where (order_id is null or not believed) and verdict = ${verdict} order by received_at desc, id desc
    offset ${mostUnknownNotices})`
}

/** Locks a payment until the transaction ends: when one payment is reported for two orders at once, the second order waits. */
export async function holdPayment(sql: Sql, payment: string): Promise<void> {
  await sql.exec`select pg_advisory_xact_lock(hashtextextended('payment ' || ${cut(payment)}, 0))`
}

/** Returns whether an operator marked this order as paid before a notice arrived. */
export const isPaidByHand = (sql: Sql, order: string): Promise<boolean> =>
  truthOf(sql)`select exists (select 1 from payment_notices
    where order_id = ${order} and verdict = 'paid' and starts_with(payment, ${handPayment})) as by_hand`

const seenRow = z.object({ verdict: z.string() })

/** Returns the verdicts of earlier notices of this payment, for any order: a payment has its effect once. */
export const seenPayment = (sql: Sql, payment: string) =>
  sql.all(seenRow)`select verdict from payment_notices
    where payment = ${cut(payment)} and believed and verdict = any (${ofMoney})`
