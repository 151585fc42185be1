import { kilometresOf } from '#catalogue'
import { carTypes, type CarStatus, type CarType } from '#contract/limits.ts'
import { clean, cleanLine } from '#contract/parts.ts'
import { carFeatures, exteriorColours, interiorColours } from '#contract/values/options.ts'
import { keyOf } from './columns.ts'
import { remembered } from './remembered.ts'

/** Cells as people write them, made into the values ads have. Undefined: this is none. */

const blanks = new Set(['', 'na', 'nan', 'null', 'none', 'unknown', 'notstated', 'tbc', 'undefined'])

/** The cell on one line; empty when it only says that nothing is known. */
export function cellText(cell: string | undefined): string {
  const text = cleanLine(cell ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  if (text.length > 12) return text
  const key = keyOf(text)
  // Letters of other scripts have no key and do say something.
  if (key === '') return /[\p{L}\p{N}]/u.test(text) ? text : ''
  return blanks.has(key) ? '' : text
}

/** The same with its lines. */
export const cellLines = (cell: string | undefined): string =>
  cellText(cell) === '' ? '' : clean(cell ?? '').trim()

/** Groups and fractions as any country writes them: "12,500", "12.500,00", "1 250 000", "850k", "1.2m". */
export function amountOf(text: string): number | undefined {
  const bare = text
    .replace(/^(ngn|zar|usd|gbp|eur|[₦r£$€n])\s*/i, '')
    .replace(/\s*(ngn|zar|usd|gbp|eur)$/i, '')
  const match = /^(\d[\d\s.,']*?)\s*([km])?$/i.exec(bare)
  if (!match) return undefined
  const [, written = '', scale] = match
  const digits = written.replace(/[\s']/g, '')
  const last = /[.,](\d*)$/.exec(digits)?.[1]
  const signs = new Set(digits.replace(/\d/g, ''))
  const times = digits.replace(/\d/g, '').length
  const isFraction =
    last !== undefined && (last.length !== 3 || scale !== undefined) && (times === 1 || signs.size > 1)
  const whole = isFraction ? digits.slice(0, -last.length - 1) : digits
  const value = Number(`${whole.replace(/[.,]/g, '')}${isFraction ? `.${last}` : ''}`)
  if (!Number.isFinite(value)) return undefined
  return value * (scale === undefined ? 1 : scale.toLowerCase() === 'k' ? 1000 : 1_000_000)
}

/** "2017", "2017.0", "2017-03-01", "03/2017". */
export function yearOf(text: string): number | undefined {
  const match = /^(\d{4})(?:\.0+)?$/.exec(text) ?? /^(\d{4})[-/]\d/.exec(text) ?? /\d[-/.](\d{4})$/.exec(text)
  return match ? Number(match[1]) : undefined
}

/** As the seller wrote it, with its unit when it had none. */
export function mileageOf(text: string, unit: 'km' | 'miles'): string | undefined {
  const bare = /^\d+\.0+$/.test(text) ? text.replace(/\.0+$/, '') : text
  if (!/^\d/.test(bare) || kilometresOf(bare) === undefined) return undefined
  const known = /k\s*m|kilom|\bmi\b|mile/i.test(bare)
  const written = known ? bare : `${bare} ${unit === 'miles' ? 'miles' : 'Km'}`
  return written.length <= 40 && kilometresOf(written) !== undefined ? written : undefined
}

/** "1.4" are litres, "1400" cubic centimetres; a zero says nothing. */
export function engineOf(text: string): string {
  if (!/^\d+([.,]\d+)?$/.test(text)) return text
  const size = Number(text.replace(',', '.'))
  if (size === 0) return ''
  if (size >= 200) return `${text} cc`
  return size < 20 ? `${size.toFixed(1)}L` : text
}

type Words = readonly (readonly [RegExp, string])[]
const firstOf = (words: Words) => remembered((text) => words.find(([pattern]) => pattern.test(text))?.[1])

const fuels: Words = [
  [/hybrid|phev|mhev|hev\b|(?:petrol|diesel).{1,20}electric|electric.{1,20}(?:petrol|diesel)/i, 'Hybrid'],
  [/electric|^b?ev$|battery/i, 'Electric'],
  [/diesel|^d$/i, 'Diesel'],
  [/lpg|autogas/i, 'LPG Autogas'],
  [/ethanol|flex|e85/i, 'Ethanol'],
  [/gasoline|^gas$/i, 'Gasoline'],
  [/petrol|benzin|unleaded|^p$/i, 'Petrol'],
]
export const fuelOf = firstOf(fuels)

const gearboxes: Words = [
  [/semi|tiptronic|automated manual|\bamt\b/i, 'Semi-Autometic'],
  [/auto|cvt|dsg|dct|steptronic|^a(\/?t)?$/i, 'Automatic'],
  [/manual|stick|^m(\/?t)?$/i, 'Manual'],
]
export const gearboxOf = firstOf(gearboxes)

const bodies: readonly (readonly [RegExp, CarType])[] = [
  [/mini ?bus|^bus$|\bcoach\b/i, 'Minibus'],
  [/suv|crossover|4x4|off ?-?road|jeep/i, 'SUV'],
  [/pick ?-?up|bakkie|double cab|single cab|\btruck\b|\bute\b/i, 'Pickup'],
  [/convertible|cabrio|roadster|spider|spyder|drop ?head/i, 'Convertible'],
  [/coup[eé]/i, 'Coupe'],
  [/wagon|estate|touring|avant|variant|tourer|combi/i, 'Wagon'],
  [/mpv|people carrier|minivan|\bvan\b/i, 'MPV'],
  [/hatch/i, 'Hatchback'],
  [/sedan|saloon|limousine/i, 'Sedan'],
]
export const bodyOf = remembered(
  (text): CarType | undefined =>
    carTypes.find((type) => keyOf(type) === keyOf(text)) ?? bodies.find(([p]) => p.test(text))?.[1],
)

const drives: Words = [
  [/awd|all ?-?wheel|quattro|4matic|xdrive|4motion/i, 'AWD'],
  [/4wd|4x4|four ?-?wheel/i, '4WD'],
  [/rwd|rear|4x2/i, 'RWD'],
  [/fwd|front|2wd/i, 'FWD'],
]
export const driveOf = firstOf(drives)

const conditions: Words = [
  [/used|owned|second|tokunbo|demo|certified|^good|excellent|^fair/i, 'Used'],
  [/new/i, 'New'],
]
export const conditionOf = firstOf(conditions)

const statuses: readonly (readonly [RegExp, CarStatus])[] = [
  [/inactive|draft|reserved|hidden|pending|\boff(?:line)?\b|\bunder offer\b|^no$|^0$|^false$/i, 'inactive'],
  [
    /\bun ?available\b|\b(?:not|no longer) (?:available|active|for sale|in stock)\b|\bout of stock\b/i,
    'inactive',
  ],
  [/\bunsold\b|\bnot sold\b/i, 'active'],
  [/\bsold\b/i, 'sold'],
  [/active|available|sale|stock|live|\bon offer\b|^yes$|^1$|^true$/i, 'active'],
]
export const statusOf = (text: string) => {
  const words = text.replace(/[_-]+/g, ' ')
  return statuses.find(([pattern]) => pattern.test(words))?.[1]
}

const spellings = (list: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  new Map([...list.map((one) => [keyOf(one), one] as const), ...Object.entries(more)])
const outside = spellings(exteriorColours, {
  gray: 'Grey',
  burgandy: 'Burgundy',
  offwhite: 'Cream',
  teal: 'Turquoise',
})
const inside = spellings(interiorColours, { gray: 'Grey', burgandy: 'Burgundy', darkgray: 'Dark Grey' })
/** In the spelling of our own lists where they have it. */
export const exteriorOf = remembered((text) => outside.get(keyOf(text)) ?? text)
export const interiorOf = remembered((text) => inside.get(keyOf(text)) ?? text)

const features = spellings(carFeatures)
/** A list in one cell. Our own features have commas and slashes in none of their names. */
export function featuresOf(text: string): string[] {
  const parts = text.split(/[;|\n]/.test(text) ? /[;|\n]/ : /,/).map((part) => part.trim())
  return [...new Set(parts.filter((part) => part !== '').map((part) => features.get(keyOf(part)) ?? part))]
}
