import { IconArrowsExchange, IconCarOff, IconCloudOff, IconRefresh, IconX } from '@tabler/icons-react'
import type { Compared } from '#local/react'
import { CarAge } from '#parts/car-age.tsx'
import { CarPicture } from '#parts/car-picture.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { nameComparedCar } from './facts.ts'

export interface CompareHeadActions {
  remove: (slug: string) => void
  replace: (slug: string) => void
}

const place = 'relative aspect-[4/3] overflow-hidden rounded-grid bg-sunken'
/** Classes of a name with two lines, so that the content below is aligned. */
const words = 'mt-2 min-h-10 text-sm/5 font-semibold sm:text-base/5 lg:min-h-5'
const sizes = '(min-width: 1024px) 280px, (min-width: 640px) 220px, 40vw'
const small =
  'inline-flex min-h-11 min-w-11 items-center gap-1 rounded-pill text-13 font-semibold text-brand hover:underline'

/** Shows the head of a column: the car with a link to its page, and buttons to replace or remove it. */
export function CarHead({ compared, acts }: { compared: Compared; acts: CompareHeadActions }) {
  const name = nameComparedCar(compared)
  return (
    <div>
      <Who compared={compared} />
      <div className="flex items-center gap-x-1">
        <button type="button" onClick={() => acts.replace(compared.slug)} className={small}>
          <Icon of={IconArrowsExchange} size={16} className="max-sm:hidden" />
          Replace<span className="sr-only"> {name}</span>
        </button>
        <IconButton
          icon={IconX}
          label={`Remove ${name}`}
          onClick={() => acts.remove(compared.slug)}
          className="text-ink-2"
        />
      </div>
      {compared.state === 'absent' && (
        <button type="button" onClick={compared.retry} className={small}>
          <Icon of={IconRefresh} size={16} />
          Try again<span className="sr-only"> to load {name}</span>
        </button>
      )}
    </div>
  )
}

function Who({ compared }: { compared: Compared }) {
  const { car, state, asOf } = compared
  const name = nameComparedCar(compared)
  if (state === 'loading') {
    return (
      <div aria-busy="true">
        <Skeleton className="aspect-[4/3] rounded-grid!" />
        <div className="mt-2 min-h-10">
          <span className="sr-only">Loading {name}</span>
          <Skeleton className="h-4 w-4/5" />
        </div>
      </div>
    )
  }
  if (car) {
    return (
      <>
        <a href={`/listing/${encodeURIComponent(car.slug)}`} className="group block rounded-grid">
          <span className={`${place} block`}>
            <CarPicture
              picture={car.pictures[0]}
              sizes={sizes}
              alt=""
              first
              className={car.status === 'active' ? '' : 'opacity-70 grayscale'}
            />
            {car.status !== 'active' && (
              <Badge tone="dark" className="absolute bottom-2 left-2">
                {car.status === 'sold' ? 'Sold' : 'Not listed'}
              </Badge>
            )}
          </span>
          <span className={`${words} line-clamp-2 group-hover:underline`}>{name}</span>
        </a>
        {asOf !== undefined && <CarAge at={asOf} className="block text-left!" />}
        {state === 'partly' && (
          <p className="text-13 text-ink-3">Only its card is on this phone. The rest comes with signal.</p>
        )}
      </>
    )
  }
  return (
    <>
      <span className={`${place} grid place-items-center text-ink-3`}>
        <Icon of={state === 'gone' ? IconCarOff : IconCloudOff} size={36} stroke={1.25} />
      </span>
      <span className={`${words} block`}>{name}</span>
      <p className="text-13 text-ink-2">
        {state === 'gone'
          ? 'This car has driven off: its ad is gone.'
          : 'Not on this phone. Open this page once with signal and it stays.'}
      </p>
    </>
  )
}
