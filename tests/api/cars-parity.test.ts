import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { facetsOf, readQuery, search } from '#catalogue'
import { carRoutes } from '#contract/cars.ts'
import type { NewCar } from '../../server/cars/cars-write.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { anyCar, anyQuery, newCar, searchable, testId, world } from '../support/cars.ts'
import { furnish } from '../support/motorkin.ts'

/** `PARITY_RUNS` and `PARITY_SEED` look further or look again. */
const runs = Number(process.env['PARITY_RUNS'] ?? 400)
const seed = Number(process.env['PARITY_SEED'] ?? Date.now() % 1_000_000)

let server: TestServer
let cars: NewCar[]

beforeAll(async () => {
  const random = fc.sample(anyCar, { seed, numRuns: 300 })
  cars = random.map((car, i) => newCar(i, { ...car, id: testId('car', (i * 7919) % 300), slug: `car-${i}` }))
  server = await testServer({ seed: ({ db }) => furnish(db, cars).then(() => undefined) })
})
afterAll(() => server.close())

/** Asks the server and works it out from the rows, `times` over. */
async function compare(times: number): Promise<void> {
  const rows = cars.map(searchable)
  let filled = 0
  await fc.assert(
    fc.asyncProperty(anyQuery, async (query) => {
      const asked = readQuery(query, world)
      const { reply } = await server.call(carRoutes.getCarList, { body: query })
      const expected = search(rows, asked)
      expect(reply.count_records).toBe(expected.total)
      expect(reply.data.map((c) => c._id)).toEqual(expected.cars.map((c) => c._id))
      expect(reply.facets).toEqual(facetsOf(rows, asked.filter))
      if (expected.cars.length > 1) filled += 1
    }),
    { numRuns: times, seed },
  )
  // Questions that nobody answers would prove nothing.
  expect(filled).toBeGreaterThan(times / 5)
}

test('For any cars and any question the server answers what the phone works out by itself: the same cars in the same order, total, facets and histogram [R-API-09 R-LIST-12 R-LIST-31 R-LIST-32 R-CONST-06 R-ENT-04 R-VAL-07 R-VAL-09 R-VAL-10 R-VAL-11]', async () => {
  await compare(runs)
}, 300_000)

test('The order is asked for and not a gift of an index: without indexes the answers are the same [R-CONST-06 R-LIST-21]', async () => {
  const orders = ['newest', 'price', 'year', 'mileage', 'make', 'facets', 'creator']
  await server.db.run({ text: `drop index ${orders.map((name) => `cars_${name}`).join(', ')}` })
  await compare(Math.ceil(runs / 2))
}, 300_000)
