import { z } from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { insertCars, type NewCar } from '../../server/cars/cars-write.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, testId } from '../support/cars.ts'
import { furnish } from '../support/motorkin.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({ seed: ({ db }) => furnish(db).then(() => undefined) })
})
afterAll(() => server.close())

const stored = z.object({
  mileage_km: z.int(),
  transmission_key: z.string(),
  search_tokens: z.array(z.string()),
  carfeatures: z.array(z.string()),
  price: z.number(),
})
const read = (id: string) => server.db.row(stored, { text: 'select * from cars where id = $1', values: [id] })
const refused = async (car: NewCar) => {
  const error: unknown = await insertCars(server.db, [newCar(900), car]).catch((e: unknown) => e)
  return error instanceof AppError ? error.fields : error
}

test('Saving a car computes what a search needs: kilometres, gearbox, words and facts [R-ENT-04 R-VAL-10]', async () => {
  const car = newCar(1, {
    title: '2019 Citroën C3 "Élan" \\ 50%',
    make: 'Citroën',
    model: 'C3',
    year: 2019,
    mileage: '30k miles',
    transmission: 'Semi-Autometic',
    price: 199_999.99,
    carfeatures: ['A/C: Front', 'Say "hi", {now}', 'back\\slash'],
  })
  expect(await insertCars(server.db, [car])).toBe(1)
  expect(await read(car.id)).toEqual({
    mileage_km: 48_280,
    transmission_key: 'semiautomatic',
    // The words of the ad, then the facts that a search may name.
    search_tokens: '2019|citroen|c3|elan|50| white| fwd| used| a/c: front| 1.6 l'.split('|'),
    carfeatures: car.carfeatures,
    price: 199_999.99,
  })
})

test('Characters that cannot be stored are left out, everything else is kept as typed [R-ENT-01]', async () => {
  const car = newCar(2, { carfeatures: ['a\0b', 'half \ud83d', 'whole 🚗 \u2028'], price: 0 })
  await insertCars(server.db, [car])
  expect((await read(car.id))?.carfeatures).toEqual(['ab', 'half ', 'whole 🚗 \u2028'])
})

test('Many cars are written in a few statements and none is lost [R-ENT-01]', async () => {
  const many = Array.from({ length: 1201 }, (_, i) => newCar(2000 + i))
  expect(await insertCars(server.db, many)).toBe(1201)
  expect(await insertCars(server.db, [])).toBe(0)
  expect(await read(testId('car', 3200))).toBeDefined()
})

test.each<[Partial<NewCar>, string]>([
  [{ mileage: 'like new' }, 'mileage'],
  [{ price: -1 }, 'price'],
  [{ price: Number.NaN }, 'price'],
  [{ year: 19 }, 'year'],
  [{ fueltype: 'Steam' }, 'fueltype'],
  [{ transmission: 'CVT' }, 'transmission'],
  [{ bodytype: 'Spaceship' }, 'bodytype'],
  [{ slug: 'No Slug' }, 'slug'],
  [{ title: '' }, 'title'],
])(
  'A car with %j is refused at its field, and nothing else is saved [R-VAL-43 R-VAL-09]',
  async (over, field) => {
    expect(Object.keys((await refused(newCar(901, over))) ?? {})).toEqual([`1.${field}`])
    expect(await read(testId('car', 900))).toBeUndefined()
  },
)
