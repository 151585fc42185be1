import { returnable } from '#contract/admin/admin-orders.ts'
import { fitPlan } from '../../cars/ads/hidden-ads.ts'
import { found } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { refundedEmail, postToBuyer } from '../../orders/order-emails.ts'
import { moveUp } from '../../orders/activate.ts'
import { heldOrder, type OrderRow } from '../../orders/orders-store.ts'
import { settlePayment } from '../../orders/settle.ts'
import { audit, type AdminAction, meanwhile } from '../audit.ts'
import { closeOrder, endSubscription, heldNotice, noteReturned } from './admin-orders-store.ts'

const held = async (sql: Sql, id: string): Promise<OrderRow> =>
  found(await heldOrder(sql, { id }), 'There is no such order.')

/**
 * Notes that the money of a paid order was given back. What is left of the plan it paid for ends, but for what that
 * took in of others; those that waited for it move up, and ads that no other plan allows become inactive.
 */
export const refundOrder: AdminAction<{ id: string; reason: string }> = async (
  sql,
  deps,
  by,
  { id, reason },
) => {
  const order = await held(sql, id)
  if (order.state !== 'paid') throw meanwhile(`This order is ${order.state}; only a paid one is refunded.`)
  if (order.amount === 0) throw meanwhile('Nothing was paid for this order.')
  const now = deps.now()
  await closeOrder(sql, { id, state: 'refunded', note: reason, now })
  const end = await endSubscription(sql, id, now)
  if (order.user_id !== null) {
    if (end) await moveUp(sql, order.user_id, now)
    const { allowance, hidden } = await fitPlan({ sql, user: order.user_id, now })
    const next = { ...allowance, paid: false }
    const details = { reason, ended: end !== undefined && !end.until, until: end?.until, next, hidden }
    await postToBuyer(sql, deps, order, (from, words) => refundedEmail(from, words, details))
  }
  await audit(sql, deps, by, {
    action: 'refund-order',
    thing: 'order',
    id,
    before: { state: 'paid', reference: order.reference, until: end?.was.toISOString() ?? null },
    after: { state: 'refunded', until: end ? (end.until ?? now).toISOString() : null },
    note: reason,
  })
}

/** Notes that money which paid nothing was given back; returns the order it was reported for. */
export const returnPayment: AdminAction<{ id: string; note: string }, string> = async (
  sql,
  deps,
  by,
  { id, note },
) => {
  const notice = found(await heldNotice(sql, id), 'There is no such payment.')
  if (!returnable.includes(notice.verdict)) throw meanwhile('This money is no surplus.')
  if (notice.returned_at !== null) throw meanwhile('This money was given back already.')
  const now = deps.now()
  await noteReturned(sql, { id, note, now })
  await audit(sql, deps, by, {
    action: 'return-payment',
    thing: 'order',
    id: notice.order_id,
    before: { payment: notice.payment, amount: notice.amount, returned_at: null },
    after: { payment: notice.payment, returned_at: now.toISOString() },
    note,
  })
  return notice.order_id
}

/** Settles the order as if the provider had told of this payment; what became of it. */
export const payByHand = (
  sql: Sql,
  deps: Deps,
  { payment_id: paymentId, amount }: OrderRow,
  payment: string,
) => settlePayment(sql, deps, { paymentId, payment, status: 'complete', amount })

/** Pays an order whose money came without news of it. */
export const settleOrder: AdminAction<{ id: string; note: string }> = async (sql, deps, by, { id, note }) => {
  const order = await held(sql, id)
  if (order.state === 'paid' || order.state === 'refunded')
    throw meanwhile(`This order is ${order.state} already.`)
  const verdict = await payByHand(sql, deps, order, `hand:${id}`)
  await audit(sql, deps, by, {
    action: 'settle-order',
    thing: 'order',
    id,
    before: { state: order.state, reference: order.reference },
    after: { state: (await held(sql, id)).state, verdict },
    note,
  })
}
