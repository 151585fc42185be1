import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { carRoutes, type CarPage } from '#contract/cars.ts'
import { basePath } from '#contract/http.ts'
import { pageSizes } from '#contract/limits.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'
import type { User } from '#contract/users/users.ts'
import { oneCar } from '../../demo/car/one-car.ts'
import { demoWorld } from '../../demo/seed.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { clicksOf } from '../../server/cars/clicks.ts'
import { mintId } from '../../server/kernel/ids.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, sellers, testId, testPicture } from '../support/cars.ts'
import { addUser, furnish } from '../support/motorkin.ts'

let server: TestServer
/** A server that answers only from the database. */
let slow: TestServer
let users: User[]

/** Returns an uploaded picture and its preview; neither can be compressed. */
const uploaded = () => ({
  url: uploadedUrl(`img_${randomBytes(16).toString('hex')}`),
  blur: `data:image/webp;base64,${randomBytes(90).toString('base64')}`,
  alt: '2019 Toyota Fortuner 2.8 GD-6, picture 1',
})
const dealers = [mintId(), mintId(), mintId()]
const { world } = demoWorld(1, new Date('2026-01-01T00:00:00Z'), 600)
/** Returns a demo ad with uploaded pictures and an average number of features. */
const real = (n: number) => {
  const car = oneCar(n, world)
  return {
    ...car,
    creator: dealers[n % 3] ?? '',
    status: 'active' as const,
    carfeatures: car.carfeatures.slice(0, 6),
    pictures: Array.from({ length: 10 }, uploaded),
  }
}
const many = Array.from({ length: 7 }, (_, i) => testPicture(i))
const cars = [
  newCar(1, { pictures: many, status: 'sold' }),
  newCar(2, { pictures: [], status: 'inactive' }),
  newCar(3, { pictures: many, status: 'inactive' }),
  ...Array.from({ length: 20 }, (_, n) => real(n)),
]

beforeAll(async () => {
  const seed = async ({ db }: { db: TestServer['db'] }) => {
    users = await furnish(db)
    for (const id of dealers) await addUser(db, { id, kind: 'dealer' })
    await insertCars(db, cars)
    await db.run({
      text: `update cars set hidden_at = now(), hidden_for = 'Fraud', hidden_by = 'operator',
        status_before = 'active' where id = $1`,
      values: [testId('car', 3)],
    })
  }
  server = await testServer({ seed })
  slow = await testServer({ seed, env: { LIST_INDEX_MAX_CARS: '0' } })
})
afterAll(() => Promise.all([server.close(), slow.close()]))

const pictures = async (n: number, user?: User) => {
  const token = user && { token: await server.token(user) }
  return server.call(carRoutes.getCarPictures, { params: { id: testId('car', n) }, ...token })
}

test('The pictures of a card are at most five addresses, whatever the car’s status [R-ENT-01]', async () => {
  const { reply } = await pictures(1)
  expect(reply.data).toEqual({ images: many.slice(0, 5).map(({ url }) => url), version: 1 })
  expect(reply.as_of).toBe('2026-03-01T09:00:00.000Z')
  expect((await pictures(2)).reply.data.images).toEqual([])
})

test('Asking for the pictures of a card is no view of the car [R-ENT-10]', async () => {
  await pictures(1)
  expect(clicksOf(server.db).waiting(testId('car', 1))).toBe(0)
  await clicksOf(server.db).flush()
  const text = 'select clicks from cars where id = $1'
  const row = await server.db.row(z.object({ clicks: z.int() }), { text, values: [testId('car', 1)] })
  expect(row?.clicks).toBe(0)
})

test('The pictures of a hidden car are for its seller alone', async () => {
  const [seller, other] = [users.find((u) => u.id === sellers[0]), users.find((u) => u.id !== sellers[0])]
  if (!seller || !other) throw new Error('no users')
  for (const refused of [await pictures(3), await pictures(3, other)]) {
    expect([refused.status, refused.error.code]).toEqual([410, 'gone'])
  }
  expect((await pictures(3, seller)).reply.data.images).toHaveLength(5)
})

test('The pictures of a suspended seller’s car are not shown, nor is the car', async () => {
  const suspend = async (at: string | null) => {
    const text = 'update users set suspended_at = $2 where id = (select creator from cars where id = $1)'
    await server.db.run({ text, values: [testId('car', 1), at] })
  }
  await suspend('2026-02-01')
  const car = await server.call(carRoutes.getSingleCar, { params: { slug: testId('car', 1) } })
  expect([car.status, (await pictures(1)).status]).toEqual([404, 404])
  await suspend(null)
  expect((await pictures(1)).status).toBe(200)
})

test('The pictures of a car that does not exist are answered with 404', async () => {
  const { status, error } = await pictures(999)
  expect([status, error.code]).toEqual([404, 'not_found'])
})

const list = async (at: TestServer, user?: User): Promise<CarPage> => {
  const token = user && { token: await at.token(user) }
  return (await at.call(carRoutes.getCarList, { body: {}, ...token })).reply
}

test('The first three cards of a list include a picture preview, favourite or not', async () => {
  const [user] = users
  if (!user) throw new Error('no users')
  const liked = (await list(server)).data.filter((_, place) => place % 2 === 0)
  for (const { _id } of liked) {
    const body = { car_id: _id, want: 'yes' as const }
    await server.call(carRoutes.likeDislikeCar, { body, token: await server.token(user) })
  }
  for (const { data } of [await list(server), await list(server, user)]) {
    expect(data).toHaveLength(pageSizes.search)
    for (const [place, card] of data.entries()) {
      const stored = cars.find((car) => car.id === card._id)?.pictures[0]
      expect(card.images).toEqual([stored?.url])
      expect(card.featured_image).toBe(stored?.url)
      expect(card.pictures).toEqual(place < 3 ? [{ ...stored, alt: '' }] : [])
    }
  }
  const hearts = (await list(server, user)).data.map((card) => card.is_favorite)
  expect(hearts).toEqual(hearts.map((_, place) => (place % 2 === 0 ? 'yes' : 'no')))
})

test('A list from the database brings the same bytes as one from memory', async () => {
  const found = (at: TestServer) =>
    at.app.inject({ method: 'POST', url: `${basePath}cars/get-car-list`, payload: {} })
  const [kept, asked] = [await found(server), await found(slow)]
  expect(kept.body).toBe(asked.body)
})

test('A card takes at most 900 bytes, and the first page 4 KB compressed [R-LIST-30]', async () => {
  const url = `${basePath}cars/get-car-list`
  const plain = await server.app.inject({ method: 'POST', url, payload: {} })
  const headers = { 'accept-encoding': 'br' }
  const packed = await server.app.inject({ method: 'POST', url, payload: {}, headers })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(plain.rawPayload.length / pageSizes.search).toBeLessThanOrEqual(900)
  expect(packed.rawPayload.length).toBeLessThanOrEqual(4096)
})
