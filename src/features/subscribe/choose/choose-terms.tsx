import { IconBuildingBank, IconCreditCard } from '@tabler/icons-react'
import { planMonths, type PlanMonths } from '#contract/plans/plans.ts'
import { monthsWords } from '#parts/plans/order-words.ts'
import { Icon, type IconShape } from '#ui/icon.tsx'
import type { PaymentChoice } from './choice.ts'
import { radioLook } from './plan-card.tsx'

const legend = 'font-sans text-lg font-semibold tracking-normal'

/** Months to buy: 1 to 11, 1 year and 2 years (R-SUBS-08). */
export function MonthsChooser(props: { value: PlanMonths; onChoose: (months: PlanMonths) => void }) {
  return (
    <fieldset className="min-w-0">
      <legend className={legend}>For how many months?</legend>
      <div className="mt-3 grid grid-cols-[repeat(14,minmax(0,1fr))] gap-2">
        {planMonths.map((months) => (
          <label
            key={months}
            className={`relative flex min-h-11 items-center justify-center rounded-pill border border-control bg-surface text-sm font-medium whitespace-nowrap text-ink tabular-nums transition hover:border-ink-3 has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand ${months < 12 ? 'col-span-2' : 'col-span-3'}`}
          >
            <input
              type="radio"
              name="months"
              value={months}
              checked={months === props.value}
              onChange={() => props.onChoose(months)}
              aria-label={monthsWords(months)}
              // Up to its neighbours: on narrow phones it looks smaller than a finger.
              className="absolute -inset-1 size-[calc(100%+.5rem)] appearance-none rounded-pill opacity-0"
            />
            {months < 12 ? months : monthsWords(months)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const ways: readonly { value: PaymentChoice; icon: IconShape; title: string; text: string }[] = [
  {
    value: 'card',
    icon: IconCreditCard,
    title: 'Card',
    text: 'Pay online at our payment provider. It counts at once.',
  },
  {
    value: 'deposit',
    icon: IconBuildingBank,
    title: 'EFT or cash deposit',
    text: 'Pay at your bank and send us the proof. It counts when we have checked it.',
  },
]

interface MethodProps {
  value: PaymentChoice
  onChoose: (method: PaymentChoice) => void
  /** What this server is not set up for. */
  closed: ReadonlySet<PaymentChoice>
}

/** How to pay: card, or EFT / cash deposit with proof (R-EXT-15). */
export function MethodChooser({ value, onChoose, closed }: MethodProps) {
  return (
    <fieldset className="min-w-0">
      <legend className={legend}>How do you want to pay?</legend>
      <div className="mt-3 space-y-2">
        {ways
          .filter((way) => !closed.has(way.value))
          .map((way) => (
            <label
              key={way.value}
              className="relative flex items-start gap-3.5 rounded-grid border border-line bg-surface p-4 transition hover:border-ink-3 has-checked:border-brand has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
            >
              <Icon of={way.icon} size={24} className="mt-px text-brand" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{way.title}</span>
                <span id={`way-${way.value}`} className="block text-sm text-ink-2">
                  {way.text}
                </span>
              </span>
              <input
                type="radio"
                name="method"
                value={way.value}
                checked={way.value === value}
                onChange={() => onChoose(way.value)}
                aria-label={way.title}
                aria-describedby={`way-${way.value}`}
                className={radioLook}
              />
            </label>
          ))}
      </div>
    </fieldset>
  )
}
