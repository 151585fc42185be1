import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Payable } from '#contract/plans/orders.ts'
import { planMonths } from '#contract/plans/plans.ts'
import { answers, field, heading, main, openEntry, press, said } from '../../support/entry.tsx'
import { paid, postedForms, sampleForm, sampleOrder, samplePlans } from '../../support/plans.ts'
import { sampleProfile } from '../../support/profile.tsx'
import { samplePerson, tokenOf } from '../../support/shell.tsx'
import { refused, type Reply, stage } from '../../support/stage.tsx'

afterEach(() => vi.restoreAllMocks())

const list = 'admin_master/get-subscription-list'
const apply = 'users/apply-subscription-order'
type Replies = Parameters<typeof answers>[0]

const profileWith = (...subscriptions: { name: string; expirycdate: string; expirytimes: number }[]) =>
  said('Success', {
    data: sampleProfile({ id: samplePerson.id, subscriptions }),
    as_of: '2026-11-23T09:00:00.000Z',
  })
const ordered = (change: Partial<Payable> = {}): Reply =>
  said('Success', { data: sampleOrder({ payment_form: sampleForm, ...change }) })

async function open(
  address = '/subscriptions',
  { replies = {}, guest = false, until }: { replies?: Replies; guest?: boolean; until?: Promise<void> } = {},
) {
  const server = answers({
    [list]: said('Success', { data: samplePlans }),
    'users/get-user-profile-data': profileWith(),
    ...replies,
  })
  const { fetch } = stage(server).local.env
  const late: typeof fetch = async (url, init) => {
    if (url.endsWith(apply)) await until
    return fetch(url, init)
  }
  const on = openEntry(address, {
    server,
    ...(guest ? {} : { person: samplePerson }),
    ...(until && { env: { fetch: late } }),
  })
  await heading('Choose your plan')
  await main().findByRole('radio', { name: 'Gold' })
  return on
}
const radio = (name: string) => main().getByRole<HTMLInputElement>('radio', { name })
const total = () => main().getByLabelText('Total').textContent
const happens = () => screen.getByRole('main').textContent

describe('The plans', () => {
  test('Everybody sees five plans in rand a month with what they include [R-NAV-16 R-SUBS-02 R-SUBS-03 R-SUBS-04 R-SUBS-05 R-SUBS-06 R-SUBS-07 R-ENT-28 R-API-36]', async () => {
    await open('/subscriptions', { guest: true })
    for (const [title, words] of [
      ['Basic', 'Free 2 cars for sale at a time'],
      ['Gold', 'R2,500 a month50 cars for sale at a timeChat and inquiries'],
      ['Promotion', 'R3,500 a month100 cars for sale at a time'],
      ['Platinum', 'R5,000 a month1,000 cars for sale at a time'],
      ['Featured Dealership', 'R500 a monthYour dealership on the home page'],
    ] as const) {
      const about = document.querySelector(`#${radio(title).getAttribute('aria-describedby') ?? ''}`)
      expect(about?.textContent).toBe(words)
    }
  })

  test('A plan runs 1–11, 12 or 24 months and costs price times months [R-SUBS-08 R-SUBS-09]', async () => {
    await open('/subscriptions?plan=gold')
    const months = within(main().getByRole('group', { name: 'For how many months?' }))
    expect(months.getAllByRole<HTMLInputElement>('radio').map(({ value }) => Number(value))).toEqual([
      ...planMonths,
    ])
    expect(total()).toBe('R2,500')
    await userEvent.click(radio('2 years'))
    expect(total()).toBe('R60,000')
    await userEvent.click(radio('Platinum'))
    await userEvent.click(radio('11 months'))
    expect(total()).toBe('R55,000')
    expect(location.search).toBe('?plan=platinum&months=11&method=card')
  })

  test('The plan that runs says so with its end, and is chosen at first', async () => {
    await open('/subscriptions', {
      replies: {
        'users/get-user-profile-data': profileWith({
          name: 'Platinum',
          expirycdate: '01-01-2100',
          expirytimes: 4_102_444_800,
        }),
      },
    })
    expect(await main().findByText('Your plan · until 01-01-2100')).toBeTruthy()
    expect(radio('Platinum').checked).toBe(true)
  })

  test.each([
    ['platinum', 'What you add begins then, so no day is lost.'],
    ['gold', 'Your Platinum plan runs until 01-01-2100; Gold begins after it.'],
    ['featured-dealership', 'Featured Dealership begins as soon as it is paid, beside any other plan'],
    ['basic', 'Your Platinum plan runs until 01-01-2100 and includes everything that Basic does.'],
  ])('Beside a running Platinum, %s says when it begins', async (plan, words) => {
    const runs = { name: 'Platinum', expirycdate: '01-01-2100', expirytimes: 4_102_444_800 }
    await open(`/subscriptions?plan=${plan}`, {
      replies: { 'users/get-user-profile-data': profileWith(runs) },
    })
    await waitFor(() => expect(happens()).toContain(words))
  })

  test('A dearer plan says that the rest of the present one becomes its days', async () => {
    const runs = { name: 'Gold', expirycdate: '01-01-2100', expirytimes: 4_102_444_800 }
    await open('/subscriptions?plan=platinum', {
      replies: { 'users/get-user-profile-data': profileWith(runs) },
    })
    await waitFor(() => expect(happens()).toContain('What is left of Gold becomes days of Platinum.'))
  })

  test('Plans that were seen once stay available without signal', async () => {
    const on = await open('/subscriptions?plan=gold&months=6', { guest: true })
    const phone = await on.local.phone()
    await waitFor(async () => expect(await phone.cached('plans')).toBeDefined())
    on.serve(() => undefined)
    on.reopen()
    expect(await main().findByRole('radio', { name: 'Promotion' })).toBeTruthy()
    expect(total()).toBe('R15,000')
  })

  test('Nothing on it shuts anyone out', async () => {
    await open()
    const { violations } = await axe.run(screen.getByRole('main'))
    expect(violations.map(({ id, nodes }) => [id, nodes.map((n) => n.html)])).toEqual([])
  })
})

