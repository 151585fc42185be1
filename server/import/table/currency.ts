import { moneyWords } from '#catalogue'
import type { ForeignPrices, ImportCurrency } from '#contract/selling/import.ts'
import { readPrice } from './price.ts'
import { memoize } from './memoize.ts'

/** Which money the prices of a table are in. */

/** The money that the name of a column tells: "Price (ZAR)", "price_usd", "Price £". */
export function currencyOfColumn(column: string): ImportCurrency | undefined {
  const words = column.toLowerCase().match(/[₦£$€]|[a-z]+/g) ?? []
  for (const word of words) {
    const glued = /^(?:price|amount|cost)(?:in)?(ngn|zar|gbp|usd|eur)$/.exec(word)?.[1]
    const currency = moneyWords.get(glued ?? word)
    if (currency !== undefined) return currency
  }
  return undefined
}

/** Words that several countries have for their money, and whose each is where nothing else is said. */
const shared = new Set(['$', 'dollar', 'dollars', '£', 'pound', 'pounds'])
const owners: Partial<Record<ImportCurrency, RegExp>> = {
  USD: /^(?:u|s|us|usa|united|states|american?|america)$/,
  GBP: /^(?:uk|gb|united|kingdom|great|british|britain|sterling|english)$/,
}
const idle = /^(?:in|the|currency|only|cash|each|incl|inclusive|vat)$/
const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
const named = new Intl.DisplayNames('en', { type: 'currency' })
/** What the money of the world is called: "shilling", "franc", "pula". */
const worldWords = new Set([
  ...[...codes].map((code) =>
    (named.of(code) ?? '')
      .replace(/\(.*\)/, '')
      .trim()
      .toLowerCase()
      .replace(/^.* /, ''),
  ),
  ...'ksh kshs tsh tshs ush ushs fcfa cfa kr zł zl rs dhs fr franken kč lei'.split(' '),
])

/** The money that a word names; in another than ours the word itself. */
function moneyOf(word: string, isCode: boolean): string | undefined {
  const low = word.toLowerCase()
  const ours = moneyWords.get(low)
  if (ours !== undefined) return ours
  const isOther = /\p{Sc}/u.test(word) || worldWords.has(low) || worldWords.has(low.replace(/s$/, ''))
  return isOther || (isCode && codes.has(word.toUpperCase())) ? low : undefined
}

/** The money that a cell beside a price names; undefined when it speaks of none. A "Namibian Dollar" is not ours. */
export const moneyBeside = memoize((cell): ImportCurrency | 'unclear' | undefined => {
  const words = cell.match(/\p{Sc}|\p{L}+/gu) ?? []
  const currencies = words.map((word) => moneyOf(word, words.length === 1 || /^[A-Z]{3}$/.test(word)))
  const [money, ...others] = new Set(currencies.filter((one) => one !== undefined))
  if (money === undefined) return undefined
  const ours = [...moneyWords.values()].find((currency) => currency === money)
  if (ours === undefined || others.length > 0) return 'unclear'
  const isSure = words.some((word, i) => currencies[i] === ours && !shared.has(word.toLowerCase()))
  const isOwn = words.every(
    (word, i) =>
      currencies[i] === ours || idle.test(word.toLowerCase()) || owners[ours]?.test(word.toLowerCase()),
  )
  return isSure || isOwn ? ours : 'unclear'
})

/** Why a price is refused whose money may be several, or is none that we know. */
export const unclearMoney =
  'It is not clear which money this price is in. Write NGN, ZAR, GBP, USD or EUR beside it, one of them.'

/** Currencies in these prices that are not the market's, in the order of the alphabet. */
export function foreignIn(
  prices: readonly string[],
  o: { header: ImportCurrency | undefined; market: string },
): ImportCurrency[] {
  const all = prices.flatMap((text): ImportCurrency[] => {
    const read = readPrice(text)
    const currency = 'reason' in read ? undefined : (read.currency ?? o.header)
    return currency === undefined ? [] : [currency]
  })
  return [...new Set(all)].filter((currency) => currency !== o.market).sort()
}

/** Whether more than half of these are so. */
export const areMost = <T>(all: readonly T[], isSo: (one: T) => boolean): boolean =>
  all.filter(isSo).length * 2 > all.length

/** Whether more than half of these prices are in a currency. */
export function areMostlyIn(
  currency: ImportCurrency,
  prices: readonly string[],
  header: ImportCurrency | undefined,
): boolean {
  const read = prices.map(readPrice).filter((price) => 'amount' in price)
  return areMost(read, (price) => (price.currency ?? header) === currency)
}

/** How foreign prices are read, as a sentence; undefined without a rate. */
export function ratesText(rates: ForeignPrices | undefined, market: string): string | undefined {
  const sentences = Object.entries(rates ?? {})
    .filter(([currency]) => currency !== market)
    .map(([currency, rate]) => `1 ${currency} is ${rate} ${market}`)
  return sentences.length === 0 ? undefined : `${sentences.join(', ')}; rounded`
}
