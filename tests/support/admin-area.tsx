import type { ReactNode } from 'react'
import type { AdminDealer } from '#contract/admin/admin-dealers.ts'
import type { AdminMessage } from '#contract/admin/admin-messages.ts'
import type { AdminOrder, AdminOrderEntry } from '#contract/admin/admin-orders.ts'
import { newStage, show } from './saved-cars.tsx'
import { type Reply, refused, type Server, type Stage } from './stage.tsx'

/** Renders the admin area for an admin. */

const at = '2026-03-01T09:00:00.000Z'
export const dealer = (over: Partial<AdminDealer> = {}): AdminDealer => ({
  _id: 'dealer-1',
  fullname: 'Sipho Ndlovu',
  businessname: 'Acacia Motors',
  email: 'sipho@example.test',
  city: 'Durban',
  plan: { name: 'Gold', expires_at: '2027-01-01T00:00:00.000Z' },
  dealership_ids: ['ZA-1'],
  proofs: 1,
  approved_at: null,
  unverified_at: null,
  waiting: false,
  verified: false,
  ...over,
})
export const message = (over: Partial<AdminMessage> = {}): AdminMessage => ({
  _id: 'message-1',
  kind: 'contact',
  state: 'open',
  fullname: 'Thandi Nkosi',
  email: 'thandi@example.test',
  phone: '+27821234567',
  subject: 'Price & mileage?',
  message: 'How do I change the price?',
  created_at: at,
  handled_at: null,
  ...over,
})
export const order = (over: Partial<AdminOrder> = {}): AdminOrder => ({
  _id: 'order-1',
  plan: { _id: 'gold', name: 'Gold', type: 'gold' },
  months: 3,
  price: 2500,
  amount: 7500,
  method: 'deposit',
  state: 'pending',
  reference: 'MK-ABCD2345',
  note: '',
  proofs: [
    {
      _id: 'proof-1',
      name: 'slip.webp',
      type: 'image/webp',
      bytes: 20_000,
      state: 'waiting',
      note: '',
      created_at: at,
    },
  ],
  created_at: at,
  paid_at: null,
  starts_at: null,
  expires_at: null,
  buyer: { _id: 'buyer-1', fullname: 'Ngozi Eze', email: 'ngozi@example.test' },
  payment_id: 'a'.repeat(40),
  dealership_ids: ['ZA-1'],
  notices: [],
  ...over,
})
export const entryOf = (o: AdminOrder): AdminOrderEntry => ({
  _id: o._id,
  plan: o.plan,
  months: o.months,
  amount: o.amount,
  method: o.method,
  state: o.state,
  reference: o.reference,
  created_at: o.created_at,
  buyer: o.buyer,
  proofs_waiting: o.proofs.filter(({ state }) => state === 'waiting').length,
})

export const said = (body: object, msg = 'Success'): Reply => ({ body: { success: true, msg, ...body } })
export const listed = (data: readonly object[]): Reply => said({ data, totalCount: data.length })

/** Opens the admin area with a server that answers these calls, by the last part of their path. */
export function openAdminArea(
  screen: ReactNode,
  address: string,
  calls: Readonly<Record<string, Server>>,
): Stage {
  const answers = new Map(Object.entries(calls))
  const on = newStage(
    (asked) => {
      const path = asked.path.replace('admin_master/', '')
      if (path === 'second-factor')
        return said({ data: { set_up: true, open_until: null, open_seconds: 600, recovery_codes_left: 10 } })
      const answer = answers.get(path) ?? answers.get(path.split('/')[0] ?? '')
      return answer ? answer(asked) : refused(404, 'not_found', 'Not found.')
    },
    { signedIn: true },
  )
  show(on, address, screen)
  return on
}

/** Returns the bodies of all requests of this call. */
export const sentTo = (on: Stage, path: string): unknown[] =>
  on.asked.filter((one) => one.path === `admin_master/${path}`).map(({ body }) => body)
