import { expect, test } from 'vitest'
import { kilometresOf } from '#catalogue'
import { importOptions } from '#contract/selling/import.ts'
import { doubtsOf } from '../../../server/import/table/doubts.ts'
import { makeAd } from '../../../server/import/table/make-ad.ts'
import { mileageOf } from '../../../server/import/table/mileage.ts'
import { NamesBook } from '../../../server/import/table/names-book.ts'
import { assumedOf, importPlanOf } from '../../../server/import/table/plan.ts'
import { world } from '../../support/cars.ts'
import { demoReference } from '../../support/demo-names.ts'

const car = { year: 2019, make: 'BMW', model: 'X5', condition: 'Used', mileage: '90000 Km', price: 400_000 }
const doubts = (over: Partial<typeof car>, currency = 'ZAR') =>
  doubtsOf({ ...car, ...over }, { currency, thisYear: 2026 }).map(({ field, value }) => [field, value])

test.each([
  [{ year: 2012, mileage: '85 Km' }, '2012 BMW X5: 85 km'],
  [{ year: 2012, mileage: '1 200 km' }, '2012 BMW X5: 1,200 km'],
  [{ year: 2012, mileage: '0 Km' }, '2012 BMW X5: 0 km'],
  [{ year: 2024, mileage: '12 Km' }, '2024 BMW X5: 12 km'],
  [{ year: 1968, mileage: '99 miles' }, '1968 BMW X5: 159 km'],
  [{ year: 2016, condition: 'New', mileage: '12 Km' }, '2016 BMW X5: 12 km'],
  [{ year: 2025, mileage: '400000 Km' }, '2025 BMW X5: 400,000 km'],
  [{ year: 1999, mileage: '1200000 Km' }, '1999 BMW X5: 1,200,000 km'],
  [{ year: 2026, condition: 'New', mileage: '45000 Km' }, '2026 BMW X5: 45,000 km'],
])('A mileage that is hardly possible at an age is in doubt: %j', (over, read) => {
  expect(doubts(over)).toEqual([['mileage', read]])
})

test.each([
  { year: 2026, mileage: '12 Km' },
  { year: 2025, mileage: '0 Km' },
  { year: 2027, mileage: '15 Km' },
  { year: 2024, condition: 'New', mileage: '12 Km' },
  { year: 2025, mileage: '120000 Km' },
  { year: 2022, mileage: '4500 Km' },
  { year: 2012, mileage: '9000 Km' },
  { year: 2005, mileage: '640000 Km' },
  { year: 1968, mileage: '12000 Km' },
])('A mileage that some cars have is not in doubt: %j', (over) => {
  expect(doubts(over)).toEqual([])
})

test('A price that no car has in this money is in doubt', () => {
  expect(doubts({ price: 185 })).toEqual([['price', '2019 BMW X5: ZAR 185']])
  expect(doubts({ price: 4999 })).toHaveLength(1)
  expect(doubts({ price: 185_000_000 })).toHaveLength(1)
  expect(doubts({ price: 2500 }, 'NGN')).toEqual([['price', '2019 BMW X5: NGN 2,500']])
  expect([doubts({ price: 15_000 }), doubts({ price: 900_000 }, 'NGN')]).toEqual([[], []])
})

test.each([
  ['85', 85_000],
  ['12.5', 12_500],
  ['120', 120_000],
  ['0', 0],
  ['85000', 85_000],
  ['120 000', 120_000],
  ['85k', 85_000],
  ['85 km', 85],
  ['85 miles', 137],
])('Where bare mileages are thousands, %j is %d km', (text, km) => {
  expect(kilometresOf(mileageOf(text, 'km', true) ?? '')).toBe(km)
})

const header = ['make', 'model', 'year', 'km', 'price']
const planFor = (rows: string[][], options: object = {}) =>
  importPlanOf({
    header,
    rows,
    file: 't.csv',
    options: importOptions.parse(options),
    names: new NamesBook(world),
    dealer: { id: 'd', province: 'Gauteng', city: 'Pretoria', address: '' },
    currency: 'ZAR',
    thisYear: 2026,
  })
