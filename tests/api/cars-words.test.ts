import { z } from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { carRoutes } from '#contract/cars.ts'
import { referenceRoutes } from '#contract/reference.ts'
import { fillTokens, insertCars, rewriteCar } from '../../server/cars/cars-write.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, searchable, testId } from '../support/cars.ts'
import { prototypeNames } from '../support/prototype-names.ts'
import { furnish } from '../support/motorkin.ts'

let server: TestServer

const cars = [
  newCar(1, {
    make: 'Citroën',
    model: 'C3',
    title: '2019 Citroën C3 GD-6 Wildtrak',
    year: 2019,
    price: 150_000,
  }),
  newCar(2, {
    fueltype: 'Petrol',
    make: 'Citroën',
    model: 'Berlingo',
    title: '2016 Citroën Berlingo',
    year: 2016,
    city: 'Johannesburg',
  }),
  newCar(3, {
    fueltype: 'Petrol',
    make: 'Mazda',
    model: '3',
    title: '2015 Mazda 3 2.0 Individual',
    engine: '2.0 L',
    exteriorcolor: 'Pearl White',
    carfeatures: ['Sunroof'],
    year: 2015,
    transmission: 'Manual',
  }),
  newCar(4, {
    fueltype: 'Petrol',
    make: 'BMW',
    model: '3 Series',
    title: '2012 BMW 3 Series 320i',
    year: 2012,
    province: 'KwaZulu-Natal',
    city: 'Durban',
  }),
]

beforeAll(async () => {
  // This test checks the database; another test compares the list index with the database.
  server = await testServer({
    env: { LIST_INDEX_MAX_CARS: '0' },
    seed: ({ db }) => furnish(db, cars).then(() => undefined),
  })
})
afterAll(() => server.close())

const found = async (body: object) =>
  (await server.call(carRoutes.getCarList, { body })).reply.data
    .map((c) => Number(c._id.slice(4)))
    .sort((a, b) => a - b)

test.each([
  ['wildtrack', [1]],
  ['gd6', [1]],
  ['gd-6', [1]],
  ['2.0', [3]],
  ['individul mazda', [3]],
  ['citron', [1, 2]],
  ['citroen from 2016', [1, 2]],
  ['mazda 3', [3]],
  ['manual under 500k', [3]],
  ['durban', [4]],
  ['bmw 320i before 2015', [4]],
  ['citroen under R200k 2019', [1]],
  ['johannesburg or durban', [2, 4]],
  ['2.0 pearl white sunroof', [3]],
  ['not white', []],
  ['citroen but not berlingo', [1]],
  ['"wild" "card"', []],
  ['bmw "wildtrak"', []],
  // A word that no car contains excludes no car.
  ['moonshine', [1, 2, 3, 4]],
  ['%', [1, 2, 3, 4]],
  ["'; drop table cars; --", [1, 2, 3, 4]],
])('"%s" finds cars %j on the server [R-API-09]', async (search, expected) => {
  expect(await found({ search })).toEqual(expected)
})

test('Cars around a city are found up to as far as was asked [R-LIST-14]', async () => {
  expect(await found({ city: ['Durban'] })).toEqual([4])
  expect(await found({ city: ['Durban'], within_km: 120 })).toEqual([2, 4])
  expect(await found({ city: 'Durban', within_km: 1000 })).toEqual([1, 2, 3, 4])
  expect(await found({ city: 'Durban', within_km: 2000 })).toEqual([1, 2, 3, 4])
})

test('A city comes with the place it has on the map [R-ENT-16 R-API-08]', async () => {
  const { data } = (
    await server.call(referenceRoutes.getCitiesByStateIds, { body: { state_ids: ['Gauteng'] } })
  ).reply
  expect(data.map((c) => [c.city_name, c.lat, c.lng])).toContainEqual(['Pretoria', -26, 29])
})

