import { Writable } from 'node:stream'
import { fastify } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { orderRoutes, type Payable } from '#contract/plans/orders.ts'
import { buildApp } from '../../server/app.ts'
import { writeReference } from '../../server/reference/reference-rows.ts'
import { payfastOf } from '../../server/integrations/payfast/payfast.ts'
import { callerOf, testServer, type TestServer } from '../support/api.ts'
import { addUser } from '../support/motorkin.ts'
import { merchant, notifyUrl, paymentsServer, postForm, press } from '../support/payments.ts'

/** The fake provider: the pages for the buyer, which take the same path as the real provider. */

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Starts a listening server, as `npm start` does, with a buyer. */
async function listening(server: TestServer) {
  const port = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port
  server.deps.config.publicUrl = `http://127.0.0.1:${port}`
  const token = await server.token(await addUser(server.db, { id: 'buyer', fullname: "Zoë O'Neil" }))
  const order = async (body: object = { subs_id: 'gold', duration: 2 }): Promise<Payable> =>
    (await server.call(orderRoutes.applySubscriptionOrder, { body, token })).reply.data
  const state = async ({ _id }: Payable) =>
    (await server.call(orderRoutes.getOrder, { params: { id: _id }, token })).reply.data.state
  return { origin: server.deps.config.publicUrl, token, order, state }
}
async function demo() {
  const server = await testServer({ seed: ({ db }) => db.tx(writeReference) })
  closing.push(server.close)
  return { server, ...(await listening(server)) }
}
/** Starts a server with a separate provider, as with `npm run fakes`. */
async function beside() {
  const server = await paymentsServer()
  closing.push(server.close)
  return { server, fake: server.fake, ...(await listening(server)) }
}

test('In a demo a plan is bought over HTTP from form to return [R-EXT-11 R-EXT-12 R-SUBS-14]', async () => {
  const { origin, order, state } = await demo()
  const bought = await order()
  const page = await postForm(bought)
  expect(page.startsWith(`${origin}/dev/pay/eng/process/`)).toBe(true)
  const shown = await fetch(page)
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
  const html = await shown.text()
  for (const words of ['This is a made-up payment', 'R5000.00', 'Gold, 2 months', 'Zoë O&#39;Neil', '>Pay<'])
    expect(html).toContain(words)
  expect(html).not.toContain('<script')
  expect(await state(bought)).toBe('pending')
  // The server receives the notice before the buyer returns.
  expect(await press(page, 'pay')).toBe(`${origin}/profile?tab=history&order=${bought._id}`)
  expect(await state(bought)).toBe('paid')
  expect(await (await fetch(page)).text()).toContain('This payment was made.')
})

test('Notices that come late, twice or of a failure do what they say [R-SUBS-15]', async () => {
  const { server, fake, origin, order, state } = await beside()
  const later = await order()
  const back = `${origin}/profile?tab=history&order=${later._id}`
  expect(await press(await postForm(later), 'later')).toBe(back)
  await fake.idle()
  expect(await state(later)).toBe('paid')

  const twice = await order({ subs_id: 'gold', duration: 3 })
  const page = await postForm(twice)
  await press(page, 'twice')
  await press(page, 'pay')
  expect(await state(twice)).toBe('paid')
  expect((await server.notices()).map(({ verdict }) => verdict)).toEqual(['paid', 'paid', 'repeated'])

  const failed = await order({ subs_id: 'gold', duration: 4 })
  expect(await press(await postForm(failed), 'fail')).toContain('/profile?')
  expect(await press(await postForm(failed), 'cancel')).toBe(
    `${origin}/subscriptions?cancelled=${failed._id}`,
  )
  expect(await state(failed)).toBe('pending')
  await press(await postForm(failed), 'pay')
  expect(await state(failed)).toBe('paid')
})

test('While PayFast cannot be asked nothing is paid; its next notice pays', async () => {
  const { server, fake, order, state } = await beside()
  const bought = await order()
  const page = await postForm(bought)
  fake.confirms = 'broken'
  await press(page, 'pay')
  await fake.idle()
  expect([await state(bought), await server.notices()]).toEqual(['pending', []])
  fake.confirms = 'well'
  const [payment] = [...fake.payments.values()]
  const to = payment?.fields.notify_url ?? ''
  expect(payment && (await fake.send(to, fake.noticeOf(payment, 'COMPLETE')))).toBe(true)
  expect(await state(bought)).toBe('paid')
})

test('The provider takes no form that was changed, and no small amount', async () => {
  const { fake, order } = await beside()
  const bought = await order()
  const form = bought.payment_form ?? { action: '', fields: [] }
  const changed = (name: string, value: string): Payable => ({
    ...bought,
    payment_form: { ...form, fields: form.fields.map((f) => (f.name === name ? { name, value } : f)) },
  })
  for (const [name, value] of [
    ['amount', '5.00'],
    ['custom_str2', 'platinum'],
    ['notify_url', 'http://127.0.0.1:1/'],
    ['signature', '0'.repeat(32)],
  ] as const)
    await expect(postForm(changed(name, value))).rejects.toThrow('does not match')
  await expect(postForm(changed('merchant_id', '1'))).rejects.toThrow('unknown here')
  expect(fake.payments.size).toBe(0)
})

