/** Recognises digits that are a phone number in South Africa, Nigeria or abroad, and digits that only look like one. */

/** Replaces characters that are certainly not part of a phone number. */
const wall = '¦'
const masked = (whole: string): string => wall.repeat(whole.length)

const stockWords = '(?:vin|chassis|engine|stock|serial|part|ref|reference|reg|natis|code|item|ad|lot)'
const notNumbers: readonly RegExp[] = [
  // UUIDs.
  /(?<![a-z\d])[a-f\d]{8}(?:-[a-f\d]{4}){3}-[a-f\d]{12}(?![a-z\d])/g,
  // A VIN has seventeen letters and digits.
  /(?<![a-z\d])(?=[a-z\d]*\d)(?=\d*[a-z])[a-hj-npr-z\d]{17}(?![a-z\d])/g,
  // Tyres: 185/65R15, 185/65-15, 31x10.5r15
  /(?<!\d)\d{3}\s?\/\s?\d{2}\s?(?:z?r\s?|-\s?|\s)\d{2}(?!\d)/g,
  // 5 June 2023 as 05/06/2023 or 2023-06-05
  /(?<![\d./-])(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|1[0-2])\1(?:19|20)?\d{2}(?![./-]?\d)/g,
  /(?<![\d./-])(?:19|20)\d\d([/.-])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?![./-]?\d)/g,
  // 08:00, 17h30
  /(?<![\d:])(?:[01]?\d|2[0-3])[:h][0-5]\d(?![\d:])/g,
  // R 450 000.00, ₦45,000,000, R450000; a price does not begin with 0, and a price in rand has fewer than nine digits in a row.
  /(?<![a-z])(?:r|zar|rand|₦|n|ngn|\$|usd|us\$|€|£)\s?[1-9]\d{0,2}(?:[ ,.']\d{3})+(?:[.,]\d{2})?(?!\d)/g,
  /(?<![a-z])(?:r|zar|rand|\$|usd|€|£)\s?[1-9]\d{0,7}(?:[.,]\d{2})?(?!\d)/g,
  /(?<![a-z])(?:₦|n|ngn)\s?[1-9]\d{0,8}(?:[.,]\d{2})?(?!\d)/g,
  // 120 000 km, 30,000 miles, 1 999 cc, 450 000 rand
  /(?<!\d|\d[ .,-])(?:[1-9]\d{0,2}(?:[ ,.']\d{3})+|\d{1,7})\s?(?:kms?|kilomet\w*|miles|cc|kw|hp|nm|rand|naira|k|months?|mnths?|years?|yrs?|km\/h)(?![a-z])/g,
  // Engine sizes: 2.0, 1,6; not the first two digits of 0.8.2.1…
  /(?<![\d.,])\d[.,]\d(?![\d]|[.,-]\d)/g,
  // Stock numbers; a mobile number after such a word still counts as a phone number.
  new RegExp(
    `(?<![a-z])${stockWords}\\s?(?:no|nr|number|code|#)?[.:# ]{0,3}(?!0[678]\\d{8}|0[789][01]\\d{8})[a-z]{0,4}-?\\d[\\da-z-]{2,}`,
    'g',
  ),
]

/** Maximum number of digits of a phone number, including 00. */
const mostDigits = 16

interface Group {
  digits: string
  from: number
  to: number
}

const southAfrica = /^(?:27|0027)0?[1-8]\d{8}$/
const nigeria = /^(?:234|00234)0?(?:[789][01]\d{8}|[1-9]\d{7})$/
const abroad =
  /^(?:27|234|2[0-6]\d|1(?=[2-9])|3[0-69]|4[0-9]|5[1-8]|6[0-6]|7|8[1246]|9[0-58]|97[1-7])\d{7,11}$/
/** National format: ten digits in South Africa, eleven in Nigeria, nine for a landline in Lagos. */
const atHome = /^(?:0[1-8]\d{8}|0[789][01]\d{8}|0[12]\d{7})$/
/** National format without the zero, as this product's own forms require it. */
const withoutZero = /^(?:[6-8][1-9]\d{7}|60\d{7}|[789][01]\d{8})$/

const anyShape = [southAfrica, nigeria, abroad, atHome, withoutZero]

/** Tells whether the groups look like an amount: all groups after the first have three digits. */
const inThousands = (groups: readonly Group[]): boolean =>
  groups.length > 1 && groups.slice(1).every(({ digits }) => digits.length === 3)

function isDialled(text: string, groups: readonly Group[], digits: string): boolean {
  const [first] = groups
  const last = groups.at(-1)
  if (!first || !last) return false
  const before = text.slice(Math.max(0, first.from - 20), first.from)
  if (/\+\s?\(?$/.test(before) && digits.length >= 10 && abroad.test(digits)) return true
  // Digits directly after letters are a code, unless the letters invite to call.
  const glued = /[a-z]+-?$/.exec(before)?.[0]
  if (
    glued !== undefined &&
    !/(?:call|tel|cell|phone|app|sms|text|no|number|nr|me|on|at|wa|ring|dial)-?$/.test(glued)
  ) {
    return false
  }
  if (southAfrica.test(digits) || nigeria.test(digits)) return !inThousands(groups)
  if (atHome.test(digits)) {
    // Nine digits count only in the format of a landline.
    return (
      digits.length > 9 || (first.digits.length <= 2 && groups.length <= 3 && /^0[12]$/.test(first.digits))
    )
  }
  if (!withoutZero.test(digits)) return false
  if (groups.length === 1) return true
  const between = text.slice(first.to, last.from)
  if (groups.length > 3 || first.digits.length < 2 || between.includes(',') || digits.endsWith('000'))
    return false
  return !inThousands(groups) || digits.length === 9
}

function groupsIn(text: string): Group[][] {
  const runs: Group[][] = []
  for (const { 0: digits, index } of text.matchAll(/\d+/g)) {
    const group = { digits, from: index, to: index + digits.length }
    const run = runs.at(-1)
    const last = run?.at(-1)
    const between = last && text.slice(last.to, group.from)
    // At most four characters that are neither letters nor a wall separate two groups.
    if (run && between !== undefined && /^[^\p{L}\p{N}¦%₦$€£]{0,4}$/u.test(between)) run.push(group)
    else runs.push([group])
  }
  return runs
}

/** A mobile number with words between its parts: "082 call 123 after 4567". */
const withWords = /(?<![\d¦.,])(?:0[678]\d|0[789][01]\d)(?:[^\d¦]{1,16}\d{2,4}){2,3}(?!\d)/g
const units =
  /\b(?:kms?|km\/h|cc|kw|nm|hp|l|v|tsi|tdi|seats?|doors?|gears?|speed|rand|naira|owners?|keys?|years?|months?)\b|[¦%₦$€£]/

function behindWords(text: string): string | undefined {
  for (const { 0: found } of text.matchAll(withWords)) {
    const digits = found.replace(/\D/g, '')
    const right = /^(?:0[678]\d{8}|0[789][01]\d{8})$/.test(digits)
    if (right && !units.test(found)) return found.trim()
  }
  return undefined
}

/** Finds the first phone number in a normalised text (`asRead`, `spelledOut`, lower case). */
export function findNumber(plain: string): string | undefined {
  const text = notNumbers.reduce((left, pattern) => left.replace(pattern, masked), plain)
  for (const run of groupsIn(text)) {
    for (let from = 0; from < run.length; from += 1) {
      let digits = ''
      for (let to = from; to < run.length; to += 1) {
        digits += run[to]?.digits ?? ''
        if (digits.length > mostDigits) break
        if (!anyShape.some((shape) => shape.test(digits))) continue
        const groups = run.slice(from, to + 1)
        if (isDialled(text, groups, digits)) return text.slice(groups[0]?.from, groups.at(-1)?.to)
      }
    }
  }
  return behindWords(text)
}
