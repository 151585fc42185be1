import { IconClock } from '@tabler/icons-react'
import { type OutboxEntry, useConnection, usePhotoThumb, useUploading } from '#local/react'
import { Picture } from '#parts/picture.tsx'
import { grouped } from '#contract/values/region.ts'
import { Price } from '#parts/price.tsx'
import { mileageText } from '#parts/specs.tsx'
import { Pill } from '#ui/show/pill.tsx'
import type { OwnAd } from './use-own-ads.ts'

const sizes = '120px'
const views = (n: number) => (n === 1 ? '1 view' : `${grouped(n)} views`)

/** What one's own ad is about: picture, price, name, and whether a change of it waits. */
export function OwnAdTop({ ad: { id, car, fields, waiting, undecided, birth } }: { ad: OwnAd }) {
  const { title, price, mileage, city, status } = fields
  const facts = [mileageText(String(mileage)), city, car && views(car.clicks)]
  return (
    <>
      <div className="w-30 shrink-0">
        {birth ? (
          <WaitingCover adId={id} imageId={birth.cover} />
        ) : (
          <Picture
            picture={car?.pictures[0]}
            sizes={sizes}
            alt=""
            className={`rounded-input ${status === 'active' ? '' : 'opacity-70 grayscale'}`}
          />
        )}
      </div>
      <div className="min-w-0 flex-1">
        <Price amount={Number(price)} className="block text-xl font-bold tracking-display" />
        <h2 className="truncate font-sans text-base font-semibold tracking-normal">{title}</h2>
        <p className="truncate text-13 text-ink-3">{facts.filter((text) => text).join(' · ')}</p>
        {/* Room for it is kept, so that nothing moves when a change is sent. */}
        <p className="mt-0.5 flex min-h-6.5 items-center">
          {waiting.length > 0 && !undecided && (
            <Pill tone="amber" icon={IconClock}>
              <Waits waiting={waiting} item={birth?.entry.id} />
            </Pill>
          )}
        </p>
      </div>
    </>
  )
}

/** The cover of an ad that the server does not have yet, from this phone. */
function WaitingCover({ adId, imageId }: { adId: string; imageId: string | undefined }) {
  const thumb = usePhotoThumb(`ad:${adId}`, imageId)
  return (
    <span className="block aspect-[4/3] overflow-hidden rounded-input bg-sunken">
      {thumb !== undefined && <img src={thumb} alt="" className="size-full object-cover" />}
    </span>
  )
}

/** What waits for the person, and not for signal. */
const heldWords: Readonly<Partial<Record<NonNullable<OutboxEntry['hold']>, string>>> = {
  auth: 'Sign in to send',
  upgrade: 'Update the app to send',
  'confirm-old': 'Still send it?',
  plan: 'Upgrade to send',
}

/** What waits is never called sent; pictures under way are counted (I12). */
function Waits({ waiting, item }: { waiting: OwnAd['waiting']; item: string | undefined }) {
  const { state: network } = useConnection()
  const progress = useUploading(item)
  const [held] = waiting.flatMap(({ state, hold }) => (state === 'held' && hold && heldWords[hold]) || [])
  if (held !== undefined) return held
  if (network === 'offline' || !progress || progress.sent === 0 || progress.bytes === 0) return 'Will be sent'
  const share = Math.floor((100 * progress.sent) / progress.bytes)
  const next = Math.min(progress.arrived + 1, progress.pictures)
  return `Sending ${next} of ${progress.pictures} photos (${share} %)`
}
