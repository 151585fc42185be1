import { expect, test } from 'vitest'
import { findContact } from '#contract/selling/ad-rules.ts'
import { kilometresOf } from '#catalogue'
import { importOptions } from '#contract/selling/import.ts'
import { columnNames, guessFields } from '../../../server/import/table/columns.ts'
import { unclearMoney } from '../../../server/import/table/currency.ts'
import { makeAd, type Made } from '../../../server/import/table/make-ad.ts'
import { NamesBook } from '../../../server/import/table/names-book.ts'
import { lacking, type Plan, importPlanOf } from '../../../server/import/table/plan.ts'
import { world } from '../../support/cars.ts'
import { demoReference } from '../../support/demo-names.ts'

/** The columns of dealer programs and the fields that they map to. */

const dealer = { id: 'd', province: 'Gauteng', city: 'Pretoria', address: '1 Main Road' }
const book = () => new NamesBook(world)
const plan = (header: string[], rows: string[][] = [], names = book(), options: object = {}): Plan =>
  importPlanOf({
    header,
    rows,
    file: 'table.csv',
    options: importOptions.parse(options),
    names,
    dealer,
    currency: 'NGN',
    thisYear: 2026,
  })
const ad = (made: Made) => {
  if (!('ad' in made)) throw new Error(JSON.stringify(made.troubles))
  return made.ad
}
test('Every column can be chosen by a name of its own', () => {
  expect(columnNames(['Price', '', 'Price', 'Price (2)', 'Price'])).toEqual([
    'Price',
    'Column 2',
    'Price (2)',
    'Price (2) (2)',
    'Price (3)',
  ])
})

const troubles = (made: Made) => ('troubles' in made ? made.troubles.map((t) => t.reason) : [])

test.each([
  [
    'Reg,Year Model,Retail,Trans,Colour Ext,Colour Int,Kms,Stk',
    'stock,year,price,transmission,exteriorcolor,interiorcolor,mileage,stock_no',
  ],
  [
    'Stock #,VIN,Asking,Odo,Ext Colour,Body,Fuel,Branch,Area,Province',
    'stock_no,,price,mileage,exteriorcolor,bodytype,fueltype,address,city,province',
  ],
  [
    'Make,Model,Variant,Registration,Retail Price,Odometer,Gearbox,Dealership',
    'make,model,variant,stock_no,price,mileage,transmission,address',
  ],
  [
    'Marke,Modell,Erstzulassung,Kilometerstand,Preis (EUR),Kraftstoff,Getriebe,Farbe,Karosserie',
    'make,model,year,mileage,price,fueltype,transmission,exteriorcolor,bodytype',
  ],
  [
    'Außenfarbe,Ausführung,Baujahr,Laufleistung,Hubraum,Fahrgestellnummer',
    'exteriorcolor,variant,year,mileage,engine,stock_no',
  ],
  [
    'dealer_id,stock_id,manufacturer,model_range,derivative,model_year,retail_incl_vat,odometer,trans',
    ',stock_no,make,model,variant,year,price,mileage,transmission',
  ],
  ['Unit No,Vehicle description,YOM,KMs,Price R,Area,Licence exp', 'stock_no,name,year,mileage,price,city,'],
  ['Ref,Car Name,Selling Price (₦),Mileage(Km),State,LGA', 'stock_no,name,price,mileage,province,city'],
  ['marke,modell,ez,kilometer,preis,kategorie,hu', 'make,model,year,mileage,price,bodytype,'],
  [
    'VRM,Lagernr,Modelljahr,Preis brutto,Schaltung,Date First Registered,Advertised Price,Fuel Description',
    ',stock_no,year,price,transmission,,,fueltype',
  ],
  ['VRM,Make,Date First Registered,Web Price', 'stock_no,make,year,price'],
  ['Vehicle Reg,Internet Price,Stock Status', 'stock_no,price,status'],
  ['Fahrzeugnummer,VK-Preis,Zustand', 'stock_no,price,condition'],
  ['Car,Yr,Last price,Price ex VAT', 'name,year,price,'],
  ['Stockbook No,Make,price_gross', 'stock_no,make,price'],
  ['Stock Book Number,Make', 'stock_no,make'],
])('Columns of dealers’ programs are understood: %s', (header, fields) => {
  expect(guessFields(header.split(',')).join()).toBe(fields.replace('stock,', ','))
})

