import { litresTag, tenthsOfLitres } from '../tags.ts'
import { amountAt } from './amounts.ts'
import type { Reading, ReadingStep } from './meaning.ts'
import { afterBlank, type Token } from './tokens.ts'

// Short numbers: engine sizes and abbreviated years; also letters with a slash.

/** Meaning of the last letter of "320d" and "3.0d". */
export const diesel: Reading = { kind: 'fueltype', values: ['Diesel'] }
/** Meaning of the last letter of "330e". */
export const hybrid: Reading = { kind: 'fueltype', values: ['Hybrid'] }

const litreWords = new Set(['l', 'litre', 'litres', 'liter', 'liters', 'ltr'])
const cubicWords = new Set(['cc', 'ccm', 'cm3', 'kubik'])
const withPoint = /^(\d[.,]\d)(\p{L}*)$/u
/** Suffixes of a number that is not an engine size: "1.5k", "2.0m". */
const noEngine = /^(?:k|m|km|kms|mil|mio|mill|million|thousand|mi|miles)$/

const heavy = /^(?:to?nn?e?s? |t (?:anh|zug|nutz|tow|brak))/
const bounding = /^(?:under|below|over|above|than|unter|onder|anhanger)$/

/** Reads an engine size: "2.8", "1.6tdi", "2.0 litre", "2l", "1600cc". */
export function litresAt(tokens: readonly Token[], at: number): ReadingStep | undefined {
  const text = tokens[at]?.text ?? ''
  const next = tokens[at + 1]
  const unit = next && afterBlank(next) ? next.text : ''
  const point = withPoint.exec(text)
  const written = point
    ? noEngine.test(point[2] ?? '')
      ? undefined
      : point[1]
    : /^\d(?:l|ltr|litre|liter)$/.test(text)
      ? text.replace(/\D+$/, ' l')
      : /^\d$/.test(text) && litreWords.has(unit)
        ? `${text} l`
        : /^\d{3,4}cc$/.test(text)
          ? text
          : /^\d{3,4}$/.test(text) && cubicWords.has(unit)
            ? `${text} cc`
            : undefined
  // From 6 on, half numbers are generations: "golf 7.5". "3.5 ton" is a towing weight, and "under 1.5" may be millions.
  if (/^(?:[6-8][.,]5|3[.,]5t)/.test(text) || heavy.test(`${unit} ${tokens[at + 2]?.text ?? ''}`))
    return undefined
  if (bounding.test(tokens[at - 1]?.text ?? '')) return undefined
  const tenths = written === undefined ? undefined : tenthsOfLitres(written)
  if (tenths === undefined) return undefined
  const end = (litreWords.has(unit) && !/l/.test(text)) || cubicWords.has(unit) ? at + 2 : at + 1
  const reading: Reading = { kind: 'fact', field: 'engine', values: [litresTag(tenths)] }
  return point?.[2] === 'd' ? { reading, end, also: diesel } : { reading, end }
}

const nextUnits = new Set(
  '% percent hours days mile miles litre litres inch inches zoll seater seaters seat seats sitzer door doors dr turer valve valves v speed gang k km m hp ps kw cc reg month months mth mths year years yr yrs jahre monate mpg rim rims " wheel wheels alloys tfsi tdi series plug'.split(
    ' ',
  ),
)
const plateWords = new Set(['plate', 'plates', 'reg', 'registration'])

/**
 * Latest year of two digits. It does not depend on a clock, so that a phone and the server read a phrase alike. From 30 on,
 * numbers belong to names: "A3 30", "A3 35".
 */
const latest = 29
/** Returns the year of two digits, in the range of cars' ages. */
function yearOf(text: string): number | undefined {
  if (!/^\d\d$/.test(text)) return undefined
  const digits = Number(text)
  if (digits <= latest) return 2000 + digits
  return digits >= 80 ? 1900 + digits : undefined
}
const years = (min: number, max = min): Reading => ({ kind: 'year', min, max })

/** Reads the age code of a number plate: "15 plate" is 2015, "65 plate" the half year from autumn 2015. */
export function codedYearAt(tokens: readonly Token[], at: number): ReadingStep | undefined {
  const text = tokens[at]?.text ?? ''
  if (!/^\d\d$/.test(text) || !plateWords.has(tokens[at + 1]?.text ?? '')) return undefined
  const digits = Number(text)
  if (digits >= 1 && digits <= latest) return { reading: years(2000 + digits), end: at + 2 }
  if (digits < 51 || digits > 50 + latest) return undefined
  return { reading: years(1950 + digits, 1951 + digits), end: at + 2 }
}

/** Reads years of two digits: "corolla 03", "polo 09-12". The caller checks for the name of a car beside them. */
export function shortYearsAt(tokens: readonly Token[], at: number): ReadingStep | undefined {
  const first = yearOf(tokens[at]?.text ?? '')
  if (first === undefined) return undefined
  const link = tokens[at + 1]?.text ?? ''
  const isStroke = tokens[at + 1]?.gap === '/'
  const next = isStroke ? at + 1 : at + 2
  const last = isStroke || ['-', 'to', 'bis'].includes(link) ? yearOf(tokens[next]?.text ?? '') : undefined
  if (last !== undefined && last >= first) return { reading: years(first, last), end: next + 1 }
  // "24/7"
  if (isStroke) return undefined
  if (nextUnits.has(link) || link === '-') return undefined
  if (link === '+') return { reading: { kind: 'year', min: first, max: undefined }, end: at + 2 }
  return { reading: years(first), end: at + 1 }
}

/** Reads a bound of an earlier year: "2015 polo or newer", "2015 golf gti and up". */
export function sideOfYear(
  tokens: readonly Token[],
  at: number,
): { side: 'min' | 'max'; end: number } | undefined {
  const linked = /^(?:and|or|&|und|oder)$/.test(tokens[at]?.text ?? '')
  const word = tokens[linked ? at + 1 : at]?.text ?? ''
  const end = at + (linked ? 2 : 1)
  if (/^(?:on|up)wards?$/.test(word)) return { side: 'min', end }
  if (!linked || tokens[end]?.text === 'to' || amountAt(tokens, end) !== undefined) return undefined
  if (/^(?:newer|later|up|above|younger|neuer|junger)$/.test(word)) return { side: 'min', end }
  return /^(?:older|earlier|alter)$/.test(word) ? { side: 'max', end } : undefined
}

/** Reads abbreviations with a slash: "d/c" and "s/c" are cabs of a pickup, "a/t" and "m/t" gearboxes. */
export function strokeAt(tokens: readonly Token[], at: number): ReadingStep | undefined {
  const next = tokens[at + 1]
  const both = next?.gap === '/' ? `${tokens[at]?.text ?? ''}/${next.text}` : ''
  if (/^[dsx]\/c$/.test(both)) return { reading: { kind: 'bodytype', values: ['Pickup'] }, end: at + 2 }
  const gear = both === 'a/t' ? 'Automatic' : both === 'm/t' ? 'Manual' : undefined
  return gear && { reading: { kind: 'transmission', values: [gear] }, end: at + 2 }
}