test('An ad whose title changed is found by its new words only [R-API-14]', async () => {
  const car = newCar(10, { title: '2020 BMW X5 Sandstorm' })
  await insertCars(server.db, [car])
  expect(await found({ search: 'sandstorm' })).toEqual([10])
  await rewriteCar(server.db, { ...car, title: '2020 BMW X5 Moonlight' }, 1)
  expect(await found({ search: '"sandstorm"' })).toEqual([])
  expect(await found({ search: 'monlight' })).toEqual([10])
})

test('A title is searched as it is stored, without what cannot be stored', async () => {
  const car = newCar(11, { title: 'Thun\0der \ud83dclap' })
  await insertCars(server.db, [car])
  expect(await found({ search: 'thunder clap' })).toEqual([11])
})

const count = z.object({ n: z.int() })
const counted = async (text: string) => (await server.db.row(count, { text }))?.n

test('Old cars without search words get them, and phones see no change [I21]', async () => {
  const many = Array.from({ length: 2100 }, (_, i) => newCar(3000 + i, { title: `2020 BMW X5 Extra ${i}` }))
  await insertCars(server.db, many)
  await server.db.run({ text: 'update cars set search_tokens = null' })
  await server.db.run({ text: 'delete from search_words' })
  expect(await found({ search: '"wildtrak"' })).toEqual([])
  const changes = () =>
    server.db.rows(z.object({ id: z.string(), tx: z.string() }), {
      text: 'select car_id as id, tx::text from feed order by tx, car_id',
    })
  const before = await changes()
  expect(await fillTokens(server.db)).toBe(cars.length + 2 + many.length)
  expect(await fillTokens(server.db)).toBe(0)
  expect(await changes()).toEqual(before)
  expect(await found({ search: 'wildtrak' })).toEqual([1])
  expect(await found({ search: '"2099" "extra"' })).toEqual([
    Number(searchable(many[2099] ?? newCar(0))._id.slice(4)),
  ])
  expect(await counted('select count(*)::int as n from cars where search_tokens is null')).toBe(0)
  expect(await counted(`select count(*)::int as n from feed where car_id = '${testId('car', 1)}'`)).toBe(1)
})

test('The reply says how many cars match each word that only affects the order [R-API-09]', async () => {
  const { reply } = await server.call(carRoutes.getCarList, { body: { search: 'citroen zzz wildtrack' } })
  expect(reply.data.map((c) => Number(c._id.slice(4)))).toEqual([1, 2])
  expect(reply.wishes).toEqual([
    { word: 'zzz', cars: 0 },
    { word: 'wildtrack', cars: 1 },
  ])
  const plain = await server.call(carRoutes.getCarList, { body: { search: 'citroen' } })
  expect('wishes' in plain.reply).toBe(false)
})

test('An overlong search text is cut, and the reply says so [R-VAL-11]', async () => {
  const long = `citroen ${'x'.repeat(71)} y mazda`
  const { reply } = await server.call(carRoutes.getCarList, { body: { search: long } })
  expect(reply.msg).toBe('Only the first 80 characters of the search were used.')
  expect(reply.data.every((car) => car.make === 'Citroën')).toBe(true)
  const exact = await server.call(carRoutes.getCarList, {
    body: { search: `  ${long.slice(0, 80).trim()}  ` },
  })
  expect(exact.reply.msg).toBe('Success')
  expect(exact.reply.count_records).toBe(reply.count_records)
})

test('A word that every object answers to is searched like any other word [R-LIST-17]', async () => {
  const words = prototypeNames.flatMap((name) => [`"${name}"`, `bmw "${name}"`])
  for (const search of words) expect(await found({ search, facets: true })).toEqual([])
  const filters = ['make', 'model', 'bodytype', 'year', 'fueltype', 'transmission', 'province', 'city']
  for (const name of prototypeNames) {
    for (const filter of filters) {
      const body = { [filter]: [name], facets: true }
      expect((await server.call(carRoutes.getCarList, { body })).status).toBe(200)
    }
  }
})
