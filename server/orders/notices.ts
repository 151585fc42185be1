import { z } from 'zod/mini'
import { handPayment } from '#contract/admin/admin-orders.ts'
import { truthOf } from '../kernel/db/lists.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { noticeRefusals, type NoticeRefusal, type PaymentNews } from '../integrations/payfast/check-notice.ts'

/**
 * What became of what was reported about a payment.
 * - `paid`: the order is paid by it, and its plan given.
 * - `repeated`: this payment had its effect before.
 * - `surplus`: the order was paid by another payment; this money has to be given back.
 * - `wrong_amount`: it is not what the order costs; nothing was given for it.
 * - `unknown_order`, `not_complete`: nothing to do.
 */
export type NoticeVerdict =
  | 'paid'
  | 'repeated'
  | 'surplus'
  | 'wrong_amount'
  | 'unknown_order'
  | 'not_complete'

export interface GatewayNotice extends Omit<PaymentNews, 'status' | 'amount'> {
  /** As it was reported; the sender may not be known. */
  status: string
  amount: number | undefined
  verdict: NoticeVerdict | NoticeRefusal
}

/** Anybody can send something that is not believed or that names no order: the newest ones of each verdict are kept. */
export const mostUnknownNotices = 500
/** And of what a provider reports of one order, beside what is about money that came. */
export const mostNoticesOfOrder = 100
const ofMoney = ['paid', 'surplus', 'wrong_amount']
const longest = 200
const mostRand = 1e12

const cut = (text: string) => text.replace(/[\0\p{Surrogate}]/gu, '').slice(0, longest)

/** Writes down what was reported, whatever became of it. `settlePayment` does so itself; a gateway does what it refuses. */
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
  // Of each verdict by itself: what anybody can send pushes out nothing that only the provider can.
  await sql.exec`delete from payment_notices where id in (select id from payment_notices
    where (order_id is null or not believed) and verdict = ${verdict} order by received_at desc, id desc
    offset ${mostUnknownNotices})`
}

/** Of two orders that one payment is reported for at the same moment the second one waits. */
export async function holdPayment(sql: Sql, payment: string): Promise<void> {
  await sql.exec`select pg_advisory_xact_lock(hashtextextended('payment ' || ${cut(payment)}, 0))`
}

/** Whether an operator said that the money of this order is there, before any news of it. */
export const isPaidByHand = (sql: Sql, order: string): Promise<boolean> =>
  truthOf(sql)`select exists (select 1 from payment_notices
    where order_id = ${order} and verdict = 'paid' and starts_with(payment, ${handPayment})) as by_hand`

const seenRow = z.object({ verdict: z.string() })

/** What became of this payment when it was reported before: of whatever order it was, it has its effect once. */
export const seenPayment = (sql: Sql, payment: string) =>
  sql.all(seenRow)`select verdict from payment_notices
    where payment = ${cut(payment)} and believed and verdict = any (${ofMoney})`
