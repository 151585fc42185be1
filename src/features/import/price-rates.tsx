import { type ForeignPrices, importCurrencies, type ImportCurrency } from '#contract/selling/import.ts'
import { regionOf } from '#contract/values/region.ts'
import { useSiteSettings } from '#local/react'
import { TextInput } from '#ui/form/text-input.tsx'
import { Section } from '#ui/show/section.tsx'

/** Text of the rate of each currency. */
type TypedRates = Partial<Record<ImportCurrency, string>>

/** Parses a rate. "1,500" may be one and a half or thousands, so it is invalid and the person is asked. */
const rateOf = (text: string): number =>
  /^\d+([.,]\d+)?$/.test(text.trim()) && !/^\s*[1-9]\d*,\d{3}\s*$/.test(text)
    ? Number(text.trim().replace(',', '.'))
    : Number.NaN
const wrong = (text: string): boolean => !(rateOf(text) > 0 && rateOf(text) <= 1_000_000)

export const toTypedRates = (rates: ForeignPrices | undefined): TypedRates =>
  Object.fromEntries(Object.entries(rates ?? {}).map(([currency, rate]) => [currency, String(rate)]))

/** Parses the typed rates; undefined if one is invalid. Leaves out blank rates. */
export function parseRates(typed: TypedRates): ForeignPrices | undefined {
  const filled = Object.entries(typed).filter(([, text]) => text.trim() !== '')
  if (filled.some(([, text]) => wrong(text))) return undefined
  return Object.fromEntries(filled.map(([currency, text]) => [currency, rateOf(text)]))
}

/** Asks once for the whole table for the rates of its foreign currencies. */
export function PriceRates({
  currencies,
  typed,
  onChange,
}: {
  currencies: readonly ImportCurrency[]
  typed: TypedRates
  onChange: (typed: TypedRates) => void
}) {
  const { currency: own } = regionOf[useSiteSettings().market]
  const requested = importCurrencies.filter(
    (c) => c !== own && (currencies.includes(c) || typed[c] !== undefined),
  )
  if (requested.length === 0) return null
  return (
    <Section title="Prices in other money" className="mt-6 rounded-card bg-surface p-5 shadow-e1">
      <p className="mt-1 text-sm text-ink-2">
        Ads are in {own}. With your rate these prices are converted and rounded; without it their rows stay
        out.
      </p>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        {requested.map((currency) => {
          const text = typed[currency] ?? ''
          return (
            <TextInput
              key={currency}
              label={`How much ${own} is 1 ${currency}?`}
              inputMode="decimal"
              value={text}
              error={
                text.trim() !== '' && wrong(text)
                  ? 'Please write a number above 0, such as 1500 or 0.05'
                  : undefined
              }
              onChange={(event) => onChange({ ...typed, [currency]: event.target.value })}
            />
          )
        })}
      </div>
    </Section>
  )
}