const asked = (rows: string[][]) => planFor(rows).columns.flatMap((c) => (c.thousands ? [c.field] : []))
const row = (year: string, km: string, price: string) => ['BMW', 'X5', year, km, price]

test('The import asks about thousands only where most of a column suggests them', () => {
  const [old, fresh] = [row('2012', '185', '185000'), row('2026', '15', '485000')]
  expect(asked([old, old, fresh, fresh])).toEqual(['mileage'])
  expect(asked([fresh, fresh, row('2012', '185000', '185')])).toEqual([])
  expect(asked([row('2012', '185000', '185'), row('2012', '90000', 'R 220'), old])).toEqual(['price'])
  expect(asked([row('2012', '85k', '185k'), row('2012', '85 km', 'R185k')])).toEqual([])
})

test('What is said of thousands is told with all else that is assumed', () => {
  const rows = [row('2012', '185', '185')]
  expect(assumedOf(planFor(rows))).toMatchObject({ mileage: 'Bare numbers are km' })
  expect(assumedOf(planFor(rows, { thousands: ['price', 'mileage'] }))).toMatchObject({
    mileage: 'Bare numbers are km, short ones thousands',
    price: 'Short numbers are thousands',
  })
})

test('Once a dealer says thousands, short values are multiplied and nothing is in doubt', () => {
  const rows = [row('2012', '185', '185'), row('2012', '92000', 'R4.9k')]
  const made = rows.map((cells) =>
    makeAd(cells, planFor(rows, { thousands: ['price', 'mileage'] }), new NamesBook(world), 2026),
  )
  expect(made).toMatchObject([
    { ad: { mileage: '185000 Km', price: 185_000 }, doubts: [] },
    { ad: { mileage: '92000 Km', price: 4900 }, doubts: [{ field: 'price' }] },
  ])
})

test('Misspelled makes, two-digit years and gear counts are read but marked as doubtful', () => {
  const names = new NamesBook(demoReference)
  const read = (cells: string[], options: object = {}) => {
    const plan = importPlanOf({
      header: ['make', 'model', 'year', 'price', 'mileage', 'gearbox'],
      rows: [],
      file: 't.csv',
      options: importOptions.parse(options),
      names,
      dealer: { id: 'd', province: 'Gauteng', city: 'Pretoria', address: '' },
      currency: 'ZAR',
      thisYear: 2026,
    })
    const made = makeAd(cells, plan, names, 2026)
    if (!('ad' in made)) return made.troubles.map(({ field }) => field)
    const { make, year, transmission } = made.ad
    return [make, year, transmission, ...made.doubts.map(({ field, value }) => `${field}: ${value}`)]
  }
  const row = (make: string, year: string, gearbox: string) => [
    make,
    'Corolla',
    year,
    '200000',
    '90000',
    gearbox,
  ]
  expect(read(row('Toyata', '2019', 'Manual'))).toEqual([
    'Toyota',
    2019,
    'Manual',
    'make: Toyata: Toyata is read as Toyota',
  ])
  expect(read(row('Toyota', '19', '6-Gang'))).toEqual([
    'Toyota',
    2019,
    'Manual',
    'year: 19: 2019',
    'transmission: 6-Gang: Manual',
  ])
  expect(read(row('Toyata', "'98", '5 speed'), { take_doubts: true })).toEqual(['Toyota', 1998, 'Manual'])
  expect(read(row('Tesler', '2019', 'Manual'))).toEqual(['make'])
  expect(read(['Mercedez', 'C180', '2019', '200000', '90000', 'Auto'])).toContain('Mercedes-Benz')
  expect(read(['M/Benz', 'C180', '2019', '200000', '90000', 'Auto'])).toEqual([
    'Mercedes-Benz',
    2019,
    'Automatic',
  ])
  expect(read(['Isuzu', 'KB250 D-Teq', '2012', '200000', '90000', 'Man'])).toEqual(['Isuzu', 2012, 'Manual'])
})

