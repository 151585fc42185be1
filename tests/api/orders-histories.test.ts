import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { orderLimits, orderRoutes } from '#contract/plans/orders.ts'
import type { User } from '#contract/users/users.ts'
import { buildApp } from '../../server/app.ts'
import { writeReference } from '../../server/reference/reference-rows.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { openDb } from '../../server/kernel/db/open.ts'
import type { Deps } from '../../server/kernel/deps.ts'
import { lapseOrders, notifyEndings } from '../../server/orders/orders-jobs.ts'
import type { PaymentNews } from '../../server/integrations/payfast/check-notice.ts'
import { settlePayment } from '../../server/orders/settle.ts'
import { callerOf, testDeps, type Clock, type TestServer } from '../support/api.ts'
import { addUser } from '../support/motorkin.ts'
import { gateways } from '../support/orders.ts'
import fc from '../support/property.ts'

/**
 * Histories of orders and payment notices, at two servers over one database; with `npm run test:pg` each server has a connection
 * pool of its own.
 */

const buyers = ['anna', 'bongani'] as const
const quiet = { info: () => {}, error: () => {} }
const cleanups: (() => unknown)[] = []

interface Side {
  deps: Deps
  call: TestServer['call']
}
let sides: readonly [Side, Side]
let clock: Clock
const tokens = new Map<string, string>()
beforeAll(async () => {
  const made = await testDeps({ seed: ({ db }) => db.tx(writeReference) })
  cleanups.push(made.end)
  clock = made.clock
  gateways(made.deps)
  const url = made.deps.config.databaseUrl ?? (await ownUrl(made.deps))
  const side = async (deps: Deps): Promise<Side> => {
    const app = await buildApp(deps, { limits: false, checkReplies: true })
    cleanups.push(() => app.close())
    return { deps, call: callerOf(app) }
  }
  const other =
    url === undefined ? made.deps.db : await openDb({ ...made.deps.config, databaseUrl: url }, quiet)
  if (other !== made.deps.db) cleanups.push(() => other.close())
  if (made.deps.db.kind !== 'embedded' && other === made.deps.db) throw new Error('Both have one pool.')
  sides = [await side(made.deps), await side({ ...made.deps, db: other })]
})
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

/** Returns the URL of the first server's database, on a PostgreSQL server. */
async function ownUrl({ db }: Deps): Promise<string | undefined> {
  const server = process.env['TEST_DATABASE_URL']
  if (server === undefined || db.kind === 'embedded') return undefined
  const row = await db.row(z.object({ name: z.string() }), { text: 'select current_database() as name' })
  const own = new URL(server)
  own.pathname = `/${row?.name ?? ''}`
  return own.href
}

const side = fc.nat({ max: 1 })
const which = fc.nat({ max: 5 })
const amounts = ['right', 'right', 'right', 'a cent', 'short', 'double', 'nothing'] as const
const event = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      side,
      buyer: fc.constantFrom(...buyers),
      plan: fc.constantFrom('basic', 'gold', 'gold', 'platinum', 'featured-dealership'),
      months: fc.constantFrom(1, 2, 24),
      method: fc.constantFrom('card' as const, 'deposit' as const),
      // The response is lost with the server, and the phone repeats the request to any server.
      lost: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('notify' as const),
      side,
      which,
      status: fc.constantFrom(
        'complete' as const,
        'complete' as const,
        'pending' as const,
        'cancelled' as const,
        'failed' as const,
      ),
      amount: fc.constantFrom(...amounts),
      payment: fc.constantFrom('1', '1', '2', 'shared'),
      times: fc.constantFrom(1, 1, 2, 10),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), side, which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('jobs' as const), side }) },
)
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never
/** Concurrent events, and the minutes until the next step. */
const step = fc.record({
  at_once: fc.array(event, { minLength: 1, maxLength: 4 }),
  minutes: fc.constantFrom(0, 0, 20, 1440, 24 * 1440, 40 * 1440),
})

