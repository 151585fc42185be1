import fc from '../../support/property.ts'
import { expect, test } from 'vitest'
import { kilometresOf } from '#catalogue'
import { newAd } from '#contract/ads.ts'
import { importFields, importOptions } from '#contract/selling/import.ts'
import { guessFields } from '../../../server/import/table/columns.ts'
import { bodyTypeOf } from '../../../server/import/table/body.ts'
import { mileageOf } from '../../../server/import/table/mileage.ts'
import { makeAd, type Made } from '../../../server/import/table/make-ad.ts'
import {
  changedFields,
  heldFingerprints,
  fingerprintsOf,
  wasHeld,
} from '../../../server/import/field-fingerprints.ts'
import { NamesBook } from '../../../server/import/table/names-book.ts'
import { readPrice } from '../../../server/import/table/price.ts'
import { assumedOf, lacking, type Plan, importPlanOf } from '../../../server/import/table/plan.ts'
import {
  cellText,
  conditionOf,
  engineSizeOf,
  featuresOf,
  fuelOf,
  gearboxOf,
  yearOf,
} from '../../../server/import/table/values.ts'
import { carStatusOf } from '../../../server/import/table/status.ts'
import { world } from '../../support/cars.ts'

const dealer = { id: 'd', province: 'Gauteng', city: 'Pretoria', address: '1 Main Road' }
const book = (adds = false) => new NamesBook(world, adds)

function plan(header: string[], over: object = {}, file = 'table.csv', rows: string[][] = []): Plan {
  const options = importOptions.parse(over)
  return importPlanOf({ header, rows, file, options, names: book(), dealer, currency: 'NGN', thisYear: 2026 })
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

test('The file name may give the make and a column name the unit', () => {
  const read = plan(['model', 'year', 'price', 'mileage (miles)'], {}, 'used-citroen-2020.csv.gz')
  expect(read.values.make).toBe('Citroën')
  expect(read.unit).toBe('miles')
  expect(lacking(read)).toBeUndefined()
})

test('A table without what every ad needs is refused, naming what is missing', () => {
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
])('The price %j is %j', (text, price) => {
  expect(readPrice(text)).toMatchObject({ amount: price })
})

test.each([
  ['2.8 million', 2_800_000, undefined],
  ['2,8 Mio', 2_800_000, undefined],
  ['2.8m', 2_800_000, undefined],
  ['2.8 mil', 2_800_000, undefined],
  ['1.500m', 1_500_000, undefined],
  ['1 500k', 1_500_000, undefined],
  ['₦4.5M', 4_500_000, 'NGN'],
  ['N4.5m neg', 4_500_000, 'NGN'],
  ['4.5 million naira (slightly negotiable)', 4_500_000, 'NGN'],
  ['NGN ₦4,500,000', 4_500_000, 'NGN'],
  ['R200 000 neg', 200_000, 'ZAR'],
  ['R200k ono', 200_000, 'ZAR'],
  ['R200k o.n.o.', 200_000, 'ZAR'],
  ['R 200 000 incl VAT', 200_000, 'ZAR'],
  ['R200 000 (inc. VAT), neg', 200_000, 'ZAR'],
  ['200 000 rand VAT included', 200_000, 'ZAR'],
  ['R199,900.00', 199_900, 'ZAR'],
  ['R 200 000,00', 200_000, 'ZAR'],
  ['Asking price: R 199 900,-', 199_900, 'ZAR'],
  ['R200 000 non-negotiable', 200_000, 'ZAR'],
  ['16.950 €', 16_950, 'EUR'],
  ['16.950,- EUR VB', 16_950, 'EUR'],
  ['€ 16.950 VHB', 16_950, 'EUR'],
  ['16.950 € Festpreis inkl. MwSt.', 16_950, 'EUR'],
  ["12'500.50", 12_500.5, undefined],
  ['12’500', 12_500, undefined],
  ['£9,995 firm', 9995, 'GBP'],
  ['9k quid', 9000, 'GBP'],
  ['4,500,000/=', 4_500_000, undefined],
  ['199900.0000', 199_900, undefined],
  ['350.00', 350, undefined],
])('The price %j is %j of %j', (text, amount, currency) => {
  expect(readPrice(text)).toMatchObject({ amount, currency })
})

test.each([
  ['POA', 'No price is said here. Write what the car costs.'],
  ['P.O.A.', 'No price is said here. Write what the car costs.'],
  ['Price on application', 'No price is said here. Write what the car costs.'],
  ['call us', 'No price is said here. Write what the car costs.'],
  ['R 200 000 excl VAT', 'This price leaves out VAT. Write what the buyer pays.'],
  ['R200k plus VAT', 'This price leaves out VAT. Write what the buyer pays.'],
  ['R 200 000 + VAT', 'This price leaves out VAT. Write what the buyer pays.'],
  ['R200k ex. VAT', 'This price leaves out VAT. Write what the buyer pays.'],
  ['R200k VAT not included', 'This price leaves out VAT. Write what the buyer pays.'],
  ['16.950 € netto', 'This price leaves out VAT. Write what the buyer pays.'],
  ['R4 999 p/m', 'This is no price but a payment. Write what the car costs.'],
  ['R4999pm', 'This is no price but a payment. Write what the car costs.'],
])('The price %j is refused: %s', (text, reason) => {
  expect(readPrice(text)).toEqual({ reason })
})

test.each([
  '2.8',
  '1,500k',
  '1500.000',
  '1,250.000',
  '4,50,000',
  '20 00',
  '1.250,000',
  '1.2.3',
  '200k-250k',
  'from R200k',
  'R200k to R250k',
])('What may be more than one price is none: %j', (text) => {
  expect(readPrice(text)).toEqual({
    reason: 'This may be read as more than one price. Write all its digits, as in 1250000.',
  })
})

test.each(['-5', '(5,000)', '2.8 billion', 'Ksh 200000', '1.5E+06', 'R200k VAT', '₦ 5000 ZAR', 'soon', '±5'])(
  'No price is %j',
  (text) => {
    expect(readPrice(text)).toEqual({ reason: 'This is not a price.' })
  },
)

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
  expect(['1.4', '2', '1998', '0', '3.0 V6'].map(engineSizeOf)).toEqual([
    '1.4L',
    '2.0L',
    '1998 cc',
    '',
    '3.0 V6',
  ])
  expect(['NA', ' n/a ', '-', 'null', 'トヨタ', 'x'].map(cellText)).toEqual(['', '', '', '', 'トヨタ', 'x'])
  expect(featuresOf('bluetooth; sunroof;Own thing')).toEqual(['Bluetooth', 'Sunroof', 'Own thing'])
})

