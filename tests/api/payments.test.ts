import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Payable } from '#contract/plans/orders.ts'
import type { FakePayment } from '../../server/integrations/payfast/fake-pages.ts'
import { merchant, notifyUrl, paymentsServer, type PaymentsServer } from '../support/payments.ts'
import fc from '../support/property.ts'

let server: PaymentsServer
beforeAll(async () => {
  server = await paymentsServer()
})
afterAll(() => server.close())

let token: string
let order: Payable
let payment: FakePayment
beforeEach(async () => {
  await server.db.run({
    text: 'delete from payment_notices; delete from orders; delete from users; delete from idempotency; delete from throttles',
  })
  server.fake.confirms = 'well'
  token = await server.buyer({ id: 'buyer', fullname: "Nomvula O'Connor-Dlamini" })
  order = await server.order(token)
  payment = await server.begin(order)
})
const state = async () => (await server.seen(token, order)).state
const verdicts = async () => (await server.notices()).map(({ verdict }) => verdict)
const complete = (over: Record<string, string> = {}) => server.fake.noticeOf(payment, 'COMPLETE', over)
/** Returns the notice with a signature made without the passphrase. */
const forged = (notice: string) => {
  const [signed = ''] = notice.split('&signature=')
  return `${signed}&signature=${createHash('md5').update(signed).digest('hex')}`
}

describe('A notice of a payment', () => {
  test('that is signed, known and complete pays the order exactly once [R-API-49 R-EXT-12]', async () => {
    expect(await server.notify(complete())).toBe(200)
    expect(await state()).toBe('paid')
    expect(await server.notices()).toEqual([
      {
        order_id: order._id,
        payment: payment.payment,
        status: 'complete',
        amount: order.amount,
        verdict: 'paid',
      },
    ])
  })

  test('pays once, whether it comes ten times, at once or after a cancellation [R-API-49]', async () => {
    const notice = complete()
    const all = await Promise.all(Array.from({ length: 10 }, () => server.notify(notice)))
    expect(all).toEqual(Array.from({ length: 10 }, () => 200))
    expect((await verdicts()).toSorted()).toEqual(
      ['paid', ...Array.from({ length: 9 }, () => 'repeated')].toSorted(),
    )
    const paid = await server.seen(token, order)
    expect(await server.notify(server.fake.noticeOf(payment, 'CANCELLED'))).toBe(200)
    expect(await server.seen(token, order)).toEqual(paid)
  })

  test.each(['CANCELLED', 'FAILED', 'PENDING'])(
    'that says %s leaves the order open [R-SUBS-15]',
    async (said) => {
      expect(await server.notify(server.fake.noticeOf(payment, said))).toBe(200)
      expect([await state(), await verdicts()]).toEqual(['pending', ['not_complete']])
      expect(await server.notify(complete())).toBe(200)
      expect(await state()).toBe('paid')
    },
  )

  test.each<[string, () => string, string]>([
    ['signed without the passphrase', () => forged(complete()), 'bad_signature'],
    ['whose fields changed places', () => complete().replace(/^([^&]*)&([^&]*)/, '$2&$1'), 'bad_signature'],
    ['that lost an empty field', () => complete().replace('&custom_str3=', ''), 'bad_signature'],
    ['that got a field more', () => `x=1&${complete()}`, 'bad_signature'],
    ['without a signature', () => complete().replace(/&signature=.*/, ''), 'bad_signature'],
    ['with half a signature', () => complete().slice(0, -1), 'bad_signature'],
    ['that is empty', () => '', 'bad_signature'],
    ['for another merchant', () => complete({ merchant_id: '10000100' }), 'wrong_merchant'],
    ['for no merchant', () => complete({ merchant_id: '' }), 'wrong_merchant'],
    ['over two cents less', () => complete({ amount_gross: '7499.98' }), 'wrong_amount'],
    ['over less', () => complete({ amount_gross: '5.00' }), 'wrong_amount'],
    ['over more', () => complete({ amount_gross: '75000.00' }), 'wrong_amount'],
    ['over a negative amount', () => complete({ amount_gross: '-7500.00' }), 'unreadable'],
    ['over no number', () => complete({ amount_gross: '7.5e3' }), 'unreadable'],
    ['in a state that is unknown', () => complete({ payment_status: 'complete' }), 'unreadable'],
    ['without a name of its own', () => complete({ pf_payment_id: '' }), 'unreadable'],
    ['of no order', () => complete({ m_payment_id: 'f'.repeat(40) }), 'unknown_order'],
    [
      'that names an order in a custom field only',
      () => complete({ m_payment_id: 'f'.repeat(40), custom_str1: order._id }),
      'unknown_order',
    ],
  ])('%s pays nothing, is answered and written down [R-API-49]', async (_, make, verdict) => {
    expect(await server.notify(make())).toBe(200)
    expect([await state(), await verdicts()]).toEqual(['pending', [verdict]])
  })

  test('that PayFast did not send pays nothing [R-API-49]', async () => {
    expect(await server.notify(complete(), { unknown: true })).toBe(200)
    expect([await state(), await verdicts()]).toEqual(['pending', ['unconfirmed']])
  })

  test.each(['broken', 'html', 'hangs-up'] as const)(
    'that cannot be confirmed now (%s) is asked to come again, and pays then',
    async (mood) => {
      server.fake.confirms = mood
      expect(await server.notify(complete())).toBe(503)
      expect([await state(), await verdicts()]).toEqual(['pending', []])
      server.fake.confirms = 'well'
      expect(await server.notify(complete())).toBe(200)
      expect(await state()).toBe('paid')
    },
  )

  test('with names in any writing is read as it was signed', async () => {
    const names = { name_first: 'Zoë 🚗 Ọlá', name_last: "D'Souza & Sons (50% + more)~*!" }
    expect(await server.notify(complete(names))).toBe(200)
    expect(await state()).toBe('paid')
  })

  test('with bytes of an older encoding is read as it was signed', async () => {
    const fields =
      complete()
        .split('&signature=')[0]
        ?.replace(/name_first=[^&]*/, 'name_first=Zo%EB') ?? ''
    const signature = createHash('md5').update(`${fields}&passphrase=${merchant.passphrase}`).digest('hex')
    expect(await server.notify(`${fields}&signature=${signature}`)).toBe(200)
    expect(await state()).toBe('paid')
  })

  test('is trusted as signed and ignored when any byte is changed', async () => {
    const notice = complete()
    const end = notice.indexOf('&signature=')
    const byte = fc.integer({ min: 33, max: 255 })
    await fc.assert(
      fc.asyncProperty(fc.nat(end - 1), byte, async (at, code) => {
        const changed = notice.slice(0, at) + String.fromCharCode(code) + notice.slice(at + 1)
        fc.pre(sameBytes(changed) !== sameBytes(notice))
        expect(await server.notify(changed)).toBe(200)
      }),
      { numRuns: 60 },
    )
    expect(await state()).toBe('pending')
    expect(new Set(await verdicts())).toEqual(new Set(['bad_signature']))
  })
})
/** Normalises the encoding of a notice: a lowercase letter in `%c3` is the same byte. */
const sameBytes = (notice: string) =>
  notice.replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase()).replaceAll('%20', '+')

