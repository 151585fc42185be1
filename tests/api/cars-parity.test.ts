import fc from '../support/property.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readQuery, search, wishesIn, type SearchableCar } from '#catalogue'
import { carRoutes, type CarCard } from '#contract/cars.ts'
import type { NewCar } from '../../server/cars/cars-write.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { anyCar, anyQuery, newCar, searchable, sellers, testId, world } from '../support/cars.ts'
import { PlainPhone, untilServed } from '../support/feed.ts'
import { furnish, subscribe } from '../support/motorkin.ts'
import { facetsOf } from '../support/sample-car.ts'

/** `PARITY_RUNS` and `PARITY_SEED` run more queries or repeat a run. */
const runs = Number(process.env['PARITY_RUNS'] ?? 400)
const seed = Number(process.env['PARITY_SEED'] ?? 20_261_122)

let server: TestServer
let cars: NewCar[]

beforeAll(async () => {
  const random = fc.sample(anyCar, { seed, numRuns: 300 })
  cars = random.map((car, i) => newCar(i, { ...car, id: testId('car', (i * 7919) % 300), slug: `car-${i}` }))
  // This test compares the database; another test compares the list index with the database.
  const env = { LIST_INDEX_MAX_CARS: '0' }
  server = await testServer({
    env,
    seed: async ({ db }) => {
      await furnish(db, cars)
      await subscribe(db, sellers[1], 'platinum', { until: '2027-01-01T00:00:00Z' })
      await db.run({ text: 'update users set proof_approved_at = now() where id = $1', values: [sellers[1]] })
    },
  })
})
afterAll(() => server.close())

/** Compares the server's responses with those computed from `rows`, `times` over. Returns how many queries found several cars. */
async function compare(rows: readonly SearchableCar[], times: number): Promise<number> {
  let filled = 0
  await fc.assert(
    fc.asyncProperty(anyQuery, async (query) => {
      const asked = readQuery(query, { ...world, verified: [sellers[1]] })
      const { reply } = await server.call(carRoutes.getCarList, { body: query })
      const expected = search(rows, asked)
      expect(reply.count_records).toBe(expected.total)
      expect(reply.data.map((c) => c._id)).toEqual(expected.cars.map((c) => c._id))
      expect(reply.wishes).toEqual(wishesIn(asked, expected.wishes).wishes)
      expect(reply.facets).toEqual(facetsOf(rows, asked.filter))
      if (expected.cars.length > 1) filled += 1
    }),
    { numRuns: times, seed },
  )
  return filled
}

test('For any cars and any query the server answers exactly as the phone does [R-API-09 R-LIST-31 R-LIST-32 R-CONST-06 R-ENT-04 R-VAL-07 R-VAL-09 R-VAL-10 R-VAL-11 S56 I22]', async () => {
  // Queries without results would prove nothing.
  expect(await compare(cars.map(searchable), runs)).toBeGreaterThan(runs / 5)
}, 300_000)

test('A phone that has kept every card answers as the server does [R-PWA-33 R-API-09 S56 I22]', async () => {
  const kept: CarCard[] = []
  for (let page = 1; page <= 3; page += 1) {
    kept.push(...(await server.call(carRoutes.getCarList, { body: { page, limit: 100 } })).reply.data)
  }
  expect(await compare(kept, runs / 4)).toBeGreaterThan(runs / 20)
}, 300_000)

test('Without indexes the database returns the same answers in the same order [R-CONST-06]', async () => {
  const orders = ['newest', 'price', 'year', 'mileage', 'make', 'facets', 'creator', 'tokens']
  await server.db.run({ text: `drop index ${orders.map((name) => `cars_${name}`).join(', ')}` })
  expect(await compare(cars.map(searchable), runs / 2)).toBeGreaterThan(runs / 10)
}, 300_000)

test('A phone that followed the feed answers as the server does, even after changes [R-PWA-33 S56 I21 I22]', async () => {
  const phone = new PlainPhone(server.app, { limit: 70 })
  const known = () => [...phone.cars.values()].map((car) => ({ ...car, status: 'active' as const }))
  await phone.follow()
  expect(await compare(known(), runs / 4)).toBeGreaterThan(runs / 20)
  // These updates bypass the code, so they change only columns from which no other column is computed.
  const run = (text: string) => server.db.run({ text })
  await run(`update cars set price = price * 2, version = version + 1 where price < 1000000`)
  await run(`update cars set status = 'active', version = version + 1 where status = 'inactive'`)
  await run(`update cars set status = 'sold', version = version + 1 where id like '%7'`)
  await run(`delete from cars where id like '%3'`)
  await untilServed(server.db)
  await phone.follow()
  expect(phone.resyncs).toBe(1)
  expect(await compare(known(), runs / 4)).toBeGreaterThan(runs / 40)
}, 300_000)
