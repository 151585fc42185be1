import type { DepositDetails, PaymentForm } from '#contract/plans/orders.ts'

/** An order as a person who takes the money needs to know it. */
export interface Bill {
  order: string
  /** Nobody can guess it, and no two orders share it. */
  paymentId: string
  /** For people. */
  reference: string
  plan: { name: string; type: string }
  months: number
  /** Rand. */
  amount: number
  buyer: { fullname: string; email: string }
}

/** What the buyer does next. */
export type PaymentInstructions = { form: PaymentForm } | { deposit: DepositDetails }

/** A way to be paid. What it learns of a payment it hands to `settlePayment`, however often it is reported. */
export interface Gateway {
  method: 'card' | 'deposit'
  start: (bill: Bill) => PaymentInstructions
  /** What became of a payment nobody has reported; undefined where it cannot be asked. */
  ask?: (bill: Bill, stopping: AbortSignal) => Promise<PaymentNews | undefined>
}

/** What was reported to a gateway about a payment; its sender is known by then, nothing else is believed. */
export interface PaymentNews {
  paymentId: string
  /** The gateway's own name of the payment: one of them pays once. */
  payment: string
  status: 'complete' | 'pending' | 'cancelled' | 'failed'
  /** Rand. */
  amount: number
}
