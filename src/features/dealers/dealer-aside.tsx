import { tradeName, dealerAddress } from '#contract/heads/dealer-head.ts'
import {
  IconMessageReply,
  IconArrowDown,
  IconShare3,
  IconMapPin,
  IconCheck,
  IconX,
  IconChevronDown,
  IconClock,
} from '@tabler/icons-react'
import type { DealerProfile } from '#contract/users/dealers.ts'
import { Freshness } from '#parts/freshness.tsx'
import { grouped, regionOf } from '#contract/values/region.ts'
import { Icon } from '#ui/icon.tsx'
import { Avatar } from '#ui/show/avatar.tsx'
import { useSiteSettings, useServerNow } from '#local/react'
import { ShowNumber } from '#parts/contact/show-number.tsx'
import { useShare } from '#parts/use-share.ts'
import { Button } from '#ui/button.tsx'
import { wallTime } from '#contract/values/zone.ts'
import { formatOpeningHours, readOpenState } from '#parts/contact/opening-hours.ts'

/** Returns each check with its result and the texts for both results. */
const checksOf = (dealer: DealerProfile) => {
  const business = dealer.businessname !== '' && dealer.businessAddress !== ''
  return [
    ['Email', dealer.email_verified, 'Confirmed by an e-mail to it', 'Not confirmed yet'],
    ['Mobile Number', dealer.mobile_verified, 'Confirmed', 'Not confirmed yet'],
    ['Business Details', business, 'Name and address are given', 'Name or address is missing'],
  ] as const
}

