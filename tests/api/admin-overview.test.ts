import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { adminPlanRoutes } from '#contract/admin/admin-plans.ts'
import { auditLogRoutes } from '#contract/admin/audit-log.ts'
import { countsRoutes } from '#contract/admin/counts.ts'
import { orderRoutes } from '#contract/plans/orders.ts'
import { planRoutes } from '#contract/plans/plans.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { logVerbs } from '../../server/cli/admin/order-verbs.ts'
import { Misused, verbNamed } from '../../server/cli/admin/verb.ts'
import { allowanceOf } from '../../server/users/users-store.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar } from '../support/cars.ts'
import { addUser, adminSession, furnish, subscribe } from '../support/motorkin.ts'

let server: TestServer
let admin: string
const gold = { plan_id: 'platinum', title: 'Platinum', price: 5000, car_limit: 1000, includes: ['A flag'] }

beforeAll(async () => {
  server = await testServer({
    seed: async ({ db }) => {
      await furnish(db)
      await addUser(db, { id: 'desk', role: 'admin' })
    },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server
  server.clock.advance(60_000)
  await db.run({
    text: `delete from orders; delete from subscriptions; delete from users where id <> 'desk'; delete from idempotency;
      update plans set name = 'Platinum', price = 5000, car_limit = 1000, includes = '{}' where id = 'platinum';
      update plans set car_limit = 2 where id = 'basic'`,
  })
  await addUser(db, { id: 'buyer' })
  admin = await adminSession(server, { id: 'desk', email: 'desk@motorkin.test' })
})

const save = (over: object = {}) =>
  server.call(adminPlanRoutes.savePlan, { body: { ...gold, ...over }, token: admin })
const log = async (body: object = {}) =>
  (await server.call(auditLogRoutes.listAuditLog, { body, token: admin })).reply
const counts = async () => (await server.call(countsRoutes.getCounts, { token: admin })).reply.data

describe('Plans', () => {
  test('A changed plan is offered at once and logged with before and after [R-ROLE-20]', async () => {
    expect((await save({ title: 'Platinum Plus', price: 5500.5, car_limit: 900 })).status).toBe(200)
    const offered = (await server.call(planRoutes.getSubscriptionList, {})).reply.data
    expect(offered.find(({ _id }) => _id === 'platinum')).toMatchObject({
      title: 'Platinum Plus',
      price: 5500.5,
      includes: ['Up to 900 ads for sale at a time', 'A flag'],
    })
    const [row] = (await log({ thing: 'plan' })).data
    expect(row).toMatchObject({
      operator: 'desk@motorkin.test',
      action: 'change-plan',
      name: 'Platinum Plus',
      before: { title: 'Platinum', price: 5000, car_limit: 1000, includes: [] },
      after: { title: 'Platinum Plus', price: 5500.5, car_limit: 900, includes: ['A flag'] },
    })
    const before = (await log()).totalCount
    await save({ title: 'Platinum Plus', price: 5500.5, car_limit: 900 })
    expect((await log()).totalCount).toBe(before)
  })

  test('What an admin leaves out of a change stays as somebody else made it [R-ROLE-20]', async () => {
    await save({ price: 5500 })
    const body = { plan_id: 'platinum', includes: ['Two flags'] }
    expect((await server.call(adminPlanRoutes.savePlan, { body, token: admin })).status).toBe(200)
    const { data } = (await server.call(adminPlanRoutes.adminListPlans, { token: admin })).reply
    expect(data.find(({ _id }) => _id === 'platinum')).toMatchObject({ price: 5500, includes: ['Two flags'] })
    const [row] = (await log({ thing: 'plan' })).data
    expect(row).toMatchObject({ before: { includes: ['A flag'] }, after: { includes: ['Two flags'] } })
  })

  test('A new price touches no order and no running plan [R-ROLE-20]', async () => {
    const { db } = server
    await subscribe(db, 'buyer', 'platinum', { until: '2027-01-01T00:00:00Z' })
    await addUser(db, { id: 'other' })
    await db.run({
      text: `insert into orders (id, user_id, plan_id, plan_name, months, price, amount, method, reference, payment_id, created_at)
        values ('o1', 'other', 'platinum', 'Platinum', 3, 5000, 15000, 'deposit', 'MK-9', 'p9', $1)`,
      values: [server.clock.now()],
    })
    const all = () =>
      db.rows(z.object({ row: z.string() }), {
        text: 'select o::text as row from orders o union all select s::text from subscriptions s order by 1',
      })
    const was = await all()
    await save({ title: 'Dearer', price: 9000 })
    expect(await all()).toEqual(was)
    const other = {
      id: 'other',
      fullname: '',
      email: '',
      avatarurl: '',
      is_subscriber: false,
      role: 'user' as const,
    }
    const token = await server.token(other)
    const { data } = (await server.call(orderRoutes.getOrder, { params: { id: 'o1' }, token })).reply
    expect([data.plan.name, data.price, data.amount]).toEqual(['Platinum', 5000, 15000])
  })

  test('The ad limit of a plan applies to everybody on it, Basic included', async () => {
    const { db, clock } = server
    expect(await allowanceOf(db, 'buyer', clock.now())).toEqual({ plan: 'Basic', ads: 2 })
    await save({ plan_id: 'basic', title: 'Basic', price: 0, car_limit: 3, includes: [] })
    expect(await allowanceOf(db, 'buyer', clock.now())).toEqual({ plan: 'Basic', ads: 3 })
    await subscribe(db, 'buyer', 'platinum', { until: '2027-01-01T00:00:00Z' })
    await save({ car_limit: 50 })
    expect((await allowanceOf(db, 'buyer', clock.now())).ads).toBe(50)
  })

  test.each([
    ['title', { title: ' ' }],
    ['title', { title: 'basic' }],
    ['title', { plan_id: 'featured', title: 'Other', price: 500 }],
    ['price', { price: 0 }],
    ['price', { price: -1 }],
    ['price', { price: 10.001 }],
    ['price', { plan_id: 'basic', title: 'Basic', price: 10 }],
    ['car_limit', { car_limit: 1.5 }],
    ['includes.0', { includes: ['  '] }],
  ])('What makes no sense is said at its field: %s', async (field, over) => {
    expect((await save(over)).error.fields).toHaveProperty([field])
    expect((await server.call(adminPlanRoutes.adminListPlans, { token: admin })).reply.data[1]).toMatchObject(
      {
        price: 5000,
      },
    )
  })

  test('A price is set from a shell too [R-ROLE-20]', async () => {
    const verb = verbNamed(logVerbs, 'set-plan-price')
    expect(await verb?.run(server.deps, ['PLATINUM', '6000.50'])).toEqual([
      'Platinum costs R 6000.5 a month from now on; it was R 5000.',
    ])
    for (const args of [
      ['Gold', '1'],
      ['Platinum', 'free'],
      ['Platinum', '1.001'],
    ])
      await expect(verb?.run(server.deps, args)).rejects.toThrow(Misused)
    const audit = verbNamed(logVerbs, 'audit')
    expect((await audit?.run(server.deps, ['shell', 'change-plan']))?.[0]).toContain(
      'change-plan  plan Platinum  {"price":5000} > {"price":6000.5}',
    )
  })
})

describe('The audit log', () => {
  test('is read newest first, and filtered by person, action and thing, marks aside [R-ROLE-20]', async () => {
    await save({ price: 5100 })
    server.clock.advance(1000)
    await save({ price: 5200 })
    const { data } = await log({ search: 'desk@ change-plan platinum', thing: 'plan' })
    expect(data.slice(0, 2).map(({ after }) => after?.['price'])).toEqual([5200, 5100])
    expect((await log({ search: 'nobody' })).totalCount).toBe(0)
    expect((await log({ thing: 'video' })).totalCount).toBe(0)
    expect((await log({ limit: 1, page: 2 })).data[0]?._id).toBe(data[1]?._id)
    await save({ title: 'Élite Ṣọlá' })
    for (const search of ['Élite', 'elite', 'ṢỌLÁ'])
      expect((await log({ search, limit: 1 })).data[0]?.name).toBe('Élite Ṣọlá')
  })

  test.each(['update audit_log set note = $1', `delete from audit_log where note <> $1`])(
    'is changed by nothing that speaks to the database through the server: %s [R-ROLE-20]',
    async (text) => {
      await save({ price: 5300 })
      const before = await log()
      await expect(server.db.run({ text, values: ['x'] })).rejects.toThrow('only written on')
      await expect(server.db.run({ text: 'truncate audit_log' })).rejects.toThrow('only written on')
      expect(await log()).toEqual(before)
    },
  )
})

describe('The counts', () => {
  test('say what waits and what is new, by the days of the market [R-ROLE-20]', async () => {
    const { db, clock } = server
    // 22:00 in Johannesburg; two hours later the next day begins there.
    clock.set('2026-05-10T20:00:00.000Z')
    admin = await adminSession(server, { id: 'desk' })
    const empty = await counts()
    const now = clock.now().toISOString()
    await addUser(db, { id: 'new' })
    await db.run({ text: `update users set created_at = $1 where id = 'new'`, values: [now] })
    await insertCars(db, [newCar(1, { creator: 'new', created_at: new Date(now) })])
    await db.run({
      text: `insert into orders (id, user_id, plan_id, plan_name, months, price, amount, method, reference, payment_id, created_at, state, paid_at)
        values ('o1', 'new', 'platinum', 'P', 1, 5000, 5000, 'card', 'A', 'a', $1, 'paid', $1),
          ('o2', 'new', 'platinum', 'P', 2, 5000, 10000, 'card', 'B', 'b', $1, 'pending', null),
          ('o3', 'new', 'platinum', 'P', 1, 5000, 5000, 'card', 'C', 'c', $1, 'paid', '2026-04-30T21:59:00Z')`,
      values: [now],
    })
    // The counts are cached for a moment.
    expect(await counts()).toEqual(empty)
    clock.advance(10_000)
    const full = await counts()
    expect(full).toMatchObject({ orders_pending: 1, paid_this_month: 5000 })
    expect([full.people, full.ads]).toEqual([
      { today: empty.people.today + 1, week: empty.people.week + 1 },
      { today: 1, week: 1 },
    ])
    clock.advance(2 * 3_600_000)
    expect(await counts()).toMatchObject({ ads: { today: 0, week: 1 } })
    clock.advance(7 * 86_400_000)
    admin = await adminSession(server, { id: 'desk' })
    expect(await counts()).toMatchObject({ ads: { today: 0, week: 0 } })
  })
})
