import { moneyWords, scaleOf } from './money.ts'
import { afterBlank, type Token } from './tokens.ts'

/** A number with its unit. */
export interface Amount {
  /** The written number, without its unit. */
  number: number
  /** Factor of the unit; 1 without one. */
  times: number
  currency: boolean
  /** Sign or word of a currency of neither market. */
  foreign: string | undefined
  /** Kilometres per unit; undefined when the amount is not a distance. */
  km: number | undefined
  /** The amount as a year: four plain digits, or two after an apostrophe. */
  year: number | undefined
  /** Whether the number has separators ("150 000"). */
  grouped: boolean
  /** Index of the token after the amount. */
  end: number
}

/** Tells whether a word is a currency of neither market. */
const isForeign = (text: string) => {
  const currency = moneyWords.get(text)
  return currency !== undefined && currency !== 'NGN' && currency !== 'ZAR'
}
/** Tells whether a word after a number is a currency; a single letter, ₦ and # belong to the next number. */
const isMoney = (text: string) => isForeign(text) || (text.length > 1 && moneyWords.has(text))
const kilometres = /^(?:kms?|kilomet(?:re|er)s?|kilometern|mil(?:e|)age|tkm)$/
const miles = /^mi(?:les?)?$/
/** In "3.0 m sport" the m does not mean million. */
const trims = new Set(['sport', 'pack', 'package', 'power', 'performance'])

const written = /^(zar|ngn|r|n)?(\d[\d.,]*)(\p{L}*)$/u
const isUnit = (text: string) =>
  text === '' || scaleOf(text) !== undefined || isMoney(text) || isDistance(text)
const isDistance = (text: string) => kilometres.test(text) || miles.test(text)

function valueOf(digits: string, unit: string): { number: number; grouped: boolean } {
  const grouped = /^\d{1,3}([.,]\d{3})+$/.test(digits)
  // "1.500m" means one and a half million.
  if (grouped && !(scaleOf(unit) === 1_000_000 && digits.split(/[.,]/).length === 2)) {
    return { number: Number(digits.replace(/[.,]/g, '')), grouped: true }
  }
  return { number: Number(digits.replace(',', '.')), grouped: false }
}

const readable = /^(19[6-9]\d|20[0-4]\d)$/
export const isYear = (text: string) => readable.test(text)

const nothing = { times: 1, currency: false, foreign: undefined, km: undefined, grouped: false } as const

/** "'18" is 2018, "'98" is 1998, "2k10" is 2010. */
function shortYear(tokens: readonly Token[], at: number): Amount | undefined {
  const coded = /^2k(\d\d?)$/.exec(tokens[at]?.text ?? '')?.[1]
  if (coded !== undefined) {
    const year = 2000 + Number(coded)
    return { ...nothing, number: year, year, end: at + 1 }
  }
  const digits = tokens[at]?.text === "'" ? tokens[at + 1]?.text : undefined
  if (digits === undefined || !/^\d\d$/.test(digits)) return undefined
  const year = Number(digits) + (Number(digits) < 50 ? 2000 : 1900)
  return { ...nothing, number: year, year, end: at + 2 }
}

const numberWords = 'half one two three four five six seven eight nine ten'.split(' ')
const bounding = /^(?:under|below|sub|than|about|around|over|max)$/

/** Reads spoken amounts: "half a million", "five million", "two hundred thousand", "under a grand". Not "Grand Cherokee". */
function spoken(tokens: readonly Token[], at: number): Amount | undefined {
  const text = (place: number) => tokens[place]?.text ?? ''
  const digit = text(at) === 'a' ? 1 : numberWords.indexOf(text(at))
  const isHundred = text(at) === 'hundred'
  if (digit < 0 && !isHundred) return undefined
  let end = at + 1
  if (digit === 0 && text(end) === 'a') end += 1
  const hundreds = text(end) === 'hundred'
  if (hundreds) end += 1
  const scale = text(end)
  if (scaleOf(scale) === undefined || (scale.length === 1 && !isHundred && !hundreds)) return undefined
  if (scale === 'grand' && text(at) === 'a' && !bounding.test(text(at - 1))) return undefined
  const number = (isHundred ? 1 : digit || 0.5) * (isHundred || hundreds ? 100 : 1)
  return withUnits(tokens, { ...nothing, number, year: undefined, end }, '')
}

