import { planAds } from '#contract/limits.ts'
import type { Profile } from '#contract/users/profile.ts'

type Subscription = Profile['subscriptions'][number]

const adsByPlan = new Map<string, number>(Object.entries(planAds))

/** Cars that a plan lets one have for sale; an older answer has its name only (R-SUBS-02 to R-SUBS-06). */
function adsOf({ name, car_limit }: Subscription): number | undefined {
  return car_limit ?? adsByPlan.get(name.toLowerCase().replaceAll(' ', '-'))
}

/** `now` is the server's time, ms; the end of a plan is in seconds. */
export const isRunning = (s: Subscription, now: number): boolean => s.expirytimes * 1000 > now

export function findRunningPlans(
  { subscriptions, free_ads: free = planAds.basic }: Pick<Profile, 'subscriptions' | 'free_ads'>,
  now: number,
) {
  const running = subscriptions
    .filter((s) => isRunning(s, now))
    .sort((a, b) => (adsOf(b) ?? 0) - (adsOf(a) ?? 0) || b.expirytimes - a.expirytimes)
  const [current, ...beside] = running
  const ads = running.map(adsOf)
  return {
    /** The one with most room of those that run; undefined when none does. */
    current,
    /** Others that run beside it. */
    beside,
    /** Cars that may be for sale, with the basic plan for everybody; undefined when a plan runs that is not known here. */
    limit: ads.every((n) => n !== undefined) ? Math.max(free, ...ads) : undefined,
    /** The last one, when none runs. */
    ended: current ? undefined : subscriptions[0],
  }
}
