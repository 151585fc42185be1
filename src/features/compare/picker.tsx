import { IconCar } from '@tabler/icons-react'
import type { CarCard } from '#contract/cars.ts'
import { useCachedCars } from '#local/react'
import { CarAgeLine } from '#parts/car-age.tsx'
import { CarPicture } from '#parts/car-picture.tsx'
import { Price } from '#parts/price.tsx'
import { mileageText } from '#parts/specs.tsx'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/layer/sheet.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'

interface Props {
  open: boolean
  /** Called by the name of the car that gives way. */
  instead: string | undefined
  /** In the comparison already. */
  taken: readonly string[]
  onPick: (slug: string) => void
  onClose: () => void
}

/** The cars on this phone, to choose one more for the comparison: hearts first, then what was looked at. */
export function Picker({ open, instead, taken, onPick, onClose }: Props) {
  const { data } = useCachedCars()
  const free = (cars: readonly CarCard[]) => cars.filter(({ slug }) => !taken.includes(slug))
  const favourites = free(data?.favourites ?? [])
  const hearts = new Set(favourites.map((car) => car._id))
  const viewed = free(data?.viewed ?? []).filter((car) => !hearts.has(car._id))
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={instead === undefined ? 'Add a car' : <>In place of {instead}</>}
    >
      <div className="px-4 pb-[calc(1rem+env(safe-area-inset-bottom,0px))]">
        {favourites.length + viewed.length === 0 ? (
          <EmptyState
            icon={IconCar}
            title="No other cars on this phone"
            actions={<Button href="/listings">Meet the cars</Button>}
          >
            Every car you save or open can be compared, also without signal.
          </EmptyState>
        ) : (
          <>
            <Cars title="Favourites" cars={favourites} times={data?.times} onPick={onPick} />
            <Cars title="Recently viewed" cars={viewed} times={data?.times} onPick={onPick} />
          </>
        )}
      </div>
    </Sheet>
  )
}

interface CarsProps {
  title: string
  cars: readonly CarCard[]
  /** The server's time of each of them, by its id. */
  times: ReadonlyMap<string, number> | undefined
  onPick: (slug: string) => void
}

function Cars({ title, cars, times, onPick }: CarsProps) {
  if (cars.length === 0) return null
  return (
    <section aria-label={title} className="pt-4">
      <h3 className="text-sm font-semibold text-ink-2">{title}</h3>
      <ul className="divide-y divide-line">
        {cars.map((car) => (
          <li key={car._id}>
            <button
              type="button"
              onClick={() => onPick(car.slug)}
              className="group flex w-full items-center gap-3 rounded-input py-2.5 text-left"
            >
              <span className="w-24 shrink-0 overflow-hidden rounded-input">
                <CarPicture picture={car.pictures[0]} sizes="96px" alt="" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm font-semibold group-hover:underline">
                  {car.title}
                </span>
                <Price amount={car.price} className="block text-lg font-bold" />
                <span className="block truncate text-13 text-ink-3">
                  {[car.status === 'active' ? '' : 'Sold', mileageText(car.mileage), car.city]
                    .filter((text) => text !== '')
                    .join(' · ')}
                </span>
                <CarAgeLine at={times?.get(car._id)} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
