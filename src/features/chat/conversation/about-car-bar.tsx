import { IconSteeringWheel } from '@tabler/icons-react'
import { cleanLine } from '#contract/parts.ts'
import { type Conversation, useSession } from '#local/react'
import { Picture } from '#parts/picture.tsx'
import { Price } from '#parts/price.tsx'
import { Icon } from '#ui/icon.tsx'

/** The car a chat is about: what it is now, the way to it, and to a test drive where there can be one. */
export function AboutCarBar({ car }: { car: NonNullable<Conversation['car']> }) {
  const { user } = useSession()
  const title = cleanLine(car.title)
  const active = car.status === 'active'
  return (
    <div className="flex shrink-0 items-center border-b border-line bg-surface pr-3">
      <a
        href={`/listing/${encodeURIComponent(car.slug)}`}
        className="group flex min-h-16 min-w-0 flex-1 items-center gap-3 py-2 pl-4 -outline-offset-2"
      >
        <span className="w-16 shrink-0 overflow-hidden rounded-chip">
          <Picture
            picture={car.image === '' ? undefined : { url: car.image, blur: '', alt: '' }}
            sizes="64px"
            alt=""
            className={active ? '' : 'opacity-70 grayscale'}
          />
        </span>
        <span className="min-w-0">
          <span className="block truncate text-sm font-semibold group-hover:underline">
            <span className="sr-only">About </span>
            <bdi>{title}</bdi>
          </span>
          <span className="flex items-center gap-2">
            <Price amount={car.price} className="text-lg font-bold tracking-display" />
            {!active && (
              <span className="rounded-chip bg-inverse px-2 py-0.5 text-xs font-semibold text-on-inverse">
                {car.status === 'sold' ? 'Sold' : 'Not listed'}
              </span>
            )}
          </span>
        </span>
      </a>
      {active && user?.id !== car.creator && (
        <a
          href={`/book-test-drive?car=${encodeURIComponent(car.slug)}`}
          className="ml-2 inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-pill bg-brand-tint px-3 text-sm font-semibold text-brand hover:brightness-95 dark:hover:brightness-115"
        >
          <Icon of={IconSteeringWheel} size={18} />
          {/* A phone has no room for the whole of it beside the car. */}
          <span>
            <span className="max-sm:sr-only">Book a </span>
            <span className="inline-block max-sm:first-letter:uppercase">test drive</span>
          </span>
        </a>
      )}
    </div>
  )
}
