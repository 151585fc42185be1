import { aboutPage } from '#contract/heads/page-abouts.ts'
import { useSiteSettings } from '#local/react'
import { useLocation, useSearch } from 'wouter'
import { Tabs } from '#ui/nav/tabs.tsx'
import { PageTop } from '../text/page-top.tsx'
import { OurServices } from './our-services.tsx'
import { Tracking } from './tracking.tsx'

const tabs = [
  { value: 'services', label: 'Services' },
  { value: 'tracking', label: 'Car Tracking' },
] as const

/** /services, with its second tab at /services?tab=tracking (R-STAT-01). */
export function ServicesScreen() {
  const [, navigate] = useLocation()
  const tab = new URLSearchParams(useSearch()).get('tab') === 'tracking' ? 'tracking' : 'services'
  return (
    <div className="mx-auto max-w-page px-4 py-6 sm:py-10">
      <PageTop title="Services" description={aboutPage('/services', useSiteSettings())}>
        A car is company for years. We help you meet it, keep it running and know where it is.
      </PageTop>
      <div className="mt-6">
        <Tabs
          label="Services"
          tabs={tabs}
          value={tab}
          onChange={(value) =>
            navigate(value === 'tracking' ? '/services?tab=tracking' : '/services', { replace: true })
          }
        >
          <div className="pt-6">{tab === 'tracking' ? <Tracking /> : <OurServices />}</div>
        </Tabs>
      </div>
    </div>
  )
}
