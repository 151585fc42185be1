import type { ComponentProps, ReactNode } from 'react'
import type { CarCard as Car } from '#contract/cars.ts'
import { useServerNow } from '#local/react'
import { CarCard } from '#parts/car-card.tsx'
import { CardSkeleton } from '#parts/card-skeleton.tsx'
import { Choosable } from './choosable.tsx'
import type { Choosing } from './use-choosing.ts'

const grid = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3'
const four = ['a', 'b', 'c', 'd']

interface Props {
  cars: readonly Car[]
  /** Server time of each, by id. */
  times: ReadonlyMap<string, number>
  choosing: Choosing
  heading?: ComponentProps<typeof CarCard>['heading']
  className: string
  /** Laid over a card. */
  over?: (car: Car) => ReactNode
}

/** Cars that are on this phone, each with the age of what is said of it; they can be chosen to be compared. */
export function SavedGrid({ cars, times, choosing, heading = 'h2', className, over }: Props) {
  const now = useServerNow()
  return (
    <ul className={`${grid} ${className}`}>
      {cars.map((car, i) => (
        <li key={car._id} className="relative">
          <Choosable car={car} choosing={choosing}>
            <CarCard car={car} asOf={times.get(car._id) ?? now} aged first={i < 2} heading={heading} />
          </Choosable>
          {over?.(car)}
        </li>
      ))}
    </ul>
  )
}

/** Stands where they will stand. */
export function SavedGridLoading({ words, className }: { words: string; className: string }) {
  return (
    <div className={`${grid} ${className}`} aria-busy="true">
      <output className="sr-only">{words}</output>
      {four.map((key) => (
        <CardSkeleton key={key} />
      ))}
    </div>
  )
}
