import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from '../support/property.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnsOf, createSearchIndex, readQuery, type CarSearchIndex, type Reference } from '#catalogue'
import { readListQuery, type ListQuery } from '#contract/list-query.ts'
import { sortValues } from '#contract/limits.ts'
import { findCars } from '../../server/cars/cars-search.ts'
import { insertCars, type NewCar } from '../../server/cars/cars-write.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { anyCar, anyQuery, newCar, searchable, sellers, testId, world } from '../support/cars.ts'
import { furnish } from '../support/motorkin.ts'
import { realTable } from '../support/real-cars.ts'

/** `PARITY_RUNS` and `PARITY_SEED` run more queries or repeat a run. */
const runs = Number(process.env['PARITY_RUNS'] ?? 300)
const seed = Number(process.env['PARITY_SEED'] ?? 20_261_122)

let server: TestServer
let cars: NewCar[]

beforeAll(async () => {
  const random = fc.sample(anyCar, { seed, numRuns: 2500 })
  cars = random.map((car, i) =>
    newCar(i, {
      ...car,
      id: testId('car', (i * 7919) % 2503),
      slug: `car-${i}`,
      price: car.price + (i % 41) * 1.5,
    }),
  )
  server = await testServer({ seed: ({ db }) => furnish(db, cars).then(() => undefined) })
})
afterAll(() => server.close())

/** Compares the engine with the database for `times` queries. Returns how many queries found several cars. */
async function compare(
  engine: CarSearchIndex,
  o: { query: fc.Arbitrary<ListQuery>; reference: Reference; times: number },
): Promise<number> {
  let filled = 0
  await fc.assert(
    fc.asyncProperty(o.query, async (query) => {
      const asked = readQuery(query, o.reference)
      const expected = await findCars(server.db, asked, { user: undefined, facets: query.facets })
      const found = engine.find(asked)
      expect(found.total).toBe(expected.total)
      expect(found.wishes).toEqual(expected.wishes)
      expect([...found.slots].map((slot) => engine.idAt(slot))).toEqual(expected.cars.map((c) => c._id))
      expect(query.facets ? engine.facets(asked.filter) : undefined).toEqual(expected.facets)
      if (expected.cars.length > 1) filled += 1
    }),
    { numRuns: o.times, seed },
  )
  return filled
}

test('For any cars and any query the search index answers exactly as the database [R-API-09 R-LIST-31 R-CONST-06 R-VAL-07 R-VAL-10 R-VAL-11 S56 I22]', async () => {
  const engine = createSearchIndex()
  engine.load(columnsOf(cars.map(searchable)))
  expect(await compare(engine, { query: anyQuery, reference: world, times: runs })).toBeGreaterThan(runs / 6)
}, 300_000)

test('After single cars come, change and go, the search index still matches the database [R-API-09 S56 I22]', async () => {
  const engine = createSearchIndex()
  engine.load(columnsOf(cars.slice(0, 1500).map(searchable)))
  // These queries build every order, so that later changes must maintain it.
  for (const sortBy of sortValues) {
    engine.find(
      readQuery(readListQuery({ sortBy, max_price: 900_000, max_kms: 90_000, search: 'one' }), world),
    )
  }
  for (const car of cars.slice(1500))
    engine.put([{ ...searchable(car), price: 1, year: 1999, title: 'Other' }])
  for (const car of cars.slice(1200, 1900)) engine.remove([car.id])
  for (const car of cars.slice(1200)) engine.put([searchable(car)])
  expect(await compare(engine, { query: anyQuery, reference: world, times: runs / 2 })).toBeGreaterThan(
    runs / 12,
  )
}, 300_000)

/** Returns the cars of a table of real cars; missing values are distributed over the known values. */
function realCars(file: string, from: number): NewCar[] {
  const [, ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  const towns = world.cities.map((c) => ({
    city: c.city_name,
    province: world.provinces.find((p) => p._id === c.state_id)?.state_name ?? '',
  }))
  const fuels: Record<string, string> = {
    Diesel: 'Diesel',
    Petrol: 'Petrol',
    Hybrid: 'Hybrid',
    Electric: 'Electric',
  }
  return lines.flatMap((line, i) => {
    const [make = '', model = '', year, price, gearbox = '', mileage = '', fuel = '', , , size = ''] = line
      .split(',')
      .map((text) => text.trim())
    if (!(Number(year) >= 1950 && Number(year) <= 2026)) return []
    return newCar(from + i, {
      id: testId('real', (i * 7919) % 99_991),
      slug: `real-${i}`,
      title: `${year} ${make} ${model} ${size}`,
      make,
      model,
      year: Number(year),
      price: Number(price) * 20,
      mileage: `${mileage} km`,
      fueltype: fuels[fuel] ?? 'LPG Autogas',
      transmission: gearbox === 'Manual' || gearbox === 'Automatic' ? gearbox : 'Semi-Automatic',
      creator: sellers[i % 3] ?? sellers[0],
      created_at: new Date(Date.UTC(2026, 0, 1) + ((i * 104_729) % 40_000_000) * 1000),
      ...towns[i % towns.length],
    })
  })
}

test.runIf(realTable.isHere)(
  'With 99,000 real cars the search index answers sampled queries as the database does [R-API-09 I22]',
  { tags: ['full'], timeout: 900_000 },
  async () => {
    const list = realCars(realTable.path, cars.length)
    expect(list.length).toBeGreaterThan(90_000)
    await insertCars(server.db, list)
    await server.db.run({ text: 'analyze cars' })
    const engine = createSearchIndex()
    engine.load(columnsOf([...cars, ...list].map(searchable)))
    const kinds = [...new Map(list.map((car) => [`${car.make}/${car.model}`, car])).values()]
    const brands = [...new Set(kinds.map((car) => car.make))].map((maketitle, i) => {
      const models = kinds.filter((car) => car.make === maketitle).map((car) => car.model)
      return {
        _id: testId('brand', i),
        maketitle,
        count_models: models.length,
        models: models.map((modeltitle, k) => ({ _id: testId('kind', i * 1000 + k), modeltitle })),
      }
    })
    const reference = { ...world, brands }
    const query = fc
      .record({
        make: fc.subarray(
          brands.map((b) => b.maketitle),
          { maxLength: 3 },
        ),
        model: fc.oneof(
          fc.constant([]),
          fc.subarray(
            kinds.map((car) => car.model),
            { maxLength: 2 },
          ),
        ),
        year: fc.subarray(['2014', '2015', '2016', '2017', '2019', 'pre-2012'], { maxLength: 3 }),
        fueltype: fc.subarray(['Diesel', 'Petrol', 'Hybrid'], { maxLength: 2 }),
        transmission: fc.subarray(['Manual', 'Automatic'], { maxLength: 1 }),
        city: fc.subarray(['Pretoria', 'Ikeja', 'Durban'], { maxLength: 1 }),
        min_price: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 600_000 })),
        max_price: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 900_000 })),
        max_kms: fc.oneof(fc.constant(0), fc.integer({ min: 1000, max: 120_000 })),
        search: fc.constantFrom(undefined, undefined, undefined, 'focus', 'class 2.0', '2017'),
        sortBy: fc.constantFrom(...sortValues),
        page: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 2000 })),
        facets: fc.boolean(),
      })
      .map((given) => readListQuery(given))
    const times = Math.ceil(runs / 5)
    expect(await compare(engine, { query, reference, times })).toBeGreaterThan(times / 10)
  },
)
