import { fold } from '#catalogue'
import { clean, cleanLine } from '#contract/parts.ts'
import { carFeatures, exteriorColours, interiorColours } from '#contract/values/options.ts'
import { foldedKey } from './columns.ts'
import { readPrice } from './price.ts'
import { memoize } from './memoize.ts'
import { colourIn, interiorColourIn, sharedCondition, sharedFuel, sharedGear } from './shared-words.ts'

/** Converts cells that people wrote to the values of ads; undefined when a cell is no such value. */

const blanks = new Set(['', 'na', 'nan', 'null', 'none', 'unknown', 'notstated', 'tbc', 'undefined'])

/** Returns the cell on one line; empty when it only says that the value is unknown. */
export function cellText(cell: string | undefined): string {
  const text = cleanLine(cell ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  if (text.length > 12) return text
  const key = foldedKey(text)
  // Text in other scripts has no key, but is a value.
  if (key === '') return /[\p{L}\p{N}]/u.test(text) ? text : ''
  return blanks.has(key) ? '' : text
}

/** Returns the cell with its line breaks. */
export const cellLines = (cell: string | undefined): string =>
  cellText(cell) === '' ? '' : clean(cell ?? '').trim()

/** English, German and Afrikaans months. */
const month = '(?:jan|feb|mar|mrz|mrt|apr|may|mai|mei|jun|jul|aug|sep|oct|okt|nov|dec|dez|des)[a-z]*\\.?'
const yearForms = [
  /^(?:my\s?)?(\d{4})(?:\.0+)?$/,
  /^(\d{4})[-/](?:0?[1-9]|1[0-2])(?!\d)/,
  /(?:^|\D)\d{1,2}[-/.](\d{4})$/,
  /^(?:model |reg )?(\d{4})(?: model| reg)?$/,
  /^(?:2k|my ?'?)(\d\d)$/,
  new RegExp(`^(?:\\d{1,2}(?:st|nd|rd|th|\\.)?[-/. ]+)?${month}[-/, ]+(\\d{4}|\\d{2})$`),
  // A month before the last two digits of a year, unless both may be years: "11/12".
  /^(?:0?[1-9]|1[0-2])[-/](\d{2})$/,
  /^(?:0[1-9]|1[0-2])\.(\d{2})$/,
  /^\d{1,2}\.\d{1,2}\.(\d{2})$/,
  /^\d{1,2}\/(?:1[3-9]|2\d|3[01])\/(\d{2})$/,
]
/** A year with the number of its British plate, which is the year's last digits in spring and 50 more in autumn: "2018/68". */
const plated =
  /^(\d\d(\d\d))\s*[/-]\s*(\d\d)$|^(\d{4})\s*(?:\(\d\d(?:\s*(?:reg|plate))?\)|\s\d\d\s?(?:reg|plate))$/
/** Returns whether a text is a span of two successive years, also with two digits: "2011/12", "11/12". */
const isSpan = (text: string): boolean => {
  const [, first = '', second = ''] = /^(?:\d\d)?(\d\d)[-/](\d\d)$/.exec(text) ?? []
  return first !== '' && (Number(first) + 1) % 100 === Number(second)
}
/** Serial number of a day in a spreadsheet: 30,000 is in 1982 and 59,999 in 2064. "20018" is a typing error. */
const serialDay = /^([3-5]\d{4})(?:\.\d+)?$/
const serialOf1970 = 25_569

/** Reads "2017", "2017.0", "2017-03-01", "03/17", "18-Mar-2017", "MY2017", "2017 (67 reg)", "42795". Undefined for two years. */
export function yearOf(cell: string): number | undefined {
  const text = fold(cell).replace(/(?<=\d)[ t]\d{1,2}:\d\d(?::\d\d)?\S*$/, '')
  const day = serialDay.exec(text)?.[1]
  if (day !== undefined) return new Date((Number(day) - serialOf1970) * 86_400_000).getUTCFullYear()
  if (isSpan(text)) return undefined
  const [, year, digits, plate, other] = plated.exec(text) ?? []
  if (other !== undefined || (plate !== undefined && Number(plate) % 50 === Number(digits) % 50)) {
    return Number(other ?? year)
  }
  for (const form of yearForms) {
    const digits = form.exec(text)?.[1]
    if (digits?.length === 2) return Number(digits) + (Number(digits) < 50 ? 2000 : 1900)
    if (digits !== undefined) return Number(digits)
  }
  return undefined
}

/** "R32" and "N52" are engines, so "R" and "N" need more digits to be money. */
const engineName = /^[rn]\d{1,2}$/i
const money =
  /^(?:[£$€₦]|(?:ngn|zar|usd|gbp|eur)\b|r\s)\s*\d|^\d[\d\s.,']*(?:[£$€₦]|(?:ngn|zar|usd|gbp|eur)\b|r$)/i
const isMoney = (text: string): boolean => {
  const read = readPrice(text)
  return money.test(text) || ('amount' in read && read.currency !== undefined && !engineName.test(text))
}

/** Reads "1.4" as litres and "1400" as cubic centimetres. Zero gives an empty text; money and a bare 145 give undefined. */
export function engineSizeOf(cell: string): string | undefined {
  if (isMoney(cell)) return undefined
  const text = cell.replace(/^(\d)[.,' ](\d{3})(?=\s*(?:ccm?|cm[3³])?$)/i, '$1$2')
  if (!/^\d+([.,]\d+)?$/.test(text)) return text
  const size = Number(text.replace(',', '.'))
  if (size === 0) return ''
  if (size >= 200) return size < 20_000 ? `${text} cc` : undefined
  return size < 20 ? `${size.toFixed(1)}L` : undefined
}

type Words = readonly (readonly [RegExp, string])[]

const denied = /\b(?:no|not|non|without|ohne|kein)\b/i
/** Returns a reader that gives undefined for a negation, and for two values that exclude each other. */
const oneOf = (words: Words, o: { first?: RegExp; both: readonly [RegExp, RegExp] }) =>
  memoize((text) => {
    if (denied.test(text)) return undefined
    const contradicts = o.both.every((pattern) => pattern.test(text)) && o.first?.test(text) !== true
    return contradicts ? undefined : words.find(([pattern]) => pattern.test(text))?.[1]
  })

const twoEnergies = /hybrid|phev|mhev|hev\b|plug ?-?in/i
const fuels: Words = [
  [twoEnergies, 'Hybrid'],
  [/(?:petrol|diesel|gasoline|benzin).{1,20}ele[ck]tr/i, 'Hybrid'],
  [/ele[ck]tr.{1,20}(?:petrol|diesel|gasoline|benzin)/i, 'Hybrid'],
  [/ele[ck]tr(?:ic|o|isch)|^b?ev$|battery|^strom$/i, 'Electric'],
  // British papers call diesel "heavy oil".
  [/diesel|^d$|^dsl$|^heavy oil$/i, 'Diesel'],
  [/lpg|autogas|erdgas|\bcng\b|\b(?:bi|dual)[ -]?fuel\b|petrol\W*gas\b|\bgas\W*petrol/i, 'LPG Autogas'],
  // A car that can use ethanol runs on petrol, too.
  [/\bflex|\bffv\b/i, 'Petrol'],
  [/ethanol|e85/i, 'Ethanol'],
  [/gasoline|^gas$/i, 'Gasoline'],
  [/petrol|benzin|unleaded|\bulp\b|^p$|^super(?: ?(?:plus|e\d{1,2}|\d{2}))*$/i, 'Petrol'],
]
const fuel = oneOf(fuels, { first: twoEnergies, both: [/diesel/i, /petrol|gasoline|benzin|unleaded/i] })
export const fuelOf = (text: string): string | undefined => fuel(text) ?? sharedFuel(text)

const half =
  /semi|easy-?r\b|halbauto|automated manual|automatisiert|\bamt\b|easytronic|selespeed|\bsmg\b|\br[ -]?tronic/i
/** Words for levers behind the wheel, which say nothing about the gearbox. */
const levers = /schalt(?:wippen?|paddles?)|paddle ?shift(?:ers?)?|shift ?paddles?/gi
const gearboxes: Words = [
  [half, 'Semi-Autometic'],
  [
    /auto|cvt|dsg|dct|\bedc\b|power ?shift|stufenlos|wandler|doppelkuppl|dual ?clutch|(?:multi|step|gear|linear|tip|x-?)tronic|\d ?g-? ?tronic|\bs[ -]?tronic|\bpdk\b|\beat ?[68]\b|multidrive|single[ -]speed|einstufig|direct drive|^\d? ?a(\/?t)?$|^aut\.?$/i,
    'Automatic',
  ],
  [/manual|manuell|schaltgetr|schaltung|schalter|stick|^\d? ?m(\/?t)?$|^man\.?$/i, 'Manual'],
]
const gearbox = oneOf(gearboxes, { first: half, both: [/auto/i, /manu|schalt|stick|\bman\b/i] })
export const gearboxOf = (text: string): string | undefined =>
  gearbox(text.replace(levers, '')) ?? sharedGear(text)

const notNew = /\b(?:as|like|nearly|almost)[ -]?new\b|\bnewly\b|\bneuwertig\b|\bwie neu\b/gi
const isNew =
  /^(?:brand[ -]?|factory[ -]?)?new(?:[ -](?:car|vehicle))?\b(?! \w)|^neu(?:wagen|fahrzeug)?\b|^n$|\bunused\b|\b(?:never|not) used\b/i
const isUsed =
  /\bused|owned|second|tokunbo|demo|certified|^(?:very )?good|excellent|^fair|^mint|^clean|gebraucht|jahreswagen|dienstwagen|oldtimer|tageszulassung|vorf[uü]hr|^unfallfrei$|^accident[ -]free$|^used|^u$|^(?:pre[ -]?)?registered$|^pre[ -]?reg$|^direct belgium$/i
/** Reads the condition. "As new" is used. Undefined if a cell says both, or only that something in the car is new. */
export const conditionOf = memoize((text) => {
  const asNew = notNew.test(text)
  notNew.lastIndex = 0
  const rest = text.replace(notNew, '').trim()
  const fresh = isNew.test(rest)
  const used = asNew || (isUsed.test(rest) && !/\b(?:unused|(?:never|not) used)\b/i.test(rest))
  if (fresh && used) return /demo|certified/i.test(rest) ? 'Used' : undefined
  return fresh ? 'New' : used ? 'Used' : sharedCondition(text)
})

const spellings = (list: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  new Map([...list.map((one) => [foldedKey(one), one] as const), ...Object.entries(more)])
const outside = spellings(exteriorColours, {
  gray: 'Grey',
  burgandy: 'Burgundy',
  offwhite: 'Cream',
  teal: 'Turquoise',
  wht: 'White',
  blk: 'Black',
  slv: 'Silver',
  gry: 'Grey',
  blu: 'Blue',
  yel: 'Yellow',
  grn: 'Green',
  brn: 'Brown',
})
const inside = spellings(interiorColours, { gray: 'Grey', burgandy: 'Burgundy', darkgray: 'Dark Grey' })
/** Returns the colour in the spelling of our lists, if they have it. */
export const exteriorOf = memoize((text) => outside.get(foldedKey(text)) ?? colourIn(text) ?? text)
export const interiorOf = memoize((text) => inside.get(foldedKey(text)) ?? interiorColourIn(text) ?? text)

const features = spellings(carFeatures)
/** Splits the list in a cell. The names of our own features contain no commas and slashes. */
export function featuresOf(text: string): string[] {
  const parts = text.split(/[;|\n]/.test(text) ? /[;|\n]/ : /,/).map((part) => part.trim())
  return [
    ...new Set(parts.filter((part) => part !== '').map((part) => features.get(foldedKey(part)) ?? part)),
  ]
}
