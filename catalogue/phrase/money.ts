import type { ImportCurrency } from '../../contract/selling/import.ts'

const names: Readonly<Record<ImportCurrency, string>> = {
  NGN: '₦ # n ngn naira nairas',
  ZAR: 'r zar rand rands',
  GBP: '£ gbp pound pounds quid',
  USD: '$ usd dollar dollars',
  EUR: '€ eur euro euros',
}

/** Signs, codes and words of money. A single letter, ₦ and # mean it only in front of a number. */
export const moneyWords: ReadonlyMap<string, ImportCurrency> = new Map(
  Object.entries(names).flatMap(([currency, words]) =>
    words.split(' ').map((word) => [word, currency as ImportCurrency] as const),
  ),
)

const thousands = /^(?:k|thou(?:sand)?|grand|tausend|tsd)$/
const millions = /^(?:m|mil|mill[is]?|mils|mio|million(?:s|en)?|meters?)$/

/** What a word behind a number multiplies it by; undefined when it does not. */
export const scaleOf = (word: string): 1000 | 1_000_000 | undefined =>
  thousands.test(word) ? 1000 : millions.test(word) ? 1_000_000 : undefined