test('Neither production nor a real account has the made-up page', async () => {
  const at = async (env: Record<string, string>) => {
    const server = await testServer({ env, seed: ({ db }) => db.tx(writeReference) })
    const post = (url: string) =>
      server.app.inject({
        method: 'POST',
        url,
        payload: 'a=1',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    try {
      const { headers } = await server.app.inject({ url: '/healthz' })
      const token = await server.token(await addUser(server.db, { id: 'buyer' }))
      const body = { subs_id: 'gold', duration: 1 }
      const bought = await server.call(orderRoutes.applySubscriptionOrder, { body, token })
      return {
        codes: [(await post('/dev/pay/eng/process')).statusCode, (await post(notifyUrl)).statusCode],
        formAction: /form-action ([^;]*)/.exec(String(headers['content-security-policy']))?.[1],
        card: bought.status === 200 ? bought.reply.data.payment_form?.action : bought.error.code,
      }
    } finally {
      await server.close()
    }
  }
  const payfastHosts = 'https://www.payfast.co.za https://*.payfast.co.za https://*.payfast.io'
  expect(await at({ NODE_ENV: 'production' })).toEqual({
    codes: [404, 404],
    // An installed app keeps the policy until its next version, and the merchant account may be added before.
    formAction: `'self' ${payfastHosts}`,
    card: 'payment_unavailable',
  })
  const account = { PAYFAST_MERCHANT_ID: merchant.id, PAYFAST_MERCHANT_KEY: merchant.key }
  expect(await at({ ...account, NODE_ENV: 'production' })).toEqual({
    codes: [404, 200],
    formAction: `'self' ${payfastHosts}`,
    card: 'https://www.payfast.co.za/eng/process',
  })
  expect(await at({ ...account, PAYFAST_URL: 'http://127.0.0.1:4299' })).toEqual({
    codes: [404, 200],
    formAction: "'self' http://127.0.0.1:4299",
    card: 'http://127.0.0.1:4299/eng/process',
  })
  expect(await at({ PUBLIC_URL: 'http://localhost:4200' })).toEqual({
    codes: [400, 200],
    formAction: `'self' http://localhost:4200 ${payfastHosts}`,
    card: 'http://localhost:4200/dev/pay/eng/process',
  })
})

test('No answer and no log holds the passphrase or a signature of a notice [R-CONST-23 R-EXT-16]', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const { log } = fastify({ logger: { level: 'trace', stream } })
  for (const played of [false, true]) {
    const server = await paymentsServer(
      played ? { env: { PAYFAST_MERCHANT_ID: '', PAYFAST_MERCHANT_KEY: '', PAYFAST_PASSPHRASE: '' } } : {},
    )
    closing.push(server.close)
    const app = await buildApp({ ...server.deps, log }, { limits: false, checkReplies: true })
    closing.push(() => app.close())
    app.addHook('onSend', async (_request, reply, payload) => {
      lines.push(JSON.stringify(reply.getHeaders()), String(payload))
      return payload
    })
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    server.deps.config.publicUrl = `http://127.0.0.1:${port}`
    const token = await server.buyer({ id: 'buyer' })
    const call = callerOf(app)
    const body = { subs_id: 'gold', duration: 1 }
    const bought = (await call(orderRoutes.applySubscriptionOrder, { body, token })).reply.data
    const page = await postForm(bought)
    await fetch(page)
    server.fake.confirms = 'broken'
    await press(page, 'twice')
    server.fake.confirms = 'well'
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const post = (payload: string) =>
      fetch(`${server.deps.config.publicUrl}${notifyUrl}`, { method: 'POST', body: payload, headers: type })
    const sent = [...server.fake.sent.keys()]
    for (const signed of [...sent, 'a=1']) await post(`${signed}&signature=${'ab'.repeat(16)}`)
    await call(orderRoutes.getMyOrders, { token })
    await call(orderRoutes.getOrder, { params: { id: bought._id }, token })
    const passphrase = payfastOf(server.deps.config)?.merchant.passphrase ?? ''
    expect(passphrase.length).toBeGreaterThan(15)
    const said = lines.join('\n')
    expect(said).toContain('a notice of a payment was refused')
    expect(said).toContain(bought._id)
    for (const secret of [passphrase, 'ab'.repeat(16), server.deps.config.authSecret])
      expect(said).not.toContain(secret)
    // Only the form contains the key.
    const key = payfastOf(server.deps.config)?.merchant.key ?? ''
    expect(lines.filter((line) => line.includes(key) && !line.includes('payment_form'))).toEqual([])
  }
})
