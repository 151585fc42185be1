import { expect, test } from 'vitest'
import { importOptions } from '#contract/selling/import.ts'
import { allMakes } from '../../../server/reference/makes/read-makes.ts'
import { derivativeOf } from '../../../server/import/table/derivative.ts'
import { makeAd } from '../../../server/import/table/make-ad.ts'
import { NamesBook } from '../../../server/import/table/names-book.ts'
import { importPlanOf } from '../../../server/import/table/plan.ts'
import { demoReference } from '../../support/demo-names.ts'

/** Models in the notation of dealers: with equipment after the name. */

const names = new NamesBook(demoReference)
function found(make: string, model: string, book = names): string {
  const car = book.find(make, model, { open: false })
  if ('several' in car) return `either ${car.several.join(' or ')}`
  return 'missing' in car ? `no ${car.missing}` : [car.model, car.rest].join(' | ')
}

test.each([
  ['Toyota', 'Hilux 2.8 GD-6 RB', 'Hilux | 2.8 GD-6 RB'],
  ['VW', 'Polo 1.0 TSI', 'Polo | 1.0 TSI'],
  ['VW', 'Polo Vivo 1.4', 'Polo Vivo | 1.4'],
  ['Mercedes', 'C180', 'C-Class | C180'],
  ['Mercedes-Benz', 'C 180 AMG', 'C-Class | 180 AMG'],
  ['Mercedes-Benz', 'GLE350d', 'GLE | GLE350d'],
  ['BMW', '320i', '3 Series | 320i'],
  ['BMW', '3 Series 320i M Sport', '3 Series | 320i M Sport'],
  ['BMW', '3er', '3 Series | '],
  ['Toyota', 'Toyota Corolla Cross 1.8', 'Corolla Cross | 1.8'],
  ['Toyota', 'Prado', 'Land Cruiser Prado | '],
  ['Range Rover', 'Sport HSE', 'Range Rover Sport | HSE'],
  ['Lexus', 'RX350 F-Sport', 'RX 350 | F-Sport'],
  ['Mazda', '3 2.0', 'Mazda3 | 2.0'],
  ['Datsun', 'Go 1.2', 'Go | 1.2'],
  ['Datsun', 'Go+ 1.2', 'Go+ | 1.2'],
  ['Toyota', 'Hiace Quantum', 'Hiace | Quantum'],
  ['Mini', 'Cooper Clubman', 'Clubman | Cooper'],
  ['Mini', 'Mini Cooper S Clubman 2.0', 'Clubman | Cooper S 2.0'],
  ['Mini', 'Countryman Cooper S', 'Countryman | Cooper S'],
  ['Mini', 'Cooper SD Countryman ALL4', 'Countryman | Cooper SD ALL4'],
  ['Mini', 'Cooper Convertible', 'Convertible | Cooper'],
  ['Mini', 'Hatch Cooper S 3-door', 'Cooper S | Hatch 3-door'],
  ['Mini', '3 door Cooper', 'Cooper | 3 door'],
  ['VW', 'T6 Caravelle 2.0', 'Caravelle | T6 2.0'],
  ['VW', 'T6.1 Transporter', 'Transporter | T6.1'],
  ['Mini', 'Cooper 3-door', 'Cooper | 3-door'],
  ['Mini', 'Cooper S 3-door', 'Cooper S | 3-door'],
])('Of a %s %j is %s', (make, model, expected) => {
  expect(found(make, model)).toBe(expected)
})

test.each([
  ['Toyota', 'Corolla Verso 1.8', 'no model'],
  ['Toyota', 'Quantum 2.7', 'no model'],
  ['Mini', 'Cooper S Paceman', 'no model'],
  ['Mini', 'Hatch 3-door', 'no model'],
  ['Mini', 'Clubman Countryman', 'either Clubman or Countryman'],
  ['Mercedes-Benz', 'CLK 200', 'no model'],
  ['BMW', 'M3', 'no model'],
  ['Toyota', 'Yaris Cross 1.5', 'no model'],
  ['Citroën', 'C4 Picasso', 'no model'],
  ['Citroën', 'C4 Grand Picasso 1.6', 'no model'],
  ['VW', 'Golf Sportsvan 1.4', 'no model'],
  ['Chery', 'Tiggo 4 1.5', 'either Tiggo or Tiggo 4 Pro'],
  ['Suzuki', 'Swift Dzire', 'either Swift or Dzire'],
  ['Toyota', `Hilux ${'x '.repeat(1500)}`, 'no model'],
])('A %s %j is not taken for a shorter model it begins with: %s', (make, model, expected) => {
  expect(found(make, model)).toBe(expected)
})

test('Every usual model is found with every size and trim that it has', () => {
  const wrong = allMakes.flatMap((make) =>
    make.models.flatMap((m) =>
      m.trims
        .flatMap((trim) => [
          `${m.title} ${trim}`,
          ...m.engines.map((e) => `${make.title} ${m.title} ${e} ${trim}`),
        ])
        .filter((text) => !found(make.title, text).startsWith(`${m.title} | `)),
    ),
  )
  expect(wrong).toEqual([])
})

test('A table that may add models adds longer names, but no known derivatives', () => {
  const adding = new NamesBook(demoReference, true)
  expect(found('Toyota', 'Hilux 2.8 GD-6', adding)).toBe('Hilux | 2.8 GD-6')
  expect(found('Citroën', 'C3 Pluriel', adding)).toBe('C3 Pluriel | ')
  expect(adding.takeFresh().map(({ model }) => model)).toEqual(['C3 Pluriel'])
})

