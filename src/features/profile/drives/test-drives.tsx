import { IconSteeringWheel } from '@tabler/icons-react'
import { useDrivesOnMyCars, useTestDrives, type MyPage, useServerNow, useSiteSettings } from '#local/react'
import { optionsOf } from '#ui/form/segmented.tsx'
import { Button } from '#ui/button.tsx'
import { Tabs } from '#ui/nav/tabs.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import type { TestDriveRow } from '#contract/forms/test-drives.ts'
import { pageSizes } from '#contract/limits.ts'
import { fullNumber, regionOf, counted } from '#contract/values/region.ts'
import { AddToCalendar } from '#parts/forms/drive-actions.tsx'
import { describeDriveCar, describeDriveState, nameSeller } from '#parts/forms/drive-words.ts'
import { formatTime } from '#parts/freshness.tsx'
import { useAnsweredFocus } from '#parts/forms/use-answered-focus.ts'
import { formatDayAndTime } from '#ui/show/day-and-time.ts'
import { type TestDriveSide, usePager, useProfileAddress } from '../address.ts'
import { ContactLinks, FactsCard, ListSkeleton, RowList } from '../lists/rows.tsx'
import type { Me } from '../use-me.ts'
import { QueryState, type QueryStateProps } from '../query-state.tsx'
import { useDecided } from '#parts/forms/standing.tsx'
import { OwnAnswer, PersonAnswers, SellerAnswers } from './answers.tsx'
import { useAnswer, useOwnAnswer } from './use-answer.ts'

interface DriveCardProps {
  drive: TestDriveRow
  /** Role of the person: requester or seller. */
  of: 'me' | 'my-cars'
  /** Server time of the row. */
  asOf: number | undefined
  onStale: () => void
}

/**
 * Shows one request and the possible answers. Times are in the time zone of the market, whatever zone the phone has
 * (R-VAL-60).
 */
function DriveCard({ drive, of, asOf, onStale }: DriveCardProps) {
  const now = useServerNow()
  const { timeZone, prefix } = regionOf[useSiteSettings().market]
  // The form shows this prefix in front of the number.
  const number = fullNumber(prefix.testDrive, drive.mobile_number)
  const own = useOwnAnswer(drive._id, asOf)
  const { heading, onAnswer } = useAnsweredFocus(`${own?.is} ${drive.version}`, own === undefined)
  const send = useAnswer(drive, onStale)
  const answer: typeof send = (...args) => {
    onAnswer()
    return send(...args)
  }
  const { proposed_datetime: proposed, car, note } = drive
  const isMine = of === 'me'
  const Answers = isMine ? PersonAnswers : SellerAnswers
  return (
    <FactsCard
      title={describeDriveCar(drive)}
      href={car && `/listing/${encodeURIComponent(car.slug)}`}
      state={describeDriveState(drive)}
      facts={[
        ['When', formatDayAndTime(drive.datetime, timeZone)],
        ['Proposed', proposed === undefined ? '' : formatDayAndTime(proposed, timeZone)],
        isMine ? ['Seller', nameSeller(drive)] : ['From', drive.fullname],
        ['Lives in', isMine ? '' : `${drive.city}, ${drive.state}`],
        ['Asked', formatTime(Date.parse(drive.created_at), now)],
        ['Mobile number', isMine ? number : ''],
        ['E-mail', isMine ? drive.email : ''],
      ]}
      heading={heading}
    >
      {note !== undefined && note !== '' && (
        <blockquote className="mt-3 rounded-grid bg-sunken px-4 py-3 text-sm whitespace-pre-line text-ink-2">
          <span className="sr-only">{isMine ? 'The seller writes: ' : 'You wrote: '}</span>
          {note}
        </blockquote>
      )}
      {!isMine && <ContactLinks number={number} email={drive.email} />}
      {own && <OwnAnswer own={own} timeZone={timeZone} onStale={onStale} />}
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {drive.status === 'confirmed' && <AddToCalendar drive={drive} of={of} />}
        {(!own || own.is === 'refused') && <Answers drive={drive} answer={answer} />}
      </div>
    </FactsCard>
  )
}

interface Props<P> extends Pick<QueryStateProps<P>, 'reading' | 'what' | 'count' | 'empty'> {
  of: 'me' | 'my-cars'
}

/** Lists test drives, nine a page; requests the list again once an answer has reached the server. */
function Drives<P extends MyPage<TestDriveRow>>({ of, reading, ...state }: Props<P>) {
  const side = of === 'me' ? 'asked' : 'my-cars'
  const pager = usePager('test-drive', reading, pageSizes.testDrives, side)
  useDecided(({ state }) => state === 'done' && reading.refresh())
  return (
    <QueryState
      {...state}
      reading={reading}
      skeleton={<ListSkeleton height="h-52" />}
      isEmpty={({ totalCount }) => totalCount === 0}
    >
      {({ data }) => (
        <RowList rows={data} keyOf={({ _id }) => _id} pager={pager}>
          {(drive) => <DriveCard drive={drive} of={of} asOf={reading.asOf} onStale={reading.refresh} />}
        </RowList>
      )}
    </QueryState>
  )
}

const sides = optionsOf<TestDriveSide>({ asked: 'Your requests', 'my-cars': 'Requests for your cars' })

/** Shows the tab of test drives: the person's requests and, for people with cars, the requests of others (R-PROF-16). */
export function TestDrives({ me: { profile, reading } }: { me: Me }) {
  const { side, go } = useProfileAddress()
  // The list waits until the number of cars is known: tabs that appear later would unmount it with its state.
  if (!profile && reading.status === 'loading') return <ListSkeleton height="h-52" />
  const cars = (profile?.listing_cars_count ?? 0) + (profile?.sold_cars_count ?? 0)
  if (cars === 0 && side === 'asked') return <OwnDriveRequests />
  return (
    <Tabs
      label="Test drives"
      look="pill"
      tabs={sides}
      value={side}
      onChange={(value) => go({ tab: 'test-drive', side: value })}
    >
      <div className="pt-2">{side === 'asked' ? <OwnDriveRequests /> : <OnMyCars />}</div>
    </Tabs>
  )
}

/** Shows the person's own requests, nine a page; an empty list has the documented text (R-PROF-17). */
function OwnDriveRequests() {
  return (
    <Drives
      of="me"
      reading={useTestDrives(useProfileAddress().page)}
      what="Your test drives"
      count={({ totalCount }) => counted(totalCount, 'test drive')}
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

/** Shows the requests for the person's cars, unanswered ones first. */
function OnMyCars() {
  return (
    <Drives
      of="my-cars"
      reading={useDrivesOnMyCars(useProfileAddress().page)}
      what="Requests for your cars"
      count={({ totalCount, waiting }) =>
        `${counted(totalCount, 'request')}, ${waiting === 0 ? 'none waits' : `${waiting} ${waiting === 1 ? 'waits' : 'wait'}`} for your answer`
      }
      empty={
        <EmptyState icon={IconSteeringWheel} title="Nobody has asked yet">
          When someone wants to drive one of your cars, it arrives here.
        </EmptyState>
      }
    />
  )
}
