import type { CarReply } from '#contract/cars.ts'
import { CarAge, untoldAge, useAge } from '#parts/car-age.tsx'
import { Price } from '#parts/price.tsx'
import { Pill } from '#ui/show/pill.tsx'
import { useServerNow } from '#local/react'
import { MonthlyLine } from './monthly-line.tsx'
import { listedAgo, viewCount } from '../words.ts'

interface Props {
  car: CarReply['data']
  /** The server's time of what is shown. */
  asOf: number | undefined
  source: string | undefined
  /** Something newer may come in a moment. */
  refreshing: boolean
}

/** Price first, then who it is and where. */
export function CarHeading({ car, asOf, source, refreshing }: Props) {
  const now = useServerNow()
  const age = useAge(asOf, source)
  // What may be new in a moment tells its age without room that the page would have to give back.
  const brief = source === 'given' || refreshing
  const facts = brief
    ? []
    : [source === 'phone' && 'Saved on this phone', age?.words, age?.mayBeSold && 'may be sold']
  const kept = facts.filter((f) => f !== undefined && f !== false).join(' · ')
  const place = [car.city, car.province].filter((p) => p !== '').join(', ')
  return (
    <header {...untoldAge(source, age !== undefined)}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Price amount={car.price} decimals={2} className="text-3xl font-bold tracking-tight" />
        {car.status !== 'active' && (
          <Pill tone="amber">{car.status === 'sold' ? 'Sold' : 'Not listed at the moment'}</Pill>
        )}
        {brief && age && asOf !== undefined && <CarAge at={asOf} className="ml-auto" />}
      </div>
      {car.status === 'active' && car.price > 0 && <MonthlyLine price={car.price} />}
      <h1 className="mt-2 text-xl font-bold text-balance lg:text-2xl">{car.title}</h1>
      <p className="mt-1 text-sm text-ink-2">
        {place === '' ? '' : `${place} · `}
        {listedAgo(car.created_at, now)} · {viewCount(car.clicks)}
      </p>
      {kept !== '' && (
        <p className="mt-2">
          <Pill tone={age?.old === true ? 'amber' : 'plain'}>{kept}</Pill>
        </p>
      )}
    </header>
  )
}
