import fc from '../../support/property.ts'
import { expect, test } from 'vitest'
import { kilometresOf } from '#catalogue'
import { newAd } from '#contract/ads.ts'
import { importFields, importOptions } from '#contract/selling/import.ts'
import { guessFields } from '../../../server/import/table/columns.ts'
import { makeAd, type Made } from '../../../server/import/table/make-ad.ts'
import { changedFields, heldMarks, marksOf, wasHeld } from '../../../server/import/marks.ts'
import { NamesBook } from '../../../server/import/table/names-book.ts'
import { lacking, type Plan, planOf } from '../../../server/import/table/plan.ts'
import {
  amountOf,
  cellText,
  engineOf,
  featuresOf,
  fuelOf,
  mileageOf,
  statusOf,
  yearOf,
} from '../../../server/import/table/values.ts'
import { world } from '../../support/cars.ts'

const dealer = { id: 'd', province: 'Gauteng', city: 'Pretoria', address: '1 Main Road' }
const book = (adds = false) => new NamesBook(world, adds ? () => 'id' : undefined)

function plan(header: string[], over: object = {}, file = 'table.csv'): Plan {
  const options = importOptions.parse(over)
  return planOf({ header, rows: [], file, options, names: book(), dealer })
}
const ad = (made: Made) => {
  if (!('ad' in made)) throw new Error(JSON.stringify(made.troubles))
  return made.ad
}
const troubles = (made: Made) =>
  'troubles' in made ? made.troubles.map((t) => `${t.field}: ${t.reason}`) : []

test('Columns are understood by the names people give them', () => {
  const header = [
    'Stock No',
    'Brand',
    'Model',
    'Year',
    'Price (ZAR)',
    'Odometer',
    'fuelType',
    'Gearbox',
    'Colour',
    'mpg',
  ]
  const expected = [
    'stock_no',
    'make',
    'model',
    'year',
    'price',
    'mileage',
    'fueltype',
    'transmission',
    'exteriorcolor',
    '',
  ]
  expect(guessFields(header)).toEqual(expected)
  expect(
    guessFields([
      'price',
      'name',
      'registered_state',
      'registered_city',
      'condition',
      'year_of_manufacture',
      'color',
      'mileage',
    ]),
  ).toEqual(['price', 'name', 'province', 'city', 'condition', 'year', 'exteriorcolor', 'mileage'])
})

test('The make may stand in the name of the file, and the unit in the name of a column', () => {
  const read = plan(['model', 'year', 'price', 'mileage (miles)'], {}, 'used-citroen-2020.csv.gz')
  expect(read.values.make).toBe('Citroën')
  expect(read.unit).toBe('miles')
  expect(lacking(read)).toBeUndefined()
})

test('A table without what every ad needs is refused as a whole, naming what is missing', () => {
  expect(lacking(plan(['model', 'colour']))).toBe(
    'No column seems to hold the make, the year, the price and the mileage. Please choose which does.'.replace(
      'the make',
      'the make',
    ),
  )
})

test.each([
  ['12500', 12_500],
  ['£12,500', 12_500],
  ['₦ 4 200 000', 4_200_000],
  ['12.500,00', 12_500],
  ['12,500.50', 12_500.5],
  ['1.250.000', 1_250_000],
  ['850k', 850_000],
  ['1.2m', 1_200_000],
  ['R 99 999', 99_999],
  ['-5', undefined],
  ['call us', undefined],
])('The price %j is %j', (text, price) => {
  expect(amountOf(text)).toBe(price)
})

