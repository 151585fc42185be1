import type { ImportCurrency } from '../../contract/selling/import.ts'

const names: Readonly<Record<ImportCurrency, string>> = {
  NGN: '₦ n ngn naira nairas',
  ZAR: 'r zar rand rands',
  GBP: '£ gbp pound pounds quid',
  USD: '$ usd dollar dollars',
  EUR: '€ eur euro euros',
}

/** Signs, codes and words of money. A single letter and ₦ mean it only in front of a number. */
export const moneyWords: ReadonlyMap<string, ImportCurrency> = new Map(
  Object.entries(names).flatMap(([currency, words]) =>
    words.split(' ').map((word) => [word, currency as ImportCurrency] as const),
  ),
)

const thousands = new Set(['k', 'thousand', 'thou', 'grand', 'tausend', 'tsd'])
const millions = new Set([
  'm',
  'mil',
  'mill',
  'mils',
  'mio',
  'million',
  'millions',
  'millionen',
  'meter',
  'meters',
])

/** What a word behind a number multiplies it by; undefined when it does not. */
export const scaleOf = (word: string): 1000 | 1_000_000 | undefined =>
  thousands.has(word) ? 1000 : millions.has(word) ? 1_000_000 : undefined
