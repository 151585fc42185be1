import { operation } from '../../server/admin/audit.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { adRoutes } from '#contract/ads.ts'
import { carRoutes } from '#contract/cars.ts'
import { enquiryRoutes } from '#contract/forms/enquiries.ts'
import { reportRoutes } from '#contract/forms/reports.ts'
import { formLimits } from '#contract/limits.ts'
import { feedRoute } from '#contract/sync/feed.ts'
import { dealerRoutes } from '#contract/users/dealers.ts'
import { restoreAd } from '../../server/admin/ads/ads.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, sellers, testId } from '../support/cars.ts'
import { addUser, furnish } from '../support/motorkin.ts'
import { adForm } from '../support/writes.ts'

let server: TestServer
const tokens = new Map<string, string>()
const ad = testId('car', 1)
const confirmed = { email_verified_at: '2025-06-01T00:00:00Z' }
const people = ['ann', 'ben', 'cas', 'dan'] as const
const start = '2026-03-01T09:00:00.000Z'

beforeAll(async () => {
  server = await testServer({
    seed: async ({ db }) => {
      const users = await furnish(db, [
        newCar(1, { creator: sellers[0] }),
        newCar(2, { creator: sellers[0] }),
      ])
      for (const id of people) users.push(await addUser(db, { id, ...confirmed }))
      users.push(await addUser(db, { id: 'unconfirmed' }))
      await db.run({ text: `update users set created_at = '2026-02-27T00:00:00Z' where id = 'dan'` })
      tokens.set('users', JSON.stringify(users))
    },
  })
  const users = JSON.parse(tokens.get('users') ?? '[]') as Parameters<TestServer['token']>[0][]
  for (const user of users) tokens.set(user.id, await server.token(user, 90 * 86_400))
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(start)
  const gone = ['ad_reports', 'mail_outbox', 'idempotency', 'throttles', 'favourites']
  await server.db.run({ text: gone.map((table) => `delete from ${table}`).join(';') })
  await server.db.run({
    text: `update cars set status = 'active', hidden_at = null, hidden_for = '', hidden_by = '', status_before = null`,
  })
})

interface By {
  who?: string
  device?: string
  key?: string
}
const report = (body: object = {}, { who, device, key }: By = {}) => {
  const token = who === undefined ? undefined : tokens.get(who)
  return server.call(reportRoutes.reportAd, {
    body: { car_id: ad, reason: 'fraud', ...body },
    headers: { ...(device && { 'x-device': device }), ...(key && { 'idempotency-key': `"${key}"` }) },
    ...(token && { token }),
  })
}
const row = z.object({ reason: z.string(), words: z.string(), user_id: z.nullable(z.string()) })
const reports = () => server.db.rows(row, { text: 'select * from ad_reports order by created_at, id' })
const mail = z.object({ recipient: z.string(), subject: z.string(), body_text: z.string() })
const mails = (to: string) =>
  server.db.rows(mail, { text: 'select * from mail_outbox where recipient = $1', values: [to] })
const seen = async (who?: string) => {
  const token = who === undefined ? undefined : tokens.get(who)
  const answer = await server.call(carRoutes.getSingleCar, { params: { slug: ad }, ...(token && { token }) })
  return answer.status
}
const hidden = async () => {
  for (const who of ['ann', 'ben', 'cas']) await report({}, { who })
}

test('A guest and a signed-in person report an ad, once each however often [R-ROLE-20]', async () => {
  const first = await report({ reason: 'sold' }, { device: 'phone-1' })
  expect(first.reply.msg).toBe('Thank you. We will look at this ad.')
  const again = await report({ reason: 'other', words: ' It is a toy ' }, { device: 'phone-1' })
  expect(again.reply.data._id).toBe(first.reply.data._id)
  await report({ reason: 'wrong' }, { device: 'phone-1', who: 'ann' })
  expect(await reports()).toEqual([
    { reason: 'other', words: 'It is a toy', user_id: null },
    { reason: 'wrong', words: '', user_id: 'ann' },
  ])
})

test('A copy of a report that arrives late changes nothing, also without its key', async () => {
  const ref = { client_ref: 'ref-1' }
  const first = await report({ ...ref, reason: 'sold' }, { device: 'phone-1', key: 'k1' })
  await report({ client_ref: 'ref-2', reason: 'wrong', words: 'Newer' }, { device: 'phone-1', key: 'k2' })
  await server.db.run({ text: 'delete from idempotency' })
  const late = await report({ ...ref, reason: 'sold' }, { device: 'phone-1', key: 'k1' })
  expect(late.reply.data).toEqual(first.reply.data)
  expect(await reports()).toEqual([{ reason: 'wrong', words: 'Newer', user_id: null }])
})

test('A report needs a reason, and words where the reason says nothing', async () => {
  const fields = async (body: object) => (await report(body)).error.fields
  expect(await fields({ reason: 'dull' })).toEqual({ reason: 'Please choose a reason' })
  expect(await fields({ reason: 'other', words: '  ' })).toEqual({ words: 'Please tell us what is wrong' })
  expect(await fields({ words: 'x'.repeat(1001) })).toEqual({ words: 'At most 1000 characters' })
  expect(await reports()).toEqual([])
})

test('Nobody reports their own ad, one that is gone or one that is hidden', async () => {
  expect((await report({}, { who: sellers[0] })).error.code).toBe('to_yourself')
  expect((await report({ car_id: 'nothing' })).error.code).toBe('not_found')
  await hidden()
  expect((await report({}, { device: 'phone-9' })).error.code).toBe('gone')
})

