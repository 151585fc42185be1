import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { orderLimits, orderRoutes, type Payable } from '#contract/plans/orders.ts'
import { planRoutes } from '#contract/plans/plans.ts'
import { profileRoutes } from '#contract/users/profile.ts'
import type { User } from '#contract/users/users.ts'
import { mostNoticesOfOrder, mostUnknownNotices, noteNotice } from '../../server/orders/notices.ts'
import { handGateways } from '../../server/orders/gateways.ts'
import { writeReference } from '../../server/reference/reference-rows.ts'
import { adminOrderById } from '../../server/admin/orders/admin-orders-store.ts'
import { deleteAccount } from '../../server/users/profile/account-routes.ts'
import { accountById } from '../../server/users/users-store.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { addUser } from '../support/motorkin.ts'
import { gateways, paymentIdOf, tell } from '../support/orders.ts'

let server: TestServer
let user: User
let token: string
beforeAll(async () => {
  server = await testServer({ seed: ({ db }) => db.tx(writeReference) })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.run({
    text: 'delete from payment_notices; delete from mail_outbox; delete from orders; delete from users; delete from idempotency; delete from throttles',
  })
  server.clock.set('2026-03-01T09:00:00.000Z')
  gateways(server.deps)
  user = await addUser(server.db, { id: 'buyer' })
  token = await server.token(user)
})

const apply = (body: object, headers: Record<string, string> = {}) =>
  server.call(orderRoutes.applySubscriptionOrder, { body, token, headers })
const placed = async (body: object): Promise<Payable> => (await apply(body)).reply.data
const gold = { subs_id: 'gold', duration: 3 }
const seen = async ({ _id }: { _id: string }): Promise<Payable> =>
  (await server.call(orderRoutes.getOrder, { params: { id: _id }, token })).reply.data
const count = async (table: string) =>
  (await server.db.row(z.object({ n: z.int() }), { text: `select count(*)::int as n from ${table}` }))?.n
const isSubscriber = async () =>
  (await server.call(profileRoutes.getUserProfileData, { token })).reply.data.is_subscriber
const verdicts = async () => {
  const text = 'select verdict from payment_notices order by received_at, id'
  return (await server.db.rows(z.object({ verdict: z.string() }), { text })).map((row) => row.verdict)
}

test('The list shows every plan with its price and what it includes [R-API-36 R-ENT-28 R-SUBS-02 R-SUBS-07]', async () => {
  const { data } = (await server.call(planRoutes.getSubscriptionList)).reply
  expect(data.map((p) => [p._id, p.title, p.price, p.includes[0]])).toEqual([
    ['basic', 'Basic', 0, 'Up to 2 ads for sale at a time'],
    ['gold', 'Gold', 2500, 'Up to 50 ads for sale at a time'],
    ['promotion', 'Promotion', 3500, 'Up to 100 ads for sale at a time'],
    ['platinum', 'Platinum', 5000, 'Up to 1,000 ads for sale at a time'],
    ['featured-dealership', 'Featured Dealership', 500, 'Your dealership on the home page'],
  ])
})

test('An order costs price times months, counted by the server [R-SUBS-09 R-API-37]', async () => {
  const order = await placed({ ...gold, amount: 1, price: 1 })
  expect(order).toMatchObject({
    plan: { _id: 'gold', name: 'Gold', type: 'gold' },
    months: 3,
    price: 2500,
    amount: 7500,
    method: 'card',
    state: 'pending',
    proofs: [],
    paid_at: null,
    expires_at: null,
  })
  expect(order.reference).toMatch(/^MK-[2-9A-HJKMNP-Z]{8}$/)
  expect(await paymentIdOf(server.db, order)).toMatch(/^[0-9a-f]{40}$/)
  expect(order.payment_form?.fields).toContainEqual({ name: 'amount', value: '7500.00' })
  const deposit = await placed({ subs_id: 'gold', duration: '12', method: 'deposit' })
  expect([deposit.amount, deposit.deposit?.bank, deposit.payment_form]).toEqual([30_000, 'A Bank', undefined])
})

