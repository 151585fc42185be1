import type { TestDriveRow } from '#contract/forms/test-drives.ts'
import { marketOf } from '#contract/values/market.ts'
import { useServerNow, useSiteSettings } from '#local/react'
import { timeOf } from '#parts/freshness.tsx'
import { dayAndTime } from '#ui/show/day-and-time.ts'
import { FactsCard } from './facts-card.tsx'

const states: Readonly<Record<TestDriveRow['status'], { words: string; tone: 'brand' | 'amber' | 'plain' }>> =
  {
    pending: { words: 'Pending', tone: 'amber' },
    confirmed: { words: 'Confirmed', tone: 'brand' },
    declined: { words: 'Declined', tone: 'plain' },
    done: { words: 'Done', tone: 'plain' },
  }

/** One request; when they meet is on the market's clock, whatever zone the phone is in (R-VAL-60). */
export function TestDriveCard({ drive }: { drive: TestDriveRow }) {
  const now = useServerNow()
  const { timeZone } = marketOf[useSiteSettings().market]
  const facts = [
    ['When', dayAndTime(drive.datetime, timeZone)],
    ['Asked', timeOf(Date.parse(drive.created_at), now)],
    ['Mobile number', drive.mobile_number],
    ['E-mail', drive.email],
  ] as const
  const title = `${drive.car_brand} ${drive.car_model}`.trim()
  return <FactsCard title={title} state={states[drive.status]} facts={facts} />
}