test.each([
  ['Make,State,City', ['Lagos', 'Oyo State', 'FCT'], 'make,province,city'],
  ['Make,State', ['Gauteng', 'KZN', ''], 'make,province'],
  ['Make,State,Condition', ['Gauteng', 'WC'], 'make,province,condition'],
  ['Make,State,City', ['Used', 'new', 'Foreign used'], 'make,condition,city'],
  ['Make,State', ['Tokunbo', 'New'], 'make,condition'],
  ['Make,State,Condition', ['Good', 'Excellent'], 'make,,condition'],
  ['Make,State,Province', ['Ogun', 'Lagos'], 'make,,province'],
  ['Make,State,City', ['?', ''], 'make,province,city'],
  ['Make,State', ['?', ''], 'make,condition'],
  ['Make,Type', ['Tokunbo', 'Used'], 'make,condition'],
  ['Make,Type', ['Car', 'Vehicle'], 'make,'],
  ['Make,Type', ['SUV', 'Saloon'], 'make,bodytype'],
  ['Make,Type', ['Diesel', 'Petrol'], 'make,fueltype'],
  ['Make,Type', ['', ''], 'make,bodytype'],
  ['Make,Kategorie', ['Van/Kleinbus', 'Limousine'], 'make,bodytype'],
  ['Make,Status', ['Foreign used', 'Brand new'], 'make,condition'],
  ['Make,Status', ['Available', 'Sold'], 'make,status'],
  ['Make,Status', ['Wholesale', 'Trade only'], 'make,status'],
  ['Make,Gears', ['6', '5'], 'make,'],
])('An ambiguous column’s values decide its field: %s with %j', (header, states, fields) => {
  const rows = states.map((state) => ['BMW', state, ''])
  const { columns } = plan(header.split(','), rows, new NamesBook(demoReference))
  expect(columns.map((column) => column.field).join()).toBe(fields)
})

test('Of several columns that fit a field the surest has it, wherever it stands', () => {
  expect(guessFields(['Reg', 'VIN', 'Stock No', 'Ref'])).toEqual(['', '', 'stock_no', ''])
  expect(guessFields(['Cost', 'List price', 'Retail'])).toEqual(['', '', 'price'])
  expect(guessFields(['Suburb', 'City'])).toEqual(['', 'city'])
})

test('Program codes, VINs and the dealer’s costs stay out of an ad', () => {
  const header = ['stock', 'make', 'model', 'year', 'price', 'mileage', 'M&M code', 'VIN', 'Cost', 'Owners']
  const read = plan(header)
  expect(read.columns.filter((c) => c.stays_out && c.field === '').map((c) => c.name)).toEqual([
    'M&M code',
    'VIN',
    'Cost',
  ])
  const { description } = ad(
    makeAd(['1', 'bmw', 'x5', '2019', '1000', '5', '60012345', 'WBA1', '900', 'two'], read, book(), 2026),
  )
  expect(description).toContain('Owners: two')
  expect(description).not.toMatch(/60012345|WBA1|900/)
})

