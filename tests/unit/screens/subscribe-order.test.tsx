import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Payable } from '#contract/plans/orders.ts'
import { heading, main, openEntry, press } from '../../support/entry.tsx'
import { orderServer, paid, sampleBank, sampleOrder, sampleProof } from '../../support/plans.ts'
import { samplePerson, sampleSettings, settingsServer } from '../../support/shell.tsx'
import { refused, type Reply } from '../../support/stage.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const sendPath = 'users/order/order-1/proof'
/** Opens the address of an order; `bodies` collects the uploaded files. */
function open(
  address: string,
  orders: Payable[],
  { guest = false, onProof = () => undefined }: { guest?: boolean; onProof?: () => Reply } = {},
) {
  const bodies: Blob[] = []
  const on = openEntry(address, {
    server: (asked) => {
      if (asked.path === sendPath) {
        const other = onProof()
        if (other) return other
      }
      return orderServer(orders, asked) ?? settingsServer(asked)
    },
    ...(guest ? {} : { person: samplePerson }),
    prepare: ({ env }) => {
      const plain = env.fetch
      env.fetch = (url, init) => {
        if (init.body instanceof Blob) bodies.push(init.body)
        return plain(url, init)
      }
    },
  })
  return { ...on, bodies }
}
const deposit = (change: Partial<Payable> = {}) =>
  sampleOrder({ method: 'deposit', deposit: sampleBank, ...change })
const pdf = (name = 'slip.pdf', size = 200) =>
  new File(['%PDF-1.7\n', 'x'.repeat(size)], name, { type: 'application/pdf' })
const proofField = () => main().findByLabelText('Proof of payment')
const choose = async (file: File) => userEvent.upload(await proofField(), file, { applyAccept: false })

