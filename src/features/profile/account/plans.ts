import { planAds } from '#contract/limits.ts'
import type { Profile } from '#contract/users/profile.ts'

type Subscription = Profile['subscriptions'][number]

const adsByPlan = new Map<string, number>(Object.entries(planAds))

/**
 * Returns the number of cars that a plan allows for sale. An older response has only the name of the plan (R-SUBS-02 to
 * R-SUBS-06).
 */
function adsOf({ name, car_limit }: Subscription): number | undefined {
  return car_limit ?? adsByPlan.get(name.toLowerCase().replaceAll(' ', '-'))
}

/** Returns whether a plan runs. `now` is the server's time in ms; the end of a plan is in seconds. */
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
    /** Running plan that allows most cars; undefined when no plan runs. */
    current,
    /** Other running plans. */
    beside,
    /**
     * Number of cars that may be for sale, at least that of the basic plan; undefined when this version of the app does not
     * know a running plan.
     */
    limit: ads.every((n) => n !== undefined) ? Math.max(free, ...ads) : undefined,
    /** Last plan; set only when no plan runs. */
    ended: current ? undefined : subscriptions[0],
  }
}
