import fc from '../../support/property.ts'
import { expect, test } from 'vitest'
import {
  comparator,
  matches,
  priceSlice,
  queryOf,
  readListingUrl,
  readQuery,
  search,
  settled,
} from '#catalogue'
import { writeListingUrl } from '#catalogue'
import { priceSlices } from '#contract/cars.ts'
import { readListQuery } from '#contract/list-query.ts'
import { sortValues } from '#contract/limits.ts'
import { prototypeNames } from '../../support/prototype-names.ts'
import { anyCar, anyQuery, newCar, searchable, testId, world } from '../../support/cars.ts'
import { facetsOf } from '../../support/sample-car.ts'

const someCars = fc
  .array(anyCar, { minLength: 1, maxLength: 25 })
  .map((cars) => cars.map((car, i) => searchable({ ...car, id: testId('car', i), slug: `car-${i}` })))

test('Every sort is a total order, so cars never swap between pages [R-CONST-06 R-LIST-06]', () => {
  fc.assert(
    fc.property(someCars, fc.constantFrom(...sortValues), (cars, sort) => {
      const compare = comparator(sort)
      for (const a of cars) {
        for (const b of cars) {
          expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0)
          expect(compare(a, b) === 0).toBe(a._id === b._id)
          const after = cars.filter((c) => compare(a, b) < 0 && compare(b, c) < 0)
          expect(after.every((c) => compare(a, c) < 0)).toBe(true)
        }
      }
    }),
    { numRuns: 40 },
  )
})

test.each([
  ['price_low_high', [1, 2, 3]],
  ['price_high_low', [3, 2, 1]],
  ['year_low_high', [3, 1, 2]],
  ['year_high_low', [2, 1, 3]],
  ['mileage_low_high', [2, 3, 1]],
  ['mileage_high_low', [1, 3, 2]],
  ['most_recent', [3, 2, 1]],
] as const)('Sorting by %s puts cars in that order [R-CONST-06 R-ENT-04]', (sort, order) => {
  const cars = [
    newCar(1, { price: 100, year: 2010, mileage: '120 000 Km' }),
    newCar(2, { price: 200, year: 2020, mileage: '9 000 Km' }),
    newCar(3, { price: 300, year: 2001, mileage: '30k' }),
  ].map(searchable)
  const query = readQuery(readListQuery({ sortBy: sort }), world)
  expect(search(cars, query).cars.map((c) => c._id)).toEqual(order.map((n) => testId('car', n)))
})

test('Pages split the list without losing or repeating a car, and the total matches [R-API-09]', () => {
  fc.assert(
    fc.property(someCars, anyQuery, fc.integer({ min: 1, max: 9 }), (cars, query, limit) => {
      const asked = readQuery(query, world)
      const whole = search(cars, { ...asked, page: 1, limit: 1000 })
      const paged = []
      for (let page = 1; page <= Math.ceil(whole.total / limit); page += 1) {
        paged.push(...search(cars, { ...asked, page, limit }).cars)
      }
      expect(paged).toEqual(whole.cars)
      expect(whole.total).toBe(whole.cars.length)
    }),
  )
})

test('Lists show active cars only [R-LIST-32]', () => {
  const cars = [newCar(1), newCar(2, { status: 'sold' }), newCar(3, { status: 'inactive' })].map(searchable)
  expect(search(cars, readQuery(readListQuery({}), world)).total).toBe(1)
})

test('An option’s count equals the results of choosing it alone in its section', () => {
  fc.assert(
    fc.property(someCars, anyQuery, (cars, query) => {
      const filter = settled(readQuery(query, world).filter, (f) => cars.some((c) => matches(c, f)))
      const facets = facetsOf(cars, filter)
      for (const { value, count } of facets.fueltype) {
        const alone = { ...filter, fueltypes: [value.toLowerCase()] }
        expect(cars.filter((c) => matches(c, alone))).toHaveLength(count)
      }
      for (const { value, count } of facets.model) {
        const [parent = '', child = ''] = value.split('/')
        const alone = { ...filter, makes: [{ parent, children: [child] }] }
        expect(cars.filter((c) => matches(c, alone))).toHaveLength(count)
      }
      const anyPrice = { ...filter, minPrice: 0, maxPrice: undefined }
      expect(facets.price.reduce((a, b) => a + b, 0)).toBe(cars.filter((c) => matches(c, anyPrice)).length)
    }),
  )
})