const secrets = [
  [
    'Cost R',
    'Cost Price (R)',
    'costPriceZAR',
    'Purchase price in rand',
    'Trade price (ZAR)',
    'Trade-in value [R]',
  ],
  [
    'Margin (R)',
    'Reserve R',
    'Floor price',
    'Nett cost excl VAT',
    'Nett price',
    'Profit',
    'Gross profit (₦)',
  ],
  [
    'Commission',
    'Sales commission %',
    'Bought for',
    'Bought from',
    'Stand-in value',
    'Landing cost',
    'Last price',
  ],
  [
    'Buying price N',
    'Cost Price (₦)',
    'Amount paid',
    'CAP Clean (£)',
    'Part-ex value',
    'Min price',
    'List price (R)',
  ],
  [
    'Einkaufspreis (EUR)',
    'EK',
    'EK netto',
    'EK-Preis €',
    'HEK',
    'Händler-EK',
    'Händlereinkaufspreis',
    'Marge',
  ],
  [
    'Gewinnmarge',
    'Handelsspanne',
    'Mindestpreis',
    'Rohertrag',
    'Standkosten',
    'Schwacke EK',
    'Provision (€)',
  ],
  ['SIV', 'SIV (£)', 'Buy in', 'Stock value', 'Stand in', 'Prep £', 'Refurb', 'Einstand', 'Buchwert', 'WDV'],
  [
    'S/N',
    'Days in stock',
    'Stock days',
    'Standtage',
    'Sold to',
    'Customer',
    'Buyer',
    'Salesman',
    'Web price',
  ],
  ['Phone', 'Listing URL', 'Date in stock', 'Last updated', 'Kunde', 'Retail price', 'ID'],
].flat()
test.each(secrets)('No ad shows a dealer’s cost or profit, however the column is named: %s', (name) => {
  const header = ['make', 'model', 'year', 'price', 'mileage', name, 'Owners']
  const read = plan(header)
  expect(read.columns[5]).toMatchObject({ field: '', stays_out: true })
  const { description } = ad(
    makeAd(['bmw', 'x5', '2019', '4000000', '5', '110077', 'two'], read, book(), 2026),
  )
  expect(description).toContain('Owners: two')
  expect(description).not.toContain('110077')
})

test('Columns that speak to buyers stay in the ad beside those of the dealer', () => {
  const header =
    'Warranty,Service plan,Glass roof,Noise dB,Internal condition,Duty paid,Licence exp,Reserved,Special offer,Doors'
  expect(plan(header.split(',')).columns.filter((c) => c.stays_out)).toEqual([])
})

test('The price of the trade is never the price of the ad', () => {
  expect(guessFields(['Price (Trade)', 'Price (Retail)', 'Price (R)'])).toEqual(['', 'price', ''])
})

const variantHead = ['make', 'model', 'derivative', 'year', 'price', 'mileage', 'engine']
test.each([
  ['X5', 'xDrive30d M Sport', 'X5', '2019 BMW X5 xDrive30d M Sport'],
  ['X5', 'BMW X5 xDrive30d', 'X5', '2019 BMW X5 xDrive30d'],
  ['X5', 'x5 xDrive30d', 'X5', '2019 BMW X5 xDrive30d'],
  ['X5', 'X5', 'X5', '2019 BMW X5 3.0L'],
  ['', 'X5 xDrive30d', 'X5', '2019 BMW X5 xDrive30d'],
])('A derivative joins the title and replaces a missing model: %j, %j', (model, variant, is, title) => {
  const read = plan(variantHead)
  expect(lacking(read)).toBeUndefined()
  const made = ad(makeAd(['bmw', model, variant, '2019', '1000', '5', '3.0'], read, book(), 2026))
  expect([made.model, made.title]).toEqual([is, title])
  expect(made.description).toContain(variant)
})

test('A lone derivative gives the model, with a bounded title and no phone number [R-POST-22]', () => {
  const read = plan(variantHead.filter((name) => name !== 'model'))
  expect(lacking(read)).toBeUndefined()
  const row = (variant: string) => makeAd(['bmw', variant, '2019', '1000', '5', ''], read, book(), 2026)
  expect(ad(row(`X5 ${'long '.repeat(60)}`)).title.length).toBeLessThanOrEqual(200)
  expect(troubles(row('X5 call 082 123 4567'))).toEqual([expect.stringContaining('phone number')])
})

test.each(['60012345', '0821234567', '082 123 4567', '+27 82 123 4567', '2025110112345678'])(
  'A number in an unused column is never taken for a phone number: %s [R-POST-22]',
  (number) => {
    const read = plan(['make', 'model', 'year', 'price', 'mileage', 'Record', 'Seats'])
    const { description } = ad(makeAd(['bmw', 'x5', '2019', '1000', '5', number, '5'], read, book(), 2026))
    expect(description).toContain('Seats: 5')
    expect(findContact(description)).toBeUndefined()
  },
)