test('What cannot be ordered is refused in words at its field [R-SUBS-08 R-SUBS-11]', async () => {
  const said = async (body: object) => (await apply(body)).error
  expect(await said({ subs_id: 'none', duration: 1 })).toMatchObject({
    code: 'validation_failed',
    fields: { subs_id: 'This plan is not offered any more. Please choose another one.' },
  })
  for (const duration of [0, 13, 25, -1, 1.5, '1e1', '', null, undefined, 'x'])
    expect(await said({ subs_id: 'gold', duration })).toMatchObject({
      code: 'validation_failed',
      fields: { duration: 'Please choose a duration' },
    })
  handGateways(server.deps, [])
  expect((await said(gold)).code).toBe('payment_unavailable')
  expect(await count('orders')).toBe(0)
})

test('The same choice again is the same order, also at the same moment [R-API-37]', async () => {
  const orders = await Promise.all(Array.from({ length: 6 }, () => placed(gold)))
  expect(new Set(orders.map((o) => o._id)).size).toBe(1)
  const other = await placed({ ...gold, duration: 4 })
  expect(other._id).not.toBe(orders[0]?._id)
  expect(await count('orders')).toBe(2)
})

test('Nobody has more than ten orders that wait for payment', async () => {
  for (let n = 1; n <= orderLimits.pending; n++) await placed({ subs_id: 'gold', duration: n })
  expect((await apply({ subs_id: 'platinum', duration: 1 })).error.fields?.['subs_id']).toMatch(
    /^You have 10/,
  )
  const { data } = (await server.call(orderRoutes.getMyOrders, { token })).reply
  expect(data).toHaveLength(orderLimits.pending)
  const [first] = data
  await server.call(orderRoutes.cancelOrder, { params: { id: first?._id ?? '' }, token })
  await placed({ subs_id: 'platinum', duration: 1 })
})

test('A paid order gives its plan once, however often it is told [R-SUBS-01 R-SUBS-14 R-EXT-15]', async () => {
  const order = await placed(gold)
  expect(await isSubscriber()).toBe(false)
  expect(await tell(server.deps, order)).toBe('paid')
  for (let n = 0; n < 9; n++) expect(await tell(server.deps, order)).toBe('repeated')
  expect(await seen(order)).toMatchObject({
    state: 'paid',
    paid_at: '2026-03-01T09:00:00.000Z',
    starts_at: '2026-03-01T09:00:00.000Z',
    expires_at: '2026-06-01T09:00:00.000Z',
  })
  expect((await seen(order)).payment_form).toBeUndefined()
  expect(await count('subscriptions')).toBe(1)
  expect(await isSubscriber()).toBe(true)
})

test('Money that pays nothing is kept for giving back and gives nothing [R-SUBS-09]', async () => {
  const order = await placed(gold)
  const other = await placed({ subs_id: 'platinum', duration: 1 })
  expect(await tell(server.deps, order, { amount: 7499.98 })).toBe('wrong_amount')
  expect(await tell(server.deps, order, { amount: Number.NaN })).toBe('wrong_amount')
  expect(await tell(server.deps, order, { amount: 75_000 })).toBe('wrong_amount')
  expect((await seen(order)).state).toBe('pending')
  expect(await tell(server.deps, order, { amount: 7500.01 })).toBe('paid')
  expect(await tell(server.deps, order, { payment: 'another' })).toBe('surplus')
  expect(await tell(server.deps, order, { payment: 'another' })).toBe('repeated')
  // One payment pays one order.
  expect(await tell(server.deps, other, { payment: `of ${order._id}` })).toBe('repeated')
  expect((await seen(other)).state).toBe('pending')
  expect(await tell(server.deps, other, { paymentId: 'made up' })).toBe('unknown_order')
  expect(await count('subscriptions')).toBe(1)
})

