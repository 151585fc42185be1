import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { enquiryRoutes } from '#contract/forms/enquiries.ts'
import { orderRoutes, type Payable } from '#contract/plans/orders.ts'
import { profileRoutes } from '#contract/users/profile.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { lapseOrders, notifyEndings } from '../../server/orders/orders-jobs.ts'
import { writeReference } from '../../server/reference/reference-rows.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar } from '../support/cars.ts'
import { addUser } from '../support/motorkin.ts'
import { gateways, tell } from '../support/orders.ts'

let server: TestServer
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
  token = await server.token(await addUser(server.db, { id: 'buyer' }), 400 * 86_400)
})

const placed = async (subs_id: string, duration: number, method = 'card'): Promise<Payable> =>
  (await server.call(orderRoutes.applySubscriptionOrder, { body: { subs_id, duration, method }, token }))
    .reply.data
const buy = async (subs_id: string, duration: number) => {
  const order = await placed(subs_id, duration)
  expect(await tell(server.deps, order)).toBe('paid')
}
const emailRow = z.object({ recipient: z.string(), subject: z.string(), body_text: z.string() })
/** Returns the e-mails since the last call, sent by two processes that run their jobs at the same time. */
async function mails() {
  await Promise.all([notifyEndings(server.deps), notifyEndings(server.deps)])
  await Promise.all([lapseOrders(server.deps), lapseOrders(server.deps)])
  const text = 'delete from mail_outbox returning recipient, subject, body_text'
  return server.db.rows(emailRow, { text })
}
const subjects = async () => (await mails()).map((l) => l.subject)
const on = (text: string) => server.clock.set(`${text}T09:00:01.000Z`)
const profile = async () => (await server.call(profileRoutes.getUserProfileData, { token })).reply.data
const history = async () =>
  (await server.call(profileRoutes.getMySubscriptionHistory, { token })).reply.data.map((r) => [
    r.name,
    r.duration,
    r.status,
    r.expirycdate,
  ])
const stateOf = async (order: Payable) =>
  (await server.call(orderRoutes.getOrder, { params: { id: order._id }, token })).reply.data.state

test('A plan’s buyer is notified 7 days before, 1 day before and at expiry [R-SUBS-01 R-ROLE-17]', async () => {
  await buy('gold', 1)
  expect(await subjects()).toEqual([expect.stringMatching(/^Receipt for your Motorkin order MK-/)])
  on('2026-03-24')
  expect(await subjects()).toEqual([])
  on('2026-03-25')
  const [week] = await mails()
  expect(week).toMatchObject({ recipient: 'buyer@motorkin.test', subject: 'Your Gold plan ends in 7 days' })
  expect(week?.body_text).toContain('ends on 1 April 2026')
  expect(week?.body_text).toContain('Basic allows 2 ads for sale at a time')
  expect(await subjects()).toEqual([])
  on('2026-03-31')
  expect(await subjects()).toEqual(['Your Gold plan ends tomorrow'])
  expect((await server.call(enquiryRoutes.myCarsEnquiryList, { body: {}, token })).status).toBe(200)
  on('2026-04-01')
  const [ended, ...more] = await mails()
  expect([ended?.subject, more]).toEqual(['Your Gold plan has ended', []])
  expect(ended?.body_text).toContain('Inquiries and chat are closed; nothing in them is deleted.')
  expect((await profile()).is_subscriber).toBe(false)
  const refused = await server.call(enquiryRoutes.myCarsEnquiryList, { body: {}, token })
  expect(refused.error.code).toBe('subscription_required')
  on('2026-05-01')
  expect(await subjects()).toEqual([])
})

test('A server that was down sends only the last reminder, with the remaining time', async () => {
  await buy('gold', 1)
  await mails()
  on('2026-03-28')
  expect(await subjects()).toEqual(['Your Gold plan ends in 4 days'])
  server.clock.set('2026-03-31T23:00:00.000Z')
  expect(await subjects()).toEqual(['Your Gold plan ends today'])
  on('2026-05-31')
  expect(await subjects()).toEqual(['Your Gold plan has ended'])
})

test('A plan that was renewed ends in silence, and is shown as one [R-ENT-22 R-SUBS-01]', async () => {
  await buy('gold', 1)
  await buy('gold', 2)
  expect((await profile()).subscriptions).toEqual([
    { name: 'Gold', car_limit: 50, expirycdate: '01-06-2026', expirytimes: Date.UTC(2026, 5, 1, 9) / 1000 },
  ])
  await mails()
  for (const day of ['2026-03-25', '2026-03-31', '2026-04-01', '2026-05-20']) {
    on(day)
    expect(await subjects()).toEqual([])
    expect((await profile()).is_subscriber).toBe(true)
  }
  on('2026-06-01')
  expect(await subjects()).toEqual(['Your Gold plan has ended'])
})

test('Months and dates are those of a clock in the market, past midnight too [R-SUBS-08 R-ENT-27]', async () => {
  // 00:30 on 1 March in Johannesburg.
  server.clock.set('2026-02-28T22:30:00.000Z')
  await buy('gold', 1)
  const [receipt] = await mails()
  expect(receipt?.body_text).toMatch(/From: 1 March 2026\s+Until: 1 April 2026/)
  expect(await history()).toEqual([['Gold', 1, 'active', '01-04-2026']])
  expect((await profile()).subscriptions).toMatchObject([{ expirycdate: '01-04-2026' }])
})