/** Shows a tick or a cross for each check, with its meaning (R-DEAL-13, R-DEAL-14). */
function Checks({ dealer }: { dealer: DealerProfile }) {
  return (
    <ul aria-label="Checks" className="space-y-2">
      {checksOf(dealer).map(([name, done, checked, missing]) => (
        <li key={name} className="flex gap-2.5 text-sm">
          <span
            className={`mt-0.5 inline-flex size-5 shrink-0 items-center justify-center rounded-pill ${done ? 'bg-brand-tint text-success' : 'bg-sunken text-ink-3'}`}
          >
            <Icon of={done ? IconCheck : IconX} size={14} stroke={2.5} />
          </span>
          <span className="min-w-0">
            <span className="font-medium">{name}</span>
            <span className="sr-only">{done ? ': yes. ' : ': no. '}</span>
            <span className="block text-13 text-ink-3">{done ? checked : missing}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Shows whether the dealer is open now, in the time zone of the market; unfolded, the whole week. */
function Hours({ week }: { week: DealerProfile['opening_hours'] }) {
  const { market } = useSiteSettings()
  const state = readOpenState(week, wallTime(regionOf[market].timeZone, useServerNow()))
  if (!state) return null
  return (
    <details className="group">
      <summary className="-my-2 flex min-h-11 list-none items-center gap-2.5 rounded-chip text-sm [&::-webkit-details-marker]:hidden">
        <Icon of={IconClock} className="text-ink-3" />
        <span className="min-w-0 flex-1">
          <span className={`font-semibold ${state.open ? 'text-success' : 'text-ink'}`}>
            {state.open ? 'Open now' : 'Closed now'}
          </span>
          <span className="text-ink-2">
            {state.open ? ` · until ${state.until}` : state.next && ` · opens ${state.next}`}
          </span>
          <span className="sr-only">. Opening hours of the week</span>
        </span>
        <Icon
          of={IconChevronDown}
          size={18}
          className="text-ink-3 transition-transform group-open:rotate-180"
        />
      </summary>
      <ul className="mt-2 ml-7.5 space-y-0.5 text-sm text-ink-2 tabular-nums">
        {formatOpeningHours(week).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}

interface Props {
  dealer: DealerProfile
  /** Server time of the phone's copy; undefined when it is not shown. */
  cachedAt: number | undefined
}

/** Shows the dealer: checks, numbers, opening hours, address and contact (R-DEAL-12 to R-DEAL-15). */
export function DealerAside({ dealer, cachedAt }: Props) {
  const trade = tradeName(dealer)
  const minutes = dealer.answers_within_minutes
  return (
    <aside aria-label="About this dealer" className="space-y-4 rounded-card bg-surface p-4 shadow-e1">
      <div className="flex items-center gap-3">
        <Avatar name={trade} url={dealer.logourl} square size={72} />
        <div className="min-w-0 text-sm">
          <p className="font-semibold wrap-anywhere">{trade}</p>
          <p className="text-ink-3">Member since {dealer.member_since.slice(0, 4)}</p>
        </div>
      </div>
      <dl className="grid grid-cols-3 gap-2">
        <Count name="Total Cars" count={dealer.total_cars} />
        <Count name="For sale" count={dealer.listingCarsCount} />
        <Count name="Sold" count={dealer.soldCarsCount} />
      </dl>
      <Contact dealer={dealer} />
      <Checks dealer={dealer} />
      <div className="space-y-3 border-t border-line pt-4">
        {minutes !== undefined && (
          <p className="flex gap-2.5 text-sm">
            <Icon of={IconMessageReply} className="text-ink-3" />
            <span>Usually answers within {formatWithin(minutes)}</span>
          </p>
        )}
        <Hours week={dealer.opening_hours} />
        <DealerAddress dealer={dealer} />
        {cachedAt !== undefined && (
          <p className="text-13 text-ink-3">
            Kept on this phone, <Freshness at={cachedAt} />
          </p>
        )}
      </div>
    </aside>
  )
}

function Count({ name, count }: { name: string; count: number }) {
  return (
    <div className="flex flex-col-reverse rounded-input bg-sunken px-2 py-2.5 text-center">
      <dt className="text-13 text-ink-3">{name}</dt>
      <dd className="figures text-xl font-bold">{grouped(count)}</dd>
    </div>
  )
}

/** Shows the number, which is hidden until a tap, a link to the cars on a phone, and a share button. */
function Contact({ dealer }: { dealer: DealerProfile }) {
  const share = useShare()
  const { name: site } = useSiteSettings()
  const trade = tradeName(dealer)
  const listed = dealer.listingCarsCount
  return (
    <div className="space-y-2">
      <ShowNumber gsm={dealer.gsm} greeting={`Hello ${trade}, I saw your cars on ${site}.`} />
      <div className="flex gap-2">
        {listed > 0 && (
          <Button look="quiet" size="sm" wide icon={IconArrowDown} href="#stock" className="lg:hidden!">
            See {listed} {listed === 1 ? 'car' : 'cars'}
          </Button>
        )}
        <Button
          look="quiet"
          size="sm"
          wide
          icon={IconShare3}
          onClick={() => void share({ title: trade, path: dealerAddress(dealer._id) })}
        >
          Share
        </Button>
      </div>
    </div>
  )
}

/** Shows the address of a business, with a link to a map; of a private person only the city. */
function DealerAddress({ dealer: { businessAddress, city } }: { dealer: DealerProfile }) {
  const place = businessAddress || city
  if (place === '') return null
  return (
    <p className="flex gap-2.5 text-sm">
      <Icon of={IconMapPin} className="text-ink-3" />
      <span className="min-w-0">
        <span className="wrap-anywhere">{place}</span>
        {businessAddress !== '' && (
          <a
            href={mapLink(businessAddress, city)}
            target="_blank"
            rel="noopener noreferrer"
            className="-my-1 flex min-h-11 items-center font-semibold text-brand hover:underline"
          >
            Show on a map
          </a>
        )}
      </span>
    </p>
  )
}

const some = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`)

/** Formats minutes as "25 minutes", "2 hours" or "3 days"; rounds up. */
export function formatWithin(minutes: number): string {
  if (minutes <= 55) return some(minutes <= 5 ? 5 : Math.ceil(minutes / 5) * 5, 'minute')
  if (minutes <= 23 * 60) return some(Math.ceil(minutes / 60), 'hour')
  return some(Math.ceil(minutes / (24 * 60)), 'day')
}

/** Returns the address of a map search; a maps app on the phone opens it if installed. */
function mapLink(address: string, city: string): string {
  const place = city === '' || address.includes(city) ? address : `${address}, ${city}`
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`
}
