import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { carRoutes } from '#contract/cars.ts'
import { adRoutes } from '#contract/ads.ts'
import { contactRoutes } from '#contract/forms/contact.ts'
import { writesAMinute } from '#contract/limits.ts'
import { draftRoutes } from '#contract/sync/drafts.ts'
import { syncRoutes } from '#contract/sync/sync.ts'
import { profileRoutes } from '#contract/users/profile.ts'
import type { User } from '#contract/users/users.ts'
import { forgetOld } from '../../server/start-jobs.ts'
import { buildApp } from '../../server/app.ts'
import { callerOf, type TestDeps, testDeps, type TestServer } from '../support/api.ts'
import { newCar, testId } from '../support/cars.ts'
import { furnish } from '../support/motorkin.ts'
import { contactForm } from '../support/writes.ts'
import { issueToken } from '../../server/kernel/auth.ts'

let world: TestDeps
let users: User[] = []
let app: TestServer['app']
let call: TestServer['call']
const car = testId('car', 1)

beforeAll(async () => {
  world = await testDeps({
    seed: async ({ db }) => {
      users = await furnish(db, [newCar(1), newCar(2)])
    },
  })
})
afterAll(() => world.end())
beforeEach(async () => {
  // The counts of the limits end with their server.
  await app?.close()
  app = await buildApp(world.deps, { limits: true, checkReplies: true })
  await app.ready()
  call = callerOf(app)
})
afterAll(() => app.close())
// Limits count by the minute, and the clock stands still, so a slow flood also falls into one minute.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const login = (n: number) => {
  const user = users[n]
  if (!user) throw new Error('nobody is there')
  return issueToken(user, world.deps, 3600)
}
const statuses = async (n: number, send: (i: number) => Promise<{ status: number }>) => {
  const seen = new Set<number>()
  for (let i = 0; i < n; i += 1) seen.add((await send(i)).status)
  return [...seen]
}
const heart = (token: string, i: number) =>
  call(carRoutes.likeDislikeCar, {
    body: { car_id: car, want: i % 2 === 0 ? 'yes' : 'no', seq: i },
    token,
    headers: { 'idempotency-key': `"${token.length}-${i}"`, 'x-device': 'phone-1' },
  })

test('A phone that comes home with a thousand writes is not made to wait [S41 I10]', async () => {
  const token = await login(0)
  const send = (i: number) =>
    i % 10 === 0 ? heart(token, i) : call(carRoutes.likeDislikeCar, { body: { car_id: '' }, token })
  // Validation refuses most of the writes: the limit counts every request.
  expect(await statuses(1000, send)).toEqual([200, 422])
})

test('A flooding account must wait a stated time, others of its address need not [S41 R-API-51]', async () => {
  const token = await login(0)
  // Validation refuses these requests, so the flood costs the database nothing.
  const flood = () => call(carRoutes.likeDislikeCar, { body: { car_id: '' }, token })
  expect(await statuses(2000, flood)).toEqual([422])
  const over = await flood()
  expect([over.status, over.error.code]).toEqual([429, 'rate_limited'])
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
  expect((await heart(await login(1), 1)).status).toBe(200)
})

test.each([
  ['editing ads', writesAMinute.ads, adRoutes.updateCarDetails, undefined],
  ['drafts', writesAMinute.drafts, draftRoutes.putDraft, { id: 'draft-0001' }],
  ['the profile', writesAMinute.profile, profileRoutes.updateUserDetails, undefined],
])(
  'Writes about %s are limited per minute and continue after the stated wait [S41 R-API-51]',
  async (_, most, route, params) => {
    const token = await login(0)
    // Validation refuses these requests, so the flood costs the database nothing.
    const flood = () =>
      call(route, { body: { price: 'none', fullname: 1 }, token, ...(params && { params }) })
    expect(await statuses(most, flood)).toEqual([422])
    const over = await flood()
    expect([over.status, over.error.code]).toEqual([429, 'rate_limited'])
    world.clock.advance(Number(over.headers['retry-after']) * 1000)
    expect((await flood()).status).toBe(422)
  },
)

test('An address over its limit stays so, however many other addresses call meanwhile [R-API-51]', async () => {
  const proxied = await buildApp({ ...world.deps, config: { ...world.deps.config, trustProxy: '1' } })
  const from = async (ip: string) => {
    const url = '/api/v1/contact_us/save-contact-us-email'
    const headers = { 'x-forwarded-for': ip }
    return (await proxied.inject({ method: 'POST', url, headers, payload: {} })).statusCode
  }
  for (let n = 0; n < 30; n += 1) expect(await from('192.0.2.1')).toBe(422)
  expect(await from('192.0.2.1')).toBe(429)
  for (let n = 0; n < 5200; n += 1) await from(`10.${n >> 8}.${n & 255}.1`)
  expect(await from('192.0.2.1')).toBe(429)
  // A whole IPv6 network is one caller.
  for (let n = 0; n < 30; n += 1) await from(`2001:db8::${n.toString(16)}`)
  expect([await from('2001:db8::ffff:1'), await from('2001:db8:0:1::1')]).toEqual([429, 422])
  await proxied.close()
})

test('Tokens that are made up share the number of their address [R-API-51]', async () => {
  const knock = (i: number) =>
    call(carRoutes.likeDislikeCar, { body: { car_id: car }, token: `made.up.${i}` })
  expect(await statuses(300, knock)).toEqual([401])
  expect((await knock(301)).status).toBe(429)
})

test('E-mails of visitors and keys they take back are limited by address [R-API-51]', async () => {
  const write = (i: number) =>
    call(contactRoutes.saveContactUsEmail, { body: { ...contactForm, client_ref: `c${i}` } })
  expect(await statuses(30, write)).toEqual([200])
  expect((await write(31)).error.code).toBe('rate_limited')
  const back = (i: number) => call(syncRoutes.voidReceipt, { params: { key: `k${i}` } })
  expect(await statuses(300, back)).toEqual([200])
  expect((await back(301)).error.code).toBe('rate_limited')
})

test('The daily job deletes expired keys, withdrawn keys and numbers of lost phones [S49]', async () => {
  const day = 86_400_000
  const { db } = world.deps
  const count = async (table: string) => {
    const text = `select count(*)::int as n from ${table}`
    return (await db.row(z.object({ n: z.int() }), { text }))?.n
  }
  await db.run({ text: 'delete from idempotency; delete from favourite_writes' })
  await heart(await login(0), 1)
  await call(syncRoutes.voidReceipt, { params: { key: 'taken-back' } })
  await forgetOld(world.deps)
  expect([await count('idempotency'), await count('favourite_writes')]).toEqual([2, 1])
  world.clock.advance(91 * day)
  await forgetOld(world.deps)
  expect([await count('idempotency'), await count('favourite_writes')]).toEqual([1, 1])
  world.clock.advance(640 * day)
  await forgetOld(world.deps)
  expect([await count('idempotency'), await count('favourite_writes')]).toEqual([0, 0])
})
