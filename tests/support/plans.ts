import { vi } from 'vitest'
import { order as asListed, type Payable, type Proof } from '#contract/plans/orders.ts'
import type { SubscriptionPlan } from '#contract/plans/plans.ts'
import type { StageCall, Reply } from './stage.tsx'

/** The five plans and some orders, with a simulated server. */

const planOf = (
  type: string,
  title: string,
  price: number,
  ads: number,
  ...includes: string[]
): SubscriptionPlan => ({
  _id: `plan-${type}`,
  title,
  name: title,
  type,
  price,
  car_limit: ads,
  includes,
})
export const samplePlans: readonly SubscriptionPlan[] = [
  planOf('basic', 'Basic', 0, 2, '2 cars for sale at a time'),
  planOf('gold', 'Gold', 2500, 50, '50 cars for sale at a time', 'Chat and inquiries'),
  planOf('promotion', 'Promotion', 3500, 100, '100 cars for sale at a time'),
  planOf('platinum', 'Platinum', 5000, 1000, '1,000 cars for sale at a time'),
  planOf('featured-dealership', 'Featured Dealership', 500, 0, 'Your dealership on the home page'),
]

export const sampleForm = {
  action: 'https://pay.example/process',
  fields: [
    { name: 'merchant_id', value: '10000100' },
    { name: 'amount', value: '7500.00' },
    { name: 'submit', value: 'a field may be called anything' },
    { name: 'signature', value: 'cafe' },
  ],
}
export const sampleBank = {
  bank: 'First Kin Bank',
  account_name: 'Motorkin (Pty) Ltd',
  account_number: '6201 234 567',
  branch_code: '250655',
}
export const sampleOrder = (change: Partial<Payable> = {}): Payable => ({
  _id: 'order-1',
  plan: { _id: 'plan-gold', name: 'Gold', type: 'gold' },
  months: 3,
  price: 2500,
  amount: 7500,
  method: 'card',
  state: 'pending',
  reference: 'MK-7Q2F-9',
  note: '',
  proofs: [],
  created_at: '2026-11-23T09:00:00.000Z',
  paid_at: null,
  starts_at: null,
  expires_at: null,
  ...change,
})
/** Fields of `sampleOrder` after its payment. */
export const paid = {
  state: 'paid',
  paid_at: '2026-11-23T09:05:00.000Z',
  starts_at: '2026-11-23T09:05:00.000Z',
  expires_at: '2100-02-23T09:05:00.000Z',
} as const
export const sampleProof = (change: Partial<Proof> = {}): Proof => ({
  _id: 'proof-1',
  name: 'slip.pdf',
  type: 'application/pdf',
  bytes: 12_345,
  state: 'waiting',
  note: '',
  created_at: '2026-11-23T10:00:00.000Z',
  ...change,
})

const success = { success: true, msg: 'Success' }
/** Answers calls about orders; the list omits the payment data. */
export function orderServer(orders: Payable[], { path, method }: StageCall): Reply {
  if (path === 'users/orders')
    return {
      body: { ...success, data: orders.map((payable) => asListed.parse(payable)) },
    }
  const [, id, act] = /^users\/order\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? []
  if (id === undefined) return undefined
  const at = orders.findIndex((order) => order._id === id)
  const order = orders[at]
  if (!order) return { status: 404, body: { success: false, code: 'not_found', msg: 'Not found.' } }
  const now =
    method === 'POST' && act === 'cancel'
      ? { ...order, state: 'cancelled' as const }
      : method === 'POST' && act === 'proof'
        ? { ...order, state: 'pending' as const, proofs: [...order.proofs, sampleProof()] }
        : order
  orders[at] = now
  return { body: { ...success, data: now } }
}

/** Records the forms that were posted, as the browser would send them, without sending. */
export function postedForms(): { action: string; fields: [string, string][] }[] {
  const posted: ReturnType<typeof postedForms> = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    posted.push({
      action: this.getAttribute('action') ?? '',
      fields: [...this.querySelectorAll('input')].map((input) => [input.name, input.value]),
    })
  })
  return posted
}
