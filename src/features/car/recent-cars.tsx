import { Link } from 'wouter'
import type { CarCard } from '#contract/cars.ts'
import { CarAgeLine, useAge } from '#parts/car-age.tsx'
import { CarPicture } from '#parts/car-picture.tsx'
import { Price } from '#parts/price.tsx'
import { formatMileage } from '#parts/specs.tsx'
import { Section } from '#ui/show/section.tsx'

export interface CardSource {
  /** Server time of the data; `source` is its origin. */
  asOf: number | undefined
  source: string | undefined
  /** Server times of single recent cars that differ from `asOf`, by id. */
  times: ReadonlyMap<string, number> | undefined
}

/** Shows recently listed cars (R-CAR-15) in compact rows beside the main car. */
export function RecentCars({ cars, asOf, source, times }: CardSource & { cars: readonly CarCard[] }) {
  const aged = useAge(asOf, source) !== undefined
  if (cars.length === 0) return null
  return (
    <Section title="Recent listings">
      <ul className="mt-2 divide-y divide-line lg:grid lg:grid-cols-2 lg:gap-x-8 lg:divide-y-0">
        {cars.map((car) => (
          <li key={car._id}>
            <Link
              href={`/listing/${encodeURIComponent(car.slug)}`}
              className="group flex items-center gap-3 rounded-input py-2.5"
            >
              <span className="w-28 shrink-0 overflow-hidden rounded-input">
                <CarPicture picture={car.pictures[0]} sizes="112px" alt="" />
              </span>
              <span className="min-w-0 flex-1">
                <Price amount={car.price} className="block text-lg font-bold" />
                <span className="block truncate text-sm font-medium group-hover:underline">{car.title}</span>
                <span className="block truncate text-13 text-ink-3">
                  {[formatMileage(car.mileage), car.city].filter((t) => t !== '').join(' · ')}
                </span>
                <CarAgeLine at={aged ? (times?.get(car._id) ?? asOf) : undefined} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
