import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { carRoutes } from '#contract/cars.ts'
import { referenceRoutes } from '#contract/reference.ts'
import type { User } from '#contract/users/users.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, sellers, testId, testPicture } from '../support/cars.ts'
import { furnish, subscribe } from '../support/motorkin.ts'

let server: TestServer
let users: User[]

const cars = [
  newCar(1, { make: 'Citroën', model: 'C3', title: '2019 Citroën C3', year: 2019, price: 150_000 }),
  newCar(2, {
    make: 'Chevrolet',
    model: 'Cruze',
    title: '2008 Chevrolet Cruze',
    year: 2008,
    price: 5_000_000,
  }),
  newCar(3, { make: 'Holden', model: 'Cruze', title: '2004 Holden Cruze', year: 2004, price: 12_000_000 }),
  newCar(4, { transmission: 'Semi-Autometic', price: 0, creator: sellers[1] }),
  newCar(5, {
    transmission: 'Semi-Automatic',
    mileage: '30k',
    pictures: Array.from({ length: 7 }, (_, i) => testPicture(i)),
  }),
  newCar(6, { status: 'sold' }),
  newCar(7, { status: 'inactive' }),
  ...Array.from({ length: 20 }, (_, i) =>
    newCar(100 + i, { make: 'Škoda', model: 'Octavia', bodytype: 'Sedan' }),
  ),
]

beforeAll(async () => {
  server = await testServer({
    seed: async ({ db }) => {
      users = await furnish(db, cars)
    },
  })
})
afterAll(() => server.close())

const list = async (body: object, token?: string) =>
  (await server.call(carRoutes.getCarList, { body, ...(token !== undefined && { token }) })).reply
const numbers = async (body: object) =>
  (await list({ limit: 100, ...body })).data.map((c) => Number(c._id.slice(4)))

test('An empty search shows the 15 newest active cars and counts all of them [R-API-09 R-LIST-30 R-LIST-32 R-LIST-06]', async () => {
  const reply = await list({})
  expect(reply.data).toHaveLength(15)
  expect(reply.data[0]?._id).toBe(testId('car', 119))
  expect(reply.count_records).toBe(25)
  expect(reply.facets).toBeUndefined()
  expect(reply.as_of).toBe('2026-03-01T09:00:00.000Z')
})

test('A card has what a list shows, its first picture and the seller’s id [R-ENT-01 R-ENT-02 R-ENT-05 R-ENT-09 R-ENT-11 R-ENT-12 R-LIST-25]', async () => {
  const [card] = (await list({ search: 'x5 2020', sortBy: 'mileage_low_high' })).data
  expect(card).toMatchObject({
    _id: testId('car', 5),
    slug: 'car-5',
    mileage: '30k',
    mileage_km: 30_000,
    creator: sellers[0],
    is_favorite: 'no',
    status: 'active',
    clicks: 0,
    version: 1,
    picture_count: 7,
    featured_image: '/media/test0/1280.webp',
    created_at: '2026-01-01T00:05:00.000Z',
  })
  // Most cards are never swiped, so a card has one picture.
  expect(card?.images).toEqual([testPicture(0).url])
  // The title beside the picture is its alternative text.
  expect(card?.pictures).toEqual([{ ...testPicture(0), alt: '' }])
})

test('Makes, shared model names, older years and both gearbox spellings find their cars [R-LIST-02 R-VAL-07 R-VAL-10]', async () => {
  expect(await numbers({ make: ['citroen'] })).toEqual([1])
  expect(await numbers({ model: ['Cruze'] })).toEqual([3, 2])
  expect(await numbers({ make: ['Holden'], model: ['Cruze'] })).toEqual([3])
  expect(await numbers({ year: ['pre-2006'] })).toEqual([3])
  expect(await numbers({ year: ['Older than 2010'] })).toEqual([3, 2])
  expect(await numbers({ transmission: 'Semi-Automatic' })).toEqual([5, 4])
})

