import { returnable, adminOrderRoutes, handPayment, proofFilePath } from '#contract/admin/admin-orders.ts'
import { fitPlan } from '../../cars/ads/hidden-ads.ts'
import { found, type Mount, okData, okWith } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { changeRow, idsOf } from '../../kernel/db/lists.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { refundedEmail, postToBuyer, refusedEmail } from '../../orders/order-emails.ts'
import { moveUp } from '../../orders/activate.ts'
import { heldOrder, type OrderRow } from '../../orders/orders-store.ts'
import { settlePayment } from '../../orders/settle.ts'
import { actionMount, type AdminAction, meanwhile } from '../audit.ts'
import { endSubscription, heldNotice, adminOrderById, adminOrders } from './admin-orders-store.ts'
import { AppError } from '#contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { basePath } from '#contract/http.ts'
import { callerOf } from '../../kernel/auth.ts'
import { proofFile, sendProofFile } from '../../orders/proofs-store.ts'

const noSuch = 'There is no such order.'
const held = async (sql: Sql, id: string): Promise<OrderRow> => found(await heldOrder(sql, { id }), noSuch)
const stateOf = async (sql: Sql, id: string) => (await held(sql, id)).state

/**
 * Records that the money of a paid order was returned. The paid part of its plan ends; credit days of earlier plans remain.
 * Subscriptions that waited begin earlier, and ads that no other plan allows become inactive.
 */
export const refundOrder: AdminAction<{ order_id: string; reason: string }> = async (
  { sql, deps, audit },
  { order_id: id, reason },
) => {
  const order = await held(sql, id)
  if (order.state !== 'paid') throw meanwhile(`This order is ${order.state}; only a paid one is refunded.`)
  if (order.amount === 0) throw meanwhile('Nothing was paid for this order.')
  const now = deps.now()
  await changeRow(sql, 'orders', { id }, { state: 'refunded', note: reason, closed_at: now })
  const end = await endSubscription(sql, id, now)
  if (order.user_id !== null) {
    if (end) await moveUp(sql, order.user_id, now)
    const { allowance, hidden } = await fitPlan({ sql, user: order.user_id, now })
    const ended = end !== undefined && !end.until
    const details = { reason, ended, until: end?.until, next: allowance, hidden }
    await postToBuyer(sql, deps, order, (from) => refundedEmail(from, order, details))
  }
  await audit('refund-order', 'order', id, {
    before: { state: 'paid', reference: order.reference, until: end?.was.toISOString() ?? null },
    after: { state: 'refunded', until: end ? (end.until ?? now).toISOString() : null },
    note: reason,
  })
}

/** Records that money which paid no order was returned; returns the id of the order that it was reported for. */
export const returnPayment: AdminAction<{ notice_id: string; note: string }, string> = async (
  { sql, deps, audit },
  { notice_id: id, note },
) => {
  const notice = found(await heldNotice(sql, id), 'There is no such payment.')
  if (!returnable.includes(notice.verdict)) throw meanwhile('This money is no surplus.')
  if (notice.returned_at !== null) throw meanwhile('This money was given back already.')
  const now = deps.now()
  await changeRow(sql, 'payment_notices', { id }, { returned_at: now, returned_note: note })
  await audit('return-payment', 'order', notice.order_id, {
    before: { payment: notice.payment, amount: notice.amount, returned_at: null },
    after: { payment: notice.payment, returned_at: now.toISOString() },
    note,
  })
  return notice.order_id
}

/** Settles the order as if the provider had reported this payment; returns the verdict. */
const payByHand = (sql: Sql, deps: Deps, { payment_id: paymentId, amount }: OrderRow, payment: string) =>
  settlePayment(sql, deps, { paymentId, payment, status: 'complete', amount })

/** Marks an order as paid without a notice and approves its waiting proofs; returns the order before the change. */
export const settleOrder: AdminAction<{ order_id: string; note: string }, OrderRow> = async (
  { sql, deps, audit },
  { order_id: id, note },
) => {
  const order = await held(sql, id)
  if (order.state === 'paid' || order.state === 'refunded')
    throw meanwhile(`This order is ${order.state} already.`)
  const verdict = await payByHand(sql, deps, order, handPayment + id)
  // The waiting proofs are about this money: a later approval would count as a second payment.
  const proofs = await sql.exec`update proofs set state = 'approved', note = '', decided_at = ${deps.now()}
    where order_id = ${id} and state = 'waiting'`
  await audit('settle-order', 'order', id, {
    before: { state: order.state, reference: order.reference },
    after: { state: await stateOf(sql, id), verdict, ...(proofs > 0 && { proofs_approved: proofs }) },
    note,
  })
  return order
}

