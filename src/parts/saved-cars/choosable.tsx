import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CarCard } from '#contract/cars.ts'
import { Icon } from '#ui/icon.tsx'
import type { Choosing } from './use-choosing.ts'

interface Props {
  car: Pick<CarCard, 'slug' | 'title'>
  choosing: Choosing
  /** The radius of the card below. */
  round?: 'rounded-card' | 'rounded-grid'
  children: ReactNode
}

/** A card that is one big tick while cars are being chosen, and just a card otherwise. */
export function Choosable({ car, choosing, round = 'rounded-card', children }: Props) {
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
