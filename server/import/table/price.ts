import { moneyWords, scaleOf } from '#catalogue'
import type { ImportCurrency } from '#contract/selling/import.ts'
import { parseNumber } from './mileage.ts'

/** Parses prices as dealers write them: currency, digits in the notation of any country, a word such as "million", and notes. */

export interface ReadPrice {
  amount: number
  /** Currency of the signs; undefined without any. */
  currency: ImportCurrency | undefined
  /** Whether a word such as "k" or "million" follows the digits. */
  scaled: boolean
}

const reasons = {
  none: 'This is not a price.',
  unsaid: 'No price is said here. Write what the car costs.',
  monthly: 'This is no price but a payment. Write what the car costs.',
  untaxed: 'This price leaves out VAT. Write what the buyer pays.',
  unclear: 'This may be read as more than one price. Write all its digits, as in 1250000.',
} as const
const refused = (why: keyof typeof reasons) => ({ reason: reasons[why] })

const escaped = (word: string) => word.replace(/[$]/g, String.raw`\$&`)
const longestFirst = (words: readonly string[]) =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')
const signs = [...moneyWords.keys()]
const moneyBefore = new RegExp(`^(${longestFirst(signs)})\\s*(?=[^a-z\\s])`)
// "200 000R" is hardly ever written, and "4 n" may be anything, so signs of one letter do not count here.
const moneyBehind = new RegExp(`\\s*(${longestFirst(signs.filter((s) => !/^[a-z]$/.test(s)))})$`)

/** Notes that do not change a price. */
const vat = String.raw`(?:\d{1,2}(?:[.,]\d)? ?% ?)?(?:vat|btw|tax|mwst|mehrwertsteuer|ust)\b\.?(?: ?\d{1,2} ?%)?`
const inside = String.raw`(?:incl?|inkl)\b\.?|including|inclusive(?: of)?|includes|inklusive`
const notes = [
  String.raw`(?:slightly |still |non-?|not )?neg(?:otiable|ot|o)?\b\.?`,
  String.raw`o\.?\s?[nb]\.?\s?(?:c\.?\s?)?o\b\.?|or (?:nearest|near|best) offer|or nearest`,
  String.raw`v\.?\s?h?\.?\s?b\b\.?|verhandlungsbasis|verhandelbar|(?:fest|end|bar)preis|f\.?p\b\.?`,
  'firm|fixed|final|asking|price|cash|only|now|last',
  `(?:${inside})(?:\\s*${vat})?|${vat}\\s*(?:${inside}|included)`,
  // Notes about VAT that a trader gets back; the price is the same.
  String.raw`${vat}\s*(?:nicht )?(?:ausweisbar|awb\b\.?)|brutto|§ ?25 ?a(?: ustg)?|differenzbesteuert|margin scheme`,
  'o\\.?t\\.?r\\b\\.?|on the road|drive ?away|no vat',
]
const noteBehind = new RegExp(`(?:^|[^a-z])(?:${notes.join('|')})$`)
const noteBefore = new RegExp(`^(?:${notes.join('|')})(?![a-z])[\\s:,;-]*`)
const withoutVat = new RegExp(
  String.raw`(?:excl?\b\.?|excluding|exclusive(?: of)?|\bex\b\.?|plus|\+|before|without|\bnot incl\w*|zzgl\b\.?|zuzüglich|ohne)\s*${vat}` +
    String.raw`|${vat}\s*(?:excl|not|extra|to be added)|\bnetto?\b`,
)
const payment = /\d\s*p\.?\/?m\b|per month|a month|\bmonthly|\/\s?mo(?:nth)?\b|pro monat|instal|deposit/
/** Words for the beginning or end of a range of prices. */
const bound = /\b(?:from|starting|ab|up to|bis|under|over|about|approx|ca)\b/

const plainSigns = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[’‘´`]/g, "'")
    .replace(/[–—]/g, '-')
    // Removes the brackets of "(neg)", but not those of numbers in bookkeeping.
    .replace(/\(([^()\d]*|[^()]*(?:%|§)[^()]*)\)/g, ' $1 ')
    // Nigerian keyboards without a naira sign write it like this.
    .replace(/^(?:=?n=|#)\s*(?=\d)/, 'ngn ')
    .trim()

/** Removes signs and notes at the ends; returns the currencies that the signs name, each once. */
function bared(text: string): { bare: string; currencies: ImportCurrency[] } {
  const currencies = new Set<ImportCurrency>()
  const taken = (_: string, word: string): string => {
    const currency = moneyWords.get(word)
    if (currency !== undefined) currencies.add(currency)
    return ''
  }
  let bare = text
  for (let last; last !== bare;) {
    last = bare
    bare = bare
      .replace(noteBefore, '')
      .replace(moneyBefore, taken)
      .replace(noteBehind, (all) => (/^[^a-z]/.test(all) ? (all[0] ?? '') : ''))
      // "5,000.-", "5000/="
      .replace(/(?<=\d)\s*(?:[.,]?-{1,2}|-00|\/[-=]?|=)$/, '')
      .replace(/[\s,;.*!/|-]+$/, '')
      .replace(moneyBehind, taken)
      .trim()
  }
  return { bare, currencies: [...currencies] }
}

/** Returns the price of a cell, or why it is none. An ambiguous price is refused, never guessed. */
export function readPrice(cell: string): ReadPrice | { reason: string } {
  const text = plainSigns(cell)
  if (!/\d/.test(text)) {
    return refused(
      /\bp\.?o\.?a\b|\btb[acd]\b|\bon \w+$|call|contact|ask|inbox|whatsapp|enquir|anfrage/.test(text)
        ? 'unsaid'
        : 'none',
    )
  }
  if (payment.test(text)) return refused('monthly')
  if (bound.test(text)) return refused('unclear')
  if (withoutVat.test(text)) return refused('untaxed')
  const { bare, currencies } = bared(text)
  const [, written, word = ''] = /^(\d[\d .,']*?)\s*([a-z]*)$/.exec(bare) ?? []
  const scale = scaleOf(word)
  if (written === undefined || (word !== '' && scale === undefined) || currencies.length > 1) {
    return refused(/^\d.*\d\D*(?:[-/|]|\bto\b|\bor\b)\D*\d/.test(bare) ? 'unclear' : 'none')
  }
  const number = /^0+(?:[.,]0+)?$/.test(written) ? 0 : parseNumber(written, scale)
  if (number === undefined) return refused('unclear')
  // Rounded to hundredths, because the product for "1.1 million" is not exact.
  return {
    amount: Math.round(number * (scale ?? 1) * 100) / 100,
    currency: currencies[0],
    scaled: word !== '',
  }
}
