import { z } from 'zod/mini'
import { adminList, adminRead, adminWrite } from './admin-route.ts'
import { id, instant, text } from '../parts.ts'
import { order, orderStates, paymentMethods } from '../plans/orders.ts'
import { knownOr } from '../values/list-inputs.ts'

/** `proof`: a proof of payment waits for a decision. */
export const orderFilters = ['proof', ...orderStates, 'all'] as const

/** The person who ordered; empty when the account is gone. */
const buyer = z.object({ _id: z.string(), fullname: z.string(), email: z.string() })

/** An order in the list of the operator's people. */
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
  /** Proofs that wait for a decision. */
  proofs_waiting: z.int(),
})
export type AdminOrderEntry = z.output<typeof adminOrderEntry>

/** What was reported about a payment, and what became of that. */
export const paymentNotice = z.object({
  _id: id,
  /** The provider's own name of it. */
  payment: z.string(),
  status: z.string(),
  amount: z.nullable(z.number()),
  verdict: z.string(),
  received_at: instant,
  /** When its money was given back. */
  returned_at: z.nullable(instant),
  note: z.string(),
})
export type PaymentNotice = z.output<typeof paymentNotice>
/** Begins the name of a payment that an operator said is there, in place of the provider's. */
export const handPayment = 'hand:'
/** Money that came and paid nothing: the order was paid before, or it is another amount. */
export const returnable: readonly string[] = ['surplus', 'wrong_amount']

const adminOrder = z.object({
  ...order.shape,
  buyer,
  payment_id: z.string(),
  /** Given with proofs of payment (R-DEAL-19). */
  dealership_ids: z.array(z.string()),
  /** Oldest first. */
  notices: z.array(paymentNotice),
})
export type AdminOrder = z.output<typeof adminOrder>

const longest = 500
const words = (missing: string) => text(missing, longest)

/** Where the bytes of a proof are; only the operator's people get them, as a file to save. */
export const proofFilePath = (proofId: string): string =>
  `admin_master/proof-file/${encodeURIComponent(proofId)}`

export const adminOrderRoutes = {
  /** Those with proofs that wait the longest first, all others newest first. */
  adminListOrders: adminList('list-orders', adminOrderEntry, {
    show: knownOr(orderFilters, 'all'),
    method: knownOr([...paymentMethods, 'all'] as const, 'all'),
  }),
  adminGetOrder: adminRead('order/:id', 'get-order', adminOrder, { id }),
  /** The money is there: the order is paid by this proof. Of an order that was paid before it is a surplus. */
  approveProof: adminWrite('approve-proof', { proof_id: id }, adminOrder),
  /** The buyer reads the reason and may send another proof. */
  refuseProof: adminWrite(
    'refuse-proof',
    { proof_id: id, reason: words('Please give the reason; the buyer reads it') },
    adminOrder,
  ),
  /** Notes that the money of a paid order was given back, and ends the plan it paid for. */
  refundOrder: adminWrite(
    'refund-order',
    { order_id: id, reason: words('Please give the reason; the buyer reads it') },
    adminOrder,
  ),
  /** Notes that money which paid nothing was given back; order and plan stay as they are. */
  returnPayment: adminWrite(
    'return-payment',
    { notice_id: id, note: words('Please write how it was given back') },
    adminOrder,
  ),
  /** Pays an order by hand: its money came, and nobody reported it. */
  settleOrder: adminWrite(
    'settle-order',
    { order_id: id, note: words('Please write how you know') },
    adminOrder,
  ),
}