describe('The page of a deposit', () => {
  test('has the bank details and the reference, each with a button that copies it [R-STAT-25 R-EXT-15]', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    open('/order/order-1', [deposit()])
    await heading('Pay by EFT or cash deposit')
    const pay = within(main().getByRole('region', { name: '1. Pay into our account' }))
    expect(pay.getByText('Write this reference on your deposit')).toBeTruthy()
    for (const words of ['MK-7Q2F-9', 'R7,500', ...Object.values(sampleBank)])
      expect(pay.getByText(words)).toBeTruthy()
    const buttons = pay.getAllByRole('button')
    for (const button of buttons) button.click()
    expect(copied.mock.calls.flat()).toEqual(['MK-7Q2F-9', '7500.00', ...Object.values(sampleBank)])
  })

  test('takes a proof and a dealership id, and shows it among those sent [R-DEAL-19 R-STAT-24]', async () => {
    const on = open('/order/order-1', [deposit()])
    await choose(pdf('my "slip".pdf'))
    await userEvent.type(main().getByLabelText('Dealership id (optional)'), '2019/123456/07')
    await press('Send proof')
    const sent = within(await main().findByRole('region', { name: 'Proofs you have sent' }))
    expect(sent.getByText('Being checked')).toBeTruthy()
    // The order above shows the same state as the list of orders.
    const order = within(main().getByRole('region', { name: 'Your order' }))
    expect(order.getByText('Being checked')).toBeTruthy()
    const [body] = on.bodies
    const boundary = /boundary=(.+)$/.exec(body?.type ?? '')?.[1] ?? 'none'
    const text = (await body?.text()) ?? ''
    expect(text.split(`--${boundary}`)).toHaveLength(4)
    expect(text).toContain('name="dealership_id"\r\n\r\n2019/123456/07\r\n')
    expect(text).toContain(
      'name="proof"; filename="my %22slip%22.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7',
    )
    const [call] = on.asked.filter(({ path }) => path === sendPath)
    expect(call?.headers['idempotency-key']).toMatch(/^".+"$/)
  })

  test.each([
    ['nothing', undefined, 'Please choose a picture or a PDF.'],
    ['an empty file', new File([], 'a.pdf'), 'This file is empty. Please choose another one.'],
    [
      'a text called PDF',
      new File(['hello'], 'a.pdf', { type: 'application/pdf' }),
      'Please choose a picture (JPEG, PNG or WebP) or a PDF.',
    ],
    [
      'more than 5 MB',
      pdf('a.pdf', 5_000_000),
      'This file is larger than 5 MB. Please choose a smaller one.',
    ],
  ])('says at the field what is wrong with %s, and sends nothing', async (_, file, words) => {
    const on = open('/order/order-1', [deposit()])
    const input = await proofField()
    if (file) await choose(file)
    await press('Send proof')
    expect(await main().findByText(words)).toBeTruthy()
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const described = input.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.some((id) => document.getElementById(id)?.textContent === words)).toBe(true)
    expect(document.activeElement).toBe(input)
    expect(on.bodies).toEqual([])
  })

  test('says of a file that was moved meanwhile that it cannot be read', async () => {
    const on = open('/order/order-1', [deposit()])
    const gone = Object.assign(pdf(), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
    })
    await choose(gone)
    await press('Send proof')
    expect(await main().findByText('This file could not be read. Please choose it again.')).toBeTruthy()
    expect(on.bodies).toEqual([])
  })

  test('of an order that was paid meanwhile shows what the order is by now', async () => {
    const orders = [deposit()]
    open('/order/order-1', orders, {
      onProof: () => {
        orders[0] = deposit(paid)
        return refused(409, 'decided_meanwhile', 'This order is paid.')
      },
    })
    await choose(pdf())
    await press('Send proof')
    expect(await main().findByText('Paid: Gold runs until 23-02-2100.')).toBeTruthy()
    expect(main().queryByRole('button', { name: 'Send proof' })).toBeNull()
  })

  test('shows what the server says of a field at that field', async () => {
    open('/order/order-1', [deposit()], {
      onProof: () =>
        refused(422, 'validation_failed', 'Please check the marked fields.', {
          proof: 'This file is damaged.',
        }),
    })
    await choose(pdf())
    await press('Send proof')
    expect(await main().findByText('This file is damaged.')).toBeTruthy()
    expect(main().getByText('slip.pdf')).toBeTruthy()
  })

  test('keeps the file when sending fails, and the next try is the same write', async () => {
    let answers: () => Reply = () => refused(503, 'unavailable', 'Later, please.')
    const on = open('/order/order-1', [deposit()], { onProof: () => answers() })
    await choose(pdf())
    await press('Send proof')
    expect(await main().findByText('Later, please.')).toBeTruthy()
    answers = () => undefined
    await press('Send proof')
    await main().findByRole('region', { name: 'Proofs you have sent' })
    const keys = on.asked.filter(({ path }) => path === sendPath).map((c) => c.headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  test('shows a refused proof with its reason and takes another one', async () => {
    open('/order/order-1', [
      deposit({
        state: 'refused',
        note: 'Unreadable.',
        proofs: [sampleProof({ state: 'refused', note: 'Unreadable.' })],
      }),
    ])
    const sent = within(await main().findByRole('region', { name: 'Proofs you have sent' }))
    expect(sent.getByText('Unreadable.')).toBeTruthy()
    expect(main().getByRole('button', { name: 'Send proof' })).toBeTruthy()
  })

  test('is for its buyer: a guest signs in first and comes back [R-AUTH-06]', async () => {
    open('/order/order-1', [deposit()], { guest: true })
    await heading('Login')
    expect(new URLSearchParams(location.search).get('next')).toBe('/order/order-1')
  })

  test('says that there is no such order, and Refresh leads to the plans [R-ERR-28]', async () => {
    open('/order/other', [deposit()])
    await heading('Your order could not be loaded')
    expect(main().getByRole('link', { name: 'Refresh' }).getAttribute('href')).toBe('/subscriptions')
    const orders = main().getByRole('link', { name: 'Your orders' })
    expect(orders.getAttribute('href')).toBe('/profile?tab=history')
  })

  test('shuts nobody out', async () => {
    open('/order/order-1', [deposit({ proofs: [sampleProof()] })])
    await proofField()
    const { violations } = await axe.run(screen.getByRole('main'))
    expect(violations.map(({ id, nodes }) => [id, nodes.map((n) => n.html)])).toEqual([])
  })
})

describe('A receipt', () => {
  test('has seller, buyer, plan, months, price, amount, reference, day and way of paying', async () => {
    const print = vi.fn<() => void>()
    vi.stubGlobal('print', print)
    open('/receipt/order-1', [sampleOrder(paid)])
    await heading('Receipt')
    await main().findByText(sampleSettings.name)
    const text = main().getByRole('article').textContent
    for (const words of [
      sampleSettings.address,
      samplePerson.fullname,
      samplePerson.email,
      'Gold',
      'R2,500',
      '3 months',
      'R7,500',
      'MK-7Q2F-9',
      '23-11-2026',
      'Card',
    ])
      expect(text).toContain(words)
    await press('Print or save as PDF')
    expect(print).toHaveBeenCalledTimes(1)
  })

  test('comes with the payment and not before', async () => {
    open('/receipt/order-1', [sampleOrder()])
    await heading('There is no receipt yet')
    expect(main().queryByRole('article')).toBeNull()
  })

  test('that was seen once is there without signal', async () => {
    const on = open('/receipt/order-1', [sampleOrder(paid)])
    await heading('Receipt')
    const { phone } = await on.local.load()
    await waitFor(async () => expect(await phone.mine('order:order-1')).toBeDefined())
    on.serve(() => undefined)
    on.reopen()
    await heading('Receipt')
    expect(main().getByRole('article').textContent).toContain('R7,500')
  })

  test('shuts nobody out', async () => {
    open('/receipt/order-1', [sampleOrder(paid)])
    await heading('Receipt')
    const { violations } = await axe.run(screen.getByRole('main'))
    expect(violations.map(({ id, nodes }) => [id, nodes.map((n) => n.html)])).toEqual([])
  })
})
