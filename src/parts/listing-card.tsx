import { memo, useId, useRef } from 'react'
import { IconSparkles } from '@tabler/icons-react'
import { personaOf, type FactName } from '#catalogue'
import type { CarCard } from '#contract/cars.ts'
import { limits } from '#contract/limits.ts'
import { InlineIcon } from '#ui/icon.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { CarAge } from './car-age.tsx'
import { CardPictures, SwipeArrows, useSwipe } from './card-pictures.tsx'
import { Heart } from './heart.tsx'
import { Price } from './price.tsx'
import { Specs } from './specs.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'

/** Width of a card's picture in the grid of /listings, by window width. */
const gridSizes =
  '(min-width: 1025px) min(calc((100vw - 24rem) / 3), 19rem), (min-width: 640px) 46vw, calc(100vw - 2rem)'

const freshFor = 3 * 24 * 3_600_000
/** Returns at most one badge; `now` is the server time of the list. */
function chooseBadge(car: CarCard, now: number): 'Featured' | 'Just listed' | undefined {
  if (car.status !== 'active') return undefined
  if (car.featured) return 'Featured'
  return now - Date.parse(car.created_at) < freshFor ? 'Just listed' : undefined
}

/** Facts that the card shows in other places. */
const elsewhere: readonly FactName[] = ['make', 'model', 'year', 'mileage_km', 'transmission', 'fueltype']
function personaLine(car: CarCard): string {
  const persona = personaOf(car)
  const facts = persona.facts.filter((f) => !elsewhere.includes(f.name)).map((f) => f.text)
  return facts.length === 0 ? persona.name : `${persona.name} · ${facts.join(', ')}`
}

interface Props {
  car: CarCard
  /** Server time of the list with the card, ms. */
  asOf: number
  /** Whether to show the age of the data. */
  aged?: boolean
  /** Whether the card is among the first on screen, so that its picture loads at once. */
  first?: boolean
  sizes?: string
  heading?: 'h2' | 'h3'
}

/**
 * Shows one car of a list. The whole card is one link; its heart and arrows are beside that link. `memo` skips the unchanged
 * cards when a filter changes the list.
 */
export const ListingCard = memo(function CarCard({
  car,
  asOf,
  aged = false,
  first = false,
  sizes = gridSizes,
  heading = 'h2',
}: Props) {
  const id = useId()
  const track = useRef<HTMLDivElement>(null)
  const swipe = useSwipe()
  const Heading = heading
  const badge = chooseBadge(car, asOf)
  const shown = Math.min(car.picture_count, limits.cardPictures)
  return (
    <article
      aria-labelledby={`${id}t`}
      className="group relative overflow-hidden rounded-card bg-surface shadow-e1 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-brand"
    >
      <a
        href={`/listing/${encodeURIComponent(car.slug)}`}
        className="block outline-none"
        draggable={false}
        data-transition
        onClick={() => {
          // Only the followed car's picture takes part in the transition, so the click sets the name.
          if (track.current) track.current.style.viewTransitionName = 'car-picture'
        }}
      >
        <CardPictures car={car} track={track} swipe={swipe} sizes={sizes} first={first} />
        <div className="flex flex-col px-4 pb-4 pt-3">
          <div className="flex h-7 items-center justify-between gap-2">
            <Price amount={car.price} className="text-2xl font-bold tracking-display" />
            {aged && <CarAge at={asOf} className="shrink-0" />}
          </div>
          <Heading id={`${id}t`} className="mt-1 truncate font-sans text-lg/6 font-semibold tracking-normal">
            {car.title}
          </Heading>
          <p className="truncate text-13 text-ink-2">{personaLine(car)}</p>
          <div className="mt-3 border-t border-line pt-3">
            <Specs car={car} />
          </div>
          <p className="mt-1.5 flex items-center gap-1 text-13 text-ink-3">
            <InlineIcon of="pin" />
            <span className="min-w-0 flex-1 truncate">{car.address || car.city}</span>
          </p>
        </div>
      </a>
      {badge && (
        <Badge
          tone={badge === 'Featured' ? 'amber' : 'plain'}
          {...(badge === 'Featured' ? { icon: IconSparkles } : {})}
          className="pointer-events-none absolute top-3 left-3 px-2.5 text-13"
        >
          {badge}
        </Badge>
      )}
      {car.status !== 'active' && (
        <span className="pointer-events-none absolute left-0 top-5 rounded-r-chip bg-inverse px-4 py-1 text-sm font-semibold text-on-inverse">
          {car.status === 'sold' ? 'Sold' : 'Not listed'}
        </span>
      )}
      {swipe.awake && <SwipeArrows track={track} swipe={swipe} count={shown} />}
      <Heart carId={car._id} title={car.title} className="absolute! right-3 top-3" />
    </article>
  )
})

/** Shows a placeholder with the same lines as a card, so that nothing moves when the car arrives. */
export function CardSkeleton() {
  return (
    <div className="overflow-hidden rounded-card bg-surface shadow-e1">
      <Skeleton className="aspect-[4/3] rounded-none" />
      <div className="px-4 pt-3 pb-4">
        <Skeleton className="h-7 w-36" />
        <Skeleton line="mt-1 h-6" className="h-4 w-3/4" />
        <Skeleton line="h-4.5" className="h-3 w-1/2" />
        <Skeleton line="mt-3 h-[33px] border-t border-line pt-3" className="h-3.5 w-full" />
        <Skeleton line="mt-1.5 h-4.5" className="h-3 w-2/3" />
      </div>
    </div>
  )
}
