import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { AdminOrders } from '../../../src/features/admin/orders/admin-orders.tsx'
import { entryOf, listed, openAdminArea, order, said, sentTo } from '../../support/admin-area.tsx'
import { refused } from '../../support/stage.tsx'

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:proof')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
})
const press = async (name: string, inside?: HTMLElement) =>
  userEvent.click(await (inside ? within(inside) : screen).findByRole('button', { name }))
const file = () => said({})
const notice = {
  _id: 'notice-1',
  payment: 'PF-1',
  status: 'complete',
  amount: 7500,
  verdict: 'paid',
  received_at: '2026-03-01T09:00:00.000Z',
  returned_at: null,
  note: '',
}

test('Proofs that wait are the first thing an operator sees of orders [R-EXT-15 R-ROLE-20]', async () => {
  const on = openAdminArea(<AdminOrders />, '/admin/orders', {
    'list-orders': () => listed([entryOf(order())]),
  })
  expect(await screen.findByText('Proof waiting')).toBeTruthy()
  expect(sentTo(on, 'list-orders')).toEqual([{ page: 1, limit: 20, show: 'proof', method: 'all' }])
  expect(screen.getByText('R7,500')).toBeTruthy()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Which orders' }), 'paid')
  await waitFor(() => expect(sentTo(on, 'list-orders')).toHaveLength(2))
  expect(location.search).toBe('?state=paid')
})

test('An admin views and approves a proof, and the order shows its new state [R-EXT-15]', async () => {
  let now = order()
  const on = openAdminArea(<AdminOrders />, '/admin/orders?id=order-1', {
    order: () => said({ data: now }),
    'proof-file': file,
    'approve-proof': () => {
      const proofs = now.proofs.map((proof) => ({ ...proof, state: 'approved' as const }))
      now = order({ state: 'paid', paid_at: now.created_at, proofs, notices: [notice] })
      return said({ data: now }, 'MK-ABCD2345 is paid, and the plan is given.')
    },
  })
  const picture = await screen.findByRole('img', { name: 'Proof of payment slip.webp' })
  expect(picture.getAttribute('src')).toBe('blob:proof')
  expect(on.asked.find(({ path }) => path.includes('proof-file'))?.headers['authorization']).toMatch(
    /^Bearer /,
  )
  await press('Approve')
  const question = await screen.findByRole('alertdialog', { name: 'Approve R7,500 for MK-ABCD2345?' })
  await press('Approve', question)
  expect(await screen.findByText('Paid the order')).toBeTruthy()
  expect(sentTo(on, 'approve-proof')).toEqual([{ proof_id: 'proof-1' }])
  expect(screen.queryByRole('button', { name: 'Refuse' })).toBeNull()
})

test('A PDF is not opened here, only saved', async () => {
  const [proof] = order().proofs
  if (!proof) throw new Error('no proof')
  const pdf = { ...proof, name: 'slip.pdf', type: 'application/pdf' as const }
  const on = openAdminArea(<AdminOrders />, '/admin/orders?id=order-1', {
    order: () => said({ data: order({ proofs: [pdf] }) }),
    'proof-file': file,
  })
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  expect(await screen.findByText('A PDF of 20 KB')).toBeTruthy()
  expect(on.asked.some(({ path }) => path.includes('proof-file'))).toBe(false)
  expect(screen.queryByRole('img', { name: /Proof/ })).toBeNull()
  await press('Download')
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
})

