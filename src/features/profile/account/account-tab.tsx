import { type ComponentType, lazy, Suspense } from 'react'
import { Tabs } from '#ui/nav/tabs.tsx'
import { useServerNow } from '#local/react'
import { grouped } from '#contract/values/region.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { type ProfileView, profileViews, useProfileAddress } from '../address.ts'
import type { Me } from '../use-me.ts'
import { FormSkeleton, QueryState } from '../query-state.tsx'
import { Info } from './info.tsx'
import { findRunningPlans } from './plans.ts'

// The code of the forms is loaded when a person edits.
const EditProfile = lazy(async () => ({ default: (await import('../editing/edit-profile.tsx')).EditProfile }))
const EditCompany = lazy(async () => ({ default: (await import('../editing/edit-company.tsx')).EditCompany }))

/** Shows the tab "Profile" with its four parts (R-PROF-03). */
export function AccountTab({ me }: { me: Me }) {
  const { view, go } = useProfileAddress()
  const Part = parts[view]
  return (
    <Tabs
      label="Parts of your profile"
      look="pill"
      tabs={profileViews}
      value={view}
      onChange={(value) => go({ tab: 'profile', view: value })}
    >
      <div className="pt-2">
        <Suspense fallback={<FormSkeleton />}>
          <Part me={me} />
        </Suspense>
      </div>
    </Tabs>
  )
}

/** Shows the running plan, its end, and how much of it is used (R-PROF-04). */
function PlanSetting({ me }: { me: Me }) {
  const now = useServerNow()
  return (
    <div className="max-w-[34rem]">
      <QueryState
        reading={me.reading}
        what="Your plan"
        skeleton={<Skeleton className="h-64 rounded-card!" />}
      >
        {(profile) => {
          const { current, beside, limit, ended } = findRunningPlans(profile, now)
          const used = profile.listing_cars_count
          return (
            <section className="rounded-card border border-line bg-surface p-5">
              <p className="text-sm text-ink-3">Current plan</p>
              <h2 className="text-2xl font-bold">{current?.name ?? 'No plan'}</h2>
              <p className="text-ink-2 tabular-nums">
                {current
                  ? `Expires ${current.expirycdate}`
                  : ended
                    ? `${ended.name} expired ${ended.expirycdate}`
                    : 'You have not subscribed yet.'}
              </p>
              {beside.map((s) => (
                <p key={`${s.name} ${s.expirytimes}`} className="text-ink-2 tabular-nums">
                  With it: {s.name}, <span className="whitespace-nowrap">expires {s.expirycdate}</span>
                </p>
              ))}
              <p className="mt-4 flex justify-between gap-4 font-medium">
                <span>Ads used</span>
                <span className="tabular-nums">
                  {limit === undefined ? grouped(used) : `${grouped(used)} of ${grouped(limit)}`}
                </span>
              </p>
              {limit !== undefined && (
                <div aria-hidden className="mt-2 h-2 overflow-hidden rounded-pill bg-sunken dark:bg-raised">
                  <div
                    className={`h-full rounded-pill ${used >= limit ? 'bg-amber' : 'bg-brand'}`}
                    style={{ width: `${Math.min(100, (used / limit) * 100)}%` }}
                  />
                </div>
              )}
              <Button href="/subscriptions" wide className="mt-5">
                {current ? 'Change or extend your plan' : 'See the plans'}
              </Button>
            </section>
          )
        }}
      </QueryState>
    </div>
  )
}

const parts: Readonly<Record<ProfileView, ComponentType<{ me: Me }>>> = {
  info: Info,
  edit: EditProfile,
  plan: PlanSetting,
  company: EditCompany,
}
