import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { adminAdRoutes } from '#contract/admin/admin-ads.ts'
import { adminPeopleRoutes } from '#contract/admin/people.ts'
import { adRoutes } from '#contract/ads.ts'
import { carRoutes } from '#contract/cars.ts'
import { reportRoutes } from '#contract/forms/reports.ts'
import { feedRoute } from '#contract/sync/feed.ts'
import { adVerbs } from '../../server/cli/admin/ad-verbs.ts'
import { Misused, verbNamed } from '../../server/cli/admin/verb.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, sellers, testId } from '../support/cars.ts'
import { addUser, adminSession, furnish } from '../support/motorkin.ts'

let server: TestServer
let admin: string
let owner: string
const ad = testId('car', 1)
const other = testId('car', 2)
const start = '2026-03-01T09:00:00.000Z'
const reason = 'The pictures show another car'

beforeAll(async () => {
  server = await testServer({
    seed: async ({ db }) => {
      await furnish(db, [
        newCar(1, { creator: sellers[0], title: 'Red BMW' }),
        newCar(2, { creator: sellers[1], title: 'Blue Mazda' }),
        newCar(3, { creator: sellers[1], status: 'sold' }),
      ])
      for (const id of ['ann', 'ben', 'cas'])
        await addUser(db, { id, email_verified_at: '2025-06-01T00:00:00Z' })
      await addUser(db, { id: 'desk', role: 'admin' })
    },
  })
  server.clock.set(start)
  admin = await adminSession(server, { id: 'desk', email: 'desk@motorkin.test' })
  owner = await tokenOf(sellers[0])
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(start)
  const gone = ['ad_reports', 'mail_outbox', 'idempotency', 'throttles', 'favourites']
  await server.db.run({ text: gone.map((table) => `delete from ${table}`).join(';') })
  await server.db.run({
    text: `update cars set status = case id when '${testId('car', 3)}' then 'sold' else 'active' end, featured = false,
      hidden_at = null, hidden_for = '', hidden_by = '', status_before = null, suspended = false`,
  })
})

const tokenOf = (id: string) =>
  server.token(
    { id, fullname: id, email: '', avatarurl: '', is_subscriber: false, role: 'user' },
    90 * 86_400,
  )