describe('Subscribing', () => {
  test('A guest goes to the login and returns to the same plan and months [R-SUBS-10 R-AUTH-06]', async () => {
    const on = await open('/subscriptions', {
      guest: true,
      replies: {
        'users/user-login': said('Welcome', {
          data: samplePerson,
          token: tokenOf(samplePerson),
          expires_in: 3600,
        }),
      },
    })
    await userEvent.click(radio('Promotion'))
    await userEvent.click(radio('3 months'))
    await userEvent.click(radio('EFT or cash deposit'))
    await press('Subscribe')
    await heading('Login')
    const next = '/subscriptions?plan=promotion&months=3&method=deposit'
    expect(new URLSearchParams(location.search).get('next')).toBe(next)
    // A person without an account keeps the choice through the registration.
    const register = main().getByRole('link', { name: 'Register' }).getAttribute('href')
    expect(register).toBe(`/register?next=${encodeURIComponent(next)}`)
    await userEvent.type(field('E-mail'), 'thandi@example.com')
    await userEvent.type(field('Password'), 'motorkin-demo')
    await press('Login')
    await heading('Choose your plan')
    expect(location.pathname + location.search).toBe(next)
    expect([radio('Promotion').checked, radio('3 months').checked]).toEqual([true, true])
    expect(radio('EFT or cash deposit').checked).toBe(true)
    expect(on.sent(apply)).toEqual([])
  })

  test('An order becomes a hidden form that is posted exactly as it was given [R-SUBS-01 R-SUBS-14 R-STATE-28 R-EXT-11 R-API-37 R-ROLE-10]', async () => {
    const posted = postedForms()
    const on = await open('/subscriptions?plan=gold&months=3&method=card', {
      replies: { [apply]: ordered() },
    })
    await press('Subscribe and pay')
    await waitFor(() => expect(posted).toHaveLength(1))
    expect(posted[0]).toEqual({
      action: sampleForm.action,
      fields: sampleForm.fields.map(({ name, value }) => [name, value]),
    })
    expect(document.querySelector('form[method=post]')?.hasAttribute('hidden')).toBe(true)
    expect(on.sent(apply)).toEqual([{ subs_id: 'plan-gold', duration: 3, method: 'card' }])
    const [call] = on.asked.filter(({ path }) => path === apply)
    expect(call?.headers['idempotency-key']).toMatch(/^".+"$/)
    expect(main().getByRole('button', { name: 'Taking you there …' }).getAttribute('aria-busy')).toBe('true')
  })

  test('A buyer who saw another price looks at the order before paying [R-SUBS-09]', async () => {
    const posted = postedForms()
    const change = { price: 2800, amount: 8400 }
    await open('/subscriptions?plan=gold&months=3', {
      replies: { [apply]: ordered(change), 'users/order/order-1': ordered(change) },
    })
    await press('Subscribe and pay')
    expect(await screen.findByText(/^Gold costs R2,800 a month now\./)).toBeTruthy()
    await waitFor(() => expect(location.pathname).toBe('/order/order-1'))
    expect(await main().findByText('R8,400')).toBeTruthy()
    expect(posted).toEqual([])
    await press('Pay now')
    await waitFor(() => expect(posted).toHaveLength(1))
  })

  test('Two taps order once and post once', async () => {
    const posted = postedForms()
    const on = await open('/subscriptions?plan=gold', { replies: { [apply]: ordered() } })
    const button = main().getByRole('button', { name: 'Subscribe and pay' })
    button.click()
    button.click()
    await waitFor(() => expect(posted).toHaveLength(1))
    await userEvent.click(main().getByRole('button', { name: 'Taking you there …' }))
    await on.settle(50)
    expect([on.sent(apply).length, posted.length]).toEqual([1, 1])
  })

  test('Whoever presses Back at the provider finds the button as it was', async () => {
    const posted = postedForms()
    await open('/subscriptions?plan=gold', { replies: { [apply]: ordered() } })
    await press('Subscribe and pay')
    await waitFor(() => expect(posted).toHaveLength(1))
    const back = new Event('pageshow')
    Object.defineProperty(back, 'persisted', { value: true })
    window.dispatchEvent(back)
    expect(await main().findByRole('button', { name: 'Subscribe and pay' })).toBeTruthy()
  })

  test('Whoever stops the load on the way to the provider can go there again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const posted = postedForms()
    await open('/subscriptions?plan=gold', { replies: { [apply]: ordered() } })
    await press('Subscribe and pay')
    await waitFor(() => expect(posted).toHaveLength(1))
    act(() => {
      vi.advanceTimersByTime(10_000)
    })
    expect(main().getByRole('button', { name: 'Subscribe and pay' }).getAttribute('aria-busy')).not.toBe(
      'true',
    )
    vi.useRealTimers()
  })

  test('Basic starts free, without a way to pay and without a provider [R-SUBS-12]', async () => {
    const posted = postedForms()
    const on = await open('/subscriptions?plan=basic&months=12', {
      replies: {
        [apply]: said('Success', { data: sampleOrder({ ...paid, method: 'free', amount: 0, price: 0 }) }),
        'users/order/order-1': said('Success', { data: sampleOrder({ ...paid, method: 'free', amount: 0 }) }),
      },
    })
    expect(total()).toBe('Free')
    expect(main().queryByRole('group', { name: 'How do you want to pay?' })).toBeNull()
    await press('Start free')
    await waitFor(() => expect(location.search).toBe('?tab=history&order=order-1'))
    expect(on.sent(apply)).toEqual([{ subs_id: 'plan-basic', duration: 12 }])
    expect(posted).toEqual([])
  })

  test('By deposit one goes on to the bank details of the order [R-EXT-15]', async () => {
    await open('/subscriptions?plan=gold&method=deposit', {
      replies: { [apply]: said('Success', { data: sampleOrder({ method: 'deposit' }) }) },
    })
    await press('Subscribe')
    await waitFor(() => expect(location.pathname).toBe('/order/order-1'))
  })

  describe('and leaving before the answer comes', () => {
    async function leave(answered: Reply) {
      const posted = postedForms()
      let answer = () => {}
      const until = new Promise<void>((resolve) => (answer = resolve))
      const address = '/subscriptions?plan=gold&method=deposit'
      const on = await open(address, { until, replies: { [apply]: answered } })
      await press('Subscribe')
      await userEvent.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Insurance' }))
      await heading('Insurance')
      answer()
      return { ...on, posted }
    }

    test.each([
      ['by card', ordered()],
      ['by deposit', said('Success', { data: sampleOrder({ method: 'deposit' }) })],
    ])('leads nobody to pay %s; a notice leads to the orders [R-SUBS-01]', async (_, answered) => {
      const { posted } = await leave(answered)
      await screen.findByText('Your order was placed.')
      expect([location.pathname, posted]).toEqual(['/insurance', []])
      await userEvent.click(screen.getByRole('button', { name: 'Your orders' }))
      await waitFor(() => expect(location.pathname + location.search).toBe('/profile?tab=history'))
    })

    test.each([
      ['a login that ran out', refused(401, 'unauthenticated', 'Please log in.')],
      ['a way to pay that is missing', refused(422, 'payment_unavailable', 'This way is not available.')],
    ])('takes nobody away because of %s', async (_, answered) => {
      const { settle } = await leave(answered)
      await screen.findByRole('alertdialog', { name: 'Error' })
      await settle(50)
      expect(location.pathname).toBe('/insurance')
    })
  })

  test('A refused order is told in an alert titled Error, and Refresh leads here [R-SUBS-11 R-ERR-28]', async () => {
    await open('/subscriptions?plan=gold&months=3', {
      replies: { [apply]: refused(422, 'validation_failed', 'This plan is sold out today.') },
    })
    await press('Subscribe and pay')
    const alert = await screen.findByRole('alertdialog', { name: 'Error' })
    expect(within(alert).getByText('This plan is sold out today.')).toBeTruthy()
    await userEvent.click(within(alert).getByRole('button', { name: 'OK' }))
    const refresh = await main().findByRole('link', { name: 'Refresh' })
    expect(refresh.getAttribute('href')).toBe('/subscriptions')
    expect([radio('Gold').checked, radio('3 months').checked]).toEqual([true, true])
  })

  test('A way to pay that the server does not have is not offered again', async () => {
    await open('/subscriptions?plan=gold&method=deposit', {
      replies: { [apply]: refused(422, 'payment_unavailable', 'This way to pay is not available.') },
    })
    await press('Subscribe')
    await screen.findByRole('alertdialog', { name: 'Error' })
    expect(main().queryByRole('radio', { name: 'EFT or cash deposit' })).toBeNull()
    expect(radio('Card').checked).toBe(true)
    expect(radio('Gold').checked).toBe(true)
  })

  test('An offline subscription keeps the choice, and repeating it is one write', async () => {
    const on = await open('/subscriptions?plan=promotion&months=5')
    on.serve(() => undefined)
    await press('Subscribe and pay')
    expect(await main().findByText(/Subscribing needs a connection; your choice stays here/)).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect([radio('Promotion').checked, radio('5 months').checked]).toEqual([true, true])
    const posted = postedForms()
    on.serve(answers({ [apply]: ordered({ price: 3500 }), [list]: said('Success', { data: samplePlans }) }))
    await press('Subscribe and pay')
    await waitFor(() => expect(posted).toHaveLength(1))
    const keys = on.asked.filter(({ path }) => path === apply).map((c) => c.headers['idempotency-key'])
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
  })
})

describe('A cancelled payment', () => {
  const address = '/subscriptions?cancelled=order-1'
  test('says that nothing was charged, and tries the same order again [R-SUBS-15]', async () => {
    const posted = postedForms()
    const on = await open(address, { replies: { 'users/order/order-1': ordered() } })
    expect(main().getByText('The payment was cancelled. Nothing was charged.')).toBeTruthy()
    expect(main().getByRole('link', { name: 'Your orders' }).getAttribute('href')).toBe(
      '/profile?tab=history',
    )
    // The ordered plan is still selected.
    await waitFor(() => expect(radio('3 months').checked).toBe(true))
    expect(new URLSearchParams(location.search).get('cancelled')).toBe('order-1')
    await press('Try again')
    await waitFor(() => expect(posted).toHaveLength(1))
    expect(on.sent(apply)).toEqual([])
  })

  test('is not called cancelled when the money arrived all the same', async () => {
    await open(address, {
      replies: { 'users/order/order-1': said('Success', { data: sampleOrder(paid) }) },
    })
    expect(await main().findByText('This order is paid.')).toBeTruthy()
    expect(main().queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})
