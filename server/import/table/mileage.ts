import { kilometresOf } from '#catalogue'

/**
 * Parses digits with groups and a fraction, in the notation of any country; undefined when they may mean more than one number.
 * `scale` is the factor of a word after them.
 */
export function parseNumber(written: string, scale: number | undefined): number | undefined {
  if (/^\d+$/.test(written)) return Number(written)
  const groups = /^\d{1,3}(?:([ .,'])\d{3})(?:\1\d{3})*(?:([.,])(\d{1,2}))?$/.exec(written)
  if (groups && groups[1] !== groups[2]) {
    const [, group = '', sign, cents] = groups
    const single = written.split(group).length === 2 && sign === undefined
    // "1.500m" is one and a half million; "1,500k" may mean the same.
    if (scale !== undefined && single && /[.,]/.test(group)) {
      return scale === 1000 ? undefined : Number(written.replace(',', '.'))
    }
    const whole = cents === undefined ? written : written.slice(0, -cents.length - 1)
    return whole.startsWith('0') ? undefined : Number(`${whole.replaceAll(group, '')}.${cents ?? ''}`)
  }
  const [, whole = '', fraction = ''] = /^(\d+)[.,](\d+)$/.exec(written) ?? []
  if (whole === '') return undefined
  const value = Number(`${whole}.${fraction}`)
  if (scale !== undefined) return value
  // "1500.000" may lack a point, and "2.8" the word "million".
  if (fraction.length === 3) return undefined
  return value >= 1000 || (value >= 100 && Number.isInteger(value)) ? value : undefined
}

/** Normalizes "120 tkm", "50 thousand", "50’000" and "mls" to the signs that mileages are parsed by. */
const plainMileage = (text: string): string =>
  text
    // "150.0" is how spreadsheets write a whole number; "150.000" is a grouped one.
    .replace(/^(\d+)\.0{1,2}$/, '$1')
    .replace(/(?<=\d)[’‘´`](?=\d)/g, "'")
    .replace(/(?<=\d)\s*(?:t(?=\s*km)|tsd\b\.?|thousand\b)/i, 'k ')
    .replace(/(?<=[\dk\s])mls?\b/i, ' miles')
    .replace(/\s+/g, ' ')
    .trim()

const digitsFirst = /^\d(?:[\d .,']*\d)?/
const behind = /^\s*(k(?!\p{L})|k(?=\s?km))?\s*(?:\(?(km|kms|kilomet\p{L}*|mi|miles?)(?!\p{L})\)?)?(.*)$/iu
/** Allowed text after a number without a unit. Any other text may be a unit: "150m", "45t", "150000 hrs". */
const plainEnd = /^[+*.]?\s*\(?(?:approx\.?|genuine|original|only|warranted|verified|guaranteed)?\)?$/i
/** A second mileage: "50-60k", "150 000 km / 93 000 miles". A number after longer words is none: "one owner, 2 keys". */
const another = /^(?:\P{L}|(?<!\p{L})\p{L}{1,2}(?!\p{L})|(?<!\p{L})(?:bis|and|und|oder)(?!\p{L}))*\p{N}/iu
/** A second unit, as in "7 km-mi". */
const anotherUnit = /(?<!\p{L})(?:kms?|mi|miles?)(?!\p{L})/iu
/** Maximum kilometres of a car. */
const most = 2_000_000

/**
 * Returns the mileage as the seller wrote it, with a unit; undefined when it may be two mileages, or none.
 * @param short whether bare numbers below 1,000 are thousands
 */
export function mileageOf(text: string, unit: 'km' | 'miles', short = false): string | undefined {
  const bare = plainMileage(text)
  const digits = digitsFirst.exec(bare)?.[0] ?? ''
  const [, thousand, named, end = ''] = behind.exec(bare.slice(digits.length)) ?? []
  const stated = thousand === undefined ? undefined : 1000
  const whole = parseNumber(digits, stated)
  const isShort =
    short && stated === undefined && named === undefined && !(whole !== undefined && whole >= 1000)
  const scale = isShort ? 1000 : stated
  const number = isShort ? parseNumber(digits, 1000) : whole
  if (
    number === undefined ||
    another.test(end) ||
    anotherUnit.test(end) ||
    (named === undefined && !plainEnd.test(end.trim()))
  )
    return undefined
  const isMiles = named === undefined ? unit === 'miles' : /^mi/i.test(named)
  const there = number * (scale ?? 1)
  const km = Math.round(there * (isMiles ? 1.609344 : 1))
  if (km > most) return undefined
  const written = named === undefined ? `${bare} ${isMiles ? 'miles' : 'Km'}` : bare
  if (written.length > 40) return undefined
  // The search parses the kilometres from this text, so the text must give the same number.
  return kilometresOf(written) === km ? written : `${Math.round(there)} ${isMiles ? 'miles' : 'Km'}`
}