test('Years, mileages, engines and blanks are read as people write them', () => {
  expect(['2017', '2017.0', '2017-03-01', '03/2017', '17', 'new'].map(yearOf)).toEqual([
    2017,
    2017,
    2017,
    2017,
    undefined,
    undefined,
  ])
  expect(kilometresOf(mileageOf('10000', 'miles') ?? '')).toBe(16_093)
  expect(mileageOf('68 123 Km', 'miles')).toBe('68 123 Km')
  expect(mileageOf('none', 'km')).toBeUndefined()
  expect(['1.4', '2', '1998', '0', '3.0 V6'].map(engineOf)).toEqual(['1.4L', '2.0L', '1998 cc', '', '3.0 V6'])
  expect(['NA', ' n/a ', '-', 'null', 'トヨタ', 'x'].map(cellText)).toEqual(['', '', '', '', 'トヨタ', 'x'])
  expect(featuresOf('bluetooth; sunroof;Own thing')).toEqual(['Bluetooth', 'Sunroof', 'Own thing'])
})

test('What a table says of a status is not taken for its contrary', () => {
  const as = (status: string | undefined, ...texts: string[]) =>
    texts.filter((text) => statusOf(text) !== status)
  expect(
    as('active', 'Active', 'Available', 'For sale', 'In stock', 'unsold', 'Not sold', 'On offer', '1'),
  ).toEqual([])
  expect(as('sold', 'Sold', 'SOLD!', 'officially sold', 'Sold out')).toEqual([])
  const away = [
    'Not available',
    'unavailable',
    'no longer available',
    'not_for_sale',
    'Out of stock',
    'off',
    'Offline',
  ]
  expect(
    as('inactive', ...away, 'off-market', 'Inactive', 'not active', 'Under offer', 'draft', 'No'),
  ).toEqual([])
  expect(as(undefined, 'officer', 'soldier')).toEqual([])
})

test('A car with two sources of power is a hybrid', () => {
  const fuels = ['Petrol/Electric', 'diesel & electric', 'Electric - Petrol', 'PHEV', 'Electric', 'Petrol']
  expect(fuels.map(fuelOf)).toEqual(['Hybrid', 'Hybrid', 'Hybrid', 'Hybrid', 'Electric', 'Petrol'])
})

const header = ['stock', 'make', 'model', 'year', 'price', 'mileage', 'fuel', 'gearbox', 'tax']
const good = ['S1', 'citroen', 'c3', '2019', '99 000', '40000', 'Petrol', 'Semi-Auto', '150']

test('A row becomes an ad in the spellings of our own tables; what no field holds is told in its description', () => {
  expect(ad(makeAd(good, plan(header), book(), 2026))).toMatchObject({
    title: '2019 Citroën C3',
    make: 'Citroën',
    model: 'C3',
    price: 99_000,
    mileage: '40000 Km',
    transmission: 'Semi-Autometic',
    province: 'Gauteng',
    city: 'Pretoria',
    status: 'active',
    description: expect.stringContaining('tax: 150') as string,
  })
})

test('Make and model in one column are told apart by what is known', () => {
  const read = plan(['name', 'year', 'price', 'mileage'])
  const made = makeAd(['Mazda CX-5 Individual Red', '2019', '1', '1'], read, book(), 2026)
  expect(ad(made)).toMatchObject({ make: 'Mazda', model: 'CX-5' })
})

test.each([
  [1, 'Nonesuch', 'make: This make is not known here.'],
  [2, 'Nonesuch', 'model: This model of Citroën is not known here.'],
  [3, '2060', 'year: This year is still to come.'],
  [3, '350', 'year: This is not a year.'],
  [4, 'POA', 'price: This is not a price.'],
  [4, '', 'price: This is empty.'],
  [5, 'NA', 'mileage: This is empty.'],
  [6, 'Other', 'fueltype: This is no fuel type we know.'],
  [7, 'Magic', 'transmission: This is no transmission we know.'],
])('Column %i with %j is refused in plain words', (place, cell, reason) => {
  const cells = good.map((text, i) => (i === place ? cell : text))
  expect(troubles(makeAd(cells, plan(header), book(), 2026))).toEqual([reason])
})

test('A phone number or an address in a table is refused like one that is typed [R-POST-22]', () => {
  const read = plan([...header, 'description'])
  const made = makeAd([...good, 'Call 082 123 4567 today'], read, book(), 2026)
  expect(troubles(made)).toEqual([expect.stringContaining('phone number')])
  // The mileage is a part of the description that is made.
  const cells = good.map((text, i) => (i === 5 ? '9 Km call 082 123 4567' : text))
  expect(troubles(makeAd(cells, plan(header), book(), 2026))).toEqual([
    expect.stringMatching(/^mileage: .*phone number/),
  ])
})

