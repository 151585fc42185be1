import type { CarCard } from '#contract/cars.ts'
import { CarAge } from '../car-age.tsx'
import { Picture } from '../picture.tsx'
import { Price } from '../price.tsx'
import { mileageText } from '../specs.tsx'

export const miniSizes = '(min-width: 640px) 224px, 176px'

interface Props {
  car: CarCard
  /** Server time of what is said of it, ms. */
  asOf: number | undefined
}

/** A car one has met before: picture, price and name, on a card that is one link. */
export function MiniCard({ car, asOf }: Props) {
  const gone = car.status !== 'active'
  return (
    <article className="relative h-full overflow-hidden rounded-grid bg-surface shadow-e1 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-brand">
      <a href={`/listing/${encodeURIComponent(car.slug)}`} draggable={false} className="block outline-none">
        <Picture
          picture={car.pictures[0]}
          sizes={miniSizes}
          alt=""
          className={gone ? 'opacity-70 grayscale' : ''}
        />
        <div className="px-3 pt-2.5 pb-3">
          <div className="flex items-center justify-between gap-2">
            <Price amount={car.price} className="text-lg font-bold tracking-display" />
            {asOf !== undefined && <CarAge at={asOf} />}
          </div>
          <h3 className="truncate font-sans text-sm font-medium tracking-normal">{car.title}</h3>
          <p className="truncate text-13 text-ink-3">
            {[mileageText(car.mileage), car.city].filter((text) => text !== '').join(' · ')}
          </p>
        </div>
      </a>
      {gone && (
        <span className="pointer-events-none absolute top-3 left-0 rounded-r-chip bg-inverse px-3 py-0.5 text-13 font-semibold text-on-inverse">
          {car.status === 'sold' ? 'Sold' : 'Not listed'}
        </span>
      )}
    </article>
  )
}
