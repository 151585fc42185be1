// Values that are readable but hardly possible: 85 km of a car of 2012, a price of 185. Each is reported to the dealer.
import { kilometresOf } from '#catalogue'
import type { NewAd } from '#contract/ads.ts'
import type { ImportField, ShortField } from '#contract/selling/import.ts'
import { grouped } from '#contract/values/region.ts'
import { areMost } from './currency.ts'
import { mileageOf } from './mileage.ts'
import { readPrice } from './price.ts'
import { cellText, yearOf } from './values.ts'

/** A doubtful value, in the form of a reported problem. */
export interface Doubt {
  field: ImportField
  /** The car or the cell, and the value that was read. */
  value: string
  reason: string
}
type CarFacts = Pick<NewAd, 'year' | 'make' | 'model' | 'mileage' | 'price'> & { condition: string }

/** Kilometres per year below and above which a mileage is doubtful. */
const yearly = { least: 500, most: 120_000 }
/** Years of driving that are expected at most: a classic is hardly driven further. */
const stands = 15
/** Years that a new car may be unsold, and maximum kilometres that it is moved in this time. */
const unsold = { years: 3, most: 20_000 }
const longest = 1_000_000
/** Range of a dealer's prices, by the currency of a market. */
const costs = new Map([
  ['NGN', { least: 100_000, most: 10_000_000_000 }],
  ['ZAR', { least: 5_000, most: 100_000_000 }],
])

const reasons = {
  few: 'So few kilometres are hardly possible at this age. Are thousands meant?',
  many: 'So many kilometres are hardly possible at this age.',
  longest: 'Hardly any car is driven so far.',
  driven: 'A new car is hardly driven so far.',
  cheap: 'No car costs so little. Are thousands meant?',
  dear: 'Hardly any car costs so much.',
} as const

function mileageDoubt(car: Pick<CarFacts, 'year' | 'condition'>, km: number, thisYear: number) {
  const age = Math.max(0, thisYear - car.year)
  const isNew = car.condition === 'New'
  if (km > longest) return reasons.longest
  if (isNew && km > unsold.most) return reasons.driven
  if (km > yearly.most * (age + 1)) return reasons.many
  const driven = age >= (isNew ? unsold.years + 1 : 2)
  return driven && km < yearly.least * Math.min(age, stands) ? reasons.few : undefined
}

function priceDoubt(price: number, currency: string) {
  const cost = costs.get(currency)
  if (!cost) return undefined
  return price < cost.least ? reasons.cheap : price > cost.most ? reasons.dear : undefined
}

/** Returns the hardly possible values of an ad. */
export function doubtsOf(car: CarFacts, o: { currency: string; thisYear: number }): Doubt[] {
  const name = `${car.year} ${car.make} ${car.model}`
  const km = kilometresOf(car.mileage)
  const ofMileage = km === undefined ? undefined : mileageDoubt(car, km, o.thisYear)
  const ofPrice = priceDoubt(car.price, o.currency)
  const doubt = (field: ShortField, read: string, reason: string | undefined) =>
    reason === undefined ? [] : [{ field, value: `${name}: ${read}`.slice(0, 200), reason }]
  return [
    ...doubt('mileage', `${grouped(km ?? 0)} km`, ofMileage),
    ...doubt('price', `${o.currency} ${grouped(car.price)}`, ofPrice),
  ]
}

/** Returns whether a price is so low that it may be in thousands. */
export const isShortPrice = (price: number, currency: string): boolean =>
  price < (costs.get(currency)?.least ?? 0)

/** Returns the columns that look as if they were in thousands, judged by the first rows. */
export function shortColumns(
  rows: readonly (readonly string[])[],
  cells: Partial<Record<ShortField | 'year', number>>,
  o: { currency: string; priceIn: string | undefined; thisYear: number },
): ShortField[] {
  const textsOf = (cell: number | undefined) =>
    cell === undefined ? [] : rows.map((row) => [cellText(row[cell]), row] as const)
  const prices = textsOf(cells.price).flatMap(([text]) => {
    const read = readPrice(text)
    const isOurs = !('reason' in read) && (read.currency ?? o.priceIn ?? o.currency) === o.currency
    return isOurs ? [!read.scaled && isShortPrice(read.amount, o.currency)] : []
  })
  const mileages = textsOf(cells.mileage).flatMap(([text, row]) => {
    const year = cells.year === undefined ? undefined : yearOf(cellText(row[cells.year]))
    const isOld = year !== undefined && o.thisYear - year >= 2
    const km = isOld ? kilometresOf(mileageOf(text, 'km') ?? '') : undefined
    return km === undefined ? [] : [/^\d+$/.test(text) && km > 0 && km < 1000]
  })
  const short = { price: areMost(prices, Boolean), mileage: areMost(mileages, Boolean) }
  return (['price', 'mileage'] as const).filter((field) => short[field])
}
