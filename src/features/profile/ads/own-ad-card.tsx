import { IconAlertTriangle, IconClock, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type CarStatus, carStatuses } from '#contract/limits.ts'
import { carStatusLabels } from '#contract/ads.ts'
import {
  type OutboxEntry,
  useCommand,
  useConnection,
  usePhotoThumb,
  useSiteSettings,
  useUploading,
} from '#local/react'
import { Select } from '#ui/form/select.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { CarPicture } from '#parts/car-picture.tsx'
import { counted } from '#contract/values/region.ts'
import { Price } from '#parts/price.tsx'
import { formatMileage } from '#parts/specs.tsx'
import { Pill } from '#ui/show/badge.tsx'
import { useWriteNotice } from '../write-notices.tsx'
import type { OwnAd } from './use-own-ads.ts'

const statusOptions = carStatuses.map((value) => ({ value, label: carStatusLabels[value] }))

/** Shows an own ad with its status and the buttons to edit and delete it. */
export function OwnAdCard({ ad, onDelete }: { ad: OwnAd; onDelete: () => void }) {
  const { id, car, fields, version, undecided } = ad
  const put = useCommand('ad.status')
  const notifyOfWrite = useWriteNotice()
  const showError = useErrorAlert()
  const { title, status } = fields
  const hidden = car?.hidden
  /** Status that was chosen, until it is saved, so that the input does not jump back. */
  const [chosen, setChosen] = useState<CarStatus>()
  async function change(want: CarStatus) {
    setChosen(want)
    notifyOfWrite(
      await put({ adId: id, title, want }, { base: { version, snapshot: { ...fields } } }),
      showError,
    )
    setChosen(undefined)
  }
  return (
    <article className="overflow-hidden rounded-card bg-surface shadow-e1">
      <a
        href={car && `/listing/${encodeURIComponent(car.slug)}`}
        className="flex gap-3 p-3"
        draggable={false}
      >
        <OwnAdTop ad={ad} />
      </a>
      {undecided && (
        <a
          href={undecided.dispute ? `/outbox?decide=${undecided.id}` : '/outbox'}
          className="flex min-h-11 items-center gap-2 bg-amber-tint px-4 py-2 text-sm font-semibold text-amber-ink"
        >
          <Icon of={IconAlertTriangle} size={18} />
          {undecided.dispute ? 'Changed on another device: please decide' : 'This was not accepted: see why'}
        </a>
      )}
      {hidden && <Hidden reason={hidden.reason} />}
      <div className="flex items-center gap-1 border-t border-line p-3">
        <Select
          label={`Status of ${title}`}
          hideLabel
          className="min-w-0 flex-1"
          options={statusOptions}
          value={chosen ?? status}
          disabled={hidden !== undefined}
          onChange={(event) => void change(event.target.value as CarStatus)}
        />
        <IconButton icon={IconPencil} label={`Edit ${title}`} href={`/post/ad/${encodeURIComponent(id)}`} />
        <IconButton icon={IconTrash} label={`Delete ${title}`} onClick={onDelete} />
      </div>
    </article>
  )
}

/** Shows why the operator hides the ad, and what its owner can do. */
function Hidden({ reason }: { reason: string }) {
  const { name } = useSiteSettings()
  return (
    <div className="flex gap-2.5 bg-amber-tint px-4 py-2.5 text-sm text-amber-ink">
      <Icon of={IconEyeOff} size={18} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <b className="font-semibold">Hidden by {name}:</b> {reason}
        </p>
        <a
          href="/contact"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Ask us to look again
        </a>
      </div>
    </div>
  )
}

const sizes = '120px'

/** Shows picture, price and title of an own ad, and whether a change of it waits. */
export function OwnAdTop({ ad: { id, car, fields, waiting, undecided, birth } }: { ad: OwnAd }) {
  const { title, price, mileage, city, status } = fields
  const facts = [formatMileage(String(mileage)), city, car && counted(car.clicks, 'view')]
  return (
    <>
      <div className="w-30 shrink-0">
        {birth ? (
          <WaitingCover adId={id} imageId={birth.cover} />
        ) : (
          <CarPicture
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
        {/* The line has a fixed height, so that the layout does not shift when a change is sent. */}
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

/** Shows the cover, stored on this phone, of an ad that the server does not have yet. */
function WaitingCover({ adId, imageId }: { adId: string; imageId: string | undefined }) {
  const thumb = usePhotoThumb(`ad:${adId}`, imageId)
  return (
    <span className="block aspect-[4/3] overflow-hidden rounded-input bg-sunken">
      {thumb !== undefined && <img src={thumb} alt="" className="size-full object-cover" />}
    </span>
  )
}

/** Labels of writes that wait for the person, not for a connection. */
const adHoldWords: Readonly<Partial<Record<NonNullable<OutboxEntry['hold']>, string>>> = {
  auth: 'Sign in to send',
  upgrade: 'Update the app to send',
  'confirm-old': 'Still send it?',
  plan: 'Upgrade to send',
}

/** Shows the state of the waiting writes. It never says "sent" before the response; uploads show their progress (I12). */
function Waits({ waiting, item }: { waiting: OwnAd['waiting']; item: string | undefined }) {
  const { state: network } = useConnection()
  const progress = useUploading(item)
  const [holdText] = waiting.flatMap(
    ({ state, hold }) => (state === 'held' && hold && adHoldWords[hold]) || [],
  )
  if (holdText !== undefined) return holdText
  if (network === 'offline' || !progress || progress.sent === 0 || progress.bytes === 0) return 'Will be sent'
  const share = Math.floor((100 * progress.sent) / progress.bytes)
  const next = Math.min(progress.arrived + 1, progress.pictures)
  return `Sending ${next} of ${progress.pictures} photos (${share} %)`
}