test('A year is read from dealers’ dates and model years unless two are possible', () => {
  const written = ['Mar-18', 'March 2018', 'MY2018', 'my 2018', '2018 (68 reg)', '2018 (68)', '03/2018']
  const dated = ['2018-03-01', '01.03.2018', '43160', '43160.5', '43101', '43465']
  expect([...written, ...dated].filter((text) => yearOf(text) !== 2018)).toEqual([])
  expect(yearOf('Mar-98')).toBe(1998)
  const unclear = ['18-Mar', '01/03/18', '2017/2018', '2018-2020', '2018/19', '2017 or 2018', '99999']
  expect(unclear.filter((text) => yearOf(text) !== undefined)).toEqual([])
})

test('A car in transit is kept out of the market', () => {
  expect(['In transit', 'IN_TRANSIT', 'in-transit'].map(carStatusOf)).toEqual(Array(3).fill('inactive'))
})

test('A mileage in thousands, groups or miles is understood, but a range is not', () => {
  const kilometres = (text: string) => kilometresOf(mileageOf(text, 'km') ?? '')
  expect(['150.000', '150.0', '120 tkm', '50 thousand', '50’000', '50 tsd. km'].map(kilometres)).toEqual([
    150_000, 150, 120_000, 50_000, 50_000, 50_000,
  ])
  expect(['10000 mls', '10k mls'].map(kilometres)).toEqual([16_093, 16_093])
  expect(['50-60k', '50k - 60k', '50 to 60k'].map(kilometres)).toEqual([undefined, undefined, undefined])
})

