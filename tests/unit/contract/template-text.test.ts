import fc from '../../support/property.ts'
import { expect, test } from 'vitest'
import {
  describeLabels,
  describeWarning,
  type DescribeFields,
  missingForDescription,
} from '#contract/selling/describe-fields.ts'
import { findContact } from '#contract/selling/ad-rules.ts'
import { templateText } from '#contract/selling/template-text.ts'
import { adFuels, adTransmissions, carStatuses, conditions, drives } from '#contract/limits.ts'
import { exteriorColours, interiorColours } from '#contract/values/options.ts'

const fields: DescribeFields = {
  title: 'BMW X5, one careful owner',
  make: 'BMW',
  model: 'X5',
  year: '2019',
  status: 'active',
  fueltype: 'Diesel',
  engine: '3.0L',
  exteriorcolor: 'White',
  interiorcolor: 'Black',
  mileage: '68 123 Km',
  transmission: 'Semi-Autometic',
  condition: 'Used',
  drive: 'AWD',
  price: '450000',
}
const anyFields = fc.record({
  title: fc.constantFrom('A title', 'Zebra'),
  make: fc.constantFrom('BMW', 'Audi', 'Isuzu'),
  model: fc.constantFrom('X5', 'A4', 'D-Max'),
  year: fc.integer({ min: 1990, max: 2026 }),
  status: fc.constantFrom(...carStatuses),
  fueltype: fc.constantFrom(...adFuels, 'Hybrid', 'LPG Autogas'),
  engine: fc.constantFrom('1.6L', '3.0L diesel engine', '64 kWh', '8.0 V8', '11kW'),
  exteriorcolor: fc.constantFrom(...exteriorColours),
  interiorcolor: fc.constantFrom(...interiorColours),
  mileage: fc.constantFrom('0', '68 123 Km', '120000', '30k miles'),
  transmission: fc.constantFrom(...adTransmissions),
  condition: fc.constantFrom(...conditions),
  drive: fc.constantFrom(...drives),
  price: fc.integer({ min: 1, max: 9_000_000 }),
})

test('The template is two or three paragraphs of whole sentences, for any ad [R-EXT-10]', () => {
  fc.assert(
    fc.property(anyFields, fc.nat(20), (given, turn) => {
      const text = templateText(given, '₦', turn)
      const paragraphs = text.split('\n\n')
      expect([2, 3]).toContain(paragraphs.length)
      for (const paragraph of paragraphs) {
        expect(paragraph).toMatch(/^[A-Z\d].*[.!?]$/)
        expect(paragraph).not.toMatch(
          /undefined|NaN|null| {2}|\ba [aeio]\w|\ban [bcdfgjkmnpqrstvwz]\w|\.\.|<|>/,
        )
      }
      expect(text).toContain(given.model)
      expect(findContact(text)).toBeUndefined()
      expect(text.includes('for sale')).toBe(given.status === 'active')
      expect(text.includes('₦')).toBe(given.status !== 'sold')
    }),
    { numRuns: 500 },
  )
})

test('A template contains only given facts and every field that a reader needs [R-EXT-09]', () => {
  for (let turn = 0; turn < 12; turn += 1) {
    const text = templateText(fields, '₦', turn).toLowerCase()
    const told = [
      '2019 bmw x5',
      'white',
      'black',
      '3.0l',
      'diesel',
      'semi-automatic',
      'all-wheel drive',
      '68 123 km',
      '₦450,000',
      'used',
    ]
    expect(told.filter((fact) => !text.includes(fact))).toEqual([])
    expect(text).not.toMatch(/owner|service history|accident|warranty|bargain|guarantee/)
  }
})

test('The same fields give the same text, other fields and other turns other sentences', () => {
  expect(templateText(fields, 'R')).toBe(templateText({ ...fields }, 'R'))
  const turns = new Set(Array.from({ length: 12 }, (_, turn) => templateText(fields, 'R', turn)))
  expect(turns.size).toBe(12)
  const openings = new Set(
    exteriorColours.map((exteriorcolor) => templateText({ ...fields, exteriorcolor }, 'R').split(' ')[0]),
  )
  expect(openings.size).toBeGreaterThan(2)
})

test('A template writes “an” before a vowel sound, whatever the first letter is', () => {
  for (const [make, engine] of [
    ['MG', '11kW'],
    ['FAW', 'Unleaded 1.6'],
    ['LPG', '18 kWh'],
  ] as const) {
    const texts = Array.from({ length: 12 }, (_, turn) =>
      templateText({ ...fields, year: '', exteriorcolor: make, make, engine }, 'R', turn),
    ).join('\n')
    expect(texts).not.toMatch(/\ba (?:mg|faw|unl|lpg|1[18])/i)
    expect(texts).toMatch(new RegExp(`\\ban ${make} X5`))
    expect(texts.toLowerCase()).toContain(`an ${engine.toLowerCase()}`)
  }
})

test('A template describes new and sold cars differently from used ones for sale', () => {
  const isNew = templateText({ ...fields, condition: 'New', mileage: '0 km' }, 'R')
  expect(isNew).toMatch(/\bnew\b/)
  expect(isNew).not.toMatch(/\bused\b|clock|covered|Mileage/)
  const sold = templateText({ ...fields, status: 'sold' }, 'R')
  expect(sold).toContain('has been sold')
  expect(sold).not.toMatch(/for sale|R450|enquiry/)
})

test('An incomplete form names its missing fields in its own order [R-POST-12 R-POST-13]', () => {
  expect(missingForDescription(fields)).toEqual([])
  expect(missingForDescription({})).toEqual(Object.keys(describeLabels))
  expect(describeWarning(missingForDescription({}))).toMatch(
    /^Please fill title, make, model, .* and price before generating a description\.$/,
  )
  const some = { ...fields, price: '', engine: '  ', title: undefined }
  expect(describeWarning(missingForDescription(some))).toBe(
    'Please fill title, engine and price before generating a description.',
  )
  expect(describeWarning(['price'])).toBe('Please fill price before generating a description.')
})