describe('The door for notices', () => {
  const post = (payload: string | Buffer, headers: Record<string, string>) =>
    server.app.inject({ method: 'POST', url: notifyUrl, payload, headers })
  const type = 'application/x-www-form-urlencoded'

  test('takes forms of a page at most, and nothing else', async () => {
    expect((await post(`a=${'x'.repeat(100_000)}`, { 'content-type': type })).statusCode).toBe(413)
    expect((await post('{}', { 'content-type': 'application/json' })).statusCode).toBe(415)
    expect((await post('a=1', { 'content-type': 'text/plain' })).statusCode).toBe(415)
    expect((await server.app.inject({ method: 'GET', url: notifyUrl })).statusCode).toBe(405)
    expect((await server.app.inject({ method: 'POST', url: notifyUrl })).statusCode).toBe(415)
    const { headers } = await post(complete(), { 'content-type': `${type}; charset=utf-8` })
    expect(headers['cache-control']).toBe('no-store')
  })

  test('survives whatever it is sent', async () => {
    const odd = [
      '&&&',
      '=',
      '%',
      '%00=%00&signature=%00',
      `m_payment_id=${'a'.repeat(9000)}`,
      'signature',
      '\u00ff=\u00fe',
    ]
    for (const body of odd) expect([body, await server.notify(body)]).toEqual([body, 200])
    expect(await state()).toBe('pending')
  })
})

describe('The source of a notice', () => {
  test('is the socket, whatever a header says, where no proxy is trusted', async () => {
    const elsewhere = { from: '203.0.113.7' }
    const spoofed = { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' }
    // PayFast signed the notice: the 503 makes PayFast repeat it, after the operator has corrected the setting.
    expect(await server.notify(complete(), elsewhere)).toBe(503)
    expect(await server.notify(complete(), { ...elsewhere, headers: spoofed })).toBe(503)
    expect([await state(), await verdicts()]).toEqual(['pending', ['bad_source', 'bad_source']])
    const told = { headers: { 'x-forwarded-for': '203.0.113.7', referer: 'https://evil.example' } }
    expect(await server.notify(complete(), told)).toBe(200)
    expect(await state()).toBe('paid')
  })

  test('is what the trusted proxy names, not what stands before it', async () => {
    const PAYFAST_NETWORKS = '197.97.145.144/28'
    const proxied = await paymentsServer({ env: { TRUST_PROXY: '1', PAYFAST_NETWORKS } })
    try {
      const mine = await proxied.buyer({ id: 'buyer' })
      const bought = await proxied.order(mine)
      const notice = proxied.fake.noticeOf(await proxied.begin(bought), 'COMPLETE')
      const via = (chain: string) => proxied.notify(notice, { headers: { 'x-forwarded-for': chain } })
      await proxied.notify(notice)
      await via('203.0.113.7')
      await via('197.97.145.150, 203.0.113.7')
      const refused = Array.from({ length: 3 }, () => 'bad_source')
      expect((await proxied.notices()).map(({ verdict }) => verdict)).toEqual(refused)
      expect(await via('203.0.113.7, 197.97.145.150')).toBe(200)
      expect((await proxied.seen(mine, bought)).state).toBe('paid')
    } finally {
      await proxied.close()
    }
  })
})

test('A flood of notices is slowed down, and one from elsewhere still comes through', async () => {
  const limited = await paymentsServer({ limits: true })
  try {
    const flood = Array.from({ length: 601 }, () => limited.notify('a=1', { from: '127.0.0.2' }))
    const answers = await Promise.all(flood)
    expect([
      answers.filter((one) => one === 200).length,
      answers.filter((one) => one === 429).length,
    ]).toEqual([600, 1])
    expect(await limited.notify('a=1', { from: '127.0.0.3' })).toBe(200)
  } finally {
    await limited.close()
  }
})
