import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adminOrderRoutes, proofFilePath } from '#contract/admin/admin-orders.ts'
import { auditLogRoutes } from '#contract/admin/audit-log.ts'
import { basePath } from '#contract/http.ts'
import type { Payable } from '#contract/plans/orders.ts'
import { writeReference } from '../../server/reference/reference-rows.ts'
import { operatorAddress } from '../../server/reference/reference-store.ts'
import { profileRoutes } from '#contract/users/profile.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { adRoutes } from '#contract/ads.ts'
import { orderVerbs } from '../../server/cli/admin/order-verbs.ts'
import { Misused, verbNamed } from '../../server/cli/admin/verb.ts'
import { addTestProof, subscriptionsOf, placeOrder } from '../support/admin-orders.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar } from '../support/cars.ts'
import { addUser } from '../support/motorkin.ts'
import { loggedActions, emailsTo, oneWon, operators } from '../support/operators.ts'
import { gateways, tell } from '../support/orders.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof operators>>
let buyer: string
beforeAll(async () => {
  server = await testServer({ seed: ({ db }) => db.tx(writeReference) })
  gateways(server.deps)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.run({
    text: 'delete from payment_notices; delete from mail_outbox; delete from orders; delete from users; delete from idempotency; delete from throttles',
  })
  who = await operators(server)
  buyer = await server.token(await addUser(server.db, { id: 'buyer' }))
})

type Who = keyof typeof who
const gold = { subs_id: 'gold', duration: 3, method: 'deposit' } as const
const place = (body: Parameters<typeof placeOrder>[2] = gold) => placeOrder(server, buyer, body)
const mail = () => emailsTo(server, 'buyer@motorkin.test')
const approve = (proof_id: string, by: Who = 'ann', headers = {}) =>
  server.call(adminOrderRoutes.approveProof, { body: { proof_id }, token: who[by], headers })
const refuse = (proof_id: string, reason = 'It shows another amount.', by: Who = 'ann', headers = {}) =>
  server.call(adminOrderRoutes.refuseProof, { body: { proof_id, reason }, token: who[by], headers })
const refund = (order: Payable, reason = 'You asked for it.', by: Who = 'ann', headers = {}) =>
  server.call(adminOrderRoutes.refundOrder, {
    body: { order_id: order._id, reason },
    token: who[by],
    headers,
  })
const give = (notice_id: string, note = 'EFT of today', by: Who = 'ann') =>
  server.call(adminOrderRoutes.returnPayment, { body: { notice_id, note }, token: who[by] })
const settleByHand = (order: Payable, note = 'Seen in the dashboard', by: Who = 'ann') =>
  server.call(adminOrderRoutes.settleOrder, { body: { order_id: order._id, note }, token: who[by] })
const seen = async (order: Payable) =>
  (await server.call(adminOrderRoutes.adminGetOrder, { params: { id: order._id }, token: who.ann })).reply
    .data
const list = async (body: object = {}) =>
  (await server.call(adminOrderRoutes.adminListOrders, { body, token: who.ann })).reply

