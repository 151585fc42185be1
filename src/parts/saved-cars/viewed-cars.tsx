import { type ReactNode, useId } from 'react'
import type { CarCard } from '#contract/cars.ts'
import { useCachedCars } from '#local/react'
import { CarAge } from '../car-age.tsx'
import { CarPicture } from '../car-picture.tsx'
import { Price } from '../price.tsx'
import { formatMileage } from '../specs.tsx'

const miniSizes = '(min-width: 640px) 224px, 176px'

interface MiniCardProps {
  car: CarCard
  /** Server time of its data, ms. */
  asOf: number | undefined
}

/** Shows a car that was viewed before: picture, price and name, on a card that is one link. */
function MiniCard({ car, asOf }: MiniCardProps) {
  const unavailable = car.status !== 'active'
  return (
    <article className="relative h-full overflow-hidden rounded-grid bg-surface shadow-e1 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-brand">
      <a href={`/listing/${encodeURIComponent(car.slug)}`} draggable={false} className="block outline-none">
        <CarPicture
          picture={car.pictures[0]}
          sizes={miniSizes}
          alt=""
          className={unavailable ? 'opacity-70 grayscale' : ''}
        />
        <div className="px-3 pt-2.5 pb-3">
          <div className="flex items-center justify-between gap-2">
            <Price amount={car.price} className="text-lg font-bold tracking-display" />
            {asOf !== undefined && <CarAge at={asOf} />}
          </div>
          <h3 className="truncate font-sans text-sm font-medium tracking-normal">{car.title}</h3>
          <p className="truncate text-13 text-ink-3">
            {[formatMileage(car.mileage), car.city].filter((text) => text !== '').join(' · ')}
          </p>
        </div>
      </a>
      {unavailable && (
        <span className="pointer-events-none absolute top-3 left-0 rounded-r-chip bg-inverse px-3 py-0.5 text-13 font-semibold text-on-inverse">
          {car.status === 'sold' ? 'Sold' : 'Not listed'}
        </span>
      )}
    </article>
  )
}

/** Number of cars in the row; a link leads to the others. */
export const mostViewed = 12

interface Props {
  /** Id of the car on the screen, which the row leaves out. */
  except?: string
  /** Wraps each card, for example with a checkbox. */
  around?: (car: CarCard, card: ReactNode) => ReactNode
  /** Content to show when there are no cars. */
  children?: ReactNode
}

/** Shows the recently viewed cars, from this phone alone, in one scrolling row with the latest first. */
export function ViewedCars({ except, around = (_, card) => card, children }: Props) {
  const id = useId()
  const { data } = useCachedCars()
  const cars = (data?.viewed ?? []).filter((car) => car._id !== except)
  if (!data || (cars.length === 0 && children === undefined)) return null
  return (
    <section aria-labelledby={id}>
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 id={id} className="text-xl font-bold">
          Recently viewed
          {cars.length > 0 && (
            <span className="ml-2 text-lg font-medium text-ink-3 tabular-nums">{cars.length}</span>
          )}
        </h2>
        {cars.length > 0 && (
          <a
            href="/viewed"
            className="-mr-3 inline-flex min-h-11 shrink-0 items-center rounded-pill px-3 text-sm font-semibold text-brand hover:bg-brand-tint"
          >
            See all<span className="sr-only"> cars you looked at</span>
          </a>
        )}
      </div>
      {cars.length === 0 ? (
        children
      ) : (
        <ul className="scrollbar-none -mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto overscroll-x-contain px-4 pt-2 pb-6 lg:mx-0 lg:scroll-px-0 lg:px-0.5">
          {cars.slice(0, mostViewed).map((car) => (
            <li key={car._id} className="w-44 shrink-0 snap-start sm:w-56">
              {around(car, <MiniCard car={car} asOf={data.times.get(car._id)} />)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
