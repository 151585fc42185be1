import type { CarReply } from '#contract/cars.ts'
import { Freshness } from '#parts/freshness.tsx'
import { Price } from '#parts/price.tsx'
import { Pill } from '#ui/show/pill.tsx'
import { useServerNow } from '#local/react'
import { MonthlyLine } from './monthly-line.tsx'
import { listedAgo, viewCount } from '../words.ts'

interface Props {
  car: CarReply['data']
  /** Shown from this phone: say how old it is. */
  staleSince: number | undefined
}

/** Price first, then who it is and where. */
export function CarHeading({ car, staleSince }: Props) {
  const now = useServerNow()
  const place = [car.city, car.province].filter((p) => p !== '').join(', ')
  return (
    <header>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Price amount={car.price} decimals={2} className="text-3xl font-bold tracking-tight" />
        {car.status !== 'active' && (
          <Pill tone="amber">{car.status === 'sold' ? 'Sold' : 'Not listed at the moment'}</Pill>
        )}
      </div>
      {car.status === 'active' && car.price > 0 && <MonthlyLine price={car.price} />}
      <h1 className="mt-2 text-xl font-bold text-balance lg:text-2xl">{car.title}</h1>
      <p className="mt-1 text-sm text-ink-2">
        {place === '' ? '' : `${place} · `}
        {listedAgo(car.created_at, now)} · {viewCount(car.clicks)}
      </p>
      {staleSince !== undefined && (
        <p className="mt-2 text-13">
          <Pill tone="amber">
            Saved on this phone, <Freshness at={staleSince} />
          </Pill>
        </p>
      )}
    </header>
  )
}
