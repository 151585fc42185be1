import type { EmailDeps } from '../kernel/mail/outbox.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { operatorAddress } from '../reference/reference-store.ts'
import { activate } from './activate.ts'
import type { PaymentNews } from '../integrations/payfast/check-notice.ts'
import { post, postToBuyer, receiptEmail, type StrayMoney, strayMoneyEmail } from './order-emails.ts'
import { holdPayment, isPaidByHand, noteNotice, seenPayment, type NoticeVerdict } from './notices.ts'
import { heldOrder, type OrderRow } from './orders-store.ts'
import { changeRow } from '../kernel/db/lists.ts'

const cents = (rand: number) => Math.round(rand * 100)
/** Returns whether the amount equals the price within 1 cent, which allows for rounding; false for `NaN`. */
const isWhole = (amount: number, due: number) => Math.abs(cents(amount) - cents(due)) <= 1

/** Notes on a pending order whose payment did not succeed, by the status of the notice. */
const unpaid = new Map<string, string>([
  ['cancelled', 'The payment was cancelled. The order can still be paid.'],
  ['failed', 'The payment did not go through. The order can still be paid.'],
])
const accountGone = 'The account was deleted before this was paid.'

/**
 * Applies a payment notice and stores it. Must run in the caller's transaction, after the caller has verified the sender.
 * Notices may repeat, arrive in any order and reach several processes: a payment has its effect once, and an order gives one
 * plan. A payment also pays a cancelled or refused order, because the money has arrived.
 */
export async function settlePayment(sql: Sql, deps: EmailDeps, news: PaymentNews): Promise<NoticeVerdict> {
  const order = await heldOrder(sql, { paymentId: news.paymentId })
  const verdict = order ? await judge(sql, deps, order, news) : 'unknown_order'
  await noteNotice(sql, deps, { ...news, verdict })
  return verdict
}

async function judge(sql: Sql, deps: EmailDeps, order: OrderRow, news: PaymentNews): Promise<NoticeVerdict> {
  if (news.status !== 'complete') {
    const note = unpaid.get(news.status)
    // R-SUBS-15: the order stays pending, and its history shows the note.
    if (order.state === 'pending' && note !== undefined)
      await changeRow(sql, 'orders', { id: order._id }, { note })
    return 'not_complete'
  }
  /** Notifies the operator of money that pays no order and must be given back. */
  const report = async (why: StrayMoney['why']) =>
    post(sql, deps, await operatorAddress(sql), () => strayMoneyEmail(order, { ...news, why }))
  await holdPayment(sql, news.payment)
  const seen = new Set((await seenPayment(sql, news.payment)).map(({ verdict }) => verdict))
  if (seen.has('paid') || seen.has('surplus')) return 'repeated'
  if (!isWhole(news.amount, order.amount)) {
    if (!seen.has('wrong_amount')) await report('wrong_amount')
    return 'wrong_amount'
  }
  if (order.state === 'paid' || order.state === 'refunded') {
    await report((await isPaidByHand(sql, order._id)) ? 'paid_by_hand' : 'surplus')
    return 'surplus'
  }
  await pay(sql, deps, order)
  if (order.user_id === null) await report('account_gone')
  return 'paid'
}

/** Marks a locked, unpaid order as paid and creates its subscription; sends a receipt for an order with a price. */
export async function pay(sql: Sql, deps: EmailDeps, order: OrderRow): Promise<void> {
  const { user_id } = order
  const now = deps.now()
  const subscription = user_id === null ? null : await activate(sql, deps, { ...order, user_id })
  await sql.run({
    name: 'orders-pay',
    text: `update orders set state = 'paid', paid_at = $2, closed_at = $2, subscription_id = $3, note = $4
      where id = $1`,
    values: [order._id, now, subscription?.id ?? null, user_id === null ? accountGone : ''],
  })
  if (subscription && order.amount > 0)
    await postToBuyer(sql, deps, order, (from) => receiptEmail(from, order, subscription))
}
