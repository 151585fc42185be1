import { aheadOf } from '#contract/values/zone.ts'

// What a paid order changes: when its plan begins and ends, and what becomes of one that runs already. Pure.

/** A plan that runs or is about to. */
export interface RunningPlan {
  id: string
  plan: string
  /** Of one month. */
  price: number
  starts: Date
  ends: Date
}
export interface Bought {
  plan: string
  price: number
  months: number
  /** On whose clock its months are. */
  timeZone: string
}
export interface PlanChange {
  starts: Date
  ends: Date
  /** Days at its end that were paid for with the plans below. */
  credit: number
  /** Plans that end when it starts, because what would be left of them is in the new one. */
  ended: readonly string[]
}

const day = 86_400_000

/** The same day of a later month, or its last one where it has no such day, on the clock of this zone. */
export function monthsLater(from: Date, { months, timeZone }: Pick<Bought, 'months' | 'timeZone'>): Date {
  // What a clock there shows, as if it were UTC.
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
 * - The same plan again begins when what was paid for of it ends: no day is lost.
 * - A dearer one begins at once. What is left of cheaper ones becomes days of it, by what they cost; they end. So does
 *   a cheaper one that waits for it, when it is bought again.
 * - A cheaper one begins when the dearer ones end.
 * - A plan beside the others (`alone`, Featured Dealership) meets only itself.
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

/** Until when a plan runs whose price was given back: what it took in of others stays. */
export function endsAfterRefund(
  now: Date,
  { starts, ends, credit }: Pick<PlanChange, 'starts' | 'ends' | 'credit'>,
): Date {
  const from = latest([starts], now)
  return new Date(Math.min(ends.getTime(), from.getTime() + credit * day))
}

/**
 * The plans that begin earlier, because what they waited for is gone: each as soon as nothing runs that it meets. They
 * keep their order and their length.
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