/**
 * Returns the order of a waiting proof, and locks the order until the transaction ends. Throws `decided_meanwhile` when the
 * proof is decided.
 */
async function waitingProof(sql: Sql, id: string): Promise<OrderRow> {
  const [of] = await idsOf(sql)`select order_id as id from proofs where id = ${id}`
  const order = of === undefined ? undefined : await heldOrder(sql, { id: of })
  const proof = order?.proofs.find(({ _id }) => _id === id)
  if (!order || !proof) throw new AppError('not_found', { msg: 'There is no such proof.' })
  if (proof.state !== 'waiting') throw meanwhile(`This proof is ${proof.state} already.`)
  return order
}

/** Approves the proof of a deposit; returns its order and whether the money is surplus. */
export const approveProof: AdminAction<{ proof_id: string }, { order: OrderRow; surplus: boolean }> = async (
  { sql, deps, audit },
  { proof_id: id },
) => {
  const order = await waitingProof(sql, id)
  await changeRow(sql, 'proofs', { id }, { state: 'approved', note: '', decided_at: deps.now() })
  const verdict = await payByHand(sql, deps, order, `proof:${id}`)
  await audit('approve-proof', 'proof', id, {
    before: { proof: 'waiting', order: order.state, reference: order.reference },
    after: { proof: 'approved', order: await stateOf(sql, order._id), verdict },
  })
  return { order, surplus: verdict !== 'paid' }
}

/**
 * Refuses a proof and sends the reason to the buyer, who may send another proof. An order that is paid or has another waiting
 * proof keeps its state.
 */
export const refuseProof: AdminAction<{ proof_id: string; reason: string }, OrderRow> = async (
  { sql, deps, audit },
  { proof_id: id, reason },
) => {
  const order = await waitingProof(sql, id)
  const now = deps.now()
  await changeRow(sql, 'proofs', { id }, { state: 'refused', note: reason, decided_at: now })
  const another = order.proofs.some((p) => p._id !== id && p.state === 'waiting')
  if (order.state === 'pending' && !another)
    await changeRow(sql, 'orders', { id: order._id }, { state: 'refused', note: reason, closed_at: now })
  const state = await stateOf(sql, order._id)
  await postToBuyer(sql, deps, order, () => refusedEmail({ ...order, state }, reason))
  await audit('refuse-proof', 'proof', id, {
    before: { proof: 'waiting', order: order.state, reference: order.reference },
    after: { proof: 'refused', order: state },
    note: reason,
  })
  return order
}

/**
 * Returns the message for an operator who paid an order; `order` is the order before, `given` says how its buyer got the
 * plan.
 */
export function paidWords(
  { order: { reference, user_id }, surplus = false }: { order: OrderRow; surplus?: boolean },
  given = 'the plan is given',
): string {
  if (surplus) return `${reference} was paid before: please give this money back.`
  if (user_id === null)
    return `${reference} is paid, but its account was deleted: please give this money back.`
  return `${reference} is paid, and ${given}.`
}

const shown = async (sql: Sql, id: string) => found(await adminOrderById(sql, id), noSuch)

export function mountAdminOrders(app: FastifyInstance, mount: Mount, deps: Deps): void {
  mount(adminOrderRoutes.adminListOrders, ({ body, sql }) => okWith(adminOrders(sql, body)))

  mount(adminOrderRoutes.adminGetOrder, ({ params, sql }) => okData(shown(sql, params.id)))

  const act = actionMount(mount, deps)
  act(
    adminOrderRoutes.approveProof,
    approveProof,
    (_, paid) => paidWords(paid),
    (sql, _, { order }) => shown(sql, order._id),
  )
  act(adminOrderRoutes.refuseProof, refuseProof, 'Refused. The buyer reads why.', (sql, _, { _id }) =>
    shown(sql, _id),
  )
  const ofOrder = (sql: Sql, { order_id }: { order_id: string }) => shown(sql, order_id)
  act(adminOrderRoutes.refundOrder, refundOrder, 'Noted as refunded. The buyer gets an e-mail.', ofOrder)
  act(adminOrderRoutes.returnPayment, returnPayment, 'Noted as given back.', (sql, _, id) => shown(sql, id))
  act(adminOrderRoutes.settleOrder, settleOrder, (_, order) => paidWords({ order }), ofOrder)

  app.get<{ Params: { id: string } }>(
    basePath + proofFilePath(':id').replace('%3A', ':'),
    async ({ headers, ip, params }, reply) => {
      await callerOf({ headers, ip }, 'admin', deps)
      return sendProofFile(reply, found(await proofFile(deps.db, params.id), 'There is no such proof.'))
    },
  )
}