describe('An approved proof', () => {
  test('pays its order and gives its plan, in one decision [R-EXT-15 R-ROLE-20]', async () => {
    const order = await place()
    const proof = await addTestProof(server, order)
    const { data } = (await approve(proof)).reply
    expect(data).toMatchObject({ state: 'paid', amount: 7500, expires_at: '2026-06-01T09:00:00.000Z' })
    expect(data.proofs[0]?.state).toBe('approved')
    expect(data.notices).toMatchObject([{ payment: `proof:${proof}`, verdict: 'paid', amount: 7500 }])
    expect(await subscriptionsOf(server, 'buyer')).toMatchObject([{ plan: 'gold', status: 'active' }])
    expect(await loggedActions(server, proof)).toMatchObject([
      {
        operator_id: 'ann',
        action: 'approve-proof',
        thing: 'proof',
        before: { proof: 'waiting', order: 'pending', reference: order.reference },
        after: { proof: 'approved', order: 'paid', verdict: 'paid' },
      },
    ])
    expect((await mail()).filter(({ subject }) => subject.startsWith('Receipt'))).toHaveLength(1)
    const body = { search: order.reference }
    const { data: rows } = (await server.call(auditLogRoutes.listAuditLog, { body, token: who.ann })).reply
    expect(rows.map((row) => [row.action, row.name])).toEqual([['approve-proof', order.reference]])
  })

  test('counts once, sent twice, by two admins, after a refusal [R-EXT-15]', async () => {
    const order = await place()
    const proof = await addTestProof(server, order)
    const key = { 'idempotency-key': 'approve-1' }
    const [first, again] = [await approve(proof, 'ann', key), await approve(proof, 'ann', key)]
    expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([200, 200, 'true'])
    expect((await approve(proof, 'ben')).error.code).toBe('decided_meanwhile')
    expect((await refuse(proof, 'Late', 'ben')).error.code).toBe('decided_meanwhile')
    const other = await addTestProof(server, await place({ ...gold, duration: 1 }))
    const both = await Promise.all([approve(other, 'ann'), approve(other, 'ben')])
    expect(both.map(({ status }) => status)).toSatisfy(oneWon)
    expect(await loggedActions(server, proof)).toHaveLength(1)
    expect(await loggedActions(server, other)).toHaveLength(1)
    expect(await subscriptionsOf(server, 'buyer')).toHaveLength(2)
    expect((await mail()).filter(({ subject }) => subject.startsWith('Receipt'))).toHaveLength(2)
  })

  test('of a deleted account says that its money is to be given back', async () => {
    const [proven, settled] = [await place(), await place({ ...gold, duration: 1 })]
    const proof = await addTestProof(server, proven)
    await server.db.run({ text: 'update orders set user_id = null' })
    const words = ({ reference }: Payable) =>
      `${reference} is paid, but its account was deleted: please give this money back.`
    expect((await approve(proof)).reply.msg).toBe(words(proven))
    expect((await settleByHand(settled)).reply.msg).toBe(words(settled))
  })

  test('and its refusal at the same time: one is done, the other is told', async () => {
    const order = await place()
    const proof = await addTestProof(server, order)
    const both = await Promise.all([approve(proof, 'ann'), refuse(proof, 'R', 'ben')])
    expect(both.map(({ status }) => status)).toSatisfy(oneWon)
    expect(['paid', 'refused']).toContain((await seen(order)).state)
    expect(await loggedActions(server, proof)).toHaveLength(1)
  })

  test('of an order already paid is a surplus that is refunded once', async () => {
    const order = await place()
    const proof = await addTestProof(server, order)
    await tell(server.deps, order)
    const { data, msg } = (await approve(proof)).reply
    expect(msg).toBe(`${order.reference} was paid before: please give this money back.`)
    const surplus = data.notices.find(({ verdict }) => verdict === 'surplus')
    const [plans, id] = [await subscriptionsOf(server, 'buyer'), surplus?._id ?? '']
    expect((await give(id, ' ')).error.fields).toHaveProperty('note')
    const after = (await give(id)).reply.data.notices.find(({ _id }) => _id === id)
    expect(after).toMatchObject({ note: 'EFT of today', returned_at: server.clock.now().toISOString() })
    expect((await give(id, 'Again', 'ben')).error.code).toBe('decided_meanwhile')
    expect(await subscriptionsOf(server, 'buyer')).toEqual(plans)
    expect((await seen(order)).state).toBe('paid')
    const paid = data.notices.find(({ verdict }) => verdict === 'paid')
    expect((await give(paid?._id ?? '')).error.code).toBe('decided_meanwhile')
    expect((await loggedActions(server, order._id)).map((d) => [d.action, d.note])).toEqual([
      ['return-payment', 'EFT of today'],
    ])
  })
})

describe('A refused proof', () => {
  test('closes its order with words that its buyer reads [R-EXT-15]', async () => {
    const order = await place()
    const proof = await addTestProof(server, order)
    const before = (await mail()).length
    const { data } = (await refuse(proof)).reply
    expect([data.state, data.note]).toEqual(['refused', 'It shows another amount.'])
    expect(data.proofs[0]).toMatchObject({ state: 'refused', note: 'It shows another amount.' })
    expect(await subscriptionsOf(server, 'buyer')).toEqual([])
    const mails = (await mail()).slice(before)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.body_text).toContain('It shows another amount.')
    expect(mails[0]?.body_text).toContain(`order=${order._id}`)
    expect(await loggedActions(server, proof)).toMatchObject([
      {
        action: 'refuse-proof',
        note: 'It shows another amount.',
        before: { order: 'pending' },
        after: { proof: 'refused', order: 'refused' },
      },
    ])
    expect((await refuse(proof, 'Again', 'ben')).error.code).toBe('decided_meanwhile')
    expect((await mail()).slice(before)).toHaveLength(1)
  })

  test('leaves its order open while another proof waits, or when it is paid', async () => {
    const order = await place()
    const [one, two] = [await addTestProof(server, order), await addTestProof(server, order)]
    expect((await refuse(one)).reply.data.state).toBe('pending')
    await tell(server.deps, order)
    expect((await refuse(two)).reply.data).toMatchObject({ state: 'paid', note: '' })
    const said = (await mail()).filter(({ subject }) => subject.startsWith('We could not accept'))
    expect(said.map(({ body_text }) => body_text.includes('send us another proof'))).toEqual([true, false])
    expect(said[1]?.body_text).toContain('The order is paid all the same.')
  })

  test('needs a reason', async () => {
    const proof = await addTestProof(server, await place())
    expect((await refuse(proof, ' ')).error.fields).toEqual({
      reason: 'Please give the reason; the buyer reads it',
    })
  })
})

