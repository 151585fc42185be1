import type { ImportCurrency } from '../../contract/selling/import.ts'

const names: Readonly<Record<ImportCurrency, string>> = {
  NGN: '₦ # n ngn naira nairas',
  ZAR: 'r zar rand rands',
  GBP: '£ gbp pound pounds quid',
  USD: '$ usd dollar dollars',
  EUR: '€ eur euro euros',
}

/** Signs, codes and words of currencies. A single letter, ₦ and # count only before a number. */
export const moneyWords: ReadonlyMap<string, ImportCurrency> = new Map(
  Object.entries(names).flatMap(([currency, words]) =>
    words.split(' ').map((word) => [word, currency as ImportCurrency] as const),
  ),
)

const thousands = /^(?:k|thou(?:sand)?|grand|tausend|tsd)$/
const millions = /^(?:m|mil|mill[is]?|mils|mio|million(?:s|en)?|meters?)$/

/** Returns the factor of a word after a number; undefined for other words. */
export const scaleOf = (word: string): 1000 | 1_000_000 | undefined =>
  thousands.test(word) ? 1000 : millions.test(word) ? 1_000_000 : undefined