test('The price slider’s end has no upper limit; any other limit is exact [R-LIST-31 R-VAL-11]', async () => {
  expect(await numbers({ min_price: 5_000_000, max_price: 5_000_000 })).toEqual([3, 2])
  expect(await numbers({ min_price: 1, max_price: 150_000 })).toEqual([1])
  expect(await numbers({ min_price: 150_000, max_price: 1 })).toEqual([1])
})

test("A seller's cars can be listed and searched by words [R-API-09]", async () => {
  expect(await numbers({ creator: sellers[1] })).toEqual([4])
  expect(await numbers({ creator: sellers[1], search: 'citroen' })).toEqual([])
  expect(await numbers({ search: '"drop" "table"' })).toEqual([])
  // Words that no car contains exclude no car.
  expect(await numbers({ search: "'; drop table cars; --" })).toEqual(await numbers({}))
})

test('Facets say how many cars each option would leave, its own section set aside [R-API-09]', async () => {
  const { facets } = await list({ bodytype: ['SUV'], facets: true })
  expect(facets?.bodytype).toEqual([
    { value: 'Sedan', count: 20 },
    { value: 'SUV', count: 5 },
  ])
  expect(facets?.make).toContainEqual({ value: 'Citroën', count: 1 })
  expect(facets?.model).toContainEqual({ value: 'Holden/Cruze', count: 1 })
  expect(facets?.price.reduce((a, b) => a + b, 0)).toBe(5)
  expect(facets?.price.at(-1)).toBe(2)
})

test('Only the person who likes a car sees it liked [R-ENT-11]', async () => {
  const [buyer, other] = users
  if (!buyer || !other) throw new Error('no users')
  const token = await server.token(buyer)
  await server.call(carRoutes.likeDislikeCar, { body: { car_id: testId('car', 1) }, token })
  const liked = async (t?: string) => (await list({ make: ['Citroën'] }, t)).data[0]?.is_favorite
  expect(await liked(token)).toBe('yes')
  expect(await liked(await server.token(other))).toBe('no')
  expect(await liked()).toBe('no')
})

test('A page behind the last one is empty but keeps the count', async () => {
  const reply = await list({ page: 90_000 })
  expect([reply.data, reply.count_records]).toEqual([[], 25])
})

test('No page is longer than the cap, whoever asks for more gets the default [R-API-51 R-VAL-11]', async () => {
  expect((await list({ limit: 100 })).data).toHaveLength(25)
  expect((await list({ limit: 101 })).data).toHaveLength(15)
})

test('Many questions at once read the list of verified dealers once [R-API-09]', async () => {
  server.clock.advance(11_000)
  const rows = vi.spyOn(server.db, 'rows')
  await Promise.all(Array.from({ length: 20 }, (_, i) => list({ min_price: i + 1 })))
  expect(rows.mock.calls.filter(([, { text }]) => text.includes('proof_approved_at'))).toHaveLength(1)
})

test('A search for verified dealers finds their cars alone, until their plan ends', async () => {
  const { db, clock } = server
  const verified = async () => {
    // The cache in memory is valid for ten seconds.
    clock.advance(11_000)
    return numbers({ search: 'verified dealers' })
  }
  expect(await verified()).toEqual([])
  await subscribe(db, sellers[1], 'platinum', { until: '2027-01-01T00:00:00Z' })
  expect(await verified()).toEqual([])
  await db.run({ text: 'update users set proof_approved_at = now() where id = $1', values: [sellers[1]] })
  expect(await verified()).toEqual([4])
  expect((await server.call(referenceRoutes.getVerifiedDealers, {})).reply.data).toEqual([sellers[1]])
  expect(await numbers({ search: 'trusted dealer octavia' })).toEqual([])
  await db.run({
    text: "update subscriptions set expires_at = '2026-01-02' where user_id = $1",
    values: [sellers[1]],
  })
  expect(await verified()).toEqual([])
})
