import { expect, test } from 'vitest'
import { kilometresOf } from '#catalogue'
import { bodyTypeOf, drivetrainOf } from '../../../server/import/table/body.ts'
import { derivativeOf } from '../../../server/import/table/derivative.ts'
import { mileageOf } from '../../../server/import/table/mileage.ts'
import { conditionOf, engineSizeOf, fuelOf, gearboxOf, yearOf } from '../../../server/import/table/values.ts'
import { carStatusOf } from '../../../server/import/table/status.ts'
import { usualOf } from '../../../server/import/table/models.ts'

/** Each value is the intended one or missing: a wrong value is never stored silently. */

const kilometres = (text: string) => kilometresOf(mileageOf(text, 'km') ?? '')

test.each([
  ['150.000', 150_000],
  ['150,000.00', 150_000],
  ['150.000,00 km', 150_000],
  ['150 kkm', 150_000],
  ['120Tkm', 120_000],
  ['12.5k', 12_500],
  ['50 thousand miles', 80_467],
  ['93000 (miles)', 149_669],
  ['100000mi', 160_934],
  ['10’000 mls', 16_093],
  ['68123.45', 68_123],
  ['150000KM full service history', 150_000],
  ['150000+', 150_000],
])('The mileage %j is %d km for the dealer and for a filter', (text, km) => {
  expect(kilometres(text)).toBe(km)
})

test.each([
  '50-60k',
  '50-60k km',
  '150000 or 160000',
  '150 000 km / 93 000 miles',
  '12.5',
  '1,500k',
  '1500.000',
  '1,50,000',
  '12 34',
  '1k km5',
  '7 km-mi-',
  '150000 km (93k miles)',
  '12.345.67',
  '150m',
  '0.15 million',
  '45t',
  '1e5',
  '1 lakh',
  '150000 hrs',
  '15 000 000',
  'approx 150000',
  '<150000',
])('What may be another mileage is none: %j', (text) => {
  expect(mileageOf(text, 'km')).toBeUndefined()
})

const none = (read: (text: string) => unknown, ...texts: string[]) =>
  expect(texts.filter((text) => read(text) !== undefined)).toEqual([])

test('A fuel that is one of two, or is denied, is none', () => {
  expect(['Elektro/Benzin', 'Petrol Plug-in', 'Diesel Hybrid', 'Elektrisch'].map(fuelOf)).toEqual([
    'Hybrid',
    'Hybrid',
    'Hybrid',
    'Electric',
  ])
  none(fuelOf, 'Diesel/Petrol', 'petrol or diesel', 'not diesel', 'non-electric', 'petrol (no LPG)')
})

test('A gearbox that is one of two, or is denied, is none', () => {
  expect(['Halbautomatik', 'Automated Manual', 'Handschaltung', 'EDC'].map(gearboxOf)).toEqual([
    'Semi-Autometic',
    'Semi-Autometic',
    'Manual',
    'Automatic',
  ])
  none(gearboxOf, 'Manual/Automatic', 'automatic or manual', 'non-automatic')
})

test('Only a new car is new', () => {
  const as = (condition: string, ...texts: string[]) =>
    expect(texts.filter((text) => conditionOf(text) !== condition)).toEqual([])
  as('New', 'New', 'Brand new', 'new car', 'NEW!', 'New, unregistered', 'Neuwagen', 'unused', 'Never used')
  as(
    'Used',
    'As new',
    'Like-new',
    'Nearly new',
    'Newly imported',
    'Used - like new',
    'New (demo)',
    'Gebrauchtwagen',
  )
  as('Used', 'Foreign used', 'Tokunbo', 'Pre-owned', 'Very good', 'clean')
  none(conditionOf, 'New/Used', 'renewed', 'not new', 'new engine', 'New shape', 'Salvage')
})

test('Money and what has no unit is no engine', () => {
  none(
    engineSizeOf,
    '£145',
    'R145',
    'R 145',
    '145 R',
    'R145000',
    'R200k',
    'N145',
    '145 rand',
    '$200',
    '145',
    '145000',
  )
  for (const size of ['R32', 'N52', '3.0 V6', '2.0T', '110 kW', '75 kWh'])
    expect(engineSizeOf(size)).toBe(size)
})