test('A German or British table asks the meaning of gas and of its currency', () => {
  const header = ['Marke', 'Modell', 'Baujahr', 'Preis', 'Kilometerstand', 'Kraftstoff']
  const read = (head: readonly string[], fuel: string, options: object = {}) => {
    const cells = ['BMW', 'X5', '2019', '400000', '90000', fuel]
    const plan = importPlanOf({
      header: head,
      rows: [cells],
      file: 't.csv',
      options: importOptions.parse(options),
      names: new NamesBook(world),
      dealer: { id: 'd', province: 'Gauteng', city: 'Pretoria', address: '' },
      currency: 'ZAR',
      thisYear: 2026,
    })
    const made = makeAd(cells, plan, new NamesBook(world), 2026)
    return 'ad' in made ? [made.ad.fueltype, made.ad.price] : made.troubles.map(({ reason }) => reason)
  }
  const rates = { EUR: 20 }
  expect(read(header, 'Gas', { rates })).toEqual([
    'In a table like this it may be LPG, CNG or petrol. Write which.',
  ])
  expect(read(header, 'Diesel')).toEqual(['This price is in EUR, and ads are in ZAR. Say how much 1 EUR is.'])
  expect(read(header, 'Diesel', { rates })).toEqual(['Diesel', 8_000_000])
  expect(read(header.with(3, 'Preis (ZAR)'), 'Diesel')).toEqual(['Diesel', 400_000])
  expect(read(['make', 'model', 'year', 'price', 'mileage', 'fuel'], 'Gas')).toEqual(['Gasoline', 400_000])
  const british = read(['make', 'model', 'year', 'price', 'mileage', 'fuel', 'MOT'], 'Gas', {
    rates: { GBP: 23 },
  })
  expect(british).toEqual(['In a table like this it may be LPG, CNG or petrol. Write which.'])
})

test.each([
  [['VRM', 'price'], '9995', 'GBP', 'miles'],
  [['reg', 'price'], '£9,995', 'GBP', 'miles'],
  [['mpg', 'price'], '9995', undefined, 'miles'],
  [['reg', 'price'], '9995', undefined, 'km'],
  [['VRM', 'price (ZAR)'], '9995', 'ZAR', 'miles'],
])('Columns %j with %s are read in %s and in %s', (columns, price, money, unit) => {
  const [first = '', second = ''] = columns
  const plan = importPlanOf({
    header: ['make', 'model', 'year', 'mileage', second, first],
    rows: [['BMW', 'X5', '2019', '50000', price, 'x']],
    file: 't.csv',
    options: importOptions.parse({ rates: { GBP: 23 } }),
    names: new NamesBook(world),
    dealer: { id: 'd', province: 'Gauteng', city: 'Pretoria', address: '' },
    currency: 'ZAR',
    thisYear: 2026,
  })
  expect(plan.unit).toBe(unit)
  const made = makeAd(['BMW', 'X5', '2019', '50000', price, 'x'], plan, new NamesBook(world), 2026)
  expect('ad' in made && made.ad.price).toBe(money === 'GBP' ? 229_885 : 9995)
})

test.each([
  ['Mileage (km)', ['£9500'], ['50000'], 'km'],
  ['Mileage', ['100000', '120000', '£9500'], ['50000'], 'km'],
  ['Mileage', ['£9500', '£8000'], ['50000', '60000 km'], 'km'],
  ['Mileage', ['£9500', '£8000', '100000'], ['50000'], 'miles'],
  ['Miles', ['100000'], ['50000'], 'miles'],
])('Bare mileages under %j beside prices %j and %j are %s', (name, prices, mileages, unit) => {
  const plan = importPlanOf({
    header: ['make', 'model', 'year', 'price', name],
    rows: prices.map((price, i) => ['BMW', 'X5', '2019', price, mileages[i] ?? '50000']),
    file: 't.csv',
    options: importOptions.parse({ rates: { GBP: 23 } }),
    names: new NamesBook(world),
    dealer: { id: 'd', province: 'Gauteng', city: 'Pretoria', address: '' },
    currency: 'ZAR',
    thisYear: 2026,
  })
  expect(plan.unit).toBe(unit)
})
