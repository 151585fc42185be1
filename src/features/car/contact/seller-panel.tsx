import { IconMessageCircle, IconMessages, IconCheck, IconChevronRight, IconX } from '@tabler/icons-react'
import type { CarDetail } from '#contract/cars.ts'
import { ShowNumber } from '#parts/contact/show-number.tsx'
import { Button } from '#ui/button.tsx'
import { formatUtcDay } from '#contract/values/region.ts'
import { chatLabel } from '../words.ts'
import { Link } from 'wouter'
import { Icon } from '#ui/icon.tsx'
import { Avatar } from '#ui/show/avatar.tsx'

const checks = [
  ['email', 'E-mail'],
  ['mobile', 'Mobile number'],
  ['business', 'Business details'],
] as const

export interface ContactProps {
  car: CarDetail
  greeting: string
  onMessage: () => void
  onChat: () => void
}

/**
 * Shows the seller (R-CAR-13): a link to the dealer's page, the verified details, the date of publication and the ways to contact
 * them. On a phone the contact bar has the buttons to write.
 */
export function SellerPanel({ car, greeting, onMessage, onChat }: ContactProps) {
  const { creator } = car
  const name = creator.businessname || creator.fullname
  const count = creator.listing_cars_count
  return (
    <section aria-labelledby="seller" className="rounded-card border border-line bg-surface p-4">
      <h2 id="seller" className="sr-only">
        Seller
      </h2>
      <Link
        href={`/dealer/${encodeURIComponent(creator._id)}`}
        className="group flex items-center gap-3 rounded-input"
      >
        <Avatar name={name} url={creator.avatarurl} size={48} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-lg font-semibold group-hover:underline">{name}</span>
          <span className="block truncate text-13 text-ink-3">
            {creator.verified.dealer
              ? 'Verified dealer'
              : creator.kind === 'dealer'
                ? 'Dealer'
                : 'Private seller'}
            {creator.city === '' ? '' : ` · ${creator.city}`} · {count} {count === 1 ? 'car' : 'cars'}
          </span>
        </span>
        <Icon of={IconChevronRight} className="text-ink-3" />
      </Link>
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-13 text-ink-2">
        {checks.map(([key, label]) => {
          const done = creator.verified[key]
          return (
            <li key={key} className={`flex items-center gap-1 ${done ? '' : 'text-ink-3'}`}>
              <Icon
                of={done ? IconCheck : IconX}
                size={16}
                className={done ? 'text-success' : 'text-ink-3'}
              />
              {label}
              <span className="sr-only">{done ? ' checked' : ' not checked'}</span>
            </li>
          )
        })}
      </ul>
      <p className="mt-3 flex justify-between gap-3 border-t border-line pt-3 text-13 text-ink-3">
        <span>
          Published <time dateTime={car.created_at}>{formatUtcDay(car.created_at)}</time>
        </span>
        <span>Member since {creator.member_since.slice(0, 4)}</span>
      </p>
      <div className="mt-3 space-y-2">
        <ShowNumber key={car._id} gsm={car.creator.gsm} greeting={greeting} />
        {car.status === 'active' && (
          <>
            <Button wide icon={IconMessageCircle} onClick={onMessage} className="hidden! lg:inline-flex!">
              Message seller
            </Button>
            <Button
              look="outline"
              wide
              icon={IconMessages}
              onClick={onChat}
              className="hidden! lg:inline-flex!"
            >
              {chatLabel(car.creator)}
            </Button>
            {/* Guests can book as well (R-ROLE-11). */}
            <Button look="quiet" wide href={`/book-test-drive?car=${encodeURIComponent(car.slug)}`}>
              Book a test drive
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