test('Ads beyond a smaller plan are kept; the newest become inactive, in words [R-SUBS-13 R-ROLE-17]', async () => {
  await buy('gold', 1)
  await mails()
  const cars = Array.from({ length: 5 }, (_, n) =>
    newCar(n, {
      creator: 'buyer',
      title: `Car ${n}`,
      status: n === 4 ? 'sold' : 'active',
      created_at: new Date(Date.UTC(2026, 0, 1 + n)),
    }),
  )
  await insertCars(server.db, cars)
  on('2026-04-01')
  const [ended] = await mails()
  expect(ended?.body_text).toMatch(
    /Basic allows 2 ads .*newest ads are inactive now: “Car [23]”, “Car [23]”\./,
  )
  const text = 'select title, status, version from cars order by title'
  const row = z.object({ title: z.string(), status: z.string(), version: z.int() })
  expect((await server.db.rows(row, { text })).map((c) => [c.status, c.version])).toEqual([
    ['active', 1],
    ['active', 1],
    ['inactive', 2],
    ['inactive', 2],
    ['sold', 1],
  ])
})

test('A cheaper plan waits for the dearer one, and begins when that ends [R-SUBS-01]', async () => {
  await buy('platinum', 1)
  await buy('gold', 1)
  await buy('featured-dealership', 1)
  expect((await profile()).subscriptions.map((s) => s.name)).toEqual(['Platinum', 'Featured Dealership'])
  await mails()
  on('2026-04-01')
  const ended = await mails()
  expect(ended.map((l) => l.subject).sort()).toEqual([
    'Your Featured Dealership plan has ended',
    'Your Platinum plan has ended',
  ])
  for (const { body_text } of ended) expect(body_text).not.toContain('closed')
  expect((await profile()).is_subscriber).toBe(true)
  expect((await profile()).subscriptions[0]?.name).toBe('Gold')
})

test('The history has every order once, and what became of it [R-ENT-27 R-SUBS-15 R-PROF-12]', async () => {
  await buy('gold', 2)
  await buy('platinum', 1)
  const cancelled = await placed('gold', 5)
  await server.call(orderRoutes.cancelOrder, { params: { id: cancelled._id }, token })
  server.clock.advance(1000)
  await placed('gold', 6, 'deposit')
  expect(await history()).toEqual([
    ['Platinum', 1, 'active', expect.stringMatching(/-05-2026$/)],
    ['Gold', 2, 'replaced', '01-03-2026'],
    ['Gold', 6, 'pending', ''],
    ['Gold', 5, 'cancelled', ''],
  ])
})

test('A deposit order sends its buyer payment instructions; a card order sends none [R-EXT-15]', async () => {
  await placed('gold', 1)
  expect(await mails()).toEqual([])
  const order = await placed('gold', 1, 'deposit')
  await placed('gold', 1, 'deposit')
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail?.body_text).toContain(`Reference: ${order.reference}`)
  expect(mail?.body_text).toContain('Account number: 1234')
  expect(mail?.body_text).toContain(`/profile?tab=history&order=${order._id}`)
})

test('An unpaid order is cancelled after 30 days unless a proof is waiting', async () => {
  const card = await placed('gold', 1)
  const deposit = await placed('gold', 1, 'deposit')
  const proved = await placed('gold', 2, 'deposit')
  await server.db.run({
    text: `insert into proofs (id, order_id, hash, file_name, file_type, content, created_at)
      values ('f', $1, 'h', 'a.pdf', 'application/pdf', '', $2)`,
    values: [proved._id, server.clock.now()],
  })
  await mails()
  server.clock.advance(29 * 86_400_000)
  expect(await subjects()).toEqual([])
  server.clock.advance(86_400_000)
  const sent = await mails()
  expect(sent.map((l) => l.subject).sort()).toEqual(
    [card, deposit].map((o) => `Your Motorkin order ${o.reference} was cancelled`).sort(),
  )
  expect(await Promise.all([card, deposit, proved].map(stateOf))).toEqual([
    'cancelled',
    'cancelled',
    'pending',
  ])
  server.clock.advance(86_400_000)
  expect(await subjects()).toEqual([])
  expect(await tell(server.deps, card)).toBe('paid')
})

test('Money that pays for nothing is told to the operator once', async () => {
  const order = await placed('gold', 1)
  await tell(server.deps, order, { amount: 1, payment: 'short' })
  await tell(server.deps, order, { amount: 1, payment: 'short' })
  await tell(server.deps, order)
  await tell(server.deps, order, { payment: 'again' })
  await tell(server.deps, order, { payment: 'again' })
  const sent = (await mails()).filter((l) => l.subject.startsWith('Payment to look at'))
  expect(sent.map((l) => /Payment: (\w+)/.exec(l.body_text)?.[1])).toEqual(['short', 'again'])
})

test('A renamed plan that runs is known by its new name, renewals included [R-ENT-22]', async () => {
  await buy('gold', 1)
  await server.db.run({ text: `update plans set name = 'Gold Plus' where id = 'gold'` })
  await buy('gold', 1)
  await server.db.run({ text: `update plans set name = 'Gold' where id = 'gold'` })
  expect((await profile()).subscriptions).toMatchObject([{ name: 'Gold', expirycdate: '01-05-2026' }])
  expect((await history()).map(([name]) => name)).toEqual(['Gold Plus', 'Gold'])
})