test('Text behind a model gives size, fuel, gearbox and drive unless it is ambiguous', () => {
  const nothing = {
    engine: undefined,
    fueltype: undefined,
    transmission: undefined,
    drive: undefined,
    bodytype: undefined,
  }
  const told = (text: string) => derivativeOf(text)
  expect(told('2.8 GD-6 4x4 A/T')).toEqual({
    engine: '2.8L',
    fueltype: 'Diesel',
    transmission: 'Automatic',
    drive: '4WD',
    bodytype: undefined,
  })
  expect(told('2.0TDI DSG')).toMatchObject({ engine: '2.0L', fueltype: 'Diesel', transmission: 'Automatic' })
  expect(told('1,0 TSI manual quattro')).toMatchObject({ engine: '1.0L', fueltype: 'Petrol', drive: 'AWD' })
  expect(told('2.8 or 3.0, diesel or petrol, manual/automatic')).toEqual(nothing)
  expect(told('VI GTI electric windows auto lights 12.5')).toEqual(nothing)
})

test.each([
  ['BMW', '320d', 'Diesel'],
  ['BMW', '320 d Touring', 'Diesel'],
  ['BMW', 'X5 xDrive30d', 'Diesel'],
  ['BMW', '320i', 'Petrol'],
  ['BMW', '330e', 'Hybrid'],
  ['Mercedes-Benz', 'E220d', 'Diesel'],
  ['Mercedes-Benz', 'C 220 d 4MATIC', 'Diesel'],
  ['Mercedes-Benz', 'C300de', 'Hybrid'],
  ['Isuzu', 'KB 300 D/C', undefined],
  ['Isuzu', 'KB 250 D-Teq', 'Diesel'],
  ['Nissan', 'Navara 2.5 D Cab', undefined],
  ['Toyota', 'Hilux 3.0D', 'Diesel'],
  ['Toyota', 'Hilux 2.8 GD', 'Diesel'],
  ['Mini', 'Cooper SD', 'Diesel'],
  ['Volvo', 'XC60 D4', 'Diesel'],
  ['Land Rover', 'Discovery P300e', 'Hybrid'],
  ['Honda', 'Civic 1.6 i-DTEC', 'Diesel'],
  ['Toyota', 'Land Cruiser 200', undefined],
])('Of a %s the code %j tells the fuel: %s', (make, text, fuel) => {
  expect(derivativeOf(text, undefined, { make, year: 2019 }).fueltype).toBe(fuel)
})

test('The E of an older Mercedes is no plug-in', () => {
  expect(derivativeOf('300E', undefined, { make: 'Mercedes-Benz', year: 1990 }).fueltype).toBeUndefined()
})

test.each([
  ['Audi', 'A4 Avant 2.0 TDI', 'Wagon'],
  ['Volkswagen', 'Golf Variant', 'Wagon'],
  ['Mercedes-Benz', 'C220 T-Modell', 'Wagon'],
  ['Mercedes-Benz', 'C 220 T CDI', 'Wagon'],
  ['Opel', 'Astra Sports Tourer', 'Wagon'],
  ['BMW', '320d Touring', 'Wagon'],
  ['Honda', 'CR-V Touring', undefined],
  ['Tata', 'Indica Variant', undefined],
])('Of a %s the words %j name the body %s', (make, text, body) => {
  expect(derivativeOf(text, undefined, { make }).bodytype).toBe(body)
})

test('Words after the model appear in the title and fill fields without a column', () => {
  const plan = (header: string[]) =>
    importPlanOf({
      header: [...header, 'year', 'price', 'mileage'],
      rows: [],
      file: 'table.csv',
      options: importOptions.parse({}),
      names,
      dealer: { id: 'd', province: 'Gauteng', city: 'Pretoria', address: '1 Main Road' },
      currency: 'ZAR',
      thisYear: 2026,
    })
  const read = (header: string[], cells: string[]) => {
    const ad = makeAd([...cells, '2018', '200000', '1000'], plan(header), names, 2026)
    return 'ad' in ad ? ad.ad : ad.troubles
  }
  const made = (make: string, model: string, engine = '', fuel = '') =>
    read(['make', 'model', 'engine', 'fuel'], [make, model, engine, fuel])
  expect(made('Toyota', 'Hilux 2.8 GD-6 RB')).toMatchObject({
    title: '2018 Toyota Hilux 2.8 GD-6 RB',
    model: 'Hilux',
    engine: '2.8L',
    fueltype: 'Diesel',
  })
  // A column takes precedence over the words of the model name.
  expect(made('Toyota', 'Hilux 2.8 GD-6', '2755 cc', 'Petrol')).toMatchObject({
    title: '2018 Toyota Hilux 2.8 GD-6',
    engine: '2755 cc',
    fueltype: 'Petrol',
  })
  expect(read(['name'], ['2018 Nissan Sentra SV Black'])).toMatchObject({
    title: '2018 Nissan Sentra SV Black',
    model: 'Sentra',
  })
  expect(made('', 'Toyota Hilux 2.8')).toMatchObject({ make: 'Toyota', model: 'Hilux' })
  expect(made('Chery', 'Tiggo 4 1.5')).toMatchObject([
    { field: 'model', reason: 'This may be Tiggo or Tiggo 4 Pro. Write which.' },
  ])
  expect(made('Toyota', 'Hilux call 082 123 4567')).toMatchObject([{ field: 'model' }])
})