describe('A refund', () => {
  test('ends the plan it paid for, hides ads over the limit, and is told [R-SUBS-15 R-ROLE-20]', async () => {
    const order = await place()
    await tell(server.deps, order)
    const cars = [1, 2, 3].map((n) => newCar(n, { creator: 'buyer' }))
    await insertCars(server.db, cars)
    const before = (await mail()).length
    const { data } = (await refund(order)).reply
    expect([data.state, data.note]).toEqual(['refunded', 'You asked for it.'])
    expect(await subscriptionsOf(server, 'buyer')).toEqual([
      { plan: 'gold', status: 'cancelled', ends: server.clock.now() },
    ])
    const ads = (await server.call(adRoutes.myCarList, { body: {}, token: buyer })).reply.data
    expect(ads.map(({ status }) => status).filter((status) => status === 'inactive')).toHaveLength(1)
    const mails = (await mail()).slice(before)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.body_text).toContain('You asked for it.')
    expect(mails[0]?.body_text).toContain('The Gold plan it paid for has ended.')
    expect(mails[0]?.body_text).toContain('Basic allows 2 ads for sale at a time')
    expect(await loggedActions(server, order._id)).toMatchObject([
      {
        action: 'refund-order',
        thing: 'order',
        before: { state: 'paid', until: '2026-06-01T09:00:00.000Z' },
        after: { state: 'refunded', until: server.clock.now().toISOString() },
        note: 'You asked for it.',
      },
    ])
  })

  test('of a plan that has not begun leaves the one that runs', async () => {
    const [now, later] = [await place(), await place({ ...gold, duration: 1 })]
    await tell(server.deps, now)
    await tell(server.deps, later)
    await refund(later)
    const [first, second] = await subscriptionsOf(server, 'buyer')
    expect([first?.status, second?.status]).toEqual(['active', 'cancelled'])
    expect(second?.ends).toEqual(first?.ends)
  })

  test('of the running plan starts the waiting plan at once', async () => {
    const [now, later] = [await place(), await place({ ...gold, duration: 1 })]
    await tell(server.deps, now)
    await tell(server.deps, later)
    await refund(now)
    const [, second] = await subscriptionsOf(server, 'buyer')
    expect(second).toMatchObject({ status: 'active', ends: new Date('2026-03-31T09:00:00.000Z') })
    const paid = (await seen(later)).starts_at
    expect(paid).toBe(server.clock.now().toISOString())
  })

  test('of a dearer plan leaves what that took in of the one before [R-SUBS-09]', async () => {
    const [year, month] = [
      await place({ ...gold, duration: 12 }),
      await place({ ...gold, subs_id: 'platinum', duration: 1 }),
    ]
    await tell(server.deps, year)
    await tell(server.deps, month)
    server.clock.advance(5 * 60_000)
    await refund(month)
    // 365 days of Gold equal 182 days of Platinum.
    const until = new Date(server.clock.now().getTime() + 182 * 86_400_000)
    expect((await subscriptionsOf(server, 'buyer'))[1]).toEqual({
      plan: 'platinum',
      status: 'active',
      ends: until,
    })
    const { data } = (await server.call(profileRoutes.getUserProfileData, { token: buyer })).reply
    expect(data.subscriptions.map((s) => s.expirytimes * 1000)).toEqual([until.getTime()])
    expect(data.is_subscriber).toBe(true)
    const told = (await mail()).at(-1)?.body_text
    expect(told).toContain('What was left of your plan before it stays: Platinum runs until')
    expect(told).not.toContain('has ended')
    expect((await loggedActions(server, month._id))[0]?.after).toEqual({
      state: 'refunded',
      until: until.toISOString(),
    })
  })

  test('counts once, and only of a paid order', async () => {
    const order = await place()
    expect((await refund(order)).error.code).toBe('decided_meanwhile')
    await tell(server.deps, order)
    const key = { 'idempotency-key': 'refund-1' }
    const twice = [await refund(order, 'R', 'ann', key), await refund(order, 'R', 'ann', key)]
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect((await refund(order, 'R', 'ben')).error.code).toBe('decided_meanwhile')
    expect(await loggedActions(server, order._id)).toHaveLength(1)
    const free = await place({ subs_id: 'basic', duration: 1 })
    expect((await refund(free)).error.msg).toBe('Nothing was paid for this order.')
  })

  test('lets a later payment start no plan, and that money can be refunded', async () => {
    const order = await place()
    await tell(server.deps, order)
    await refund(order)
    expect(await tell(server.deps, order, { payment: 'another' })).toBe('surplus')
    expect((await subscriptionsOf(server, 'buyer')).map(({ status }) => status)).toEqual(['cancelled'])
    const late = (await seen(order)).notices.at(-1)
    expect((await give(late?._id ?? '')).status).toBe(200)
  })
})

