import { IconMapPin, IconPhone, IconRosetteDiscountCheck } from '@tabler/icons-react'
import type { DealerSummary } from '#contract/users/dealers.ts'
import { grouped } from '#contract/values/region.ts'
import { Icon } from '#ui/icon.tsx'
import { Avatar } from '#ui/show/avatar.tsx'
import { Pill } from '#ui/show/badge.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { dealerAddress } from '#contract/heads/dealer-head.ts'

const box = 'relative flex h-full flex-col overflow-hidden rounded-card bg-surface shadow-e1'
const top = 'flex h-16 items-center gap-3 px-4 mt-4'
const name = 'line-clamp-2 font-sans text-base/5.5 font-semibold tracking-normal wrap-anywhere'
const rows = 'px-4 pt-3 pb-3.5'
const line = 'flex h-7 min-w-0 items-center gap-1.5 text-13 text-ink-2'
const foot = 'mt-auto flex h-13 items-center gap-2.5 border-t border-line px-4'

interface Props {
  dealer: DealerSummary
  heading?: 'h2' | 'h3'
}

/**
 * Shows one dealer of a list; the whole card is one link (R-DEAL-05 to R-DEAL-07). All cards have the same height, even with
 * missing data.
 */
export function DealerCard({ dealer, heading: Heading = 'h2' }: Props) {
  const { fullname, businessname, businessAddress, city, gsm, total_cars } = dealer
  const trade = businessname || fullname
  return (
    <article
      className={`${box} transition active:scale-[.99] has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-brand`}
    >
      <div className={top}>
        <Avatar name={trade} url={dealer.logourl} square size={56} />
        <div className="min-w-0 flex-1">
          <Heading className={name}>
            <a href={dealerAddress(dealer._id)} className="outline-none after:absolute after:inset-0">
              {trade}
            </a>
          </Heading>
          <p className="h-5 truncate text-13/5 text-ink-3">{city}</p>
        </div>
      </div>
      <div className={rows}>
        <p className={line}>
          <Icon of={IconMapPin} size={16} className="text-ink-3" />
          {businessAddress === '' ? (
            <span className="text-ink-3">Address not given</span>
          ) : (
            <span className="min-w-0 truncate">{businessAddress}</span>
          )}
        </p>
        <p className={line}>
          <Icon of={IconPhone} size={16} className="text-ink-3" />
          {gsm === '' ? (
            <span className="min-w-0 flex-1 truncate text-ink-3">Mobile Not Available</span>
          ) : (
            <span className="min-w-0 flex-1 truncate tabular-nums">{gsm}</span>
          )}
          {dealer.verified && <VerifiedPill />}
        </p>
      </div>
      <div className={foot}>
        <Avatar name={fullname} url={dealer.avatarurl} size={28} />
        <span className="min-w-0 flex-1 truncate text-13 text-ink-2">{fullname}</span>
        <span className="text-13 font-semibold whitespace-nowrap tabular-nums">
          Total Cars: {grouped(total_cars)}
        </span>
      </div>
    </article>
  )
}

/** Marks a dealer with a running plan and approved proof; a business name alone does not verify (R-ROLE-15). */
export function VerifiedPill() {
  return (
    <Pill tone="brand" icon={IconRosetteDiscountCheck}>
      Verified
    </Pill>
  )
}

/** Shows a placeholder with the line heights of a card. */
export function DealerCardSkeleton() {
  return (
    <div className={box}>
      <div className={top}>
        <Skeleton className="size-14 rounded-grid!" />
        <div className="min-w-0 flex-1">
          <Skeleton line="h-5.5" className="h-4 w-4/5" />
          <Skeleton line="h-5" className="h-3 w-1/2" />
        </div>
      </div>
      <div className={rows}>
        <Skeleton line={line} className="h-3 w-4/5" />
        <Skeleton line={line} className="h-3 w-2/5" />
      </div>
      <div className={foot}>
        <Skeleton className="size-7 rounded-pill!" />
        <Skeleton className="h-3 w-2/3" />
      </div>
    </div>
  )
}
