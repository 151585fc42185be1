import { featuredPlan, type SubscriptionPlan } from '#contract/plans/plans.ts'
import type { Profile } from '#contract/users/profile.ts'

/** A plan that runs or is paid for, as it is known from one's profile. */
export interface CurrentPlan {
  plan: SubscriptionPlan
  /** DD-MM-YYYY */
  until: string
  /** ms */
  ends: number
}

/** Of each plan the end of what is paid; `now` in ms. The server decides, this is for telling. */
export function runningOf(
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

/** It shows the dealership and meets no other plan. */
const isBeside = ({ name }: SubscriptionPlan): boolean => name === featuredPlan

/** When the chosen plan would begin and what becomes of what runs, in one sentence or two. */
export function whatHappens(chosen: SubscriptionPlan, running: readonly CurrentPlan[] | undefined): string {
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
