import type { Profile } from '#contract/users/profile.ts'

type Subscription = Profile['subscriptions'][number]

/** Cars that a plan lets one have for sale, by its name (R-SUBS-02 to R-SUBS-05). */
const limits: Readonly<Record<string, number>> = { Basic: 2, Gold: 50, Promotion: 100, Platinum: 1000 }

/** `now` is the server's time, ms; the end of a plan is in seconds. */
export const runsNow = (s: Subscription, now: number): boolean => s.expirytimes * 1000 > now

export interface Plan {
  /** The one with most room of those that run; undefined when none does. */
  current: Subscription | undefined
  /** Others that run beside it. */
  beside: readonly Subscription[]
  /** Cars that may be for sale; undefined where no plan says so. */
  limit: number | undefined
  /** The last one, when none runs. */
  ended: Subscription | undefined
}

export function planOf({ subscriptions }: Pick<Profile, 'subscriptions'>, now: number): Plan {
  const running = subscriptions
    .filter((s) => runsNow(s, now))
    .sort((a, b) => (limits[b.name] ?? 0) - (limits[a.name] ?? 0) || b.expirytimes - a.expirytimes)
  const [current, ...beside] = running
  return {
    current,
    beside,
    limit: current && limits[current.name],
    ended: current ? undefined : subscriptions[0],
  }
}
