import { moneyWords, scaleOf } from '#catalogue'
import type { ImportCurrency } from '#contract/selling/import.ts'
import { parseNumber } from './mileage.ts'

/** A price as dealers write it: money, digits in any country's groups, a word such as "million", and what they add to it. */

export interface ReadPrice {
  amount: number
  /** What its signs say; undefined without any. */
  currency: ImportCurrency | undefined
  /** A word such as "k" or "million" is behind its digits. */
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
// "200 000R" is hardly ever written, and "4 n" may be anything.
const moneyBehind = new RegExp(`\\s*(${longestFirst(signs.filter((s) => !/^[a-z]$/.test(s)))})$`)

/** What is added to a price without changing it. */
const vat = String.raw`(?:\d{1,2}(?:[.,]\d)? ?% ?)?(?:vat|btw|tax|mwst|mehrwertsteuer|ust)\b\.?(?: ?\d{1,2} ?%)?`
const inside = String.raw`(?:incl?|inkl)\b\.?|including|inclusive(?: of)?|includes|inklusive`
const notes = [
  String.raw`(?:slightly |still |non-?|not )?neg(?:otiable|ot|o)?\b\.?`,
  String.raw`o\.?\s?[nb]\.?\s?(?:c\.?\s?)?o\b\.?|or (?:nearest|near|best) offer|or nearest`,
  String.raw`v\.?\s?h?\.?\s?b\b\.?|verhandlungsbasis|verhandelbar|(?:fest|end|bar)preis|f\.?p\b\.?`,
  'firm|fixed|final|asking|price|cash|only|now|last',
  `(?:${inside})(?:\\s*${vat})?|${vat}\\s*(?:${inside}|included)`,
  // Bought by a trader it gives tax back, and costs the same.
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
/** Not the price, but where prices begin or end. */
const bound = /\b(?:from|starting|ab|up to|bis|under|over|about|approx|ca)\b/

const plainSigns = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[’‘´`]/g, "'")
    .replace(/[–—]/g, '-')
    // "(neg)", and nothing that bookkeepers write in brackets.
    .replace(/\(([^()\d]*|[^()]*(?:%|§)[^()]*)\)/g, ' $1 ')
    // How Nigerian keyboards without a sign for the naira write it.
    .replace(/^(?:=?n=|#)\s*(?=\d)/, 'ngn ')
    .trim()

/** Without signs and notes at its ends; the currencies that the signs name, each once. */
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

/** The price of a cell, or why it is none. Never is it a guess: what may be two prices is refused. */
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
  // Not one hundredth beside what "1.1 million" is.
  return {
    amount: Math.round(number * (scale ?? 1) * 100) / 100,
    currency: currencies[0],
    scaled: word !== '',
  }
}
