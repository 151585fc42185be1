import { returnable, adminOrderRoutes, proofFilePath } from '#contract/admin/admin-orders.ts'
import { fitPlan } from '../../cars/ads/hidden-ads.ts'
import { found, type Mount, ok, okData, okWith } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { refundedEmail, postToBuyer, refusedEmail } from '../../orders/order-emails.ts'
import { moveUp } from '../../orders/activate.ts'
import { heldOrder, type OrderRow } from '../../orders/orders-store.ts'
import { settlePayment } from '../../orders/settle.ts'
import { audit, type AdminAction, meanwhile, operatorOf } from '../audit.ts'
import {
  closeOrder,
  endSubscription,
  heldNotice,
  noteReturned,
  decideProof,
  orderOfProof,
  adminOrderById,
  adminOrders,
} from './admin-orders-store.ts'
import { AppError } from '#contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { basePath } from '#contract/http.ts'
import { callerOf } from '../../kernel/auth.ts'
import { proofFile, sendProofFile } from '../../orders/proofs-store.ts'

const noSuch = 'There is no such order.'
const held = async (sql: Sql, id: string): Promise<OrderRow> => found(await heldOrder(sql, { id }), noSuch)
const stateOf = async (sql: Sql, id: string) => (await held(sql, id)).state

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
const payByHand = (sql: Sql, deps: Deps, { payment_id: paymentId, amount }: OrderRow, payment: string) =>
  settlePayment(sql, deps, { paymentId, payment, status: 'complete', amount })

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
    after: { state: await stateOf(sql, id), verdict },
    note,
  })
}

/** An order and its proof, held until the transaction ends; `decided_meanwhile` where an operator has decided. */
async function waitingProof(sql: Sql, id: string): Promise<OrderRow> {
  const of = await orderOfProof(sql, id)
  const order = of === undefined ? undefined : await heldOrder(sql, { id: of })
  const proof = order?.proofs.find(({ _id }) => _id === id)
  if (!order || !proof) throw new AppError('not_found', { msg: 'There is no such proof.' })
  if (proof.state !== 'waiting') throw meanwhile(`This proof is ${proof.state} already.`)
  return order
}

/** The money of a deposit is there; returns which order it was for, and whether it paid that one. */
export const approveProof: AdminAction<{ id: string }, { order: OrderRow; surplus: boolean }> = async (
  sql,
  deps,
  by,
  { id },
) => {
  const order = await waitingProof(sql, id)
  await decideProof(sql, { id, state: 'approved', note: '', now: deps.now() })
  const verdict = await payByHand(sql, deps, order, `proof:${id}`)
  await audit(sql, deps, by, {
    action: 'approve-proof',
    thing: 'proof',
    id,
    before: { proof: 'waiting', order: order.state, reference: order.reference },
    after: { proof: 'approved', order: await stateOf(sql, order._id), verdict },
  })
  return { order, surplus: verdict !== 'paid' }
}

/** The buyer reads why, and may send another proof. An order that another proof waits for, or that is paid, stays. */
export const refuseProof: AdminAction<{ id: string; reason: string }, OrderRow> = async (
  sql,
  deps,
  by,
  { id, reason },
) => {
  const order = await waitingProof(sql, id)
  const now = deps.now()
  await decideProof(sql, { id, state: 'refused', note: reason, now })
  const another = order.proofs.some((p) => p._id !== id && p.state === 'waiting')
  if (order.state === 'pending' && !another)
    await closeOrder(sql, { id: order._id, state: 'refused', note: reason, now })
  const state = await stateOf(sql, order._id)
  await postToBuyer(sql, deps, order, (from, words) => refusedEmail(from, words, reason))
  await audit(sql, deps, by, {
    action: 'refuse-proof',
    thing: 'proof',
    id,
    before: { proof: 'waiting', order: order.state, reference: order.reference },
    after: { proof: 'refused', order: state },
    note: reason,
  })
  return order
}

const shown = async (sql: Sql, id: string) => found(await adminOrderById(sql, id), noSuch)

export function mountAdminOrders(app: FastifyInstance, mount: Mount, deps: Deps): void {
  mount(adminOrderRoutes.adminListOrders, ({ body, sql }) => okWith(adminOrders(sql, body)))

  mount(adminOrderRoutes.adminGetOrder, ({ params, sql }) => okData(shown(sql, params.id)))

  mount(adminOrderRoutes.approveProof, async ({ body, user, sql }) => {
    const { order, surplus } = await approveProof(sql, deps, operatorOf(user), { id: body.proof_id })
    const paid = `${order.reference} is paid, and the plan is given.`
    const msg = surplus ? `${order.reference} was paid before: please give this money back.` : paid
    return { ...ok, msg, data: await shown(sql, order._id) }
  })

  mount(adminOrderRoutes.refuseProof, async ({ body: { proof_id: id, reason }, user, sql }) => {
    const order = await refuseProof(sql, deps, operatorOf(user), { id, reason })
    return { ...ok, msg: 'Refused. The buyer reads why.', data: await shown(sql, order._id) }
  })

  mount(adminOrderRoutes.refundOrder, async ({ body: { order_id: id, reason }, user, sql }) => {
    await refundOrder(sql, deps, operatorOf(user), { id, reason })
    return { ...ok, msg: 'Noted as refunded. The buyer gets an e-mail.', data: await shown(sql, id) }
  })

  mount(adminOrderRoutes.returnPayment, async ({ body: { notice_id: id, note }, user, sql }) => {
    const order = await returnPayment(sql, deps, operatorOf(user), { id, note })
    return { ...ok, msg: 'Noted as given back.', data: await shown(sql, order) }
  })

  mount(adminOrderRoutes.settleOrder, async ({ body: { order_id: id, note }, user, sql }) => {
    await settleOrder(sql, deps, operatorOf(user), { id, note })
    return { ...ok, msg: 'The order is paid, and the plan is given.', data: await shown(sql, id) }
  })

  app.get<{ Params: { id: string } }>(
    basePath + proofFilePath(':id').replace('%3A', ':'),
    async ({ headers, ip, params }, reply) => {
      await callerOf({ headers, ip }, 'admin', deps)
      return sendProofFile(reply, found(await proofFile(deps.db, params.id), 'There is no such proof.'))
    },
  )
}
