import type { TestDriveRow } from '#contract/forms/test-drives.ts'
import { fullNumber, regionOf } from '#contract/values/region.ts'
import { useServerNow, useSiteSettings } from '#local/react'
import { AddToCalendar } from '#parts/forms/add-to-calendar.tsx'
import { driveTitle, driveWords, sellerName } from '#parts/forms/drive-words.ts'
import { timeOf } from '#parts/freshness.tsx'
import { useAnsweredFocus } from '#parts/forms/use-answered-focus.ts'
import { dayAndTime } from '#ui/show/day-and-time.ts'
import { FactsCard } from '../lists/facts-card.tsx'
import { PersonAnswers, SellerAnswers } from './answers.tsx'
import { OwnAnswer } from './own-answer.tsx'
import { useAnswer, useOwnAnswer } from './use-answer.ts'

interface Props {
  drive: TestDriveRow
  /** Who looks: the person who asked, or the seller. */
  of: 'me' | 'my-cars'
  /** Age of the row. */
  asOf: number | undefined
  onStale: () => void
}
type Facts = (readonly [string, string])[]

/** One request and what can be said to it; when they meet is on the market's clock, whatever zone the phone is in (R-VAL-60). */
export function DriveCard({ drive, of, asOf, onStale }: Props) {
  const now = useServerNow()
  const { timeZone, prefix } = regionOf[useSiteSettings().market]
  // It was typed behind the prefix of the form.
  const number = fullNumber(prefix.testDrive, drive.mobile_number)
  const own = useOwnAnswer(drive._id, asOf)
  const { heading, onAnswer } = useAnsweredFocus(`${own?.is} ${drive.version}`, own === undefined)
  const send = useAnswer(drive, onStale)
  const answer: typeof send = (...given) => {
    onAnswer()
    return send(...given)
  }
  const { proposed_datetime: proposed, car, note } = drive
  const asked: Facts = [['Asked', timeOf(Date.parse(drive.created_at), now)]]
  const facts: Facts = [
    ['When', dayAndTime(drive.datetime, timeZone)],
    ...(proposed === undefined ? [] : ([['Proposed', dayAndTime(proposed, timeZone)]] as Facts)),
    ...(of === 'me'
      ? [
          ...(sellerName(drive) === '' ? [] : ([['Seller', sellerName(drive)]] as Facts)),
          ...asked,
          ['Mobile number', number] as const,
          ['E-mail', drive.email] as const,
        ]
      : ([['From', drive.fullname], ['Lives in', `${drive.city}, ${drive.state}`], ...asked] as Facts)),
  ]
  const Answers = of === 'me' ? PersonAnswers : SellerAnswers
  return (
    <FactsCard
      title={driveTitle(drive)}
      href={car && `/listing/${encodeURIComponent(car.slug)}`}
      state={driveWords(drive)}
      facts={facts}
      heading={heading}
    >
      {note !== undefined && note !== '' && (
        <blockquote className="mt-3 rounded-grid bg-sunken px-4 py-3 text-sm whitespace-pre-line text-ink-2">
          <span className="sr-only">{of === 'me' ? 'The seller writes: ' : 'You wrote: '}</span>
          {note}
        </blockquote>
      )}
      {of === 'my-cars' && <Reach number={number} email={drive.email} />}
      {own && <OwnAnswer own={own} timeZone={timeZone} onStale={onStale} />}
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {drive.status === 'confirmed' && <AddToCalendar drive={drive} of={of} />}
        {(!own || own.is === 'refused') && <Answers drive={drive} answer={answer} />}
      </div>
    </FactsCard>
  )
}

const link = 'inline-flex min-h-11 items-center font-medium text-brand hover:underline'
/** How to reach the person who asked. */
function Reach({ number, email }: { number: string; email: string }) {
  return (
    <p className="mt-1 flex flex-wrap gap-x-5 text-sm">
      <a href={`tel:${number.replace(/[^\d+]/g, '')}`} className={link}>
        {number}
      </a>
      <a href={`mailto:${encodeURIComponent(email)}`} className={link}>
        <span className="wrap-anywhere">{email}</span>
      </a>
    </p>
  )
}
