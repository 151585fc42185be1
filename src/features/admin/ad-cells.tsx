import { counted } from '#contract/values/region.ts'
import { IconEyeOff, IconMessageReport, IconStar } from '@tabler/icons-react'
import { Link } from 'wouter'
import { type AdminAd, adminAdRoutes } from '#contract/admin/admin-ads.ts'
import { carStatusLabels } from '#contract/ads.ts'
import { CarPicture } from '#parts/car-picture.tsx'
import { Price } from '#parts/price.tsx'
import { Pill } from '#ui/show/badge.tsx'
import { PersonCell } from './list/cells.tsx'
import { useAction } from './list/action-dialog.tsx'

/** Shows an ad in a list of the admin area: picture, title and price. */
export function AdCell({ ad }: { ad: AdminAd }) {
  return (
    <div className="flex gap-3">
      <div className="w-24 shrink-0">
        <CarPicture
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
  return <PersonCell name={seller.businessname || seller.fullname} email={seller.email} />
}

/** Shows the state of an ad, and the reason why it is hidden. */
export function StateCell({ ad }: { ad: AdminAd }) {
  const { hidden, reports } = ad
  return (
    <div className="flex flex-wrap gap-1.5">
      {hidden ? (
        <Pill tone="amber" icon={IconEyeOff}>
          {hidden.by === 'reports' ? 'Hidden by reports' : 'Hidden'}
        </Pill>
      ) : (
        <Pill tone={ad.status === 'active' ? 'brand' : 'plain'}>{carStatusLabels[ad.status]}</Pill>
      )}
      {ad.featured && <Pill icon={IconStar}>Featured</Pill>}
      {reports > 0 && (
        <Pill tone="amber" icon={IconMessageReport}>
          {counted(reports, 'report')}
        </Pill>
      )}
      {hidden?.by === 'operator' && (
        <p className="w-full text-13 wrap-anywhere text-ink-3">{hidden.reason}</p>
      )}
    </div>
  )
}

/** Returns the actions on an ad, each with a confirmation dialog. */
export function useAdActions(onDone: () => void) {
  const { ask, dialog } = useAction(onDone)
  return {
    dialog,
    hide: ({ _id: id, title }: AdminAd) =>
      ask({
        title: `Hide ${title}?`,
        text: 'Nobody but its owner sees the ad any more. What was reported of it is settled.',
        yes: 'Hide',
        danger: true,
        route: adminAdRoutes.hideAd,
        body: (reason) => ({ id, reason }),
        words: { hint: 'The owner reads it in an e-mail and in My Ads.' },
      }),
    restore: ({ _id: id, title }: AdminAd) =>
      ask({
        title: `Restore ${title}?`,
        text: 'The ad is what it was before, and its owner gets an e-mail.',
        yes: 'Restore',
        route: adminAdRoutes.restoreAd,
        body: () => ({ id }),
      }),
    keep: ({ _id: id, title, hidden, reports }: AdminAd) =>
      ask({
        title: `Keep ${title}?`,
        text: `Its reports are dismissed.${hidden ? ' It is for sale again, and its owner gets an e-mail.' : ''}`,
        yes: 'Keep',
        route: adminAdRoutes.keepAd,
        body: () => ({ id, reports }),
      }),
    feature: ({ _id: id, title, featured }: AdminAd) =>
      ask({
        title: featured ? `Take ${title} out of the featured ads?` : `Feature ${title}?`,
        text: featured ? 'It is an ad like any other again.' : 'It is marked as featured everywhere.',
        yes: featured ? 'Unfeature' : 'Feature',
        route: adminAdRoutes.featureAd,
        body: () => ({ id, featured: !featured }),
      }),
  }
}
