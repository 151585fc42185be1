import { lazy, Suspense } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Tabs } from '#ui/nav/tabs.tsx'
import { addressOf, placeIn, type ProfileView, views } from '../address.ts'
import type { Me } from '../use-me.ts'
import { FormSkeleton } from './form-skeleton.tsx'
import { Info } from './info.tsx'
import { PlanSetting } from './plan-setting.tsx'

// What forms need is fetched when a person edits.
const EditProfile = lazy(async () => ({ default: (await import('../editing/edit-profile.tsx')).EditProfile }))
const EditCompany = lazy(async () => ({ default: (await import('../editing/edit-company.tsx')).EditCompany }))

/** The tab "Profile" with its four parts (R-PROF-03). */
export function AccountTab({ me }: { me: Me }) {
  const { view } = placeIn(useSearch())
  const [, navigate] = useLocation()
  return (
    <Tabs
      label="Parts of your profile"
      look="pill"
      tabs={views}
      value={view}
      onChange={(value) => navigate(addressOf({ tab: 'profile', view: value }), { replace: true })}
    >
      <div className="pt-2">
        <Suspense fallback={<FormSkeleton />}>{partOf(view, me)}</Suspense>
      </div>
    </Tabs>
  )
}

function partOf(view: ProfileView, me: Me) {
  switch (view) {
    case 'info':
      return <Info me={me} />
    case 'edit':
      return <EditProfile me={me} />
    case 'plan':
      return <PlanSetting me={me} />
    case 'company':
      return <EditCompany me={me} />
  }
}