test('A payment that failed leaves the order waiting, and says so [R-SUBS-15]', async () => {
  const order = await placed(gold)
  expect(await tell(server.deps, order, { status: 'cancelled' })).toBe('not_complete')
  expect(await seen(order)).toMatchObject({
    state: 'pending',
    note: expect.stringContaining('was cancelled'),
  })
  expect(await tell(server.deps, order, { status: 'failed' })).toBe('not_complete')
  expect((await seen(order)).note).toContain('did not go through')
  expect(await tell(server.deps, order)).toBe('paid')
  expect(await tell(server.deps, order, { status: 'failed' })).toBe('not_complete')
  expect(await seen(order)).toMatchObject({ state: 'paid', note: '' })
})

test('A cancelled order is cancelled once, and money that comes still pays it [R-SUBS-15]', async () => {
  const order = await placed(gold)
  const cancel = () => server.call(orderRoutes.cancelOrder, { params: { id: order._id }, token })
  expect((await cancel()).reply.data.state).toBe('cancelled')
  expect((await cancel()).reply.data.state).toBe('cancelled')
  expect((await seen(order)).payment_form).toBeUndefined()
  expect((await placed(gold))._id).not.toBe(order._id)
  expect(await tell(server.deps, order)).toBe('paid')
  expect((await cancel()).error.code).toBe('decided_meanwhile')
  expect((await seen(order)).state).toBe('paid')
})

test('Basic is there at once without payment, and makes no subscriber [R-SUBS-12]', async () => {
  const order = await placed({ subs_id: 'basic', duration: 6 })
  expect(order).toMatchObject({
    state: 'paid',
    method: 'free',
    amount: 0,
    expires_at: '2026-09-01T09:00:00.000Z',
  })
  expect(await isSubscriber()).toBe(false)
  expect((await placed({ subs_id: 'basic', duration: 24 }))._id).toBe(order._id)
  await tell(server.deps, await placed(gold))
  expect((await apply({ subs_id: 'basic', duration: 1 })).error).toMatchObject({
    code: 'validation_failed',
    fields: { subs_id: 'You have Gold, which includes everything that Basic does.' },
  })
  expect(await isSubscriber()).toBe(true)
})

test('An order is seen by its owner alone [R-API-37]', async () => {
  const order = await placed(gold)
  const other = await server.token(await addUser(server.db, { id: 'other' }))
  const params = { id: order._id }
  expect((await server.call(orderRoutes.getOrder, { params, token: other })).error.code).toBe('not_found')
  expect((await server.call(orderRoutes.cancelOrder, { params, token: other })).error.code).toBe('not_found')
  expect((await server.call(orderRoutes.getMyOrders, { token: other })).reply.data).toEqual([])
})

test('An answer that was lost is given again as things are by then [R-API-37]', async () => {
  const headers = { 'idempotency-key': 'k1' }
  const order = (await apply(gold, headers)).reply.data
  expect(order.payment_form).toBeDefined()
  await tell(server.deps, order)
  const again = await apply(gold, headers)
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(again.reply.data).toEqual(await seen(order))
  expect(again.reply.data.state).toBe('paid')
})

test('What strangers send about payments fills nothing, and hides nothing about money', async () => {
  const order = await placed(gold)
  await tell(server.deps, order)
  const paymentId = await paymentIdOf(server.db, order)
  // Only the provider can report this money, for an order that nobody knows.
  await tell(server.deps, order, { paymentId: 'of nobody', payment: 'lost' })
  const forged = { paymentId, payment: 'x\0'.repeat(400), status: 'COMPLETE', amount: 1e300 }
  await server.db.tx(async (sql) => {
    for (let n = 0; n < mostUnknownNotices + 20; n++)
      await noteNotice(sql, server.deps, { ...forged, verdict: 'bad_signature' })
  })
  expect(await count('payment_notices')).toBe(mostUnknownNotices + 2)
  expect(await verdicts()).toEqual(expect.arrayContaining(['paid', 'unknown_order']))
  for (let n = 0; n < mostNoticesOfOrder + 20; n++) await tell(server.deps, order, { status: 'failed' })
  await tell(server.deps, order, { payment: 'late' })
  expect(await count('payment_notices where believed')).toBe(mostNoticesOfOrder + 2)
  expect(await verdicts()).toContain('surplus')
  const shown = (await adminOrderById(server.db, order._id))?.notices.map(({ verdict }) => verdict)
  expect(shown).toEqual(expect.arrayContaining(['paid', 'surplus']))
})

