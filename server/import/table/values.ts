import type { CarStatus } from '#contract/limits.ts'
import { clean, cleanLine } from '#contract/parts.ts'
import { carFeatures, exteriorColours, interiorColours } from '#contract/values/options.ts'
import { keyOf } from './columns.ts'
import { readPrice } from './price.ts'
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

const yearForms = [
  /^(?:my\s?)?(\d{4})(?:\.0+)?$/i,
  /^(\d{4})\s*\(\d{2}(?:\s*(?:reg|plate))?\)$/i,
  /^(\d{4})[-/](?:0?[1-9]|1[0-2])(?!\d)/,
  /(?:^|\D)\d{1,2}[-/.](\d{4})$/,
  /^(?:model |reg )?(\d{4})(?: model| reg)?$/i,
  /^(?:\d{1,2}(?:st|nd|rd|th|\.)? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[.,]? (\d{4})$/i,
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[-/ ](\d{4}|\d{2})$/i,
]
/** How spreadsheets write a day: 20,000 is in 1954 and 59,999 in 2064. */
const serialDay = /^([2-5]\d{4})(?:\.\d+)?$/
const serialOf1970 = 25_569

/** "2017", "2017.0", "2017-03-01", "03/2017", "Mar-17", "MY2017", "2017 (67 reg)", "42795". Two years are none. */
export function yearOf(text: string): number | undefined {
  const day = serialDay.exec(text)?.[1]
  if (day !== undefined) return new Date((Number(day) - serialOf1970) * 86_400_000).getUTCFullYear()
  for (const form of yearForms) {
    const digits = form.exec(text)?.[1]
    if (digits?.length === 2) return Number(digits) + (Number(digits) < 50 ? 2000 : 1900)
    if (digits !== undefined) return Number(digits)
  }
  return undefined
}

/** "R32" and "N52" are engines, so these letters need more digits to be money. */
const engineName = /^[rn]\d{1,2}$/i
const money =
  /^(?:[£$€₦]|(?:ngn|zar|usd|gbp|eur)\b|r\s)\s*\d|^\d[\d\s.,']*(?:[£$€₦]|(?:ngn|zar|usd|gbp|eur)\b|r$)/i
const isMoney = (text: string): boolean => {
  const read = readPrice(text)
  return money.test(text) || ('amount' in read && read.currency !== undefined && !engineName.test(text))
}

/** "1.4" are litres, "1400" cubic centimetres; a zero says nothing, and a sum of money or a bare 145 is no engine. */
export function engineOf(text: string): string | undefined {
  if (isMoney(text)) return undefined
  if (!/^\d+([.,]\d+)?$/.test(text)) return text
  const size = Number(text.replace(',', '.'))
  if (size === 0) return ''
  if (size >= 200) return size < 20_000 ? `${text} cc` : undefined
  return size < 20 ? `${size.toFixed(1)}L` : undefined
}

type Words = readonly (readonly [RegExp, string])[]

const denied = /\b(?:no|not|non|without|ohne|kein)\b/i
/** Nothing for what says "not", and for what says two things that exclude each other. */
const oneOf = (words: Words, o: { first?: RegExp; both: readonly [RegExp, RegExp] }) =>
  remembered((text) => {
    if (denied.test(text)) return undefined
    const contradicts = o.both.every((pattern) => pattern.test(text)) && o.first?.test(text) !== true
    return contradicts ? undefined : words.find(([pattern]) => pattern.test(text))?.[1]
  })

const twoEnergies = /hybrid|phev|mhev|hev\b|plug ?-?in/i
const fuels: Words = [
  [twoEnergies, 'Hybrid'],
  [/(?:petrol|diesel|gasoline|benzin).{1,20}ele[ck]tr/i, 'Hybrid'],
  [/ele[ck]tr.{1,20}(?:petrol|diesel|gasoline|benzin)/i, 'Hybrid'],
  [/ele[ck]tr(?:ic|o|isch)|^b?ev$|battery/i, 'Electric'],
  [/diesel|^d$/i, 'Diesel'],
  [/lpg|autogas/i, 'LPG Autogas'],
  [/ethanol|flex|e85/i, 'Ethanol'],
  [/gasoline|^gas$/i, 'Gasoline'],
  [/petrol|benzin|unleaded|^p$|^super(?: ?(?:plus|e\d{1,2}|\d{2}))*$/i, 'Petrol'],
]
export const fuelOf = oneOf(fuels, {
  first: twoEnergies,
  both: [/diesel/i, /petrol|gasoline|benzin|unleaded/i],
})

const half = /semi|halbauto|tiptronic|automated manual|\bamt\b/i
const gearboxes: Words = [
  [half, 'Semi-Autometic'],
  [
    /auto|cvt|dsg|dct|\bedc\b|powershift|multitronic|steptronic|\bs[ -]?tronic|\bpdk\b|^a(\/?t)?$/i,
    'Automatic',
  ],
  [/manual|manuell|schaltgetriebe|handschaltung|stick|^m(\/?t)?$/i, 'Manual'],
]
export const gearboxOf = oneOf(gearboxes, { first: half, both: [/auto/i, /manu|schalt|stick/i] })

const notNew = /\b(?:as|like|nearly|almost)[ -]?new\b|\bnewly\b/gi
const isNew =
  /^(?:brand[ -]?|factory[ -]?)?new(?:[ -](?:car|vehicle))?\b(?! \w)|^neu(?:wagen)?$|^n$|\bunused\b|\b(?:never|not) used\b/i
const isUsed =
  /\bused|owned|second|tokunbo|demo|certified|^(?:very )?good|excellent|^fair|^mint|^clean|gebraucht|jahreswagen|vorf[uü]hr|^used|^u$/i
/** "As new" is used. What says both, or only that something is new in it, is neither. */
export const conditionOf = remembered((text) => {
  const asNew = notNew.test(text)
  notNew.lastIndex = 0
  const rest = text.replace(notNew, '').trim()
  const fresh = isNew.test(rest)
  const used = asNew || (isUsed.test(rest) && !/\b(?:unused|(?:never|not) used)\b/i.test(rest))
  if (fresh && used) return /demo|certified/i.test(rest) ? 'Used' : undefined
  return fresh ? 'New' : used ? 'Used' : undefined
})

const statuses: readonly (readonly [RegExp, CarStatus])[] = [
  [
    /inactive|draft|reserved|hidden|pending|\boff(?:line)?\b|\bunder offer\b|\bin transit\b|\bsoon\b|\barriving\b|\bon hold\b|\bbooked\b|\bunpublished\b|reserviert|^no$|^0$|^false$/i,
    'inactive',
  ],
  [
    /\bun ?available\b|\b(?:not|no longer) (?:available|active|for sale|in stock)\b|\bout of stock\b/i,
    'inactive',
  ],
  // A sale that is agreed or paid for in part is no offer any more, and may still fall through.
  [/\bsale agreed\b|\bdeposit (?:taken|paid)\b/i, 'inactive'],
  [/\bunsold\b|\bnot sold\b/i, 'active'],
  [/\bsold\b|\bverkauft\b/i, 'sold'],
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
