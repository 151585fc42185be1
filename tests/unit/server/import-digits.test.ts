import { expect, test } from 'vitest'
import { kilometresOf } from '#catalogue'
import { importOptions } from '#contract/selling/import.ts'
import { makeAd } from '../../../server/import/table/make-ad.ts'
import { mileageOf } from '../../../server/import/table/mileage.ts'
import { NamesBook } from '../../../server/import/table/names-book.ts'
import { importPlanOf } from '../../../server/import/table/plan.ts'
import { readPrice } from '../../../server/import/table/price.ts'
import { demoReference } from '../../support/demo-names.ts'
import fc from '../../support/property.ts'

/** Digits of prices and mileages in all notations. */

const names = new NamesBook(demoReference)

/** Prices and mileages in thousands, which only the table could tell: "85" and a year. */
const shortened = fc
  .record({
    market: fc.constantFrom('NGN', 'ZAR'),
    year: fc.integer({ min: 1980, max: 2024 }),
    km: fc.integer({ min: 0, max: 999 }),
    price: fc.integer({ min: 1, max: 4999 }),
    sign: fc.constantFrom('', 'R', 'R '),
    isPrice: fc.boolean(),
  })
  .map(({ market, year, km, price, sign, isPrice }) => {
    const head = ['make', 'model', 'year', 'price', 'mileage']
    const meant = { price: isPrice ? price * 1000 : 2_000_000, mileage: isPrice ? 10_000 + km : km * 1000 }
    const written = isPrice
      ? [`${market === 'ZAR' ? sign : ''}${price}`, String(meant.mileage)]
      : [String(meant.price), String(km)]
    const cells = ['Toyota', 'Hilux', String(year), ...written]
    return { market, head, cells, meant, field: isPrice ? ('price' as const) : ('mileage' as const) }
  })

test('A mileage or price in thousands is doubted until the dealer confirms it', () => {
  fc.assert(
    fc.property(shortened, ({ market, head, cells, meant, field }) => {
      const made = (options: object) => {
        const plan = importPlanOf({
          header: head,
          rows: [cells],
          file: 't.csv',
          options: importOptions.parse(options),
          names,
          dealer: { id: 'd', province: '', city: '', address: '' },
          currency: market,
          thisYear: 2026,
        })
        return makeAd([...cells, 'Lekki'], { ...plan, cells: { ...plan.cells, city: 5 } }, names, 2026)
      }
      const plain = made({})
      const doubted = 'ad' in plain ? plain.doubts.map((doubt) => doubt.field) : []
      expect(doubted).toEqual([field])
      const told = made({ thousands: [field] })
      const ad = 'ad' in told ? told.ad : undefined
      expect([ad?.price, kilometresOf(ad?.mileage ?? '')]).toEqual([meant.price, meant.mileage])
    }),
    { numRuns: 500 },
  )
})

const scribble = fc
  .array(fc.constantFrom(..."0123456789012345678900.,' ’km-/R₦€ ".split(''), ' km', 'mi', '.000'), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => parts.join(''))
const digitsOf = (text: string) => text.replace(/\D/g, '')
/** Returns the written digits, without zeros at either end that a fraction or a scale may add. */
const significant = (text: string) => digitsOf(text).replace(/^0+|0+$/g, '')

const priceKeepsDigits = (text: string): boolean => {
  const price = readPrice(text)
  // Digits below a cent are rounding noise of a program.
  return (
    'reason' in price || /[.,]\d{4}/.test(text) || significant(String(price.amount)) === significant(text)
  )
}
const mileageKeepsDigits = (text: string): boolean => {
  const mileage = mileageOf(text, 'km')
  // A number after a word counts something else: "2 owners".
  if (mileage === undefined || /[a-z]{3,}[^a-z]*\d/i.test(text)) return true
  const km = kilometresOf(mileage) ?? -1
  const factor = /^[^a-z]*k?\W*mi/i.test(mileage) ? 1.609344 : 1
  const value = Number(significant(text) || '0')
  // The written and the read number differ by one power of ten, and by rounding.
  const power = value === 0 ? 0 : Math.round(Math.log10(km / factor / value))
  return Math.abs(value * 10 ** power * factor - km) <= 1
}

test.each([
  ['price', priceKeepsDigits],
  ['mileage', mileageKeepsDigits],
])('However digits are scribbled, a %s has those and no others', (_, keeps) => {
  fc.assert(
    fc.property(scribble, (text) => {
      expect(keeps(text)).toBe(true)
    }),
    { numRuns: 5000 },
  )
})
