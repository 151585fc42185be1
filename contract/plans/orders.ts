import { z } from 'zod/mini'
import { cleanLine, id, instant, storable, route, write } from '../parts.ts'
import { planMonths } from './plans.ts'

/** Orders of plans, and how they are paid. */

/** `free`: nothing to pay. `card`: at the card payment provider. `deposit`: EFT or cash deposit with proof (R-EXT-15). */
export const paymentMethods = ['free', 'card', 'deposit'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** `refused`: the proof of payment was. A `paid` order had its effect, exactly once. */
export const orderStates = ['pending', 'paid', 'cancelled', 'refused', 'refunded'] as const

const proofStates = ['waiting', 'approved', 'refused'] as const

export const orderLimits = {
  /** Bytes of one proof of payment, and proofs of one order. */
  proof: 5_000_000,
  proofs: 5,
  /** Proofs of one person that wait for an operator, of all orders: each is a file in the database. */
  proofsWaiting: 20,
  /** Orders of one person that may be pending at a time. */
  pending: 10,
  /** Days after which an order that nobody paid is cancelled. */
  pendingDays: 30,
} as const
/** A proof of payment is a picture or a PDF; its content says which, not its name. */
export const proofTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const

/** A proof of payment, without its bytes. */
export const proof = z.object({
  _id: id,
  name: z.string(),
  type: z.enum(proofTypes),
  bytes: z.int(),
  state: z.enum(proofStates),
  /** Why it was refused; else empty. */
  note: z.string(),
  created_at: instant,
})
export type Proof = z.output<typeof proof>

export const order = z.object({
  _id: id,
  /** As it was when it was ordered; a plan that costs something else later changes no order. */
  plan: z.object({ _id: id, name: z.string(), type: z.string() }),
  months: z.int(),
  /** Rand for one month, and price times months (R-SUBS-09). */
  price: z.number(),
  amount: z.number(),
  method: z.enum(paymentMethods),
  state: z.enum(orderStates),
  /** For people: on the receipt, and what a person writes on a deposit. */
  reference: z.string(),
  /** What was said with a refusal or a refund, or that a payment did not go through; else empty. */
  note: z.string(),
  proofs: z.array(proof),
  created_at: instant,
  paid_at: z.nullable(instant),
  /** When the plan it paid for runs. */
  starts_at: z.nullable(instant),
  expires_at: z.nullable(instant),
})
export type Order = z.output<typeof order>

/** Where the buyer's browser goes to pay: a form that is posted as it is, fields in this order (R-EXT-11 to R-EXT-14). */
const paymentForm = z.object({
  action: z.string(),
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type PaymentForm = z.output<typeof paymentForm>

/** The account to deposit to. */
const depositDetails = z.object({
  bank: z.string(),
  account_name: z.string(),
  account_number: z.string(),
  branch_code: z.string(),
})
export type DepositDetails = z.output<typeof depositDetails>

/** An order, and what its buyer has to do to pay it; both are missing once nothing is to be paid. */
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

/** R-API-37; `duration` in months. The server counts the amount. */
const newOrder = z.object({
  subs_id: z
    .string({ error: 'Please choose a plan' })
    .check(z.minLength(1, 'Please choose a plan'), z.maxLength(64), storable),
  duration: months,
  /** Card where it is left out and something is to be paid. */
  method: z.optional(z.enum(['card', 'deposit'])),
})
export type NewOrder = z.output<typeof newOrder>

const dealershipId = z.optional(z.string().check(z.overwrite(cleanLine), z.trim(), z.maxLength(60)))
/** Sent as multipart with one file, `proof`, and this beside it. */
const proofNote = z.object({
  /** Of the company or the dealer's licence; with it a dealer asks to be verified (R-DEAL-19). */
  dealership_id: dealershipId,
})

export const orderRoutes = {
  /**
   * The same choice again while its order is pending gives that order: two tabs, a double tap or another key pay once.
   * `payment_unavailable` where the method is not set up here.
   */
  applySubscriptionOrder: write('POST users/apply-subscription-order', 'R-API-37', {
    body: newOrder,
    data: payable,
  }),
  /** One's own, newest first. */
  getMyOrders: route('GET users/orders', 'own:orders', { data: z.array(order) }),
  /** One of one's own as it is now: asked again and again by a buyer who comes back from the provider (R-SUBS-15). */
  getOrder: route('GET users/order/:id', 'own:order', { params: { id }, data: payable }),
  /** A pending one only; money that arrives for it all the same still pays it. */
  cancelOrder: write('POST users/order/:id/cancel', 'own:cancel-order', {
    params: { id },
    data: order,
  }),
  /** Multipart: the file `proof`, and the fields of `proofNote`. The same file again is the same proof. */
  sendProof: write('POST users/order/:id/proof', 'own:send-proof', {
    params: { id },
    body: proofNote,
    data: order,
  }),
}
