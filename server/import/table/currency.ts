import { moneyWords } from '#catalogue'
import type { ForeignPrices, ImportCurrency } from '#contract/selling/import.ts'
import { readPrice } from './price.ts'
import { memoize } from './memoize.ts'

/** The currency of the prices of a table. */

/** Returns the currency in the name of a column: "Price (ZAR)", "price_usd", "Price £". */
export function currencyOfColumn(column: string): ImportCurrency | undefined {
  const words = column.toLowerCase().match(/[₦£$€]|[a-z]+/g) ?? []
  for (const word of words) {
    const glued = /^(?:price|amount|cost)(?:in)?(ngn|zar|gbp|usd|eur)$/.exec(word)?.[1]
    const currency = moneyWords.get(glued ?? word)
    if (currency !== undefined) return currency
  }
  return undefined
}

/** Words for the currencies of several countries, and country words that make their meaning clear. */
const shared = new Set(['$', 'dollar', 'dollars', '£', 'pound', 'pounds'])
const owners: Partial<Record<ImportCurrency, RegExp>> = {
  USD: /^(?:u|s|us|usa|united|states|american?|america)$/,
  GBP: /^(?:uk|gb|united|kingdom|great|british|britain|sterling|english)$/,
}
const idle = /^(?:in|the|currency|only|cash|each|incl|inclusive|vat)$/
const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
const named = new Intl.DisplayNames('en', { type: 'currency' })
/** Names of the currencies of the world: "shilling", "franc", "pula". */
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

/** Returns the currency that a word names; for a currency that is not supported, the word itself. */
function moneyOf(word: string, isCode: boolean): string | undefined {
  const low = word.toLowerCase()
  const ours = moneyWords.get(low)
  if (ours !== undefined) return ours
  const isOther = /\p{Sc}/u.test(word) || worldWords.has(low) || worldWords.has(low.replace(/s$/, ''))
  return isOther || (isCode && codes.has(word.toUpperCase())) ? low : undefined
}

/** Returns the currency in a cell next to a price; undefined if the cell names none. A "Namibian Dollar" is unclear. */
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

/** Reason to refuse a price whose currency is ambiguous or not supported. */
export const unclearMoney =
  'It is not clear which money this price is in. Write NGN, ZAR, GBP, USD or EUR beside it, one of them.'

/** Returns the currencies in these prices that are not the market's, in alphabetical order. */
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

/** Returns whether more than half of the values meet the condition. */
export const areMost = <T>(all: readonly T[], isSo: (one: T) => boolean): boolean =>
  all.filter(isSo).length * 2 > all.length

/** Returns whether more than half of these prices are in a currency. */
export function areMostlyIn(
  currency: ImportCurrency,
  prices: readonly string[],
  header: ImportCurrency | undefined,
): boolean {
  const read = prices.map(readPrice).filter((price) => 'amount' in price)
  return areMost(read, (price) => (price.currency ?? header) === currency)
}

/** Returns the rates of foreign prices as a sentence; undefined without a rate. */
export function ratesText(rates: ForeignPrices | undefined, market: string): string | undefined {
  const sentences = Object.entries(rates ?? {})
    .filter(([currency]) => currency !== market)
    .map(([currency, rate]) => `1 ${currency} is ${rate} ${market}`)
  return sentences.length === 0 ? undefined : `${sentences.join(', ')}; rounded`
}