test('A phone number among words of such a column still refuses its row [R-POST-22]', () => {
  const read = plan(['make', 'model', 'year', 'price', 'mileage', 'Record'])
  const made = makeAd(['bmw', 'x5', '2019', '1000', '5', 'call 082 123 4567'], read, book(), 2026)
  expect(troubles(made)).toEqual([expect.stringContaining('phone number')])
})

test('No ad shows auction reserves, picture files or customer numbers from a table', () => {
  const header = [
    'make',
    'model',
    'year',
    'price',
    'mileage',
    'Reserve',
    'CAP Clean',
    'Images',
    'Kundennummer',
  ]
  const cells = ['BMW', 'X5', '2019', '4200000', '90000', '£3,900', '£4,250', 'a.jpg|b.jpg', '1234']
  const { description } = ad(makeAd(cells, plan(header), book(), 2026))
  for (const secret of ['3,900', '4,250', 'a.jpg', '1234']) expect(description).not.toContain(secret)
})

test('A column "Location" is the city if most values name places, else the street', () => {
  const header = ['make', 'model', 'year', 'price', 'mileage', 'Location']
  const inPlace = (location: string, all: readonly string[] = ['Lagos, Ikeja', 'Gauteng, Pretoria']) => {
    const row = (text: string) => ['BMW', 'X5', '2019', '4200000', '90000', text]
    const made = makeAd(row(location), plan(header, all.map(row)), book(), 2026)
    return 'ad' in made ? [made.ad.city, made.ad.address] : troubles(made)
  }
  expect(inPlace('Lagos, Ikeja')).toEqual(['Ikeja', 'Lagos, Ikeja'])
  expect(inPlace('Pretoria')).toEqual(['Pretoria', '1 Main Road'])
  expect(inPlace('Gauteng, Somewhere')).toEqual(['This city of Gauteng is not known here.'])
  expect(inPlace('Showroom 2', ['Showroom 1', 'Showroom 2'])).toEqual(['Pretoria', 'Showroom 2'])
})

test.each(['Branch', 'Branch Town', 'Dealership', 'Site', 'Filiale'])(
  'A column "%s" whose values name places is the city',
  (column) => {
    const row = (text: string) => ['BMW', 'X5', '2019', '4200000', '90000', text]
    const asked = plan([...five, column], [row('Ikeja'), row('Pretoria')])
    expect(ad(makeAd(row('Ikeja'), asked, book(), 2026)).city).toBe('Ikeja')
    expect(asked.columns.at(-1)?.field).toBe('city')
  },
)

test('A column "Registered" is the year when its values are', () => {
  const row = (text: string) => ['BMW', 'X5', text, '4200000', '90000']
  const header = ['make', 'model', 'Registered', 'price', 'mileage']
  expect(ad(makeAd(row('Jun-15'), plan(header, [row('Jun-15')]), book(), 2026)).year).toBe(2015)
  expect(lacking(plan(header, [row('Yes')]))).toContain('the year')
})

test('A list without makes is read where one make alone has the model', () => {
  const names = new NamesBook(demoReference)
  const car = (text: string) => {
    const made = makeAd(
      [text, '2009', '4200000', '90000'],
      plan(['car', 'year', 'price', 'mileage'], [], names),
      names,
      2026,
    )
    return 'ad' in made ? `${made.ad.make} ${made.ad.model}` : troubles(made)[0]
  }
  expect(car('Sienna XLE')).toBe('Toyota Sienna')
  expect(car('Highlander full option')).toBe('Toyota Highlander')
  expect(car('Chana Benni')).toBe('This make is not known here.')
  expect(car('Toyota Sienna')).toBe('Toyota Sienna')
  expect(car('G-Wagon G63')).toBe('Mercedes-Benz G-Class')
  expect(car('Innoson IVM G5')).toBe('Innoson G5')
})

