import { z } from 'zod/mini'
import { cleanLine, id, instant, storable, route, write } from '../parts.ts'
import { planMonths } from './plans.ts'

/** Orders of plans and their payment. */

/** `free`: no payment. `card`: payment at the card provider. `deposit`: EFT or cash deposit with proof (R-EXT-15). */
export const paymentMethods = ['free', 'card', 'deposit'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** `refused`: the proof of payment was refused. A `paid` order has had its effect exactly once. */
export const orderStates = ['pending', 'paid', 'cancelled', 'refused', 'refunded'] as const

const proofStates = ['waiting', 'approved', 'refused'] as const

export const orderLimits = {
  /** Maximum number of bytes of one proof of payment, and of proofs per order. */
  proof: 5_000_000,
  proofs: 5,
  /** Maximum number of waiting proofs of one person, over all orders: each proof is a file in the database. */
  proofsWaiting: 20,
  /** Maximum number of pending orders of one person. */
  pending: 10,
  /** Days after which an unpaid order is cancelled. */
  pendingDays: 30,
} as const
/** File types of a proof of payment. The content of the file decides, not its name. */
export const proofTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const

/** A proof of payment, without its bytes. */
export const proof = z.object({
  _id: id,
  name: z.string(),
  type: z.enum(proofTypes),
  bytes: z.int(),
  state: z.enum(proofStates),
  /** Reason for a refusal; otherwise empty. */
  note: z.string(),
  created_at: instant,
})
export type Proof = z.output<typeof proof>

export const order = z.object({
  _id: id,
  /** The plan at the time of the order; a later price change does not affect the order. */
  plan: z.object({ _id: id, name: z.string(), type: z.string() }),
  months: z.int(),
  /** Rand for one month; `amount` is this price times the months (R-SUBS-09). */
  price: z.number(),
  amount: z.number(),
  method: z.enum(paymentMethods),
  state: z.enum(orderStates),
  /** Reference for people: printed on the receipt and used for a deposit. */
  reference: z.string(),
  /** Reason for a refusal or a refund, or the message of a failed payment; otherwise empty. */
  note: z.string(),
  proofs: z.array(proof),
  created_at: instant,
  paid_at: z.nullable(instant),
  /** Period of the plan that the order paid for. */
  starts_at: z.nullable(instant),
  expires_at: z.nullable(instant),
})
export type Order = z.output<typeof order>

/** The form that the buyer's browser posts to the payment provider, with its fields in this order (R-EXT-11 to R-EXT-14). */
const paymentForm = z.object({
  action: z.string(),
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type PaymentForm = z.output<typeof paymentForm>

/** Bank account for a deposit. */
const depositDetails = z.object({
  bank: z.string(),
  account_name: z.string(),
  account_number: z.string(),
  branch_code: z.string(),
})
export type DepositDetails = z.output<typeof depositDetails>

/** An order with the payment instructions for its buyer; `payment_form` and `deposit` are absent when no payment is due. */
export const payable = z.object({
  ...order.shape,
  payment_form: z.optional(paymentForm),
  deposit: z.optional(depositDetails),
})
export type Payable = z.output<typeof payable>

const months = z
  .union([z.number(), z.string().check(z.regex(/^\d{1,2}$/, 'Please choose a duration'))], {
    error: 'Please choose a duration',
  })
  .check(z.refine((v) => planMonths.some((m) => m === Number(v)), 'Please choose a duration'))

/** R-API-37; `duration` in months. The server computes the amount. */
const newOrder = z.object({
  subs_id: z
    .string({ error: 'Please choose a plan' })
    .check(z.minLength(1, 'Please choose a plan'), z.maxLength(64), storable),
  duration: months,
  /** Payment method; `card` by default when a payment is due. */
  method: z.optional(z.enum(['card', 'deposit'])),
})
export type NewOrder = z.output<typeof newOrder>

const dealershipId = z.optional(z.string().check(z.overwrite(cleanLine), z.trim(), z.maxLength(60)))
/** Fields beside the one file, `proof`, in a multipart form. */
const proofNote = z.object({
  /** Id of the company or of the dealer's licence; with this id a dealer applies for verification (R-DEAL-19). */
  dealership_id: dealershipId,
})

export const orderRoutes = {
  /**
   * Creates an order. While an order with the same choice is pending, the call returns that order, so that two tabs, a double
   * tap or a new key do not pay twice. Fails with `payment_unavailable` when the method is not configured.
   */
  applySubscriptionOrder: write('POST users/apply-subscription-order', 'R-API-37', {
    body: newOrder,
    data: payable,
  }),
  /** Lists one's own orders, newest first. */
  getMyOrders: route('GET users/orders', 'own:orders', { data: z.array(order) }),
  /** Returns the current state of one's own order; a buyer who returns from the provider polls this call (R-SUBS-15). */
  getOrder: route('GET users/order/:id', 'own:order', { params: { id }, data: payable }),
  /** Cancels a pending order. Money that arrives later still pays the order. */
  cancelOrder: write('POST users/order/:id/cancel', 'own:cancel-order', {
    params: { id },
    data: order,
  }),
  /** Takes multipart: the file `proof` and the fields of `proofNote`. The same file again is the same proof. */
  sendProof: write('POST users/order/:id/proof', 'own:send-proof', {
    params: { id },
    body: proofNote,
    data: order,
  }),
}