type Action = 'hideAd' | 'restoreAd' | 'keepAd' | 'featureAd'
const action = (name: Action, body: object, key?: string) =>
  server.call(adminAdRoutes[name], {
    body,
    token: admin,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
const hide = (id = ad, key?: string) => action('hideAd', { id, reason }, key)
const report = async (who: string, body: object = {}, id = ad) =>
  server.call(reportRoutes.reportAd, {
    body: { car_id: id, reason: 'fraud', ...body },
    ...(who === '' ? { headers: { 'x-device': 'a-phone' } } : { token: await tokenOf(who) }),
  })
const ads = async (body: object = {}) =>
  (await server.call(adminAdRoutes.adminListAds, { body, token: admin })).reply
const queue = async () =>
  (await server.call(adminAdRoutes.adminListReports, { body: {}, token: admin })).reply
const listed = async () => {
  const { data } = (await server.call(carRoutes.getCarList, { body: {} })).reply
  return new Map(data.map((car) => [car._id, car]))
}
const feed = async () => (await server.app.inject({ url: `/api/v1/${feedRoute.path}` })).body
const page = async (id = ad, token?: string) =>
  (await server.call(carRoutes.getSingleCar, { params: { slug: id }, ...(token && { token }) })).status
const subjects = async () => {
  const row = z.object({ recipient: z.string(), subject: z.string() })
  const rows = await server.db.rows(row, { text: 'select * from mail_outbox order by id' })
  return rows.map(({ recipient, subject }) => `${recipient}: ${subject.split(':')[0]}`)
}
const logRow = z.object({
  operator_name: z.string(),
  action: z.string(),
  thing_id: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  note: z.string(),
})
const lastAction = async () => {
  const rows = await server.db.rows(logRow, {
    text: 'select * from audit_log order by at desc, id desc limit 1',
  })
  return rows[0]
}
const actions = async () =>
  (await server.db.row(z.object({ n: z.int() }), { text: 'select count(*)::int as n from audit_log' }))?.n ??
  0

test('A hidden ad leaves every public place, and its owner learns the reason [R-ROLE-20]', async () => {
  expect(await feed()).toContain(ad)
  const before = await actions()
  const done = await hide()
  expect(done.reply.data.hidden).toEqual({ reason, at: start, by: 'operator' })
  expect([...(await listed()).keys()]).toEqual([other])
  expect(await page()).toBe(410)
  expect(await page(ad, owner)).toBe(200)
  expect(await subjects()).toEqual([`${sellers[0]}@motorkin.test: Your ad is hidden`])
  expect(await lastAction()).toMatchObject({
    operator_name: 'desk@motorkin.test',
    action: 'hide-ad',
    thing_id: ad,
    before: { status: 'active', hidden_by: '' },
    after: { status: 'inactive', hidden_by: 'operator' },
    note: reason,
  })
  expect(await actions()).toBe(before + 1)
})

test('An action repeated with its key happens once, and without it is refused', async () => {
  const before = await actions()
  await hide(ad, 'one-key')
  expect((await hide(ad, 'one-key')).headers['idempotency-replayed']).toBe('true')
  expect((await hide()).error.code).toBe('decided_meanwhile')
  expect((await subjects()).length).toBe(1)
  expect(await actions()).toBe(before + 1)
})

test('A restored ad is what it was before, and its reports are settled', async () => {
  for (const id of [ad, testId('car', 3)]) {
    await hide(id)
    const back = await action('restoreAd', { id, note: 'They sent the papers' })
    expect(back.reply.data).toMatchObject({ status: id === ad ? 'active' : 'sold', hidden: null })
  }
  expect((await listed()).has(ad)).toBe(true)
  expect(await feed()).toContain(ad)
  expect((await subjects()).filter((line) => line.endsWith('Your ad is back')).length).toBe(2)
  expect(await lastAction()).toMatchObject({ action: 'restore-ad', note: 'They sent the papers' })
  expect((await action('restoreAd', { id: ad })).error.code).toBe('decided_meanwhile')
})

test('An ad that comes back when the plan is full is inactive', async () => {
  await hide()
  const cars = [4, 5].map((n) => newCar(n, { creator: sellers[0] }))
  const { insertCars } = await import('../../server/cars/cars-write.ts')
  await insertCars(server.db, cars)
  expect((await action('restoreAd', { id: ad })).reply.data).toMatchObject({
    status: 'inactive',
    hidden: null,
  })
  await server.db.run({ text: 'delete from cars where id = any($1)', values: [cars.map(({ id }) => id)] })
})

test('Lifting a suspension does not restore an ad that an operator has hidden', async () => {
  await hide()
  const person = (call: 'suspendPerson' | 'liftSuspension', id: string) =>
    server.call(adminPeopleRoutes[call], { body: { user_id: id, reason: 'Fraud' }, token: admin })
  expect((await person('suspendPerson', sellers[0])).status).toBe(200)
  expect((await action('restoreAd', { id: ad })).reply.data.status).toBe('inactive')
  await hide()
  expect((await person('liftSuspension', sellers[0])).status).toBe(200)
  expect(await page()).toBe(410)
  expect((await action('restoreAd', { id: ad })).reply.data.status).toBe('active')
})

test('Featured ads are featured in lists and in the feed, and ordinary again', async () => {
  await listed()
  await action('featureAd', { id: ad, featured: true })
  expect((await listed()).get(ad)?.featured).toBe(true)
  expect((await ads({ state: 'featured' })).data.map(({ _id }) => _id)).toEqual([ad])
  expect(await lastAction()).toMatchObject({
    action: 'feature-ad',
    before: { featured: false },
    after: { featured: true },
  })
  expect((await action('featureAd', { id: ad, featured: true })).error.code).toBe('decided_meanwhile')
  await action('featureAd', { id: ad, featured: false })
  expect((await listed()).get(ad)?.featured).toBe(false)
})

test('Ads are found by title, address, seller and e-mail, and by their state', async () => {
  const found = async (body: object) => (await ads(body)).data.map(({ _id }) => _id).sort()
  expect(await found({ search: 'red bmw' })).toEqual([ad])
  expect(await found({ search: `${sellers[1]}@MOTORKIN` })).toEqual([other, testId('car', 3)])
  expect(await found({ search: `name of ${sellers[0]}` })).toEqual([ad])
  expect(await found({ state: 'sold' })).toEqual([testId('car', 3)])
  await hide()
  expect(await found({ state: 'hidden' })).toEqual([ad])
  expect(await found({ state: 'inactive' })).toEqual([])
  expect(await ads({ limit: 1, page: 2 })).toMatchObject({ totalCount: 3, data: [{}] })
})

test('The queue shows the most serious ads first, and which reports count', async () => {
  await report('', { reason: 'other', words: 'It is a toy' }, other)
  await report('ann', { words: 'Asks for a deposit' })
  const { data, totalCount } = await queue()
  expect(totalCount).toBe(2)
  expect(data.map(({ _id }) => _id)).toEqual([ad, other])
  expect(data[0]?.open).toMatchObject([
    { reason: 'fraud', words: 'Asks for a deposit', counts: true, from: { email: 'ann@motorkin.test' } },
  ])
  expect(data[1]?.open).toMatchObject([{ reason: 'other', words: 'It is a toy', counts: false, from: null }])
  for (const who of ['ann', 'ben', 'cas']) await report(who, {}, other)
  expect((await queue()).data.map(({ _id, hidden }) => [_id, hidden?.by])).toEqual([
    [other, 'reports'],
    [ad, undefined],
  ])
})

test('The queue shows reports that count first, and at most fifty of an ad', async () => {
  await report('ann', { words: 'Asks for a deposit' })
  const text = `insert into ad_reports (id, car_id, reporter, reason, words, created_at, updated_at)
    select 'many-' || n, $1, 'phone-' || n, 'wrong', 'No', $2::timestamptz, $2::timestamptz + interval '1 hour'
    from generate_series(1, 80) n`
  await server.db.run({ text, values: [ad, server.clock.now()] })
  const queue = await server.call(adminAdRoutes.adminListReports, { body: {}, token: admin })
  const [first] = queue.reply.data
  expect([first?.reports, first?.open.length]).toEqual([81, 50])
  expect(first?.open[0]).toMatchObject({ words: 'Asks for a deposit', counts: true })
})

test('Keeping an ad dismisses its reports; one that they have hidden comes back', async () => {
  await report('ann', { reason: 'wrong' })
  await action('keepAd', { id: ad, note: 'Looks fine' })
  expect((await queue()).data).toEqual([])
  expect(await lastAction()).toMatchObject({
    action: 'keep-ad',
    before: { open_reports: 1 },
    note: 'Looks fine',
  })
  expect((await action('keepAd', { id: ad })).error.code).toBe('decided_meanwhile')
  for (const who of ['ann', 'ben', 'cas']) await report(who, {}, other)
  expect(await page(other)).toBe(410)
  await action('keepAd', { id: other })
  expect(await page(other)).toBe(200)
  expect((await queue()).data).toEqual([])
})

test('A report that came after an admin looked is not dismissed unread', async () => {
  await report('ann', { reason: 'wrong' })
  const seen = (await queue()).data[0]?.reports
  for (const who of ['ben', 'cas']) await report(who)
  expect((await action('keepAd', { id: ad, reports: seen })).error.code).toBe('decided_meanwhile')
  const [now] = (await queue()).data
  expect(now?.open).toHaveLength(3)
  expect((await action('keepAd', { id: ad, reports: now?.reports })).status).toBe(200)
  expect((await queue()).data).toEqual([])
})

test('Hiding a reported ad settles its reports and gives the owner the reason', async () => {
  for (const who of ['ann', 'ben', 'cas']) await report(who)
  await hide()
  expect((await queue()).data).toEqual([])
  const own = (await server.call(adRoutes.myCarList, { body: {}, token: owner })).reply.data
  expect(own.find(({ _id }) => _id === ad)?.hidden?.reason).toBe(reason)
})

test('A reason is required and short', async () => {
  const fields = async (said: string) => (await action('hideAd', { id: ad, reason: said })).error.fields
  expect(await fields('  ')).toEqual({ reason: 'Please give the reason; the owner reads it' })
  expect(await fields('x'.repeat(501))).toEqual({ reason: 'At most 500 characters' })
  expect((await hide('nothing')).error.code).toBe('not_found')
})

test('From a shell ads are hidden, restored, featured and kept by the same actions', async () => {
  const operate = (name: string, ...args: string[]) => {
    const verb = verbNamed(adVerbs, name)
    if (!verb) throw new Error(name)
    return verb.run(server.deps, args)
  }
  await expect(operate('hide-ad', ad)).rejects.toThrow(Misused)
  await expect(operate('hide-ad', 'nothing', 'Stolen')).rejects.toThrow(Misused)
  await expect(operate('hide-ad', ad, 'x'.repeat(501))).rejects.toThrow(Misused)
  await expect(operate('keep-ad', ad, 'x'.repeat(501))).rejects.toThrow(Misused)
  const { slug } = (await ads({ search: 'red bmw' })).data[0] ?? { slug: '' }
  await operate('hide-ad', `https://motorkin.test/listing/${slug}`, 'It', 'is', 'stolen')
  expect(await operate('hidden-ads')).toEqual([expect.stringContaining('It is stolen'), '1 in all.'])
  expect(await lastAction()).toMatchObject({ operator_name: 'shell', note: 'It is stolen' })
  await operate('restore-ad', ad)
  await operate('feature-ad', ad)
  await expect(operate('feature-ad', ad)).rejects.toThrow('featured already')
  await operate('feature-ad', ad, 'off')
  await report('ann', { words: 'Fake' })
  expect((await operate('reports')).join('\n')).toContain('Fraud or scam  ann@motorkin.test  Fake')
  await operate('keep-ad', ad, 'It is real')
  expect(await operate('reports')).toEqual(['0 in all.'])
})