test('Two energies are a hybrid, as new is used, money is no engine', () => {
  const both = ['Electric/Gasoline', 'Elektro/Benzin', 'Benzin/Elektro']
  expect(both.map(fuelOf)).toEqual(['Hybrid', 'Hybrid', 'Hybrid'])
  expect(['As new', 'Nearly new', 'Newly imported', 'New', 'Brand new'].map(conditionOf)).toEqual([
    'Used',
    'Used',
    'Used',
    'New',
    'New',
  ])
  for (const sum of ['£145', '145 £', 'GBP 145', 'R 145', '1,450 EUR'])
    expect(engineSizeOf(sum)).toBeUndefined()
  for (const size of ['R32', '3.0 V6', '2.0 Eco']) expect(engineSizeOf(size)).toBe(size)
  expect(['Sale agreed', 'Deposit taken'].map(carStatusOf)).toEqual(['inactive', 'inactive'])
})

test('Gearboxes and cabs are read by the names that makers and dealers give them', () => {
  expect(['S-Tronic', 'S tronic', 'PDK', 'DSG'].map(gearboxOf)).toEqual(Array(4).fill('Automatic'))
  expect(['manuell', 'Schaltgetriebe'].map(gearboxOf)).toEqual(['Manual', 'Manual'])
  expect(['D/C', 'S/Cab', 'Crew Cab', 'Double cab'].map((text) => bodyTypeOf(text))).toEqual(
    Array(4).fill('Pickup'),
  )
})

const foreignHeader = (price: string) => header.with(4, price)
const priced = (text: string, column = 'price', over: object = {}) =>
  makeAd(good.with(4, text), plan(foreignHeader(column), over), book(), 2026)
const unasked = (currency: string) => [
  `price: This price is in ${currency}, and ads are in NGN. Say how much 1 ${currency} is.`,
]

test.each([
  ['R 289 900', 'price', 'ZAR'],
  ['289900 ZAR', 'price', 'ZAR'],
  ['16.950 €', 'price', 'EUR'],
  ['£12,500', 'price', 'GBP'],
  ['$9k', 'price', 'USD'],
  ['289900', 'Price (ZAR)', 'ZAR'],
  ['289900', 'Price (R)', 'ZAR'],
  ['289900', 'price_usd', 'USD'],
  ['$9k', 'Price (ZAR)', 'USD'],
])('The price %j under %j is %s and never counts as naira', (text, column, currency) => {
  expect(troubles(priced(text, column))).toEqual(unasked(currency))
})

test('The dealer’s rate converts and rounds foreign prices, and other prices stay unchanged', () => {
  const rates = { ZAR: 84.337 }
  expect(ad(priced('R 289 900', 'price', { rates })).price).toBe(24_449_296)
  expect(ad(priced('289900', 'Price (ZAR)', { rates })).price).toBe(24_449_296)
  expect(ad(priced('₦4,200,000', 'Price (ZAR)', { rates })).price).toBe(4_200_000)
  expect(ad(priced('4200000', 'price', { rates })).price).toBe(4_200_000)
  expect(troubles(priced('$9k', 'price', { rates }))).toEqual(unasked('USD'))
  expect(troubles(priced('₦ 5000 ZAR', 'price', { rates }))).toEqual(['price: This is not a price.'])
  expect(assumedOf(plan(header, { rates })).price).toBe('1 ZAR is 84.337 NGN; rounded')
})

test('A table tells once which money its prices are in', () => {
  const rows = ['R 1', '4200000', 'R 2', '$3', 'N4m', 'Pound'].map((price) => good.with(4, price))
  const found = (column: string) =>
    plan(foreignHeader(column), {}, 'table.csv', rows).columns.map((c) => c.currencies)[4]
  expect(found('price')).toEqual(['USD', 'ZAR'])
  expect(found('Price (EUR)')).toEqual(['EUR', 'USD', 'ZAR'])
})