test('Reports have the form limits per phone, and likely spam does not count', async () => {
  for (let n = 0; n < formLimits.ofDevice; n += 1) await report({}, { device: 'phone-1' })
  expect((await report({}, { device: 'phone-1' })).error.code).toBe('rate_limited')
  for (const who of ['ann', 'ben', 'cas'])
    await report({ filled: { ms: 9000, trap: 'buy' } }, { who, device: `of-${who}` })
  expect(await seen()).toBe(200)
})

test('Fraud reports by three eligible people hide an ad and e-mail its owner', async () => {
  await report({}, { who: 'ann' })
  await report({}, { who: 'ben' })
  expect(await seen()).toBe(200)
  await report({}, { who: 'cas' })
  expect(await seen()).toBe(410)
  const told = await mails(`${sellers[0]}@motorkin.test`)
  expect(told.map(({ subject }) => subject)).toEqual([expect.stringContaining('Your ad is hidden')])
  expect(told[0]?.body_text).toContain('Several people have reported it as fraud')
  const [own] = (
    await server.call(adRoutes.myCarList, { body: {}, token: tokens.get(sellers[0]) ?? '' })
  ).reply.data.filter(({ _id }) => _id === ad)
  expect(own).toMatchObject({
    status: 'inactive',
    hidden: { at: start, reason: expect.stringContaining('fraud') },
  })
})

test.each<[string, () => Promise<void>]>([
  [
    'guests',
    async () => void (await Promise.all(['a', 'b', 'c', 'd'].map((device) => report({}, { device })))),
  ],
  [
    'one person three times',
    async () => {
      for (const device of ['a', 'b', 'c']) await report({}, { who: 'ann', device })
    },
  ],
  [
    'an address nobody confirmed',
    async () => {
      for (const who of ['ann', 'ben', 'unconfirmed']) await report({}, { who })
    },
  ],
  [
    'an account of this week',
    async () => {
      for (const who of ['ann', 'ben', 'dan']) await report({}, { who })
    },
  ],
  [
    'other reasons than fraud',
    async () => {
      for (const who of ['ann', 'ben', 'cas']) await report({ reason: 'duplicate' }, { who })
    },
  ],
])('Nobody gets an ad hidden by %s', async (_, act) => {
  await act()
  expect(await seen()).toBe(200)
})

test('People whose reports were dismissed cannot hide the same ad again', async () => {
  await hidden()
  await server.db.tx((sql) =>
    restoreAd(operation(sql, server.deps, { id: 'boss', name: 'Boss' }), { id: ad, note: 'It is real' }),
  )
  expect(await seen()).toBe(200)
  await hidden()
  expect(await seen()).toBe(200)
})

test('A hidden ad is nowhere public, and its owner still sees it', async () => {
  await server.call(carRoutes.likeDislikeCar, { body: { car_id: ad }, token: tokens.get('dan') ?? '' })
  const before = await server.app.inject({ url: `/api/v1/${feedRoute.path}` })
  expect(before.body).toContain(ad)
  await hidden()
  const list = (await server.call(carRoutes.getCarList, { body: {} })).reply
  expect(list.data.map(({ _id }) => _id)).toEqual([testId('car', 2)])
  const kept = (await server.call(carRoutes.getFavoriteList, { body: {}, token: tokens.get('dan') ?? '' }))
    .reply
  expect([kept.data, kept.ids, kept.count_records]).toEqual([[], [], 0])
  const dealer = await server.call(dealerRoutes.getDealerProfile, { params: { id: sellers[0] } })
  expect(JSON.stringify(dealer.reply)).not.toContain(ad)
  const other = (await server.call(carRoutes.getSingleCar, { params: { slug: testId('car', 2) } })).reply
  expect(other.recent_list).toEqual([])
  const ask = await server.call(enquiryRoutes.sendCarEnquiryMail, {
    body: {
      car_id: ad,
      name: 'A',
      email: 'a@example.org',
      countryCode: '+27',
      gsm: '821234567',
      message: 'Hi',
    },
  })
  expect(ask.error.code).toBe('gone')
  expect(await seen(sellers[0])).toBe(200)
})

test('Its owner may edit a hidden ad, but not put it up again', async () => {
  await hidden()
  const token = tokens.get(sellers[0]) ?? ''
  const edit = (body: object) =>
    server.call(adRoutes.updateCarDetails, { body: { car_id: ad, ...body }, token })
  for (const status of ['active', 'sold']) expect((await edit({ status })).error.code).toBe('ad_hidden')
  const edited = await edit({ price: 1234, status: 'inactive' })
  expect(edited.reply.data).toMatchObject({ price: 1234, status: 'inactive', hidden: { at: start } })
  expect(await seen()).toBe(410)
})

test('Deleting a hidden ad and posting it anew does not bring it back', async () => {
  await hidden()
  const token = tokens.get(sellers[0]) ?? ''
  const old = (await server.call(carRoutes.getSingleCar, { params: { slug: ad }, token })).reply.data
  await server.call(adRoutes.deleteCar, { params: { id: ad }, token })
  const { title, make, model, year } = old
  const body = { ...adForm, title, make, model, year, replaces: ad }
  const again = await server.call(adRoutes.addCar, { token, body })
  expect(again.error.code).toBe('repost_too_soon')
})