test('An admin settles a stuck card order by hand once, with a logged note [R-SUBS-15]', async () => {
  const order = await place({ subs_id: 'gold', duration: 1, method: 'card' })
  expect((await settleByHand(order, '')).error.fields).toHaveProperty('note')
  const both = await Promise.all([settleByHand(order, 'A', 'ann'), settleByHand(order, 'B', 'ben')])
  expect(both.map(({ status }) => status)).toSatisfy(oneWon)
  expect((await seen(order)).state).toBe('paid')
  expect(await subscriptionsOf(server, 'buyer')).toHaveLength(1)
  expect(await loggedActions(server, order._id)).toMatchObject([
    { action: 'settle-order', before: { state: 'pending' }, after: { state: 'paid', verdict: 'paid' } },
  ])
  // The provider reports a payment after all: it may be the same money, so the operator must check it.
  expect(await tell(server.deps, order)).toBe('surplus')
  const told = (await emailsTo(server, await operatorAddress(server.db))).filter(({ subject }) =>
    subject.includes(order.reference),
  )
  expect(told).toHaveLength(1)
  expect(told[0]?.body_text).toContain(
    'If this is the payment that was seen then, nothing has to be given back',
  )
})

test('An order that an admin settles by hand leaves no proof waiting', async () => {
  const order = await place()
  const [one, two] = [await addTestProof(server, order), await addTestProof(server, order)]
  await refuse(one)
  await settleByHand(order)
  const { proofs, notices } = await seen(order)
  expect(proofs.map(({ _id, state }) => [_id, state])).toEqual(
    expect.arrayContaining([
      [one, 'refused'],
      [two, 'approved'],
    ]),
  )
  expect(notices.map(({ verdict }) => verdict)).toEqual(['paid'])
  expect((await list({ show: 'proof' })).totalCount).toBe(0)
  expect((await loggedActions(server, order._id)).at(-1)?.after).toMatchObject({ proofs_approved: 1 })
})

describe('The list', () => {
  test('has proofs that wait first, the longest waiting at the top', async () => {
    const [a, b, c] = [
      await place(),
      await place({ ...gold, duration: 1 }),
      await place({ ...gold, duration: 2 }),
    ]
    await addTestProof(server, c)
    server.clock.advance(1000)
    await addTestProof(server, a)
    await addTestProof(server, a)
    const { data, totalCount } = await list()
    expect(data.map((o) => [o._id, o.proofs_waiting])).toEqual([
      [c._id, 1],
      [a._id, 2],
      [b._id, 0],
    ])
    expect(totalCount).toBe(3)
    expect((await list({ show: 'proof' })).data.map(({ _id }) => _id)).toEqual([c._id, a._id])
  })

  test('is searched by reference, e-mail and payment, and filtered by state and method', async () => {
    const order = await place()
    const card = await place({ subs_id: 'platinum', duration: 1, method: 'card' })
    await tell(server.deps, card, { payment: 'PF-778899' })
    const found = async (body: object) => (await list(body)).data.map(({ _id }) => _id)
    expect(await found({ search: order.reference.toLowerCase() })).toEqual([order._id])
    expect(await found({ search: 'pf-7788' })).toEqual([card._id])
    expect(await found({ search: (await seen(order)).payment_id })).toEqual([order._id])
    expect(await found({ search: 'buyer@motorkin.test' })).toHaveLength(2)
    expect(await found({ show: 'paid' })).toEqual([card._id])
    expect(await found({ method: 'deposit' })).toEqual([order._id])
    expect(await found({ search: 'nothing%' })).toEqual([])
  })

  test('keeps orders of people who left', async () => {
    const order = await place()
    await server.db.run({ text: "delete from users where id = 'buyer'" })
    expect((await list()).data[0]?.buyer).toEqual({ _id: '', fullname: '', email: '' })
    expect((await settleByHand(order)).reply.data).toMatchObject({ state: 'paid', expires_at: null })
    expect((await refund(order)).reply.data.state).toBe('refunded')
  })
})

