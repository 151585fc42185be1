import { IconInfoCircle, IconBuildingBank, IconCreditCard } from '@tabler/icons-react'
import { useLocation, useSearch } from 'wouter'
import { type SubscriptionPlan, featuredPlan, planMonths, type PlanMonths } from '#contract/plans/plans.ts'
import { useMyProfile, useServerNow, useSession } from '#local/react'
import { Icon, type IconShape } from '#ui/icon.tsx'
import type { Profile } from '#contract/users/profile.ts'
import { planAddress, type PlanChoice, readPlanAddress, type PaymentChoice } from './choice.ts'
import { OrderBar, useSubscribing } from './order-bar.tsx'
import { PlanCard, radioLook } from './plan-card.tsx'
import { formatMonths } from '#parts/plans/order-words.ts'

const legend = 'font-sans text-lg font-semibold tracking-normal'

/** Shows the months to choose from: 1 to 11, 1 year and 2 years (R-SUBS-08). */
function MonthsChooser(props: { value: PlanMonths; onChoose: (months: PlanMonths) => void }) {
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
              aria-label={formatMonths(months)}
              // The tap area reaches to its neighbours, because on narrow phones the button is smaller than a finger.
              className="absolute -inset-1 size-[calc(100%+.5rem)] appearance-none rounded-pill opacity-0"
            />
            {months < 12 ? months : formatMonths(months)}
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
  /** Payment methods that this server does not offer. */
  closed: ReadonlySet<PaymentChoice>
}

/** Shows the payment methods: card, or EFT / cash deposit with proof (R-EXT-15). */
function MethodChooser({ value, onChoose, closed }: MethodProps) {
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

/** Plan that runs or is paid for, as the profile tells. */
interface CurrentPlan {
  plan: SubscriptionPlan
  /** End of the paid time as DD-MM-YYYY. */
  until: string
  /** End of the paid time in ms. */
  ends: number
}

/** Returns each plan with the end of its paid time; `now` in ms. Only for display: the server decides. */
function runningOf(
  subscriptions: Profile['subscriptions'],
  plans: readonly SubscriptionPlan[],
  now: number,
): CurrentPlan[] {
  return subscriptions
    .filter(({ expirytimes }) => expirytimes * 1000 > now)
    .sort((a, b) => b.expirytimes - a.expirytimes)
    .flatMap(({ name, expirycdate, expirytimes }) => {
      const plan = plans.find((p) => p.name === name)
      return plan ? [{ plan, until: expirycdate, ends: expirytimes * 1000 }] : []
    })
    .filter(({ plan }, i, all) => all.findIndex((r) => r.plan.type === plan.type) === i)
}

/** Returns whether the plan is Featured Dealership, which affects no other plan. */
const isBeside = ({ name }: SubscriptionPlan): boolean => name === featuredPlan

/** Tells in one or two sentences when the chosen plan would begin and what happens to running plans. */
function whatHappens(chosen: SubscriptionPlan, running: readonly CurrentPlan[] | undefined): string {
  const paid = chosen.price > 0
  const begins = paid ? 'begins as soon as it is paid' : 'begins at once'
  if (!running)
    return `${chosen.title} ${begins} and ends by itself. Renewing adds to its end; a dearer plan begins at once and takes in what is left as days; a smaller one begins after it.`
  const same = running.find(({ plan }) => plan.type === chosen.type)
  const others = isBeside(chosen)
    ? []
    : running.filter(({ plan }) => plan.type !== chosen.type && !isBeside(plan))
  const first = [...(same ? [same] : []), ...others.filter(({ plan }) => plan.price >= chosen.price)].sort(
    (a, b) => b.ends - a.ends,
  )[0]
  // A free plan can be had once, and every other plan includes it.
  if (first && !paid)
    return first === same
      ? `Your ${same.plan.title} plan runs until ${same.until}.`
      : `Your ${first.plan.title} plan runs until ${first.until} and includes everything that ${chosen.title} does.`
  if (first && first === same)
    return `Your ${same.plan.title} plan runs until ${same.until}. What you add begins then, so no day is lost.`
  if (first)
    return `Your ${first.plan.title} plan runs until ${first.until}; ${chosen.title} begins after it.`
  const taken = others.filter(({ plan }) => plan.price > 0)[0]
  if (taken)
    return `${chosen.title} ${begins}. What is left of ${taken.plan.title} becomes days of ${chosen.title}.`
  return isBeside(chosen)
    ? `${chosen.title} ${begins}, beside any other plan, and ends by itself.`
    : `${chosen.title} ${begins} and ends by itself: nothing is taken without you.`
}

/** Returns the plan that is chosen at first: the running one, else the cheapest paid one. */
const startOf = (plans: readonly SubscriptionPlan[], running: string | undefined) =>
  plans.find(({ type }) => type === running) ?? plans.find(({ price }) => price > 0) ?? plans[0]

/** Shows the plans, the months, the payment methods and the order. */
export function PlanChooser({ plans }: { plans: readonly SubscriptionPlan[] }) {
  const { user } = useSession()
  const search = useSearch()
  const [, navigate] = useLocation()
  const now = useServerNow()
  const { data: profile } = useMyProfile()
  const running = user && profile ? runningOf(profile.subscriptions, plans, now) : undefined
  const choice = readPlanAddress(search)
  const chosen = plans.find(({ type }) => type === choice.plan) ?? startOf(plans, running?.[0]?.plan.type)
  const subscribing = useSubscribing()
  const { closed } = subscribing
  if (!chosen) return null
  // The other payment method replaces a method that this server does not offer.
  const method = closed.has(choice.method) ? (choice.method === 'card' ? 'deposit' : 'card') : choice.method
  const order = { ...choice, method, plan: chosen.type }
  const pick = (change: Partial<PlanChoice>) =>
    navigate(planAddress({ ...order, ...change }), { replace: true })
  return (
    <>
      <form
        noValidate
        className="mt-6 grid grid-cols-1 items-start gap-6 wide:grid-cols-[minmax(0,1fr)_24rem] wide:grid-rows-[auto_1fr] wide:gap-x-8"
        onSubmit={(event) => {
          event.preventDefault()
          if (!subscribing.busy) void subscribing.subscribe(chosen, order)
        }}
      >
        <fieldset className="min-w-0 wide:row-span-2">
          <legend className="sr-only">Plan</legend>
          <div className="grid gap-4 md:grid-cols-2">
            {plans.map((plan, i) => (
              <PlanCard
                key={plan._id}
                plan={plan}
                chosen={plan === chosen}
                onChoose={() => pick({ plan: plan.type })}
                until={running?.find((r) => r.plan === plan)?.until}
                // The last card of an odd number fills its row.
                wide={i === plans.length - 1 && plans.length % 2 === 1}
              />
            ))}
          </div>
        </fieldset>
        <div className="space-y-6">
          <MonthsChooser value={choice.months} onChoose={(months) => pick({ months })} />
          {chosen.price > 0 && (
            <MethodChooser value={method} onChoose={(to) => pick({ method: to })} closed={closed} />
          )}
          <p className="flex gap-2.5 rounded-grid bg-brand-tint p-4 text-sm text-ink">
            <Icon of={IconInfoCircle} size={20} className="text-brand" />
            <output>{whatHappens(chosen, running)}</output>
          </p>
        </div>
        <OrderBar plan={chosen} choice={order} subscribing={subscribing} />
      </form>
      {subscribing.post}
    </>
  )
}
