import { aheadOf } from '#contract/values/zone.ts'

// Rules for paid orders: when a plan begins and ends, and what happens to running plans. All functions are pure.

/** Plan that runs or begins later. */
export interface RunningPlan {
  id: string
  plan: string
  /** Price of one month. */
  price: number
  starts: Date
  ends: Date
}
export interface Bought {
  plan: string
  price: number
  months: number
  /** Time zone in which the months are counted. */
  timeZone: string
}
export interface PlanChange {
  starts: Date
  ends: Date
  /** Days at the end of the plan that come from the plans in `ended`. */
  credit: number
  /** Ids of the plans that end when this one starts, because their remaining time became its credit. */
  ended: readonly string[]
}

const day = 86_400_000

/** Returns the same day of a later month, or the last day of a shorter month, in the given time zone. */
export function monthsLater(from: Date, { months, timeZone }: Pick<Bought, 'months' | 'timeZone'>): Date {
  // `wall` is the local time in the zone, written as if it were UTC.
  const wall = new Date(from.getTime() + aheadOf(timeZone, from.getTime()))
  const to = new Date(wall)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(wall.getUTCDate(), last))
  const about = to.getTime() - aheadOf(timeZone, to.getTime())
  return new Date(to.getTime() - aheadOf(timeZone, about))
}

const latest = (dates: readonly Date[], least: Date): Date =>
  new Date(Math.max(least.getTime(), ...dates.map((d) => d.getTime())))

/**
 * Computes what a paid order changes.
 * - The same plan again begins when its last paid day ends, so no day is lost.
 * - A dearer plan begins at once. Cheaper plans end; the value of their remaining time becomes credit days of the new plan.
 *   The same holds for a cheaper plan that waits for the dearer plan, when the dearer plan is bought again.
 * - A cheaper plan begins when the dearer plans end.
 * - A plan of its own lane (`alone`, Featured Dealership) affects only itself.
 */
export function changeOf(
  now: Date,
  bought: Bought,
  plans: readonly RunningPlan[],
  alone: (plan: string) => boolean,
): PlanChange {
  const open = plans.filter(({ ends }) => ends > now)
  const same = open.filter(({ plan }) => plan === bought.plan)
  const rivals = alone(bought.plan) ? [] : open.filter(({ plan }) => plan !== bought.plan && !alone(plan))
  const dearer = rivals.filter(({ price }) => price >= bought.price)
  const cheaper = rivals.filter(({ price }) => price < bought.price)
  const starts = latest(
    [...same, ...dearer].map(({ ends }) => ends),
    now,
  )
  const over = cheaper.filter(({ ends }) => ends > starts)
  const left = over.reduce((sum, { price, starts: from, ends }) => {
    const since = Math.max(from.getTime(), starts.getTime())
    return sum + ((ends.getTime() - since) / day) * price
  }, 0)
  const credit = left > 0 ? Math.floor(left / bought.price) : 0
  const end = monthsLater(starts, bought)
  return { starts, ends: new Date(end.getTime() + credit * day), credit, ended: over.map(({ id }) => id) }
}

/** Returns the end of a refunded plan: only the credit days of earlier plans remain. */
export function endsAfterRefund(
  now: Date,
  { starts, ends, credit }: Pick<PlanChange, 'starts' | 'ends' | 'credit'>,
): Date {
  const from = latest([starts], now)
  return new Date(Math.min(ends.getTime(), from.getTime() + credit * day))
}

/**
 * Returns the plans that begin earlier because a plan before them is gone. Each begins when the plan before it in its lane
 * ends; order and length stay the same.
 */
export function movedUp(
  now: Date,
  plans: readonly RunningPlan[],
  alone: (plan: string) => boolean,
): RunningPlan[] {
  const laneOf = (plan: string) => (alone(plan) ? plan : '')
  const lanes = new Set(plans.map(({ plan }) => laneOf(plan)))
  return [...lanes].flatMap((name) => {
    let free = now
    return plans
      .filter(({ plan }) => laneOf(plan) === name)
      .sort((a, b) => a.starts.getTime() - b.starts.getTime())
      .flatMap((p) => {
        const early = Math.max(0, p.starts.getTime() - free.getTime())
        const ends = new Date(p.ends.getTime() - early)
        free = latest([ends], free)
        return early > 0 ? [{ ...p, starts: new Date(p.starts.getTime() - early), ends }] : []
      })
  })
}
