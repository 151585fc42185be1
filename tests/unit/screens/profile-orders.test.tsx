import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Payable } from '#contract/plans/orders.ts'
import { paid, postedForms, sampleForm, sampleOrder, sampleProof } from '../../support/plans.ts'
import { openProfile, sampleProfile, show, world } from '../../support/profile.tsx'
import { samplePerson } from '../../support/sample-people.ts'
import { nothing, refused } from '../../support/stage.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const cards = () => screen.findAllByRole('article')
const history = (...orders: Payable[]) => openProfile('?tab=history', { world: world({ orders }) })
const theOne = async () => {
  const [card] = await cards()
  return within(card as HTMLElement)
}
const deposit = (change: Partial<Payable> = {}) => sampleOrder({ method: 'deposit', ...change })

describe('Subs. History', () => {
  test('shows each order with name, amount, duration, price, end and state [R-PROF-12 R-ENT-27 R-CONST-23]', async () => {
    history(
      sampleOrder({ ...paid, _id: 'a' }),
      sampleOrder({
        _id: 'b',
        plan: { _id: 'p', name: 'Platinum', type: 'platinum' },
        months: 1,
        amount: 5000,
      }),
    )
    const [first, second] = await cards()
    for (const words of ['Gold', 'Paid', 'R7,500', '3 months', 'R2,500 a month', '23-02-2100'])
      expect(first?.textContent).toContain(words)
    for (const words of ['Platinum', 'Pending', '1 month', 'Not started'])
      expect(second?.textContent).toContain(words)
    expect(screen.getByText('2 subscriptions')).toBeTruthy()
  })

  test('shows a subscription once, also where an order and the account tell of it [R-API-32]', async () => {
    const row = {
      name: 'Gold',
      amount: 7500,
      duration: 3,
      price: 2500,
      expirycdate: '23-02-2100',
      status: 'active',
    }
    const old = { ...row, name: 'Promotion', expirycdate: '01-06-2025', status: 'expired' }
    openProfile('?tab=history', {
      world: world({ orders: [sampleOrder(paid)], history: [row, old] }),
    })
    expect((await cards()).map((card) => card.querySelector('h2')?.textContent)).toEqual([
      'Gold',
      'Promotion',
    ])
  })

  test('A pending order is paid from there, by the same form [R-SUBS-15]', async () => {
    const posted = postedForms()
    history(sampleOrder({ payment_form: sampleForm }))
    await userEvent.click((await theOne()).getByRole('button', { name: 'Pay now' }))
    await waitFor(() => expect(posted.map(({ action }) => action)).toEqual([sampleForm.action]))
  })

  test('What is kept of an order never holds the form that is posted [R-EXT-16]', async () => {
    const on = openProfile('?tab=history&order=order-1', {
      world: world({ orders: [sampleOrder({ payment_form: sampleForm })] }),
    })
    await screen.findByText(/We are waiting for the payment provider/)
    const { phone } = await on.local.load()
    await waitFor(async () => expect(await phone.mine('order:order-1')).toBeDefined())
    expect(JSON.stringify(await phone.mine('order:order-1'))).not.toContain('signature')
  })

  test('A pending order is cancelled after a question, and says so', async () => {
    const on = history(sampleOrder())
    await userEvent.click((await theOne()).getByRole('button', { name: 'Cancel order' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Cancel this order?' }))
    await userEvent.click(question.getByRole('button', { name: 'Cancel order' }))
    expect(await screen.findByText('This order was cancelled. Nothing was charged.')).toBeTruthy()
    expect(on.asked.filter(({ path }) => path === 'users/order/order-1/cancel')).toHaveLength(1)
  })

  test('An order that was paid meanwhile cannot be cancelled, and its state is told', async () => {
    const orders = [sampleOrder()]
    openProfile('?tab=history', {
      world: world({
        orders,
        instead: ({ path }) => {
          if (path !== 'users/order/order-1/cancel') return 'usual'
          orders[0] = sampleOrder(paid)
          return refused(409, 'decided_meanwhile', 'This order is paid.')
        },
      }),
    })
    await userEvent.click((await theOne()).getByRole('button', { name: 'Cancel order' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Cancel this order?' }))
    await userEvent.click(question.getByRole('button', { name: 'Cancel order' }))
    expect(await screen.findByRole('alertdialog', { name: 'Error' })).toBeTruthy()
    expect(await screen.findByText('Paid: Gold runs until 23-02-2100.')).toBeTruthy()
  })

  test.each([
    ['without a proof leads to sending one', deposit(), 'Send proof'],
    ['with a proof being checked leads to it', deposit({ proofs: [sampleProof()] }), 'See the proof'],
    [
      'with a refused proof says why and takes another',
      deposit({ state: 'refused', note: 'The amount is not readable.' }),
      'Send another proof',
    ],
  ])('A deposit %s', async (_, order, link) => {
    history(order)
    const card = await theOne()
    expect(card.getByRole('link', { name: link }).getAttribute('href')).toBe('/order/order-1')
    expect(card.getByText(/proof/, { selector: 'p' }).textContent).toContain(order.note)
  })

  test.each([
    ['paid', sampleOrder(paid), 'Receipt'],
    ['refunded', sampleOrder({ ...paid, state: 'refunded', note: 'You paid twice.' }), 'Receipt'],
  ])('An order that is %s has its receipt', async (_, order, link) => {
    history(order)
    const card = await theOne()
    expect(card.getByRole('link', { name: link }).getAttribute('href')).toBe('/receipt/order-1')
    expect(card.queryByRole('button')).toBeNull()
    expect(card.getByText(/[Pp]aid/, { selector: 'p' }).textContent).toContain(order.note)
  })

  test('Days are those of the market, as in e-mails and on the profile [R-ENT-27]', async () => {
    const late = { starts_at: '2026-11-22T23:30:00.000Z', expires_at: '2100-02-22T23:30:00.000Z' }
    history(sampleOrder({ ...paid, ...late, created_at: '2026-11-22T23:20:00.000Z' }))
    const [card] = await cards()
    expect(card?.textContent).toContain('Gold runs until 23-02-2100')
    expect(card?.textContent).toContain('Expires23-02-2100')
    expect(card?.textContent).toContain('Ordered23-11-2026')
  })

  test('A payment that did not go through is told with its order [R-SUBS-15]', async () => {
    const note = 'The payment did not go through. The order can still be paid.'
    history(sampleOrder({ note }))
    const card = await theOne()
    expect(card.getByText(note)).toBeTruthy()
    expect(card.getByRole('button', { name: 'Pay now' })).toBeTruthy()
  })

  test('What was seen of the orders is there without signal', async () => {
    const on = history(sampleOrder(paid))
    await cards()
    const { phone } = await on.local.load()
    await waitFor(async () => expect(await phone.mine('orders')).toBeDefined())
    on.unmount()
    on.serve(nothing)
    show(on)
    expect(await screen.findByText('Paid: Gold runs until 23-02-2100.')).toBeTruthy()
    expect(await screen.findByText(/as of/)).toBeTruthy()
  })

  test('Nothing on it shuts anyone out', async () => {
    openProfile('?tab=history&order=order-1', {
      world: world({ orders: [sampleOrder(paid), deposit({ _id: 'b' })] }),
    })
    await cards()
    const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } })
    expect(violations.map(({ id, nodes }) => [id, nodes.map((n) => n.html)])).toEqual([])
  })
})

describe('Coming back from paying', () => {
  // The session can be renewed.
  const user = { ...samplePerson, is_subscriber: false, sid: 'session-1' }
  const back = (orders: Payable[]) => {
    const profile = sampleProfile({ is_subscriber: false, subscriptions: [] })
    return openProfile('?tab=history&order=order-1', { world: world({ orders, profile }), user })
  }
  const shown = () => screen.findByRole('region', { name: 'Your order' })
  const looks = (on: ReturnType<typeof back>) =>
    on.asked.filter(({ path }) => path === 'users/order/order-1').length

  test('A pending order is asked about ever more seldom until it is paid [R-SUBS-15]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 })
    const on = back([sampleOrder()])
    const pass = async (seconds: number) => {
      for (let i = 0; i < seconds; i++) await act(() => vi.advanceTimersByTimeAsync(1000))
    }
    expect(await screen.findByText(/You can close this page; we will write to you\./)).toBeTruthy()
    await pass(30)
    const first = looks(on)
    expect(first).toBeGreaterThan(4)
    expect(first).toBeLessThan(10)
    await pass(60)
    expect(looks(on) - first).toBeLessThan(4)
    on.world.orders = [sampleOrder(paid)]
    await pass(32)
    expect(within(await shown()).getByText('Paid: Gold runs until 23-02-2100.')).toBeTruthy()
    const last = looks(on)
    await pass(90)
    expect(looks(on)).toBe(last)
  })

  test('Once it is paid the account is asked again and the login renewed [R-ROLE-17 R-ROLE-18]', async () => {
    const on = back([sampleOrder()])
    await screen.findByText(/We are waiting for the payment provider/)
    const renewals = () => on.asked.filter(({ path }) => path === 'users/refresh-session').length
    expect(renewals()).toBe(0)
    on.world.profile = sampleProfile({ is_subscriber: true })
    on.world.orders = [sampleOrder(paid)]
    expect(await within(await shown()).findByText('Paid: Gold runs until 23-02-2100.')).toBeTruthy()
    // The token's data about this person is outdated: menus follow the new token, without a login.
    await waitFor(() => expect(renewals()).toBe(1))
  })

  test.each([
    ['cancelled', sampleOrder({ state: 'cancelled' }), 'This order was cancelled. Nothing was charged.'],
    [
      'refunded',
      sampleOrder({ ...paid, state: 'refunded', note: 'Paid twice.' }),
      'The money was paid back to you. Paid twice.',
    ],
    [
      'begins later',
      sampleOrder({ ...paid, starts_at: '2099-11-23T09:05:00.000Z' }),
      'Paid: Gold begins on 23-11-2099 and runs until 23-02-2100.',
    ],
    [
      'by deposit',
      deposit({ proofs: [sampleProof()] }),
      'We have your proof of payment and are checking it. We will write to you.',
    ],
  ])('An order that is %s is told as it is', async (_, order, words) => {
    back([order])
    expect(within(await shown()).getByText(words)).toBeTruthy()
  })

  test('A buyer whose payment failed is told so, and is not left waiting [R-SUBS-15]', async () => {
    const note = 'The payment was cancelled. The order can still be paid.'
    back([sampleOrder({ note })])
    expect(within(await shown()).getByText(new RegExp(`^${note} If you have paid again since`))).toBeTruthy()
  })

  test('An order that cannot be loaded says why, and Refresh leads to the plans [R-ERR-28]', async () => {
    back([])
    const region = within(await shown())
    expect(await region.findByText('Not found.')).toBeTruthy()
    expect(region.getByRole('link', { name: 'Refresh' }).getAttribute('href')).toBe('/subscriptions')
  })

  test('Without signal it says so, and keeps what it knows', async () => {
    const on = back([sampleOrder()])
    await screen.findByText(/We are waiting for the payment provider/)
    on.serve(nothing)
    expect(await screen.findByText(/You are offline\. We look again when you are back/)).toBeTruthy()
  })
})
