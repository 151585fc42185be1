import { expect, test } from 'vitest'
import { factMeanings, meaningsOfValues, factTag } from '#catalogue'
import { bodyTypeOf, drivetrainOf } from '../../../server/import/table/body.ts'
import { readPrice } from '../../../server/import/table/price.ts'
import {
  conditionOf,
  engineSizeOf,
  exteriorOf,
  fuelOf,
  gearboxOf,
  interiorOf,
  yearOf,
} from '../../../server/import/table/values.ts'

/** Cells of foreign tables: their meaning in the terms of the search, or nothing. */

const wrong = <T>(read: (text: string) => T, meant: T, ...texts: string[]) =>
  texts.filter((text) => read(text) !== meant).map((text) => `${text}: ${String(read(text))}`)

test('The import reads a year from dates and plates unless two are possible', () => {
  expect([
    ...wrong(
      yearOf,
      2018,
      '03/18',
      '03-18',
      '18-Mar-2018',
      '18-Mar-18',
      '18 March 18',
      'Okt 2018',
      'März 2018',
    ),
    ...wrong(yearOf, 2018, '2018/68', '2018/18', '2018-68', '2018 68 plate', '18.03.18', '03/18/18'),
    ...wrong(yearOf, 2018, '18/03/2018 00:00', '2018-03-18T00:00:00Z', '2018/05', 'Dez 2018'),
    ...wrong(
      yearOf,
      undefined,
      '11/12',
      '03/04',
      '2011/12',
      '2009-10',
      '1999/00',
      '2018/61',
      '01/03/18',
      '18/19',
    ),
  ]).toEqual([])
})

test.each([
  ['16.950 € inkl. 19% MwSt', 16_950, 'EUR'],
  ['R249 900-00', 249_900, 'ZAR'],
  ['R249,900.00 incl', 249_900, 'ZAR'],
  ['16.950 € (inkl. 19 % MwSt.)', 16_950, 'EUR'],
  ['15.990 € (MwSt. ausweisbar)', 15_990, 'EUR'],
  ['16.950 € brutto', 16_950, 'EUR'],
  ['16.950 € (§25a)', 16_950, 'EUR'],
  ['£9,995 OTR', 9995, 'GBP'],
  ['£9,995 on the road', 9995, 'GBP'],
  ['=N=2,500,000', 2_500_000, 'NGN'],
  ['N=2,500,000', 2_500_000, 'NGN'],
  ['#2.5m', 2_500_000, 'NGN'],
  ['R 299 900 onco', 299_900, 'ZAR'],
  ['R 189 900 incl. 15% VAT', 189_900, 'ZAR'],
])('The price %j is %d %s', (text, amount, currency) => {
  expect(readPrice(text)).toMatchObject({ amount, currency })
})

test.each([
  '16.950 € zzgl. 19% MwSt',
  '16.950 € + 19% MwSt',
  '16.950 € brutto / 14.243 € netto',
  '2,500,000 (10% off)',
  '9995 (12 left)',
  '19% MwSt 16.950 €',
])('No price is guessed out of %j', (text) => {
  expect(readPrice(text)).toHaveProperty('reason')
})

test('An engine in grouped cubic centimetres keeps its thousand', () => {
  expect(['1,598 cc', '1.968 ccm', '1 598 cc', '2.755 cm³'].map(engineSizeOf)).toEqual([
    '1598 cc',
    '1968 ccm',
    '1598 cc',
    '2755 cm³',
  ])
  expect(engineSizeOf('1,598')).toBe('1598 cc')
})

test('Gearboxes are read by their makers’ names and by their short ones', () => {
  expect([
    ...wrong(
      gearboxOf,
      'Manual',
      'Man',
      'Man.',
      'Schaltung',
      '6-Gang Schaltgetriebe',
      'M/T',
      '5MT',
      'Handschalter',
    ),
    ...wrong(
      gearboxOf,
      'Automatic',
      '9G-Tronic',
      '7G-Tronic Plus',
      'Tiptronic',
      'X-Tronic',
      'Geartronic',
      'Aut.',
    ),
    ...wrong(
      gearboxOf,
      'Automatic',
      'Steptronic',
      'Doppelkupplung',
      'stufenlos',
      '8AT',
      'Automatik mit Schaltwippen',
    ),
    ...wrong(gearboxOf, 'Semi-Autometic', 'Easytronic', 'R-Tronic', 'Semi', 'automatisiertes Schaltgetriebe'),
    ...wrong(
      gearboxOf,
      undefined,
      'Woman',
      'Manager',
      'tronic',
      'Manual/Automatic',
      '6-Gang',
      'Schalter/Automatik',
    ),
  ]).toEqual([])
})

test('Fuels that share a word are told apart', () => {
  expect([
    ...wrong(
      fuelOf,
      'LPG Autogas',
      'CNG',
      'Erdgas (CNG)',
      'Autogas (LPG)',
      'Petrol/Gas',
      'Gas bi-fuel',
      'Benzin/LPG',
    ),
    ...wrong(fuelOf, 'Petrol', 'Flexible Fuel', 'Flex Fuel', 'FFV'),
    ...wrong(fuelOf, 'Diesel', 'Heavy oil', 'TDI'),
    ...wrong(fuelOf, 'Ethanol', 'E85', 'Ethanol'),
    ...wrong(fuelOf, undefined, 'Diesel/Petrol', 'Hydrogen', 'Petrol (no LPG)'),
  ]).toEqual([])
})

