import { z } from 'zod/mini'
import { adminList, adminRead, adminWrite } from './admin-route.ts'
import { id, instant, text } from '../parts.ts'
import { order, orderStates, paymentMethods } from '../plans/orders.ts'
import { knownOr } from '../values/list-inputs.ts'

/** `proof`: orders with a proof of payment that waits for a decision. */
export const orderFilters = ['proof', ...orderStates, 'all'] as const

/** The buyer; all fields are empty when the account is deleted. */
const buyer = z.object({ _id: z.string(), fullname: z.string(), email: z.string() })

/** An order in the admin list. */
export const adminOrderEntry = z.object({
  ...z.pick(order, {
    _id: true,
    plan: true,
    months: true,
    amount: true,
    method: true,
    state: true,
    reference: true,
    created_at: true,
  }).shape,
  buyer,
  /** Number of proofs that wait for a decision. */
  proofs_waiting: z.int(),
})
export type AdminOrderEntry = z.output<typeof adminOrderEntry>

/** A payment notice for an order, and its outcome. */
export const paymentNotice = z.object({
  _id: id,
  /** The provider's id of the payment. */
  payment: z.string(),
  status: z.string(),
  amount: z.nullable(z.number()),
  verdict: z.string(),
  received_at: instant,
  /** Time at which the money was refunded. */
  returned_at: z.nullable(instant),
  note: z.string(),
})
export type PaymentNotice = z.output<typeof paymentNotice>
/** Prefix of the payment id when an admin confirmed the payment by hand. */
export const handPayment = 'hand:'
/** Verdicts of money that paid for nothing: the order was already paid, or the amount is wrong. */
export const returnable: readonly string[] = ['surplus', 'wrong_amount']

const adminOrder = z.object({
  ...order.shape,
  buyer,
  payment_id: z.string(),
  /** Dealership ids that came with the proofs of payment (R-DEAL-19). */
  dealership_ids: z.array(z.string()),
  /** Payment notices, oldest first. */
  notices: z.array(paymentNotice),
})
export type AdminOrder = z.output<typeof adminOrder>

const longest = 500
const words = (missing: string) => text(missing, longest)

/** Path of a proof's file; only admins may download the file. */
export const proofFilePath = (proofId: string): string =>
  `admin_master/proof-file/${encodeURIComponent(proofId)}`

export const adminOrderRoutes = {
  /** Lists orders. Orders with waiting proofs come first, the longest wait first; all other orders follow, newest first. */
  adminListOrders: adminList('list-orders', adminOrderEntry, {
    show: knownOr(orderFilters, 'all'),
    method: knownOr([...paymentMethods, 'all'] as const, 'all'),
  }),
  adminGetOrder: adminRead('order/:id', 'get-order', adminOrder, { id }),
  /** Confirms the payment of a proof and marks the order as paid. For an order that is already paid, the payment is a surplus. */
  approveProof: adminWrite('approve-proof', { proof_id: id }, adminOrder),
  /** Refuses a proof. The buyer sees the reason and may send another proof. */
  refuseProof: adminWrite(
    'refuse-proof',
    { proof_id: id, reason: words('Please give the reason; the buyer reads it') },
    adminOrder,
  ),
  /** Records that the money of a paid order was refunded, and ends the plan of the order. */
  refundOrder: adminWrite(
    'refund-order',
    { order_id: id, reason: words('Please give the reason; the buyer reads it') },
    adminOrder,
  ),
  /** Records that money with a returnable verdict was sent back; order and plan do not change. */
  returnPayment: adminWrite(
    'return-payment',
    { notice_id: id, note: words('Please write how it was given back') },
    adminOrder,
  ),
  /** Marks an order as paid by hand, for money that arrived without a payment notice. */
  settleOrder: adminWrite(
    'settle-order',
    { order_id: id, note: words('Please write how you know') },
    adminOrder,
  ),
}