/** Reads the amount that begins at a token: "R200k", "₦ 5 million", "150 000 km", "2018"; undefined without one. */
export function amountAt(tokens: readonly Token[], at: number): Amount | undefined {
  const short = shortYear(tokens, at) ?? spoken(tokens, at)
  if (short) return short
  const before = tokens[at]
  const strange = before !== undefined && isForeign(before.text) ? before.text : undefined
  let currency = before !== undefined && moneyWords.has(before.text)
  let end = currency ? at + 1 : at
  const first = written.exec(tokens[end]?.text ?? '')
  // "083 555 1234" is a phone number.
  if (!first || !isUnit(first[3] ?? '') || /^0\d/.test(first[2] ?? '')) return undefined
  // "euro 6 diesel" is an emission class.
  if (
    before?.text === 'euro' &&
    /^[1-7]$/.test(tokens[end]?.text ?? '') &&
    scaleOf(tokens[end + 1]?.text ?? '') === undefined
  )
    return undefined
  let [, sign, digits = '', unit = ''] = first
  if (sign !== undefined) {
    if (currency) return undefined
    currency = true
  }
  end += 1
  let spaced = false
  while (unit === '' && /^\d{1,3}( \d{3})*$/.test(digits)) {
    const more = /^(\d{3})(\p{L}*)$/u.exec(tokens[end]?.text ?? '')
    const token = tokens[end]
    if (!more || !token || token.gap === '' || !afterBlank(token) || !isUnit(more[2] ?? '')) break
    // "bmw 320 300k" contains two numbers.
    if (scaleOf(more[2] ?? '') !== undefined) break
    digits += ` ${more[1]}`
    unit = more[2] ?? ''
    spaced = true
    end += 1
  }
  const { number, grouped } = spaced
    ? { number: Number(digits.replaceAll(' ', '')), grouped: true }
    : valueOf(digits, unit)
  const year = !grouped && !currency && unit === '' && isYear(digits) ? number : undefined
  const amount: Amount = { ...nothing, number, currency, foreign: strange, year, grouped, end }
  const read = withUnits(tokens, amount, unit)
  // "Golf R 2018" and "R350" are cars; "R 20 000" and "R5000" are money.
  const letter = sign ?? (currency ? before?.text : '') ?? ''
  const least = sign === undefined ? 10_000 : 1000
  const small = /^[a-z#]$/.test(letter) && read.number * read.times < least
  if (!small) return read
  // "R100-150k": the second number shows that the first one is money.
  const other = ['-', 'to'].includes(tokens[read.end]?.text ?? '')
    ? amountAt(tokens, read.end + 1)
    : undefined
  return other && isQualified(other) && other.number > read.number ? read : undefined
}

function withUnits(tokens: readonly Token[], bare: Amount, attached: string): Amount {
  const amount = { ...bare }
  const take = (unit: string): boolean => {
    const letter = unit.length === 1
    const scale = scaleOf(unit)
    if (scale !== undefined) {
      if (amount.times > 1 || (letter && unit !== attached && amount.number > 999)) return false
      amount.times = scale
      // "5 grand"
      if (unit === 'grand') amount.currency = true
    } else if (isMoney(unit)) {
      if (
        unit === 'euro' &&
        amount.number < 100 &&
        amount.times === 1 &&
        /^[1-7]$/.test(tokens[amount.end + 1]?.text ?? '')
      )
        return false
      amount.currency = true
      if (isForeign(unit)) amount.foreign = unit
    } else if (isDistance(unit) && !amount.currency) {
      if (unit === 'tkm') amount.times *= 1000
      amount.km = miles.test(unit) ? 1.609344 : 1
    } else return false
    amount.year = undefined
    return true
  }
  take(attached)
  const text = (at: number) => tokens[amount.end + at]?.text ?? ''
  // "R120000-00", "5000,- euro"
  if ((text(0) === '-' && text(1) === '00') || (text(0) === ',' && text(1) === '-')) amount.end += 2
  while (amount.km === undefined) {
    const [unit, next] = [tokens[amount.end], tokens[amount.end + 1]]
    if (!unit || !afterBlank(unit) || (unit.text.length === 1 && trims.has(next?.text ?? ''))) break
    // "2013 £500": the sign belongs to the number after it.
    const isNexts = /^[^\p{L}]$/u.test(unit.text) && next && /^\d/.test(next.text)
    if (isNexts && (next.gap === '' || amount.year !== undefined)) break
    if (!take(unit.text)) break
    amount.end += 1
  }
  // "80k on the clock"
  const clock = text(0) !== 'on' ? 0 : text(1) === 'the' ? 2 : 1
  if (clock > 0 && text(clock) === 'clock') return { ...amount, km: 1, end: amount.end + clock + 1 }
  return amount
}

/** Tells whether an amount is more than a bare small number: it has a currency, a unit or separators. */
export const isQualified = (a: Amount) => a.times > 1 || a.currency || a.km !== undefined || a.grouped

/** Words after a distance that describe a range, not a mileage. */
const ranges = /^(?:range|reichw|warran|garan|tank)/
const costs = /^(?:month|mth|pc?m$|m$|week|monat|depos|anzahl|rate$|inst|repay|paym)/
const links = /^(?:a|per|p|pro|year|of|the|im|electric|wltp|road|car|down|initial)$/

/** Returns the end of an amount that describes something else: "200 mile range", "R3000 per month", "£30 tax". */
export function elseEnd(tokens: readonly Token[], a: Amount): number | undefined {
  let end = a.end
  while (end < a.end + 2 && links.test(tokens[end]?.text ?? '')) end += 1
  const word = tokens[end]?.text ?? ''
  // "£3000 tax free" and "£1500 mot" are prices of the car; "12m mot" are months.
  const isTax = /^(?:tax|ved)$/.test(word) && a.number * a.times < 1000
  const isMonths = word === 'mot' && a.times > 1000
  const isCost = isTax || isMonths || costs.test(word)
  // "60k service" is an interval; "60k service history" is not.
  const isService = word.startsWith('serv') && !/^(?:hist|book|rec|plan)/.test(tokens[end + 1]?.text ?? '')
  const isElse =
    (a.km === undefined ? isCost && (isQualified(a) || end > a.end) : ranges.test(word)) ||
    (isService && isQualified(a))
  return isElse && a.year === undefined ? end + 1 : undefined
}
