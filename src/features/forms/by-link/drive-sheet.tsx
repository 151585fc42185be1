import { Link } from 'wouter'
import { regionOf } from '#contract/values/region.ts'
import { useConnection, useServerNow, useSiteSettings } from '#local/react'
import { AddToCalendar } from '#parts/forms/add-to-calendar.tsx'
import { CancelDrive } from '#parts/forms/cancel-drive.tsx'
import { driveTitle, driveWords, isAhead, sellerName } from '#parts/forms/drive-words.ts'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { zoneWords } from '#parts/forms/slots.ts'
import { Button } from '#ui/button.tsx'
import { dayAndTime } from '#ui/show/day-and-time.ts'
import { Pill } from '#ui/show/pill.tsx'
import type { useDriveByLink } from './use-drive-by-link.ts'

type ByLink = ReturnType<typeof useDriveByLink>
interface Props extends Pick<ByLink, 'answer' | 'heading' | 'busy' | 'refused' | 'said'> {
  drive: NonNullable<ByLink['drive']>
  path: string
}

/** State, car, times and what the person who asked can still say. */
export function DriveSheet({ drive, path, answer, heading, busy, refused, said }: Props) {
  const now = useServerNow()
  const { timeZone } = regionOf[useSiteSettings().market]
  const offline = useConnection().state === 'offline'
  const { status, proposed_datetime: proposed, car, note } = drive
  const state = driveWords(drive)
  const open = status === 'pending' || status === 'confirmed'
  const seller = sellerName(drive)
  const facts = [
    ['When', dayAndTime(drive.datetime, timeZone)],
    ...(proposed === undefined ? [] : [['Proposed', dayAndTime(proposed, timeZone)]]),
    ...(seller === '' ? [] : [['Seller', seller]]),
    ['Name', drive.fullname],
  ]
  return (
    <article>
      <div className="flex items-center justify-between gap-4">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 text-xl font-bold outline-none">
          {car ? (
            <Link href={`/listing/${encodeURIComponent(car.slug)}`} className="hover:underline">
              {driveTitle(drive)}
            </Link>
          ) : (
            driveTitle(drive)
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
      <p className="mt-3 text-13 text-ink-3">Times are in {zoneWords(timeZone, now)}.</p>
      {note !== undefined && note !== '' && (
        <blockquote className="mt-4 rounded-grid bg-sunken px-4 py-3 whitespace-pre-line text-ink-2">
          <span className="sr-only">The seller writes: </span>
          {note}
        </blockquote>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {status === 'pending' && proposed !== undefined && isAhead(proposed, now) && (
          <Button loading={busy} onClick={() => void answer('accept', proposed)}>
            Accept this time
          </Button>
        )}
        {status === 'confirmed' && <AddToCalendar drive={drive} of="me" path={path} />}
        {open && <CancelDrive loading={busy} onCancel={() => void answer('cancel')} />}
        {!open && <Button href="/book-test-drive">Book another test drive</Button>}
      </div>
      <div className="mt-3 min-h-12">
        {refused !== undefined && <ErrorNote>{refused}</ErrorNote>}
        <output className="font-medium text-brand">{said}</output>
        {offline && refused === undefined && (
          <output className="text-13 text-amber-ink">You are offline. An answer here needs a signal.</output>
        )}
      </div>
    </article>
  )
}
