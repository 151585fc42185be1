import { IconCloudOff, IconLinkOff } from '@tabler/icons-react'
import { Link, useParams } from 'wouter'
import { useState } from 'react'
import { aboutPage } from '#contract/heads/page-abouts.ts'
import { useCall, useConnection, useServerNow, useServerQuery, useSiteSettings } from '#local/react'
import { type AppError, errorRules } from '#contract/errors.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { regionOf } from '#contract/values/region.ts'
import { AddToCalendar, CancelDrive } from '#parts/forms/drive-actions.tsx'
import { describeDriveCar, describeDriveState, isUpcoming, nameSeller } from '#parts/forms/drive-words.ts'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { formatZone } from '#parts/forms/slots.ts'
import { formatDayAndTime } from '#ui/show/day-and-time.ts'
import { Pill } from '#ui/show/badge.tsx'
import { type PersonAnswer, testDriveRoutes, type TestDriveRow } from '#contract/forms/test-drives.ts'
import { useAnsweredFocus } from '#parts/forms/use-answered-focus.ts'
import { FormPage } from '../form-page.tsx'

/** Shows /test-drive/{token}: the link in a guest's e-mail; the address is secret. */
export function TestDriveByLinkScreen() {
  const { token = '' } = useParams()
  return (
    <FormPage
      noIndex
      title="Your test drive"
      description={aboutPage('/test-drive/:token', useSiteSettings())}
      intro="Where your request stands, and what you can do."
    >
      <ByLink key={token} token={token} />
    </FormPage>
  )
}

/** Shows a guest's test drive by the secret of their e-mail; stores nothing, because any phone may open the link. */
function ByLink({ token }: { token: string }) {
  const { data, error, refresh } = useServerQuery(testDriveRoutes.testDriveByLink, { params: { token } })
  if (data) return <DriveSheet drive={data.data} token={token} onAnswered={refresh} />
  if (error) return <Failed error={error} onAgain={refresh} />
  return (
    <div aria-busy="true" className="min-h-80">
      <output className="sr-only">Loading your test drive</output>
      <Skeleton className="h-7 w-64" />
      <Skeleton className="mt-4 h-28 rounded-grid!" />
      <Skeleton className="mt-4 h-11 w-40 rounded-pill!" />
    </div>
  )
}

function Failed({ error, onAgain }: { error: AppError; onAgain: () => void }) {
  const passing = errorRules[error.code].action === 'retry'
  return (
    <EmptyState
      icon={passing ? IconCloudOff : IconLinkOff}
      title={passing ? 'Your test drive could not be loaded' : 'This link does not lead to a test drive'}
      actions={
        passing ? (
          <Button onClick={onAgain}>Try again</Button>
        ) : (
          <Button href="/book-test-drive">Book a test drive</Button>
        )
      }
    >
      {error.message}
    </EmptyState>
  )
}

interface Props {
  drive: TestDriveRow
  token: string
  /** Reads the state from the server after an answer, also when other people have answered meanwhile. */
  onAnswered: () => void
}

/** Shows state, car, times and the answers that the requester can send. */
function DriveSheet({ drive, token, onAnswered }: Props) {
  const { run, busy, error } = useCall(testDriveRoutes.answerTestDriveByLink)
  const refused = error?.message
  const [confirmation, setConfirmation] = useState<string>()
  // Only an answer on this page changes its content.
  const { heading, onAnswer } = useAnsweredFocus(`${drive.status} ${drive.version}`, false)
  const now = useServerNow()
  const { timeZone } = regionOf[useSiteSettings().market]
  const offline = useConnection().state === 'offline'
  const { status, proposed_datetime: proposed, car, note } = drive
  const state = describeDriveState(drive)
  const open = status === 'pending' || status === 'confirmed'
  const seller = nameSeller(drive)
  const facts = [
    ['When', formatDayAndTime(drive.datetime, timeZone)],
    ...(proposed === undefined ? [] : [['Proposed', formatDayAndTime(proposed, timeZone)]]),
    ...(seller === '' ? [] : [['Seller', seller]]),
    ['Name', drive.fullname],
  ]
  async function answer(choice: PersonAnswer, datetime?: string) {
    setConfirmation(undefined)
    onAnswer()
    const result = await run({ body: { token, answer: choice, ...(datetime !== undefined && { datetime }) } })
    if (!result) return
    if (result.ok) setConfirmation(result.body.msg)
    onAnswered()
  }
  return (
    <article>
      <div className="flex items-center justify-between gap-4">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 text-xl font-bold outline-none">
          {car ? (
            <Link href={`/listing/${encodeURIComponent(car.slug)}`} className="hover:underline">
              {describeDriveCar(drive)}
            </Link>
          ) : (
            describeDriveCar(drive)
          )}
        </h2>
        <Pill tone={state.tone}>{state.words}</Pill>
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-13 text-ink-3">{name}</dt>
            <dd className="font-medium wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-13 text-ink-3">Times are in {formatZone(timeZone, now)}.</p>
      {note !== undefined && note !== '' && (
        <blockquote className="mt-4 rounded-grid bg-sunken px-4 py-3 whitespace-pre-line text-ink-2">
          <span className="sr-only">The seller writes: </span>
          {note}
        </blockquote>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {status === 'pending' && proposed !== undefined && isUpcoming(proposed, now) && (
          <Button loading={busy} onClick={() => void answer('accept', proposed)}>
            Accept this time
          </Button>
        )}
        {status === 'confirmed' && <AddToCalendar drive={drive} of="me" path={`/test-drive/${token}`} />}
        {open && <CancelDrive loading={busy} onCancel={() => void answer('cancel')} />}
        {!open && <Button href="/book-test-drive">Book another test drive</Button>}
      </div>
      <div className="mt-3 min-h-12">
        {refused !== undefined && <ErrorNote>{refused}</ErrorNote>}
        <output className="font-medium text-brand">{confirmation}</output>
        {offline && refused === undefined && (
          <output className="text-13 text-amber-ink">You are offline. An answer here needs a signal.</output>
        )}
      </div>
    </article>
  )
}