interface KnownOrder {
  id: string
  payment: string
  amount: number
}
interface World {
  orders: KnownOrder[]
  /** Payments of the right amount that were reported as complete, with the orders that they named. */
  good: Map<string, Set<string>>
  keys: number
}

const choose = (world: World, n: number): KnownOrder | undefined =>
  world.orders[n % Math.max(1, world.orders.length)]
const told = { right: 1, 'a cent': 1, short: 0.5, double: 2, nothing: 0 }

async function place(world: World, e: Event & { kind: 'order' }): Promise<void> {
  const body = { subs_id: e.plan, duration: e.months, method: e.method }
  world.keys += 1
  const headers = { 'idempotency-key': `k${world.keys}` }
  const ask = (n: number) =>
    at(n).call(orderRoutes.applySubscriptionOrder, { body, headers, token: tokens.get(e.buyer) ?? '' })
  const answers = [await ask(e.side)]
  for (let n = 0; n < e.lost; n++) answers.push(await ask(e.side + n))
  const codes = answers.map((a) => (a.status === 200 ? a.reply.data._id : a.error.code))
  // Too many orders wait, or the running plan includes Basic.
  if (codes.includes('validation_failed')) return
  expect(codes).not.toContain('internal')
  expect(new Set(codes).size).toBe(1)
  await learn(world)
}
const at = (n: number): Side => sides[n % 2 === 0 ? 0 : 1]

async function learn(world: World): Promise<void> {
  const row = z.object({ id: z.string(), payment: z.string(), amount: z.number() })
  const text = 'select id, payment_id as payment, amount from orders order by id'
  world.orders = await at(0).deps.db.rows(row, { text })
}

async function notify(world: World, e: Event & { kind: 'notify' }): Promise<void> {
  const order = choose(world, e.which)
  if (!order) return
  const amount = order.amount * told[e.amount] + (e.amount === 'a cent' ? 0.01 : 0)
  const payment = e.payment === 'shared' ? 'shared' : `${order.id} ${e.payment}`
  const news: PaymentNews = { paymentId: order.payment, payment, status: e.status, amount }
  const isGood = e.status === 'complete' && Math.abs(amount - order.amount) < 0.011
  if (isGood) world.good.set(payment, (world.good.get(payment) ?? new Set()).add(order.id))
  const tell = (n: number) =>
    at(e.side + n).deps.db.tx((sql) => settlePayment(sql, at(e.side + n).deps, news))
  const verdicts = await Promise.all(Array.from({ length: e.times }, (_, n) => tell(n)))
  expect(verdicts.filter((v) => v === 'paid').length).toBeLessThanOrEqual(1)
  if (!isGood) expect(verdicts).not.toContain('paid')
}

async function happen(world: World, e: Event): Promise<void> {
  if (e.kind === 'order') return place(world, e)
  if (e.kind === 'notify') return notify(world, e)
  if (e.kind === 'jobs') {
    await notifyEndings(at(e.side).deps)
    return lapseOrders(at(e.side).deps)
  }
  const order = choose(world, e.which)
  if (!order) return
  for (const buyer of buyers) {
    const token = tokens.get(buyer) ?? ''
    await at(e.side).call(orderRoutes.cancelOrder, { params: { id: order.id }, token })
  }
}

const paidRow = z.object({
  id: z.string(),
  state: z.string(),
  method: z.string(),
  subscription_id: z.nullable(z.string()),
})
const noticeRow = z.object({ payment: z.string(), verdict: z.string(), order_id: z.string() })
const n = z.object({ n: z.number() })

