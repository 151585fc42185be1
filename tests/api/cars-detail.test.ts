import { z } from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { carRoutes } from '#contract/cars.ts'
import type { User } from '#contract/users/users.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { clicksOf } from '../../server/cars/clicks.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, sellers, testId, testPicture } from '../support/cars.ts'
import { addUser, furnish } from '../support/motorkin.ts'

let server: TestServer
let users: User[]

const description =
  '<h3>Clean</h3><p onclick="x()">One <b>owner</b>, <a href="https://example.org/" target="_blank">papers</a>, ' +
  '<a href="javascript:alert(1)">no</a></p><script>alert(1)</script><img src=x onerror=alert(1)><style>p{}</style>'
const dealer = 'user-dealer'
const cars = [
  newCar(1, { description, pictures: Array.from({ length: 7 }, (_, i) => testPicture(i)) }),
  newCar(2, { make: 'BMW', bodytype: 'SUV' }),
  newCar(3, { make: 'BMW', bodytype: 'SUV', status: 'sold' }),
  newCar(4, { make: 'BMW', bodytype: 'Sedan' }),
  newCar(5, { make: 'Mazda', model: 'CX-5', bodytype: 'SUV' }),
  ...[6, 7, 8, 9].map((n) => newCar(n, { make: 'Škoda', model: 'Octavia', bodytype: 'Sedan' })),
  newCar(20, { creator: dealer, make: 'Chevrolet', model: 'Spark', bodytype: 'Hatchback', status: 'sold' }),
  newCar(21, { creator: dealer, make: 'Chevrolet', model: 'Spark', bodytype: 'Hatchback' }),
  newCar(22, { creator: dealer, slug: 'car-0020', status: 'inactive' }),
]

beforeAll(async () => {
  server = await testServer({
    seed: async ({ db }) => {
      users = await furnish(db)
      await addUser(db, {
        id: dealer,
        kind: 'dealer',
        fullname: 'Sipho Dlamini',
        country_code: '+27',
        gsm: '0821234567',
        businessname: 'Sipho Motors',
        business_address: '1 Long Street',
        email_verified_at: '2025-07-01T00:00:00Z',
      })
      await insertCars(db, cars)
    },
  })
})
afterAll(() => server.close())

const look = async (slug: string, token?: string) =>
  (await server.call(carRoutes.getSingleCar, { params: { slug }, ...(token !== undefined && { token }) }))
    .reply

test('A car opens by slug or id; a matching slug wins over an id [R-API-10]', async () => {
  expect((await look('car-1')).data._id).toBe(testId('car', 1))
  expect((await look('car-0001')).data.slug).toBe('car-1')
  expect((await look('car-0020')).data._id).toBe(testId('car', 22))
})

test('A sold or hidden car still opens and says so [R-LIST-32 R-ENT-09]', async () => {
  expect((await look('car-20')).data.status).toBe('sold')
  expect((await look(testId('car', 22))).data.status).toBe('inactive')
})

test('A car that does not exist is answered with 404 and a sentence [R-API-10 R-CAR-19 R-ERR-07]', async () => {
  const { status, error } = await server.call(carRoutes.getSingleCar, { params: { slug: 'nowhere' } })
  expect([status, error.code, error.msg]).toEqual([404, 'not_found', 'This car could not be found.'])
})

test('The page of a car has all its pictures and details [R-ENT-01 R-ENT-06 R-ENT-07]', async () => {
  const { data } = await look('car-1')
  expect(data.images).toHaveLength(7)
  expect(data.pictures).toHaveLength(7)
  expect(data).toMatchObject({
    carfeatures: ['Bluetooth', 'Sunroof'],
    exteriorcolor: 'White',
    interiorcolor: 'Black',
    condition: 'Used',
    featured_image: '/media/test0/1280.webp',
    updated_at: '2026-01-01T00:01:00.000Z',
  })
})

test('A description keeps its layout and loses everything that could run [R-CAR-23 R-ENT-07]', async () => {
  expect((await look('car-1')).data.description).toBe(
    '<h3>Clean</h3><p>One <b>owner</b>, <a href="https://example.org/" rel="nofollow noopener">papers</a>, <a>no</a></p>',
  )
})

test('A car shows its seller’s phone number, business, verification and number of listed cars [R-ENT-12]', async () => {
  const { creator } = (await look('car-21')).data
  expect(creator).toEqual({
    _id: dealer,
    fullname: 'Sipho Dlamini',
    avatarurl: '',
    gsm: '+27821234567',
    businessname: 'Sipho Motors',
    kind: 'dealer',
    city: '',
    member_since: '2025-06-01T00:00:00.000Z',
    listing_cars_count: 1,
    verified: { email: true, mobile: false, business: true, dealer: false },
  })
  const private_ = (await look('car-1')).data.creator
  expect(private_).toMatchObject({ gsm: '', kind: 'private', verified: { email: false, business: false } })
})

test('Beside it stand six other active cars, the most alike first, then the newest [R-CAR-15 R-LIST-32]', async () => {
  const beside = (await look('car-1')).recent_list.map((c) => Number(c._id.slice(4)))
  expect(beside).toEqual([2, 5, 4, 21, 9, 8])
})

test('Every view but the seller’s counts, and views are saved in batches [R-ENT-10]', async () => {
  const owner = users[0]
  if (!owner) throw new Error('no users')
  const stored = async () => {
    const { reply } = await server.call(carRoutes.getCarList, {
      body: { creator: sellers[0], search: '2020 bmw', limit: 100 },
    })
    return reply.data.find((c) => c._id === testId('car', 2))?.clicks
  }
  const token = await server.token(owner)
  expect((await look('car-2', token)).data.clicks).toBe(0)
  expect((await look('car-2')).data.clicks).toBe(1)
  expect((await look(testId('car', 2))).data.clicks).toBe(2)
  expect(await stored()).toBe(0)
  await clicksOf(server.db).flush()
  expect(await stored()).toBe(2)
  await clicksOf(server.db).flush()
  expect(await stored()).toBe(2)
  expect((await look('car-2')).data).toMatchObject({ clicks: 3, version: 1 })
})

test('Views that could not be written are kept for the next time [R-ENT-10]', async () => {
  await look('car-4')
  await server.db.run({ text: 'alter table cars rename column clicks to hidden' })
  await expect(clicksOf(server.db).flush()).rejects.toThrow('clicks')
  await server.db.run({ text: 'alter table cars rename column hidden to clicks' })
  await clicksOf(server.db).flush()
  expect((await look('car-4')).data.clicks).toBe(2)
})

test('A view that is just being written still counts [R-ENT-10]', async () => {
  let written = (): void => {}
  const writing = new Promise<void>((done) => {
    written = done
  })
  const clicks = clicksOf({ ...server.db, tx: () => writing.then(() => 1 as never) })
  clicks.add('a')
  const flushed = clicks.flush()
  await Promise.resolve()
  expect([clicks.add('a'), clicks.waiting('a')]).toEqual([2, 2])
  written()
  await flushed
  expect(clicks.waiting('a')).toBe(1)
})

test('A server that goes down in order writes the views it still holds [R-ENT-10]', async () => {
  const going = await testServer({ seed: ({ db }) => furnish(db, [newCar(1)]).then(() => undefined) })
  await going.call(carRoutes.getSingleCar, { params: { slug: 'car-1' } })
  await going.app.close()
  const row = await going.db.row(z.object({ clicks: z.int() }), { text: 'select clicks from cars' })
  await going.close()
  expect(row?.clicks).toBe(1)
})