const five = ['make', 'model', 'year', 'price', 'mileage']
const beside = (column: string, price: string, word: string, options: object = {}) =>
  makeAd(
    ['BMW', 'X5', '2019', price, '90000', word],
    plan([...five, column], [], book(), options),
    book(),
    2026,
  )

test.each<[name: string, price: string, money: string, currency: string]>([
  ['Currency', '289900', 'ZAR', 'ZAR'],
  ['Currency code', '289,900', 'R', 'ZAR'],
  ['Währung', '16.950', '€', 'EUR'],
  ['price_currency', '$9k', 'usd', 'USD'],
  ...['South African Rand', 'ZAR (R)', 'Rand (ZAR)', 'R/ZAR', 'SA Rands', 'ZAR incl VAT'].map(
    (money): [string, string, string, string] => ['Currency', '289900', money, 'ZAR'],
  ),
  ...['US Dollar', 'US$', 'U.S. Dollars', '$', 'USD ($)', 'United States Dollar'].map(
    (money): [string, string, string, string] => ['Currency', '9000', money, 'USD'],
  ),
  ...['Pound Sterling', 'British Pounds', 'GBP £'].map((money): [string, string, string, string] => [
    'Currency',
    '9995',
    money,
    'GBP',
  ]),
])('A column named %j says the money of %j: %s', (name, price, money, currency) => {
  expect(troubles(beside(name, price, money))).toEqual([
    `This price is in ${currency}, and ads are in NGN. Say how much 1 ${currency} is.`,
  ])
})

test('A price with a currency column is converted, asked about or refused', () => {
  expect(ad(beside('Currency', '289900', 'ZAR', { rates: { ZAR: 80 } })).price).toBe(23_192_000)
  for (const money of ['NGN', 'Nigerian Naira', 'Naira (₦)', '', 'N/A', '-', 'Yes', 'Negotiable', 'local'])
    expect(ad(beside('Currency', '4200000', money))).toMatchObject({ price: 4_200_000 })
  expect(ad(beside('Currency', '4200000', 'NGN')).description).not.toContain('Currency')
  expect(troubles(beside('Currency', '£9,995', 'ZAR'))).toEqual([unclearMoney])
  expect(troubles(beside('Currency', 'POA', 'KES'))).toEqual([
    'No price is said here. Write what the car costs.',
  ])
  expect(troubles(beside('Currency', '9995', 'excl VAT'))).toEqual([
    'This price leaves out VAT. Write what the buyer pays.',
  ])
  const rows = [['BMW', 'X5', '2019', '9995', '90000', 'GBP']]
  const { columns } = plan([...five, 'Currency'], rows)
  expect(columns.find(({ field }) => field === 'price')?.currencies).toEqual(['GBP'])
  expect(
    columns.filter(({ completes }) => completes).map(({ name, completes }) => [name, completes]),
  ).toEqual([['Currency', 'price']])
})

test.each([
  'KES',
  'kes',
  'Kenyan Shilling',
  'KSh',
  'Namibian Dollar',
  'A$',
  'R$',
  'ZAR/USD',
  'Rand or Pula',
  'Egyptian pound',
])('Money that may be several, or is none of ours, is asked for: %s', (money) => {
  expect(troubles(beside('Currency', '289900', money))).toEqual([unclearMoney])
})

test('A column "Currency" that the dealer assigned elsewhere does not affect the price', () => {
  const columns = { make: 'make', model: 'model', year: 'year', price: 'price', mileage: 'mileage' }
  const chosen = (field: string) =>
    beside('Currency', '4200000', 'ZAR', { columns: { ...columns, Currency: field } })
  for (const field of ['variant', 'price']) expect(ad(chosen(field)).price).toBe(4_200_000)
  expect(troubles(chosen(''))).toEqual([expect.stringContaining('This price is in ZAR')])
})

