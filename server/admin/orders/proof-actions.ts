import { AppError } from '#contract/errors.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { refusedEmail, postToBuyer } from '../../orders/order-emails.ts'
import { heldOrder, type OrderRow } from '../../orders/orders-store.ts'
import { audit, type AdminAction, meanwhile } from '../audit.ts'
import { payByHand } from './order-actions.ts'
import { closeOrder, decideProof, orderOfProof } from './admin-orders-store.ts'

/** An order and its proof, held until the transaction ends; `decided_meanwhile` where an operator has decided. */
async function waitingProof(sql: Sql, id: string): Promise<OrderRow> {
  const of = await orderOfProof(sql, id)
  const order = of === undefined ? undefined : await heldOrder(sql, { id: of })
  const proof = order?.proofs.find(({ _id }) => _id === id)
  if (!order || !proof) throw new AppError('not_found', { msg: 'There is no such proof.' })
  if (proof.state !== 'waiting') throw meanwhile(`This proof is ${proof.state} already.`)
  return order
}

const stateOf = async (sql: Sql, id: string) => (await heldOrder(sql, { id }))?.state

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
