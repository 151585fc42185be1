import { IconEyeOff, IconMessageReport, IconStar } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { AdminAd } from '#contract/admin/admin-ads.ts'
import type { CarStatus } from '#contract/limits.ts'
import { Picture } from '#parts/picture.tsx'
import { Price } from '#parts/price.tsx'
import { Pill } from '#ui/show/pill.tsx'
import { MailAddress } from '../list/mail-address.tsx'

/** An ad in a list of the admin area: its picture, its name, its price. */
export function AdCell({ ad }: { ad: AdminAd }) {
  return (
    <div className="flex gap-3">
      <div className="w-24 shrink-0">
        <Picture
          picture={ad.cover === '' ? undefined : { url: ad.cover, blur: '', alt: '' }}
          sizes="96px"
          alt=""
          className="rounded-input"
        />
      </div>
      <div className="min-w-0 flex-1">
        <Link
          href={`/listing/${encodeURIComponent(ad.slug)}`}
          className="inline-flex min-h-11 items-center font-semibold wrap-anywhere hover:underline"
        >
          {ad.title}
        </Link>
        <p className="text-13 text-ink-3">
          <Price amount={ad.price} />
          {ad.city === '' ? '' : ` · ${ad.city}`}
        </p>
      </div>
    </div>
  )
}

export function SellerCell({ ad: { seller } }: { ad: AdminAd }) {
  const { fullname, businessname, email } = seller
  return (
    <>
      <p className="font-medium wrap-anywhere">{businessname === '' ? fullname : businessname}</p>
      <p className="text-13 text-ink-3">
        <MailAddress address={email} />
      </p>
    </>
  )
}

const statuses: Readonly<Record<CarStatus, string>> = { active: 'Active', sold: 'Sold', inactive: 'InActive' }

/** What the ad is, and why nobody sees it. */
export function StateCell({ ad }: { ad: AdminAd }) {
  const { hidden, reports } = ad
  return (
    <div className="flex flex-wrap gap-1.5">
      {hidden ? (
        <Pill tone="amber" icon={IconEyeOff}>
          {hidden.by === 'reports' ? 'Hidden by reports' : 'Hidden'}
        </Pill>
      ) : (
        <Pill tone={ad.status === 'active' ? 'brand' : 'plain'}>{statuses[ad.status]}</Pill>
      )}
      {ad.featured && <Pill icon={IconStar}>Featured</Pill>}
      {reports > 0 && (
        <Pill tone="amber" icon={IconMessageReport}>
          {reports === 1 ? '1 report' : `${reports} reports`}
        </Pill>
      )}
      {hidden?.by === 'operator' && (
        <p className="w-full text-13 wrap-anywhere text-ink-3">{hidden.reason}</p>
      )}
    </div>
  )
}
