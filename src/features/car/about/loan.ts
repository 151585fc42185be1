import type { MarketName } from '#contract/values/region.ts'

/** What the monthly line assumes; every number is shown and can be changed. */
export interface LoanTerms {
  /** Percent of the price paid at once. */
  deposit: number
  months: number
  /** Percent a year. */
  rate: number
}

/** Round numbers near what banks ask; an estimate, never an offer. */
const usualRate: Readonly<Record<MarketName, number>> = { mixed: 22, ng: 22, za: 12 }
export const usualTerms = (market: MarketName): LoanTerms => ({
  deposit: 10,
  months: 60,
  rate: usualRate[market],
})

/** The constant monthly payment of a loan over what the deposit leaves. */
export function monthlyPayment(price: number, terms: LoanTerms): number {
  const owed = price * (1 - terms.deposit / 100)
  const rate = terms.rate / 1200
  if (rate === 0) return owed / terms.months
  return (owed * rate) / (1 - (1 + rate) ** -terms.months)
}
