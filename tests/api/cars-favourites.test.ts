import fc from '../support/property.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { carRoutes } from '#contract/cars.ts'
import type { User } from '#contract/users/users.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, testId } from '../support/cars.ts'
import { furnish } from '../support/motorkin.ts'

let server: TestServer
let token: string
const car = testId('car', 1)

beforeAll(async () => {
  let users: User[] = []
  const cars = [
    newCar(1),
    newCar(2, { status: 'sold' }),
    ...Array.from({ length: 12 }, (_, i) => newCar(10 + i)),
  ]
  server = await testServer({
    seed: async ({ db }) => {
      users = await furnish(db, cars)
    },
  })
  const [user] = users
  if (!user) throw new Error('no users')
  token = await server.token(user)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.run({ text: 'delete from favourites' })
  await server.db.run({ text: 'delete from favourite_writes' })
})

interface Tap {
  car_id?: string
  want?: 'yes' | 'no'
  seq?: number
  device?: string
}
const tap = async ({ device, ...body }: Tap) => {
  const headers: Record<string, string> = device === undefined ? {} : { 'x-device': device }
  const answer = await server.call(carRoutes.likeDislikeCar, {
    body: { car_id: car, ...body },
    token,
    headers,
  })
  return answer.reply.data.is_favorite
}
const favourites = async (body: object = {}) =>
  (await server.call(carRoutes.getFavoriteList, { body, token })).reply

test('Without a wish each call turns the favourite over, as documented [R-API-11 R-STATE-05]', async () => {
  expect(await tap({})).toBe('yes')
  expect(await tap({})).toBe('no')
  expect(await tap({})).toBe('yes')
  expect((await favourites()).ids).toEqual([car])
})

test('With a wish the same call twice changes nothing the second time [R-PWA-22 R-PWA-28]', async () => {
  expect(await tap({ want: 'yes' })).toBe('yes')
  expect(await tap({ want: 'yes' })).toBe('yes')
  expect(await tap({ want: 'no' })).toBe('no')
  expect(await tap({ want: 'no' })).toBe('no')
})

test('A late older tap does not undo a newer one of the same phone [R-PWA-22 R-PWA-28]', async () => {
  expect(await tap({ want: 'no', seq: 8, device: 'phone' })).toBe('no')
  expect(await tap({ want: 'yes', seq: 7, device: 'phone' })).toBe('no')
  expect((await favourites()).ids).toEqual([])
  expect(await tap({ want: 'yes', seq: 3, device: 'laptop' })).toBe('yes')
  expect(await tap({ want: 'no', seq: 7, device: 'phone' })).toBe('yes')
  expect(await tap({ want: 'no', seq: 9, device: 'phone' })).toBe('no')
})

test('However two phones’ taps mix, a phone’s older ones never undo its newest [R-PWA-22 R-PWA-28]', async () => {
  const write = fc.record({
    device: fc.constantFrom('phone', 'laptop'),
    seq: fc.integer({ min: 1, max: 6 }),
    want: fc.constantFrom('yes' as const, 'no' as const),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 12 }), async (writes) => {
      await server.db.run({ text: 'delete from favourites' })
      await server.db.run({ text: 'delete from favourite_writes' })
      const newest = new Map<string, number>()
      let held: 'yes' | 'no' = 'no'
      for (const { device, seq, want } of writes) {
        if (seq > (newest.get(device) ?? 0)) {
          newest.set(device, seq)
          held = want
        }
        expect(await tap({ device, seq, want })).toBe(held)
      }
    }),
    { numRuns: 40 },
  )
})

test('Favourites come newest first, page by page, with the ids of all of them [R-API-12 R-PROF-11]', async () => {
  for (let n = 10; n < 21; n += 1) {
    server.clock.advance(1000)
    await tap({ car_id: testId('car', n), want: 'yes' })
  }
  const first = await favourites()
  expect(first.count_records).toBe(11)
  expect(first.data.map((c) => Number(c._id.slice(4)))).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12])
  expect(first.data.every((c) => c.is_favorite === 'yes')).toBe(true)
  const second = await favourites({ page: 2 })
  expect(second.data.map((c) => Number(c._id.slice(4)))).toEqual([11, 10])
  expect(second.ids).toHaveLength(11)
})

test('A re-added favourite comes first; adding it twice does not move it [R-API-12]', async () => {
  const [a, b] = [testId('car', 10), testId('car', 11)]
  for (const [car_id, want] of [
    [a, 'yes'],
    [b, 'yes'],
    [a, 'no'],
    [a, 'yes'],
    [b, 'yes'],
  ] as const) {
    server.clock.advance(1000)
    await tap({ car_id, want })
  }
  expect((await favourites()).ids).toEqual([a, b])
})

test('A sold car can be a favourite and stays in the list, marked sold [R-API-12 R-LIST-32]', async () => {
  expect(await tap({ car_id: testId('car', 2), want: 'yes' })).toBe('yes')
  expect((await favourites()).data[0]).toMatchObject({ _id: testId('car', 2), status: 'sold' })
})

test('An unknown car cannot be a favourite [R-API-11]', async () => {
  const body = { car_id: 'car-none', want: 'yes' as const }
  const { status, error } = await server.call(carRoutes.likeDislikeCar, { body, token })
  expect([status, error.code]).toEqual([404, 'not_found'])
})

test('Favourites need a sign-in [R-API-11 R-API-12]', async () => {
  for (const route of [carRoutes.likeDislikeCar, carRoutes.getFavoriteList]) {
    const { status, error } = await server.call(route, { body: { car_id: car } })
    expect([status, error.code]).toEqual([401, 'unauthenticated'])
  }
})

test('The same request sent again with its key turns nothing over [R-PWA-28]', async () => {
  const once = () =>
    server.call(carRoutes.likeDislikeCar, {
      body: { car_id: car },
      token,
      headers: { 'idempotency-key': '"tap-1"' },
    })
  expect((await once()).reply.data.is_favorite).toBe('yes')
  const again = await once()
  expect(again.reply.data.is_favorite).toBe('yes')
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect((await favourites()).ids).toEqual([car])
})

test('A person whose account is deleted must sign in, despite a valid token', async () => {
  const gone = { id: testId('user', 99), fullname: '', email: 'gone@motorkin.test', avatarurl: '' }
  const stale = await server.token({ ...gone, is_subscriber: false, role: 'user' })
  for (const body of [{ car_id: car }, { car_id: car, want: 'yes', seq: 1 }]) {
    const headers = { 'x-device': 'phone-9' }
    const { status, error } = await server.call(carRoutes.likeDislikeCar, { body, token: stale, headers })
    expect([status, error.code]).toEqual([401, 'unauthenticated'])
  }
})