/** Checks the laws that hold at every moment; `was` are the orders that were paid before. */
async function check(world: World, was: Set<string>): Promise<Set<string>> {
  const { db } = at(0).deps
  const orders = await db.rows(paidRow, { text: 'select id, state, method, subscription_id from orders' })
  const notices = await db.rows(noticeRow, { text: 'select payment, verdict, order_id from payment_notices' })
  const one = async (text: string) => (await db.row(n, { text }))?.n
  const paid = new Set(orders.filter((o) => o.state === 'paid').map((o) => o.id))
  // A paid order stays paid.
  for (const id of was) expect(paid).toContain(id)
  for (const o of orders) {
    expect(o.subscription_id !== null).toBe(o.state === 'paid')
    const by = notices.filter((x) => x.order_id === o.id && x.verdict === 'paid')
    // Exactly one payment pays an order: a reported payment of the right amount.
    expect(by.length).toBe(o.state === 'paid' && o.method !== 'free' ? 1 : 0)
    for (const { payment } of by) expect(world.good.get(payment)?.has(o.id)).toBe(true)
  }
  // Each payment of the right amount pays an order, or is recorded for a refund.
  for (const [payment, named] of world.good) {
    const counted = notices.filter((x) => x.payment === payment && ['paid', 'surplus'].includes(x.verdict))
    expect(counted).toHaveLength(1)
    expect(named).toContain(counted[0]?.order_id)
  }
  expect(await one('select count(*) as n from subscriptions')).toBe(paid.size)
  expect(await one('select coalesce(sum(amount), 0) as n from subscriptions')).toBe(
    await one("select coalesce(sum(amount), 0) as n from orders where state = 'paid'"),
  )
  expect(await one("select count(*) as n from mail_outbox where subject like 'Receipt%'")).toBe(
    orders.filter((o) => o.state === 'paid' && o.method !== 'free').length,
  )
  // No two plans of one kind run at a time: nobody pays twice for a day.
  const overlap = `select count(*) as n from subscriptions a join subscriptions b on a.user_id = b.user_id and a.id < b.id
    and (a.plan_id = 'featured-dealership') = (b.plan_id = 'featured-dealership')
    and a.started_at < b.expires_at and b.started_at < a.expires_at`
  expect(await one(overlap)).toBe(0)
  const most = await one(
    `select coalesce(max(c), 0) as n from (select count(*) as c from orders where state = 'pending' group by user_id) x`,
  )
  expect(most).toBeLessThanOrEqual(orderLimits.pending)
  const repeated = `select count(*) - count(distinct (recipient, subject)) as n from mail_outbox where subject like '%was cancelled'`
  expect(await one(repeated)).toBe(0)
  return paid
}

async function begin(): Promise<World> {
  const { deps } = at(0)
  await deps.db.run({
    text: 'delete from payment_notices; delete from mail_outbox; delete from orders; delete from users; delete from idempotency; delete from throttles',
  })
  clock.set('2026-03-01T09:00:00.000Z')
  for (const id of buyers) {
    const user: User = await addUser(deps.db, { id })
    tokens.set(id, await issueToken(user, deps, 4000 * 86_400))
  }
  return { orders: [], good: new Map(), keys: 0 }
}

/** Returns the failure of the first history that breaks a law, with the history; empty when no history fails. */
async function live(numRuns: number): Promise<string | null | undefined> {
  const said = await fc.check(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      const world = await begin()
      let paid = new Set<string>()
      for (const { at_once, minutes } of steps) {
        await Promise.all(at_once.map((e) => happen(world, e)))
        paid = await check(world, paid)
        clock.advance(minutes * 60_000)
      }
      // Time alone breaks no law either: the jobs of two servers end plans and orders at the same time.
      for (const days of [2, 29, 400]) {
        clock.advance(days * 86_400_000)
        await Promise.all([
          happen(world, { kind: 'jobs', side: 0 }),
          happen(world, { kind: 'jobs', side: 1 }),
        ])
        paid = await check(world, paid)
      }
    }),
    { numRuns },
  )
  return said.failed ? fc.defaultReportMessage(said) : ''
}

test('A paid order is never lost, never doubled, never given for less [R-SUBS-09 R-SUBS-15 R-EXT-15]', async () => {
  expect(await live(15)).toBe('')
})

test('The same through many more histories', { tags: ['full'], timeout: 300_000 }, async () => {
  expect(await live(200)).toBe('')
})