test('A proof is a download for admins only, never shown as a page [R-ROLE-20]', async () => {
  const content = Buffer.from('%PDF-1.4 <script>alert(1)</script> %%EOF')
  const proof = await addTestProof(server, await place(), { name: 'my "slip"\u2028.html', content })
  const fetched = (token?: string) =>
    server.app.inject({
      url: basePath + proofFilePath(proof),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
  for (const token of [undefined, buyer, who.nobody])
    expect((await fetched(token)).statusCode).toBe(token === undefined ? 401 : 403)
  const { headers, rawPayload, statusCode } = await fetched(who.ann)
  expect(statusCode).toBe(200)
  expect(rawPayload.equals(content)).toBe(true)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w .-]+\.pdf"/)
  const none = await server.app.inject({
    url: basePath + proofFilePath('none'),
    headers: { authorization: `Bearer ${who.ann}` },
  })
  expect(none.statusCode).toBe(404)
})

test('Nobody but an admin decides about orders and their money [R-ROLE-20]', async () => {
  const order = await place()
  const proof = await addTestProof(server, order)
  const answers = [
    await approve(proof, 'nobody'),
    await refuse(proof, 'R', 'nobody'),
    await settleByHand(order, 'N', 'nobody'),
    await refund(order, 'R', 'nobody'),
    await give('none', 'N', 'nobody'),
  ]
  expect(answers.map(({ error }) => error.code)).toEqual(Array(5).fill('forbidden'))
  expect((await seen(order)).state).toBe('pending')
})

test('From a shell proofs are decided and orders refunded, and the log says so [R-ROLE-20]', async () => {
  const run = (name: string, ...args: string[]) => {
    const verb = verbNamed(orderVerbs, name)
    if (!verb) throw new Error(name)
    return verb.run(server.deps, args)
  }
  const order = await place()
  const { reference } = order
  await expect(run('approve-proof', reference)).rejects.toThrow(Misused)
  const proof = await addTestProof(server, order)
  expect(await run('orders', 'proof')).toEqual([expect.stringContaining(reference)])
  await expect(run('refuse-proof', reference)).rejects.toThrow(Misused)
  await run('refuse-proof', reference, 'Not', 'readable')
  const better = await addTestProof(server, order)
  expect(await run('approve-proof', reference.toLowerCase())).toEqual([
    `${reference} is paid, and Gold is given to buyer@motorkin.test.`,
  ])
  await run('refund', reference, 'Asked for')
  expect((await seen(order)).state).toBe('refunded')
  await expect(run('orders', 'nonsense')).rejects.toThrow(Misused)
  const stuck = await place({ subs_id: 'gold', duration: 1, method: 'card' })
  expect(await run('settle-order', stuck.reference, 'Seen')).toEqual([
    `${stuck.reference} is paid, and Gold is given to buyer@motorkin.test.`,
  ])
  const orphan = await place({ subs_id: 'gold', duration: 2, method: 'card' })
  await server.db.run({ text: 'update orders set user_id = null where id = $1', values: [orphan._id] })
  expect(await run('settle-order', orphan.reference, 'Seen')).toEqual([
    `${orphan.reference} is paid, but its account was deleted: please give this money back.`,
  ])
  const actions = await Promise.all(
    [proof, better, order._id, stuck._id].map((id) => loggedActions(server, id)),
  )
  expect(actions.flat().map((d) => [d.operator_id, d.action])).toEqual([
    [null, 'refuse-proof'],
    [null, 'approve-proof'],
    [null, 'refund-order'],
    [null, 'settle-order'],
  ])
})