test.each([0, -1, '85', Number.NaN])('The rate %j is none', (ZAR) => {
  const read = importOptions.safeParse({ rates: { ZAR } })
  expect(read.error?.issues).toMatchObject([
    { path: ['rates', 'ZAR'], message: 'Please write a number above 0' },
  ])
})

test('A price of nothing refuses its row', () => {
  const made = makeAd(good.with(4, '0'), plan(header), book(), 2026)
  expect(troubles(made)).toEqual(['price: A price of 0 is none. Write what the car costs.'])
})

test('A sum of money where the engine should be refuses its row', () => {
  const made = makeAd([...good, '£145'], plan([...header, 'Engine']), book(), 2026)
  expect(troubles(made)).toEqual([
    'engine: This is a sum of money. Write the size of the engine, or leave the column out.',
  ])
})

test('What a table says of a status is not taken for its contrary', () => {
  const as = (status: string | undefined, ...texts: string[]) =>
    texts.filter((text) => carStatusOf(text) !== status)
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

test('A row becomes an ad in our spellings, and its description holds other cells', () => {
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
  [4, 'POA', 'price: No price is said here. Write what the car costs.'],
  [4, '2.8 billion', 'price: This is not a price.'],
  [4, '', 'price: This is empty.'],
  [5, 'NA', 'mileage: This is empty.'],
  [6, 'Other', 'fueltype: This is no fuel type we know.'],
  [7, 'Magic', 'transmission: This is no transmission we know.'],
])('Column %i with %j is refused in plain words', (place, cell, reason) => {
  const cells = good.map((text, i) => (i === place ? cell : text))
  expect(troubles(makeAd(cells, plan(header), book(), 2026))).toEqual([reason])
})

test('A phone number or address in a table is refused as when typed [R-POST-22]', () => {
  const read = plan([...header, 'description'])
  const made = makeAd([...good, 'Call 082 123 4567 today'], read, book(), 2026)
  expect(troubles(made)).toEqual([expect.stringContaining('phone number')])
  // The mileage is part of the generated description.
  const cells = good.map((text, i) => (i === 5 ? '9 Km call 082 123 4567' : text))
  expect(troubles(makeAd(cells, plan(header), book(), 2026))).toEqual([
    expect.stringMatching(/^mileage: .*phone number/),
  ])
})

test('The operator may let a table bring makes and models that nobody knew', () => {
  const names = book(true)
  const cells = good.map((text, i) => (i === 1 ? 'vauxhall' : i === 2 ? 'Corsa' : text))
  expect(ad(makeAd(cells, plan(header), names, 2026))).toMatchObject({ make: 'Vauxhall', model: 'Corsa' })
  expect(names.takeFresh()).toEqual([{ make: 'Vauxhall', model: 'Corsa' }])
  expect(names.takeFresh()).toEqual([])
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
/** Whether the result is an ad that satisfies the contract, or a list of reasons that are sentences. */
const honest = (made: Made): boolean =>
  'ad' in made
    ? newAd.safeParse({ ...made.ad, image_ids: ['x'] }).success
    : made.troubles.length > 0 && made.troubles.every(({ reason }) => /[.!?]$/.test(reason))

test('Any row becomes a valid ad or is refused with a reason, without throwing', () => {
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

test('Marks show which fields a table changed, and only room wakes a held ad', () => {
  const before = ad(makeAd(good, plan(header), book(), 2026))
  const after = { ...before, price: before.price + 1 }
  expect(changedFields(fingerprintsOf(before), fingerprintsOf(before), false)).toEqual([])
  expect(changedFields(fingerprintsOf(before), fingerprintsOf(after), false)).toEqual(['price'])
  const sold = { ...before, status: 'sold' as const }
  expect(changedFields(fingerprintsOf(before), fingerprintsOf(sold), false)).toEqual([])
  expect(changedFields(fingerprintsOf(before), fingerprintsOf(sold), true)).toEqual(['status'])
  expect(wasHeld(heldFingerprints(fingerprintsOf(before)))).toBe(true)
  expect(changedFields(heldFingerprints(fingerprintsOf(before)), fingerprintsOf(before), false)).toEqual([
    'status',
  ])
})
