import type { ComponentProps, ReactNode } from 'react'
import { IconCheck } from '@tabler/icons-react'
import type { CarCard } from '#contract/cars.ts'
import { useServerNow } from '#local/react'
import { ListingCard, CardSkeleton } from '#parts/listing-card.tsx'
import { Icon } from '#ui/icon.tsx'
import type { CarSelection } from './car-selection.tsx'

export const savedGrid = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3'
const four = ['a', 'b', 'c', 'd']

interface Props {
  cars: readonly CarCard[]
  /** Server time of each car's data, by id. */
  times: ReadonlyMap<string, number>
  /** Selection for a comparison, if the cars can be selected. */
  choosing?: CarSelection
  heading?: ComponentProps<typeof ListingCard>['heading']
  className?: string
  /** Renders content on top of a card. */
  over?: (car: CarCard) => ReactNode
}

/** Shows cars that are on this phone, each with the age of its data. */
export function SavedGrid({ cars, times, choosing, heading = 'h2', className = '', over }: Props) {
  const now = useServerNow()
  return (
    <ul className={`${savedGrid} ${className}`}>
      {cars.map((car, i) => {
        const card = (
          <ListingCard car={car} asOf={times.get(car._id) ?? now} aged first={i < 2} heading={heading} />
        )
        return (
          <li key={car._id} className="relative">
            {choosing ? (
              <Choosable car={car} choosing={choosing}>
                {card}
              </Choosable>
            ) : (
              card
            )}
            {over?.(car)}
          </li>
        )
      })}
    </ul>
  )
}

/** Shows placeholders until the cars are loaded. */
export function SavedGridLoading({ words, className }: { words: string; className: string }) {
  return (
    <div className={`${savedGrid} ${className}`} aria-busy="true">
      <output className="sr-only">{words}</output>
      {four.map((key) => (
        <CardSkeleton key={key} />
      ))}
    </div>
  )
}

interface ChoosableProps {
  car: Pick<CarCard, 'slug' | 'title'>
  choosing: CarSelection
  /** Border radius of the card. */
  round?: 'rounded-card' | 'rounded-grid'
  children: ReactNode
}

/** Covers a card with a large checkbox while cars are being selected; otherwise shows the card only. */
export function Choosable({ car, choosing, round = 'rounded-card', children }: ChoosableProps) {
  const { on, chosen, full, toggle } = choosing
  const ticked = chosen.includes(car.slug)
  return (
    <div className="relative h-full">
      <div className="h-full" inert={on}>
        {children}
      </div>
      {on && (
        <label
          className={`absolute inset-0 ${round} transition has-checked:outline-3 has-checked:-outline-offset-3 has-checked:outline-brand has-disabled:cursor-not-allowed has-disabled:bg-paper/60 has-focus-visible:ring-2 has-focus-visible:ring-brand has-focus-visible:ring-offset-4 has-focus-visible:ring-offset-paper`}
        >
          <input
            type="checkbox"
            checked={ticked}
            disabled={full && !ticked}
            onChange={() => toggle(car.slug)}
            className="peer sr-only"
          />
          <span className="sr-only">Compare {car.title}</span>
          <span
            aria-hidden
            className="absolute top-3 right-3 grid size-11 place-items-center rounded-pill border-2 border-[#8a8272] bg-white text-transparent transition peer-checked:border-[#0e5a43] peer-checked:bg-[#0e5a43] peer-checked:text-white peer-disabled:opacity-60"
          >
            <Icon of={IconCheck} size={26} stroke={2.5} />
          </span>
        </label>
      )}
    </div>
  )
}
