import { IconCheck } from '@tabler/icons-react'
import type { SubscriptionPlan } from '#contract/plans/plans.ts'
import { formatRand } from '#parts/plans/order-words.ts'
import { Icon } from '#ui/icon.tsx'
import { Pill } from '#ui/show/badge.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'

interface Props {
  plan: SubscriptionPlan
  chosen: boolean
  onChoose: () => void
  /** End of the paid time, if this plan runs. */
  until: string | undefined
  /** Whether the card is two columns wide. */
  wide: boolean
}

/** Shows one plan: its price per month, in rand in every market, and what it includes (R-SUBS-02 to R-SUBS-07). */
export function PlanCard({ plan, chosen, onChoose, until, wide }: Props) {
  const { type, title, price, includes } = plan
  return (
    <div
      className={`relative rounded-card border bg-surface p-5 transition hover:border-ink-3 has-checked:border-brand has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand ${chosen ? '' : 'border-line'} ${wide ? 'md:col-span-2' : ''}`}
    >
      {/* The label covers the whole card. */}
      <label className="flex items-start justify-between gap-3 after:absolute after:inset-0 after:rounded-card">
        <span className="font-display text-xl font-bold">{title}</span>
        <input
          type="radio"
          name="plan"
          value={type}
          checked={chosen}
          onChange={onChoose}
          aria-describedby={`plan-${type}`}
          className={radioLook}
        />
      </label>
      <div id={`plan-${type}`} className="mt-1">
        <p className="flex min-h-7 flex-wrap items-baseline gap-x-1.5">
          <span className="figures text-2xl font-bold">{price === 0 ? 'Free' : formatRand(price)}</span>{' '}
          {price > 0 && <span className="text-ink-3">a month</span>}
        </p>
        {until !== undefined && (
          <Pill tone="brand" className="mt-2">
            Your plan · until {until}
          </Pill>
        )}
        <ul className={`mt-3 grid gap-x-4 gap-y-1.5 text-ink-2 ${wide ? 'md:grid-cols-2' : ''}`}>
          {(includes.length > 0 ? includes : [roomOf(plan)]).map((what) => (
            <li key={what} className="flex gap-2">
              <Icon of={IconCheck} size={18} className="mt-0.5 text-brand" />
              <span>{what}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Classes of a radio button: a ring, thicker when it is checked. */
export const radioLook =
  'mt-0.5 size-5.5 shrink-0 appearance-none rounded-pill border-[1.5px] border-control bg-surface outline-none checked:border-[7px] checked:border-brand'

/** Describes a plan when the server sends only its number of ads. */
const roomOf = ({ car_limit: ads }: SubscriptionPlan): string =>
  ads > 0 ? `Up to ${ads} cars for sale at a time` : 'Your dealership on the home page'

const five = ['a', 'b', 'c', 'd', 'e']
export function PlanSkeletons() {
  return five.map((key, i) => (
    <Skeleton key={key} className={`h-50 rounded-card! ${i === 4 ? 'md:col-span-2 md:h-36' : ''}`} />
  ))
}