test('A proof that failed to show is shown once it was downloaded', async () => {
  let answers = false
  openAdminArea(<AdminOrders />, '/admin/orders?id=order-1', {
    order: () => said({ data: order() }),
    'proof-file': () => (answers ? file() : refused(503, 'unavailable', 'Please try again.')),
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  expect(await screen.findByText('Please try again.')).toBeTruthy()
  answers = true
  await press('Download')
  expect(await screen.findByRole('img', { name: 'Proof of payment slip.webp' })).toBeTruthy()
  expect(screen.queryByText('Please try again.')).toBeNull()
})

test('A refusal takes words, a refund says what it does', async () => {
  let now = order()
  const on = openAdminArea(<AdminOrders />, '/admin/orders?id=order-1', {
    order: () => said({ data: now }),
    'proof-file': file,
    'refuse-proof': () => {
      now = order({ state: 'paid', paid_at: now.created_at, proofs: [] })
      return said({ data: now }, 'Refused. The buyer reads why.')
    },
    'refund-order': () => said({ data: now }, 'Noted as refunded.'),
  })
  await press('Refuse')
  const refusal = await screen.findByRole('dialog')
  await press('Refuse', refusal)
  expect(within(refusal).getByText('Please give the reason; the buyer reads it')).toBeTruthy()
  await userEvent.type(within(refusal).getByRole('textbox', { name: 'Reason' }), 'Another amount')
  await press('Refuse', refusal)
  await press('Note a refund')
  expect(sentTo(on, 'refuse-proof')).toEqual([{ proof_id: 'proof-1', reason: 'Another amount' }])
  const refund = await screen.findByRole('dialog', { name: 'Refund R7,500 for MK-ABCD2345?' })
  expect(within(refund).getByText(/This moves no money: give it back first/)).toBeTruthy()
  await userEvent.type(within(refund).getByRole('textbox', { name: 'Words to the buyer' }), 'As you asked')
  await press('Note the refund', refund)
  await waitFor(() =>
    expect(sentTo(on, 'refund-order')).toEqual([{ order_id: 'order-1', reason: 'As you asked' }]),
  )
})

test('Money that paid nothing is marked as given back, once', async () => {
  const surplus = { ...notice, _id: 'notice-2', payment: 'PF-2', verdict: 'surplus' }
  let now = order({ state: 'paid', paid_at: notice.received_at, proofs: [], notices: [notice, surplus] })
  const on = openAdminArea(<AdminOrders />, '/admin/orders?id=order-1', {
    order: () => said({ data: now }),
    'return-payment': () => {
      const returned = { ...surplus, returned_at: notice.received_at, note: 'EFT' }
      now = { ...now, notices: [notice, returned] }
      return said({ data: now }, 'Noted as given back.')
    },
  })
  await press('Mark as given back')
  const box = await screen.findByRole('dialog')
  await userEvent.type(within(box).getByRole('textbox', { name: 'How' }), 'EFT')
  await press('Mark as given back', box)
  expect(await screen.findByText(/^Given back .*: EFT$/)).toBeTruthy()
  expect(sentTo(on, 'return-payment')).toEqual([{ notice_id: 'notice-2', note: 'EFT' }])
  expect(screen.queryByRole('button', { name: 'Mark as given back' })).toBeNull()
})

test('Money after an order was marked as paid may be that very money', async () => {
  const byHand = { ...notice, payment: 'hand:order-1' }
  const late = { ...notice, _id: 'notice-2', verdict: 'surplus' }
  const now = order({ state: 'paid', paid_at: notice.received_at, proofs: [], notices: [byHand, late] })
  openAdminArea(<AdminOrders />, '/admin/orders?id=order-1', { order: () => said({ data: now }) })
  expect(await screen.findByText('Surplus, or what was marked as paid')).toBeTruthy()
})

test('Days of a plan are those of the market, as in its e-mails', async () => {
  const runs = { starts_at: '2026-02-28T23:30:00.000Z', expires_at: '2026-05-31T23:30:00.000Z' }
  openAdminArea(<AdminOrders />, '/admin/orders?id=order-1', {
    order: () => said({ data: order({ state: 'paid', paid_at: runs.starts_at, ...runs }) }),
    'proof-file': file,
  })
  expect(await screen.findByText('01-03-2026 to 01-06-2026')).toBeTruthy()
})