test.each([
  ['90000', 'Miles', 144_841],
  ['90000', 'km', 90_000],
  ['90000 km', 'Miles', 90_000],
])('A column "Mileage unit" says what %j is: %s', (text, unit, km) => {
  const cells = ['BMW', 'X5', '2019', '4200000', text, unit]
  const made = makeAd(cells, plan([...five, 'Mileage Unit']), book(), 2026)
  expect(kilometresOf(ad(made).mileage)).toBe(km)
})

test('A model continued in its derivative is the longer one, or refused if unknown', () => {
  const names = new NamesBook(demoReference)
  const read = plan(['make', 'model', 'variant', 'year', 'price', 'mileage'], [], names)
  const car = (...cells: string[]) => {
    const made = makeAd([...cells, '2019', '4200000', '90000'], read, names, 2026)
    return 'ad' in made ? made.ad.title : made.troubles.map(({ reason }) => reason).join()
  }
  expect(car('Toyota', 'Corolla', 'Cross 1.8 XR')).toBe('2019 Toyota Corolla Cross 1.8 XR')
  expect(car('Volkswagen', 'Polo', 'Vivo 1.4')).toBe('2019 Volkswagen Polo Vivo 1.4')
  expect(car('Volkswagen', 'Golf', '1.4 TSI')).toBe('2019 Volkswagen Golf 1.4 TSI')
  expect(car('Volkswagen', 'Golf', 'Sportsvan 1.4')).toBe('This model of Volkswagen is not known here.')
  expect(car('Toyota', 'Yaris', 'Cross 1.5')).toBe('This model of Toyota is not known here.')
  expect(car('Mini', 'Hatch', 'Cooper S 3dr')).toBe('2019 Mini Cooper S Hatch 3dr')
  expect(car('Mini', 'Hatch', '3dr')).toBe('This model of Mini is not known here.')
})

test('A derivative that begins with a year is the model that is called so', () => {
  const names = new NamesBook(demoReference)
  const read = plan(['make', 'variant', 'year', 'price', 'mileage'], [], names)
  const model = (variant: string) =>
    ad(makeAd(['Peugeot', variant, '2019', '4200000', '90000'], read, names, 2026)).model
  expect(model('2008 1.2 Active')).toBe('2008')
  expect(model('2019 208 1.2 Active')).toBe('208')
})

test('A lone text column that begins with makes holds cars, whatever its name', () => {
  const names = new NamesBook(demoReference)
  const rows = ['2019 Toyota Fortuner 2.4 GD-6', 'VW Polo 1.2 TSI'].map((text) => [
    text,
    '2019',
    '4200000',
    '90000',
  ])
  const fieldOf = (name: string, cars: string[][]) =>
    plan([name, 'year', 'price', 'mileage'], cars, names).columns[0]?.field
  expect(['Description', 'Title', 'Listing'].map((name) => fieldOf(name, rows))).toEqual(
    Array(3).fill('name'),
  )
  expect(fieldOf('Description', [['One owner, full history', '2019', '1', '1']])).toBe('description')
})

test('A car’s name that begins with its year tells the year', () => {
  const header = ['Stock', 'Vehicle', 'Price', 'Mileage']
  const rows = [['1', '2019 BMW X5 3.0', '9000000', '50000']]
  const read = plan(header, rows)
  expect(lacking(read)).toBeUndefined()
  expect(ad(makeAd(rows[0] ?? [], read, book(), 2026))).toMatchObject({
    year: 2019,
    make: 'BMW',
    model: 'X5',
  })
  expect(troubles(makeAd(['2', 'BMW X5', '9000000', '50000'], read, book(), 2026))).toEqual([
    'This is not a year.',
  ])
})

test('A price of 0 is refused as none, however it is written', () => {
  const read = plan(['make', 'model', 'year', 'price', 'mileage'])
  for (const price of ['R0.00', '0', 'N0,00'])
    expect(
      troubles(makeAd(['BMW', 'X5', '2019', price, '50000'], { ...read, rates: { ZAR: 80 } }, book(), 2026)),
    ).toEqual(['A price of 0 is none. Write what the car costs.'])
})