test('Payments of two orders at one moment come one after the other [R-SUBS-01]', async () => {
  const { db, deps } = server
  const spans = z.object({ starts: z.date(), ends: z.date() })
  for (let n = 0; n < 5; n++) {
    const orders = [
      await placed(gold),
      await placed({ ...gold, duration: 1 }),
      await placed({ ...gold, duration: 2 }),
    ]
    expect(await Promise.all(orders.map((o) => tell(deps, o)))).toEqual(['paid', 'paid', 'paid'])
    const text = 'delete from subscriptions returning started_at as starts, expires_at as ends'
    const rows = (await db.rows(spans, { text })).sort((a, b) => Number(a.starts) - Number(b.starts))
    expect(rows.slice(1).map((r) => r.starts)).toEqual(rows.slice(0, -1).map((r) => r.ends))
  }
  // One payment reported for two orders of two people pays one of the orders.
  const other = await server.token(await addUser(db, { id: 'other' }))
  for (let n = 0; n < 5; n++) {
    const mine = await placed(gold)
    const { data } = (await server.call(orderRoutes.applySubscriptionOrder, { body: gold, token: other }))
      .reply
    const verdicts = await Promise.all([mine, data].map((o) => tell(deps, o, { payment: `one ${n}` })))
    expect(verdicts.sort()).toEqual(['paid', 'repeated'])
    await db.run({ text: 'delete from orders; delete from subscriptions' })
  }
})

test('Orders stay for the books when the account goes, and late money does too', async () => {
  const order = await placed(gold)
  const { db, deps } = server
  await db.tx(async (sql) => {
    const account = await accountById(sql, 'buyer', deps.now())
    if (account) await deleteAccount(sql, deps, account, () => Promise.resolve())
  })
  const row = z.object({ state: z.string(), note: z.string(), user_id: z.nullable(z.string()) })
  const kept = () => db.row(row, { text: 'select state, note, user_id from orders' })
  expect(await kept()).toEqual({ state: 'cancelled', note: '', user_id: null })
  expect(await tell(server.deps, order)).toBe('paid')
  const mail = 'select subject from mail_outbox where body_text like $1'
  const emailRow = z.object({ subject: z.string() })
  const told = () => db.rows(emailRow, { text: mail, values: ['%had deleted the account%'] })
  expect(await told()).toMatchObject([{ subject: `Payment to look at: ${order.reference}` }])
  expect(await tell(server.deps, order)).toBe('repeated')
  expect(await told()).toHaveLength(1)
  expect(await kept()).toEqual({
    state: 'paid',
    note: 'The account was deleted before this was paid.',
    user_id: null,
  })
})

test('Ordering and cancelling all the time is slowed down, and writes few e-mails', async () => {
  const deposit = { subs_id: 'gold', duration: 1, method: 'deposit' }
  let last = await apply(deposit)
  for (let n = 0; n < 60 && last.status === 200; n += 1) {
    await server.call(orderRoutes.cancelOrder, { params: { id: last.reply.data._id }, token })
    last = await apply(deposit)
  }
  expect([last.error.code, await count('orders')]).toEqual(['rate_limited', 20])
  expect(await count('mail_outbox')).toBe(20)
  server.clock.advance(300_000)
  expect((await apply(deposit)).status).toBe(200)
})
