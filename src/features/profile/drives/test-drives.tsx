import { IconSteeringWheel } from '@tabler/icons-react'
import { useLocation, useSearch } from 'wouter'
import { useDrivesOnMyCars, useTestDrives } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Tabs } from '#ui/nav/tabs.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { addressOf, placeIn, type TestDriveSide } from '../address.ts'
import { Drives } from './drives.tsx'
import { Rows } from '../lists/rows.tsx'
import type { Me } from '../use-me.ts'

/** The tab of test drives: what one has asked for, and, for people with cars, what others ask of them (R-PROF-16). */
export function TestDrives({ me: { profile, reading } }: { me: Me }) {
  const { side } = placeIn(useSearch())
  const [, navigate] = useLocation()
  // Whether there are cars is known first: what is begun in a list must not lose its place.
  if (!profile && reading.status === 'loading') return <Rows height="h-52" />
  const cars = (profile?.listing_cars_count ?? 0) + (profile?.sold_cars_count ?? 0)
  if (cars === 0 && side === 'asked') return <OwnDriveRequests />
  return (
    <Tabs<TestDriveSide>
      label="Test drives"
      look="pill"
      tabs={[
        { value: 'asked', label: 'Your requests' },
        { value: 'my-cars', label: 'Requests for your cars' },
      ]}
      value={side}
      onChange={(value) => navigate(addressOf({ tab: 'test-drive', side: value }), { replace: true })}
    >
      <div className="pt-2">{side === 'asked' ? <OwnDriveRequests /> : <OnMyCars />}</div>
    </Tabs>
  )
}

/** One's own requests, nine a page; with none the documented words, odd as they are (R-PROF-17). */
function OwnDriveRequests() {
  const { page } = placeIn(useSearch())
  return (
    <Drives
      of="me"
      reading={useTestDrives(page)}
      what="Your test drives"
      count={({ totalCount: n }) => `${n} test ${n === 1 ? 'drive' : 'drives'}`}
      empty={
        <EmptyState
          icon={IconSteeringWheel}
          title="You need to be apply for a for a test drive services."
          actions={<Button href="/book-test-drive">Book a test drive</Button>}
        />
      }
    />
  )
}

/** What others ask of one's cars: those that wait for an answer first. */
function OnMyCars() {
  const { page } = placeIn(useSearch())
  return (
    <Drives
      of="my-cars"
      reading={useDrivesOnMyCars(page)}
      what="Requests for your cars"
      count={({ totalCount: n, waiting }) =>
        `${n} ${n === 1 ? 'request' : 'requests'}, ${waiting === 0 ? 'none waits' : `${waiting} ${waiting === 1 ? 'waits' : 'wait'}`} for your answer`
      }
      empty={
        <EmptyState icon={IconSteeringWheel} title="Nobody has asked yet">
          When someone wants to drive one of your cars, it arrives here.
        </EmptyState>
      }
    />
  )
}