test('The operator may let a table bring makes and models that nobody knew', () => {
  const names = book(true)
  const cells = good.map((text, i) => (i === 1 ? 'vauxhall' : i === 2 ? 'Corsa' : text))
  expect(ad(makeAd(cells, plan(header), names, 2026))).toMatchObject({ make: 'Vauxhall', model: 'Corsa' })
  expect(names.takeFresh()).toMatchObject({ makes: [{ title: 'Vauxhall' }], models: [{ title: 'Corsa' }] })
  expect(names.takeFresh()).toEqual({ makes: [], models: [] })
})

const anyCell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 300 }),
  fc.constantFrom(
    ...good,
    '',
    'NA',
    '2017',
    '1e9',
    '-1',
    '0',
    '=1+1',
    '<script>',
    'Gauteng',
    'Newtown',
    'sold',
    '\0',
    '\ud800',
  ),
)
/** An ad the contract takes, or reasons that are sentences. */
const honest = (made: Made): boolean =>
  'ad' in made
    ? newAd.safeParse({ ...made.ad, image_ids: ['x'] }).success
    : made.troubles.length > 0 && made.troubles.every(({ reason }) => /[.!?]$/.test(reason))

test('Whatever a row holds, it becomes an ad that the contract takes or is refused with a reason; nothing throws', () => {
  const table = plan([...importFields], { columns: Object.fromEntries(importFields.map((f) => [f, f])) })
  fc.assert(
    fc.property(fc.array(anyCell, { maxLength: importFields.length + 2 }), fc.boolean(), (cells, adds) => {
      expect(honest(makeAd(cells, table, book(adds), 2026))).toBe(true)
    }),
    { numRuns: 1000 },
  )
})
const likely = fc.tuple(
  fc.constantFrom('S1', ''),
  fc.constantFrom('bmw', 'Citroen', 'CHEVROLET', 'holden'),
  fc.constantFrom('x5', 'Cruze', 'C3', '3 series'),
  fc.integer({ min: 1890, max: 2040 }).map(String),
  fc.oneof(
    fc.integer({ min: -5, max: 10_000_000 }).map(String),
    fc.float({ noNaN: true, min: 0 }).map(String),
  ),
  fc.oneof(fc.integer({ min: 0, max: 900_000 }).map(String), fc.constantFrom('12k miles', '5 km')),
  fc.constantFrom('Petrol', 'diesel', 'HYBRID', ''),
  fc.constantFrom('Manual', 'auto', 'Semi-Auto', ''),
  anyCell,
)
test('Rows that are nearly right become ads that the contract takes', () => {
  let ads = 0
  fc.assert(
    fc.property(likely, (cells) => {
      const made = makeAd(cells, plan(header), book(), 2026)
      expect(honest(made)).toBe(true)
      if ('ad' in made) ads += 1
    }),
    { numRuns: 1000 },
  )
  expect(ads).toBeGreaterThan(50)
})

test('Marks tell which fields a table says otherwise now, and an ad that waits for room is woken only by room', () => {
  const before = ad(makeAd(good, plan(header), book(), 2026))
  const after = { ...before, price: before.price + 1 }
  expect(changedFields(marksOf(before), marksOf(before), false)).toEqual([])
  expect(changedFields(marksOf(before), marksOf(after), false)).toEqual(['price'])
  const sold = { ...before, status: 'sold' as const }
  expect(changedFields(marksOf(before), marksOf(sold), false)).toEqual([])
  expect(changedFields(marksOf(before), marksOf(sold), true)).toEqual(['status'])
  expect(wasHeld(heldMarks(marksOf(before)))).toBe(true)
  expect(changedFields(heldMarks(marksOf(before)), marksOf(before), false)).toEqual(['status'])
})
