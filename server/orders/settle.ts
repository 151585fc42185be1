import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { activate } from './activate.ts'
import type { PaymentNews } from './gateway.ts'
import { noteNotice, seenPayment, type Verdict } from './notices.ts'
import { heldOrder, type OrderRow } from './orders-store.ts'

const cents = (rand: number) => Math.round(rand * 100)
/** Rounded somewhere on its way; never more. An amount that is no number is no amount. */
const isWhole = (amount: number, due: number) => Math.abs(cents(amount) - cents(due)) <= 1

/** What is written into an order that nobody has paid yet. */
const unpaid = new Map<string, string>([
  ['cancelled', 'The payment was cancelled. The order can still be paid.'],
  ['failed', 'The payment did not go through. The order can still be paid.'],
])
export const accountGone = 'The account was deleted before this was paid.'

type With = Pick<Deps, 'config' | 'newId' | 'now'>

/**
 * Does what news about a payment ask for, and writes them down. Inside the caller's transaction; the sender is known.
 * However often, in whatever order and by however many processes it is told: a payment has its effect once, and an order
 * gives one package. An order that was cancelled or refused is paid all the same, for the money has come.
 */
export async function settle(sql: Sql, deps: With, news: PaymentNews): Promise<Verdict> {
  const order = await heldOrder(sql, { paymentId: news.paymentId })
  const verdict = order ? await judge(sql, deps, order, news) : 'unknown_order'
  await noteNotice(sql, deps, { ...news, verdict })
  return verdict
}

async function judge(sql: Sql, deps: With, order: OrderRow, news: PaymentNews): Promise<Verdict> {
  if (news.status !== 'complete') {
    await noteUnpaid(sql, order, unpaid.get(news.status))
    return 'not_complete'
  }
  const seen = await seenPayment(sql, news.payment)
  if (seen.some(({ verdict }) => verdict !== 'wrong_amount')) return 'repeated'
  if (!isWhole(news.amount, order.amount)) return 'wrong_amount'
  if (order.state === 'paid' || order.state === 'refunded') return 'surplus'
  await pay(sql, deps, order)
  return 'paid'
}

/** R-SUBS-15: an order whose payment was cancelled or failed waits on, and its history says so. */
async function noteUnpaid(sql: Sql, { _id, state }: OrderRow, note: string | undefined): Promise<void> {
  if (state !== 'pending' || note === undefined) return
  const text = 'update orders set note = $2 where id = $1'
  await sql.run({ name: 'orders-note-unpaid', text, values: [_id, note] })
}

/** The order, held and not paid yet, becomes paid and gives its package. */
export async function pay(sql: Sql, deps: With, order: OrderRow): Promise<void> {
  const { user_id } = order
  const now = deps.now()
  const subscription = user_id === null ? null : await activate(sql, deps, { ...order, user_id })
  await sql.run({
    name: 'orders-pay',
    text: `update orders set state = 'paid', paid_at = $2, closed_at = $2, look_at = null, subscription_id = $3, note = $4
      where id = $1`,
    values: [order._id, now, subscription, user_id === null ? accountGone : ''],
  })
}