test('Cells of other dealers are read as they are meant, and doubtful ones refused', () => {
  expect([
    ...wrong(yearOf, 2018, 'MY18', '2k18'),
    ...wrong(yearOf, undefined, '20018', '18/03', '68 reg'),
    ...wrong(gearboxOf, undefined, 'MAN/AUTO', 'Auto / Man', 'A/M'),
    ...wrong(gearboxOf, 'Automatic', '6 AT', '8 A/T', 'EAT8', 'Multidrive S', 'Einstufig'),
    ...wrong(gearboxOf, 'Manual', '5 MT', 'Man.'),
    ...wrong(gearboxOf, 'Semi-Autometic', 'Easy-R', 'AMT'),
    ...wrong(fuelOf, 'Petrol', '95 ULP', 'ULP 95'),
    ...wrong(fuelOf, 'Diesel', 'DSL'),
    ...wrong(fuelOf, 'Electric', 'Strom'),
    ...wrong(bodyTypeOf, 'Pickup', 'LDV', 'P/U', 'P/U D/C'),
    ...wrong(bodyTypeOf, 'Minibus', 'Microbus'),
    ...wrong(drivetrainOf, 'RWD', 'Heck'),
  ]).toEqual([])
})

test('Conditions of every country are new or used', () => {
  expect([
    ...wrong(conditionOf, 'New', 'Neufahrzeug', 'Neuwagen, unfallfrei', 'Brand New', '0km'),
    ...wrong(
      conditionOf,
      'Used',
      'Unfallfrei',
      'Belgium',
      'Toks',
      'Registered',
      'Naija used',
      'Tageszulassung',
      'neuwertig',
      'Accident free',
      'Pre-reg',
    ),
    ...wrong(conditionOf, undefined, 'Unregistered', 'not registered', 'Unfallfahrzeug', 'Salvage'),
  ]).toEqual([])
})

test('On which side the driver sits says nothing of the driven wheels', () => {
  expect([
    ...wrong(
      (text) => drivetrainOf(text),
      '4WD',
      '4 Wheel Drive',
      '4-wheel drive',
      'Four wheel drive',
      'RHD 4x4',
    ),
    ...wrong(
      (text) => drivetrainOf(text, { drive: 'RWD', bodytype: 'Pickup' }),
      'RWD',
      'RHD',
      'Right hand drive',
      '2 wheel drive',
    ),
    ...wrong((text) => drivetrainOf(text), undefined, 'RHD', 'LHD'),
  ]).toEqual([])
})

test('A word for a car is no word for its body', () => {
  expect([
    ...wrong((text) => bodyTypeOf(text, 'SUV'), 'SUV', 'Car', 'Passenger car', 'PKW', 'Vehicle'),
    ...wrong((text) => bodyTypeOf(text), undefined, 'Car', 'Other', 'Trailer'),
    ...wrong((text) => bodyTypeOf(text), 'Coupe', 'Sportwagen', 'SportsCar'),
  ]).toEqual([])
})

test('A paint is read as the colour that buyers search; two colours stay unchanged', () => {
  expect([
    ...wrong(
      exteriorOf,
      'Black',
      'Schwarz metallic',
      'Black Sapphire Metallic',
      'schwarz',
      'Jet Black',
      'Saphirschwarz Metallic',
    ),
    ...wrong(exteriorOf, 'White', 'Candy White', 'Polarweiß', 'Weiß', 'White (solid)'),
    ...wrong(exteriorOf, 'Pearl White', 'Crystal White Pearl', 'Pearl White'),
    ...wrong(exteriorOf, 'Grey', 'Ash', 'Gunmetal', 'Grau', 'Daytona Grey', 'Anthrazit'),
    ...wrong(exteriorOf, 'Maroon', 'Wine', 'Wine red'),
    ...wrong(exteriorOf, 'Champagne', 'Champagne Gold'),
    ...wrong(exteriorOf, 'Dark Blue', 'Navy Blue', 'dunkelblau'),
    ...wrong(exteriorOf, 'Black/Silver', 'Black/Silver'),
    ...wrong(exteriorOf, 'Rainbow', 'Rainbow'),
    ...wrong(exteriorOf, 'Yellow', 'Yel', 'YEL'),
    ...wrong(exteriorOf, 'Black roof', 'Black roof'),
    ...wrong(interiorOf, 'Black', 'Schwarz', 'black'),
    ...wrong(interiorOf, 'Black leather', 'Black leather'),
  ]).toEqual([])
})

test('A table cell accepts every word that a search accepts for a car’s facts', () => {
  const cells: Partial<Record<string, (text: string) => string | undefined>> = {
    fueltype: fuelOf,
    transmission: (text) => gearboxOf(text)?.replace('Autometic', 'Automatic'),
    bodytype: (text) => bodyTypeOf(text),
    drive: (text) => drivetrainOf(text),
    condition: conditionOf,
    colour: exteriorOf,
  }
  const differing = [...meaningsOfValues(), ...factMeanings()].flatMap(([word, meaning]) => {
    const read =
      'values' in meaning ? cells[meaning.kind === 'fact' ? meaning.field : meaning.kind] : undefined
    if (!read || !('values' in meaning) || (meaning.kind === 'bodytype' && meaning.values.length > 1))
      return []
    const is = read(word) ?? ''
    return [is, factTag(is)].some((value) => meaning.values.includes(value)) ? [] : [`${word}: ${is}`]
  })
  expect(differing).toEqual([])
})
