import fc from '../../support/property.ts'
import { expect, test } from 'vitest'
import { kilometresOf } from '#catalogue'

test('The number inside a mileage text is found however people group and label it [R-ENT-02 R-ENT-04]', () => {
  const groupings = [' ', ',', '.', "'", '\u00a0', '\u202f']
  const labels = ['', ' Km', 'km', ' KM', ' kilometres']
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9_999_999 }),
      fc.constantFrom(...groupings),
      fc.constantFrom(...labels),
      (km, mark, label) => {
        const grouped = String(km).replace(/\B(?=(\d{3})+$)/g, mark)
        expect(kilometresOf(String(km) + label)).toBe(km)
        expect(kilometresOf(grouped + label)).toBe(km)
      },
    ),
  )
})

test.each([
  ['68 123 Km', 68_123],
  ['42,000', 42_000],
  ['30k', 30_000],
  ['30K miles', 48_280],
  ['12.5k km', 12_500],
  ['100 miles', 161],
  ['about 90 000 km, full history', 90_000],
  ['1', 1],
])('A seller who writes "%s" is sorted at %d kilometres [R-ENT-04]', (text, km) => {
  expect(kilometresOf(text)).toBe(km)
})

test('A text without a number has no mileage, and no text breaks the reader [R-ENT-04]', () => {
  expect(kilometresOf('like new')).toBeUndefined()
  expect(kilometresOf('')).toBeUndefined()
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const km = kilometresOf(text)
      expect(km === undefined).toBe(!/\d/.test(text))
      expect(km === undefined || (Number.isInteger(km) && km >= 0 && km <= 9_999_999)).toBe(true)
    }),
  )
})
