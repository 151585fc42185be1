import { moneyWords } from '#catalogue'
import type { ForeignPrices, ImportCurrency } from '#contract/selling/import.ts'
import { readPrice } from './price.ts'

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

/** How foreign prices are read, as a sentence; undefined without a rate. */
export function ratesText(rates: ForeignPrices | undefined, market: string): string | undefined {
  const said = Object.entries(rates ?? {})
    .filter(([currency]) => currency !== market)
    .map(([currency, rate]) => `1 ${currency} is ${rate} ${market}`)
  return said.length === 0 ? undefined : `${said.join(', ')}; rounded`
}
