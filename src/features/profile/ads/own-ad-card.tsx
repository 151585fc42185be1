import { IconAlertTriangle, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type CarStatus, carStatuses } from '#contract/limits.ts'
import { useCommand, useSiteSettings } from '#local/react'
import { Select } from '#ui/form/select.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { useWriteNotice } from '../write-notices.tsx'
import { OwnAdTop } from './own-ad-top.tsx'
import type { OwnAd } from './use-own-ads.ts'

/** R-CONST-18 */
const statusLabels: Readonly<Record<CarStatus, string>> = {
  active: 'Active',
  sold: 'Sold',
  inactive: 'InActive',
}
const statusOptions = carStatuses.map((value) => ({ value, label: statusLabels[value] }))

/** One's own ad: what it says, its state to choose, and the ways to edit and delete it. */
export function OwnAdCard({ ad, onDelete }: { ad: OwnAd; onDelete: () => void }) {
  const { id, car, fields, version, undecided } = ad
  const put = useCommand('ad.status')
  const notifyOfWrite = useWriteNotice()
  const showError = useErrorAlert()
  const { title, status } = fields
  const hidden = car?.hidden
  /** What was chosen, until it is saved: the choice must not jump back. */
  const [chosen, setChosen] = useState<CarStatus>()
  async function change(want: CarStatus) {
    setChosen(want)
    notifyOfWrite(await put({ adId: id, title, want }, { version, snapshot: { ...fields } }), showError)
    setChosen(undefined)
  }
  return (
    <article className="overflow-hidden rounded-card bg-surface shadow-e1">
      {car ? (
        <a href={`/listing/${encodeURIComponent(car.slug)}`} className={topLook} draggable={false}>
          <OwnAdTop ad={ad} />
        </a>
      ) : (
        <div className={topLook}>
          <OwnAdTop ad={ad} />
        </div>
      )}
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

const topLook = 'flex gap-3 p-3'

/** The operator hides it: why, and what its owner can do. */
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