test('The histogram has a slice for every price, the last one holding everything above', () => {
  expect(priceSlice(0)).toBe(0)
  expect(priceSlice(199_999.99)).toBe(0)
  expect(priceSlice(200_000)).toBe(1)
  expect(priceSlice(5_000_000)).toBe(priceSlices - 1)
  expect(priceSlice(90_000_000)).toBe(priceSlices - 1)
})

const titled = (n: number, title: string, over = {}) => searchable(newCar(n, { title, ...over }))
const asked = (text: string, sortBy = 'most_recent') =>
  readQuery(readListQuery({ search: text, sortBy }), world)

test('Cars that match more words come first, and no car is left out [R-API-09]', () => {
  const cars = [
    titled(1, '2020 BMW X5 Sport', { price: 3 }),
    titled(2, '2020 BMW X5', { price: 1 }),
    titled(3, '2020 BMW X5 Sport Individual', { price: 9 }),
    titled(4, '2020 BMW X5 Individual', { price: 2 }),
  ]
  const found = (text: string, sortBy?: string) => search(cars, asked(text, sortBy))
  const ids = (text: string, sortBy?: string) => found(text, sortBy).cars.map((c) => Number(c._id.slice(-1)))
  expect(ids('bmw sport individual')).toEqual([3, 4, 1, 2])
  expect(ids('bmw sport individual', 'price_low_high')).toEqual([3, 4, 1, 2])
  expect(ids('cheap bmw sport')).toEqual([1, 3, 2, 4])
  expect(found('bmw sport zzz')).toMatchObject({ total: 4, wishes: [2, 0] })
})

test('Words alone in a query filter the cars, unless no car has them', () => {
  const cars = [titled(1, '2020 BMW X5 Sandstorm'), titled(2, '2020 BMW X5')]
  const found = (text: string) => search(cars, asked(text)).cars.map((c) => Number(c._id.slice(-1)))
  expect(found('sandstorm')).toEqual([1])
  expect(found('sandstorm diesel')).toEqual([1])
  expect(found('moonlight')).toEqual([2, 1])
  // A word of the trade names no car, so it filters nothing.
  expect(found('clean')).toEqual([2, 1])
  // Words beside a car's name only affect the order.
  expect(found('bmw sandstorm')).toEqual([1, 2])
  const counts = facetsOf(cars, asked('sandstorm').filter)
  expect(counts.make).toEqual([{ value: 'BMW', count: 1 }])
})

test.each(prototypeNames)('A search for "%s" looks for that word and nothing else [R-LIST-17]', (name) => {
  const cars = [newCar(1, { title: `2019 ${name} BMW X5`, make: 'BMW', model: 'X5' }), newCar(2)].map(
    searchable,
  )
  const found = (query: object) => {
    const asked = readQuery(readListQuery(query), world)
    facetsOf(cars, asked.filter)
    return search(cars, asked).cars.map((c) => c._id)
  }
  expect(found({ search: name })).toEqual([testId('car', 1)])
  expect(found({ search: `bmw ${name} x5` })).toEqual([testId('car', 1), testId('car', 2)])
  expect(found({ search: `bmw "${name}" x5` })).toEqual([testId('car', 1)])
  const filters = ['make', 'model', 'bodytype', 'year', 'fueltype', 'transmission', 'province', 'city']
  for (const filter of filters) expect(found({ [filter]: name, facets: true })).not.toContain(undefined)
  const parameters = [
    'brands',
    'models',
    'year',
    'types',
    'fueltypes',
    'transmissiontypes',
    'province',
    'city',
  ]
  for (const parameter of [...parameters, 'within', 'minprice', 'page', 'sortby', 'q', name]) {
    const state = readListingUrl(new URLSearchParams([[parameter, name]]))
    expect(readListingUrl(new URLSearchParams(writeListingUrl(state)))).toEqual(state)
    expect(() => found(queryOf(state, true))).not.toThrow()
  }
})
