import fc from '../../support/property.ts'
import { expect, test } from 'vitest'
import { listingDefaults, queryOf, readListingUrl, writeListingUrl, type ListingState } from '#catalogue'
import { readListQuery, withinRange } from '#contract/list-query.ts'
import { adFuels, adTransmissions, carTypes, filterFuels, filterTransmissions } from '#contract/limits.ts'
import { limits, priceRange, sortValues } from '#contract/limits.ts'

const read = (query: string) => readListingUrl(new URLSearchParams(query))
const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((s) => s.replaceAll(',', ''))
const value = word.map((s) => s.trim()).filter((s) => s !== '' && s.length <= limits.maxFilterText)
const list = fc.array(value, { maxLength: 5 })

/** Lists of known values; a state drops unknown values. */
const some = (known: readonly string[]) => fc.array(fc.constantFrom(...known), { maxLength: 5 })

const anyState: fc.Arbitrary<ListingState> = fc.record({
  page: fc.integer({ min: 1, max: limits.maxPage }),
  make: list,
  model: list,
  bodytype: some(carTypes),
  year: some(['2006', '2020', 'pre-2006', 'pre-2012']),
  fueltype: some([...filterFuels, ...adFuels]),
  transmission: some([...filterTransmissions, ...adTransmissions]),
  province: list,
  city: list,
  within_km: fc.option(fc.integer({ min: 1, max: withinRange.max }), { nil: undefined }),
  min_price: fc.integer({ min: 0, max: 2_000_000 }),
  max_price: fc.integer({ min: 2_000_000, max: priceRange.max }),
  min_kms: fc.constant(0),
  max_kms: fc.constant(0),
  sortBy: fc.constantFrom(...sortValues),
  search: fc.option(value, { nil: undefined }),
})

test('A shared or reloaded URL restores the same filters, page and sort [R-LIST-18 R-LIST-17]', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      expect(read(writeListingUrl(state))).toEqual(state)
    }),
  )
})

test('An address without parameters is every car, newest first, from page 1 [R-LIST-03 R-LIST-04 R-LIST-05 R-LIST-06]', () => {
  expect(read('')).toEqual(listingDefaults)
  expect(listingDefaults).toMatchObject({
    min_price: 0,
    max_price: 5_000_000,
    page: 1,
    sortBy: 'most_recent',
  })
  expect(writeListingUrl(listingDefaults)).toBe('')
})

test('The documented parameters are read, comma lists included [R-LIST-01 R-LIST-02]', () => {
  const state = read(
    'brands=Toyota,BMW&models=X5&year=2020,pre-2006&minprice=100&maxprice=900&types=SUV&fueltypes=Petrol,Diesel' +
      '&transmissiontypes=Manual&page=3&sortby=price_low_high&province=Gauteng&city=Pretoria',
  )
  expect(state).toEqual({
    ...listingDefaults,
    make: ['Toyota', 'BMW'],
    model: ['X5'],
    year: ['2020', 'pre-2006'],
    min_price: 100,
    max_price: 900,
    bodytype: ['SUV'],
    fueltype: ['Petrol', 'Diesel'],
    transmission: ['Manual'],
    page: 3,
    sortBy: 'price_low_high',
    province: ['Gauteng'],
    city: ['Pretoria'],
  })
})

test('The URL contains a city’s radius, but ignores 0 and invalid values [R-LIST-17 R-VAL-11]', () => {
  expect(read('city=Pretoria&within=50')).toEqual({ ...listingDefaults, city: ['Pretoria'], within_km: 50 })
  expect(writeListingUrl({ ...listingDefaults, city: ['Pretoria'], within_km: 50 })).toBe(
    'city=Pretoria&within=50',
  )
  expect(writeListingUrl({ ...listingDefaults, within_km: 0 })).toBe('')
  for (const within of ['0', '-5', 'far', '1.5', ''])
    expect(read(`within=${within}`)).toEqual(listingDefaults)
  expect(read('within=5000').within_km).toBe(1000)
})

test('Kilometres never appear in an address [R-CONST-04 R-CONST-05]', () => {
  expect(writeListingUrl({ ...listingDefaults, min_kms: 10_000, max_kms: 90_000 })).toBe('')
})

test('An empty or 0 maxprice means no upper limit, an empty minprice 0 [R-LIST-04 R-VAL-04]', () => {
  expect(read('minprice=&maxprice=')).toEqual(listingDefaults)
  expect(read('maxprice=0')).toEqual(listingDefaults)
})

test('Swapped prices are reordered, but "6,000,000 and more" keeps its meaning [R-VAL-11 R-LIST-31]', () => {
  expect(read('minprice=900&maxprice=100')).toMatchObject({ min_price: 100, max_price: 900 })
  expect(read('minprice=6000000')).toMatchObject({ min_price: 6_000_000, max_price: priceRange.max })
})

test('Whatever somebody types into the address, the server accepts the search behind it [R-VAL-11]', () => {
  const names = [
    'brands',
    'models',
    'year',
    'types',
    'fueltypes',
    'transmissiontypes',
    'province',
    'city',
    'q',
  ]
  const odd = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom('-1', '1e9', '99999999999999', '0', 'NaN', 'a,'.repeat(300), 'x'.repeat(500), '999999'),
  )
  const parameter = fc.tuple(
    fc.constantFrom(...names, 'minprice', 'maxprice', 'within', 'page', 'sortby'),
    odd,
  )
  fc.assert(
    fc.property(fc.array(parameter, { maxLength: 8 }), (parameters) => {
      const given = new Map(parameters)
      const query = queryOf(readListingUrl({ get: (name) => given.get(name) ?? null }), true)
      expect(readListQuery(query)).toEqual(query)
    }),
  )
  expect(read('page=abc&sortby=cheapest&minprice=ten').page).toBe(1)
})
