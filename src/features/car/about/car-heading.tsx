import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { CarReply } from '#contract/cars.ts'
import { CarAge, hiddenAge, useAge } from '#parts/car-age.tsx'
import { Price, useMoney } from '#parts/price.tsx'
import { Pill } from '#ui/show/badge.tsx'
import { useServerNow, useSiteSettings } from '#local/react'
import { Select } from '#ui/form/select.tsx'
import { Icon } from '#ui/icon.tsx'
import type { MarketName } from '#contract/values/region.ts'
import { formatListedAgo, roundEstimate, formatViews } from '../words.ts'

interface Props {
  car: CarReply['data']
  /** Server time of the data. */
  asOf: number | undefined
  source: string | undefined
}

/** Shows the price, then the car and its place. The space of the age beside the price is reserved, so nothing moves. */
export function CarHeading({ car, asOf, source }: Props) {
  const now = useServerNow()
  const age = useAge(asOf, source)
  const place = [car.city, car.province].filter((p) => p !== '').join(', ')
  return (
    <header {...hiddenAge(source, age !== undefined)}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Price amount={car.price} decimals={2} className="text-3xl font-bold tracking-tight" />
        {car.status !== 'active' && (
          <Pill tone="amber">{car.status === 'sold' ? 'Sold' : 'Not listed at the moment'}</Pill>
        )}
        {age && asOf !== undefined && <CarAge at={asOf} className="ml-auto" />}
      </div>
      {car.status === 'active' && car.price > 0 && <MonthlyLine price={car.price} />}
      <h1 className="mt-2 text-xl font-bold text-balance lg:text-2xl">{car.title}</h1>
      <p className="mt-1 text-sm text-ink-2">
        {place === '' ? '' : `${place} · `}
        {formatListedAgo(car.created_at, now)} · {formatViews(car.clicks)}
      </p>
    </header>
  )
}

/** Assumptions of the monthly estimate; the page shows each number and lets people change it. */
interface LoanTerms {
  /** Percent of the price, paid at once. */
  deposit: number
  months: number
  /** Percent per year. */
  rate: number
}

/** Interest rates near those of banks, rounded; for an estimate, never an offer. */
const usualRate: Readonly<Record<MarketName, number>> = { mixed: 22, ng: 22, za: 12 }
const usualTerms = (market: MarketName): LoanTerms => ({
  deposit: 10,
  months: 60,
  rate: usualRate[market],
})

/** Returns the constant monthly payment of a loan for the price less the deposit. */
export function calculateMonthlyPayment(price: number, terms: LoanTerms): number {
  const owed = price * (1 - terms.deposit / 100)
  const rate = terms.rate / 1200
  if (rate === 0) return owed / terms.months
  return (owed * rate) / (1 - (1 + rate) ** -terms.months)
}

const choices = {
  deposit: [0, 10, 20, 30, 40, 50],
  months: [12, 24, 36, 48, 60, 72],
  rate: [0, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30],
} as const
const labels = { deposit: 'Deposit', months: 'Months', rate: 'Interest a year' } as const
const terms = ['deposit', 'months', 'rate'] as const
const written = (term: keyof LoanTerms, value: number) => (term === 'months' ? String(value) : `${value} %`)

/** Shows an estimate of the monthly cost; a tap shows every assumption and lets the person change it. */
function MonthlyLine({ price }: { price: number }) {
  const { market } = useSiteSettings()
  const money = useMoney()
  const [changed, setChanged] = useState<Partial<LoanTerms>>({})
  const loan = { ...usualTerms(market), ...changed }
  return (
    <details className="group mt-0.5">
      <summary className="-my-1.5 inline-flex min-h-11 list-none items-center gap-1 rounded-chip text-ink-2 [&::-webkit-details-marker]:hidden">
        <span>
          ≈ <span>{money(roundEstimate(calculateMonthlyPayment(price, loan)))}</span> / month over{' '}
          {loan.months} months
        </span>
        <Icon
          of={IconChevronDown}
          size={16}
          className="text-ink-3 transition-transform group-open:rotate-180"
        />
        <span className="sr-only">How we work this out</span>
      </summary>
      <div className="mt-2 mb-1 rounded-grid border border-line bg-surface p-3">
        <div className="grid grid-cols-3 gap-2">
          {terms.map((term) => (
            <Select
              key={term}
              label={labels[term]}
              value={loan[term]}
              options={choices[term].map((value) => ({ value: String(value), label: written(term, value) }))}
              onChange={(event) => setChanged({ ...changed, [term]: Number(event.target.value) })}
            />
          ))}
        </div>
        <p className="mt-2 text-13 text-ink-3">
          With {loan.deposit} % ({money(roundEstimate((price * loan.deposit) / 100))}) paid at once and the
          rest over {loan.months} equal months at {loan.rate} % a year. Fees and insurance are not in it. An
          estimate, not an offer.
        </p>
      </div>
    </details>
  )
}