test('A body with two names follows the model’s usual body, as does Kombi', () => {
  expect(
    ['Kombi', 'Combi', 'SUV Coupe', 'Double-Cab', 'Kleinwagen', 'Pickup, Double Cab'].map((t) =>
      bodyTypeOf(t),
    ),
  ).toEqual(['Wagon', 'Wagon', 'SUV', 'Pickup', 'Hatchback', 'Pickup'])
  expect([
    bodyTypeOf('Kombi', 'Minibus'),
    bodyTypeOf('VW Kombi', 'MPV'),
    bodyTypeOf('Kombi', 'Sedan'),
  ]).toEqual(['Minibus', 'MPV', 'Wagon'])
  expect([bodyTypeOf('Van/Kleinbus', 'MPV'), bodyTypeOf('Sedan/Hatchback', 'Hatchback')]).toEqual([
    'MPV',
    'Hatchback',
  ])
  none((text) => bodyTypeOf(text, 'SUV'), 'Sedan/Hatchback', 'Van/Kleinbus', 'Other')
})

test('Two-wheel drive follows the model, and words after it make no other car', () => {
  const [hilux, ranger, polo] = [
    usualOf('Toyota', 'Hilux'),
    usualOf('Ford', 'Ranger'),
    usualOf('Volkswagen', 'Polo'),
  ]
  expect([drivetrainOf('2WD', ranger), drivetrainOf('4x2', ranger), drivetrainOf('2WD', polo)]).toEqual([
    'RWD',
    'RWD',
    'FWD',
  ])
  expect([drivetrainOf('4*4'), drivetrainOf('Allrad'), drivetrainOf('Part-time 4x4')]).toEqual([
    '4WD',
    'AWD',
    '4WD',
  ])
  none((text) => drivetrainOf(text), '4x4/4x2', 'AWD/FWD', 'LHD')
  expect(derivativeOf('2.8 GD-6 4x4', hilux)).toMatchObject({ drive: '4WD', bodytype: undefined })
  expect(derivativeOf('2.2 TDCi 4x2 D/C', ranger)).toMatchObject({ drive: 'RWD', bodytype: 'Pickup' })
  expect(derivativeOf('2.0 Touring')).toMatchObject({ bodytype: undefined })
})

test('Years with a word beside them, and cars that are still to come', () => {
  expect(['2017 model', 'Model 2017', '2017 Reg', '15 March 2017', 'March, 2017'].map(yearOf)).toEqual(
    Array(5).fill(2017),
  )
  none(yearOf, '2017-2018', '2017 or 2018', "'17", '2017 facelift')
  expect(['available soon', 'on hold', 'unpublished', 'Reserviert'].map(carStatusOf)).toEqual(
    Array(4).fill('inactive'),
  )
  expect(carStatusOf('Verkauft')).toBe('sold')
})

test('Codes of programs for bodies, fuels and conditions', () => {
  expect(['Ext Cab', 'HB', 'P/U D/C'].map((text) => bodyTypeOf(text))).toEqual([
    'Pickup',
    'Hatchback',
    'Pickup',
  ])
  expect([
    bodyTypeOf('Limousine', 'Hatchback'),
    bodyTypeOf('Limousine', 'Sedan'),
    bodyTypeOf('Limousine'),
  ]).toEqual(['Hatchback', 'Sedan', 'Sedan'])
  expect(['Super', 'Super E10', 'Super Plus', 'Superb'].map(fuelOf)).toEqual([
    'Petrol',
    'Petrol',
    'Petrol',
    undefined,
  ])
  expect(['U', 'N', 'D'].map(conditionOf)).toEqual(['Used', 'New', undefined])
})

test('A Toyota with a raised body has two driven wheels, unless it says four', () => {
  const drive = (text: string, make = 'Toyota') =>
    derivativeOf(text, usualOf('Toyota', 'Hilux'), { make, year: 2019 }).drive
  expect(['2.8 GD-6 RB', '2.4 GD-6 R/B', 'Raised Body 2.4'].map((text) => drive(text))).toEqual([
    'RWD',
    'RWD',
    'RWD',
  ])
  expect(drive('2.8 GD-6 RB 4x4')).toBe('4WD')
  expect(drive('2.8 RB', 'Ford')).toBeUndefined()
})

test('H/B is a hatchback, and doors alone leave the usual body', () => {
  expect([bodyTypeOf('H/B'), bodyTypeOf('5dr H/B'), bodyTypeOf('HB')]).toEqual([
    'Hatchback',
    'Hatchback',
    'Hatchback',
  ])
  expect([bodyTypeOf('4dr Car', 'SUV'), bodyTypeOf('5 door', 'Pickup'), bodyTypeOf('4dr Car')]).toEqual([
    'SUV',
    'Pickup',
    undefined,
  ])
})
