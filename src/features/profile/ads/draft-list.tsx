import { counted } from '#contract/values/region.ts'
import { ignoreExpected } from '#contract/values/expected.ts'
import { carLane } from '#contract/sync/lanes.ts'
import { isPassing, type AdDraft, type useAdDrafts, useEntity, usePhotoThumb } from '#local/react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useMissing } from '#ui/show/use-missing.ts'
import { adFields } from '#contract/ads.ts'
import { Section } from '#ui/show/section.tsx'

/** Fields of a complete ad; the status is optional, and pictures are counted separately. */
const names = Object.keys(adFields.shape).filter((name) => name !== 'status' && name !== 'images')

/** Returns how complete a draft is, in per cent of the required fields and one picture. */
function howFar({ fields, pictures }: Pick<AdDraft, 'fields' | 'pictures'>): number {
  const filled = names.filter((name) => (fields[name]?.v ?? '') !== '').length
  return Math.round((100 * (filled + (pictures.length > 0 ? 1 : 0))) / (names.length + 1))
}

/** Milliseconds until the next request for a cover that another phone may be uploading. */
const lookAgain = 10_000

/** Returns the address of the form: of a new ad, or of changes to an existing ad. */
const addressOf = ({ id, ad_id }: AdDraft) =>
  ad_id === undefined ? `/post/ad?draft=${id}` : `/post/ad/${encodeURIComponent(ad_id)}`

function titleOf({ fields, base }: AdDraft): string {
  const text = fields['title']?.v ?? base?.snapshot['title']
  return typeof text === 'string' && text !== '' ? text : 'A car without a name yet'
}

/** Shows a draft: its cover, its progress, and the link to its form. */
export function DraftCard({ draft, onDiscard }: { draft: AdDraft; onDiscard: () => void }) {
  const [cover] = draft.pictures
  const thumb = usePhotoThumb(`ad:${draft.id}`, cover?.id === undefined ? undefined : cover.imageId)
  const src = cover && cover.id === undefined ? `/media/${cover.imageId}/320.webp` : thumb
  const title = titleOf(draft)
  const [missing, fail] = useMissing(src, lookAgain)
  const isEdit = draft.ad_id !== undefined
  // An ad that was deleted on this phone has no form from which its changes could be sent.
  const isOver = useEntity(carLane(draft.ad_id ?? draft.id))?.deleted === true && isEdit
  const photos = counted(draft.pictures.length, 'photo')
  const far = isOver
    ? 'Changes of an ad that was deleted'
    : isEdit
      ? 'Changes not sent yet'
      : `${photos} · ${howFar(draft)} % filled in`
  return (
    <li className="flex items-start gap-3 p-2.5">
      <span className="flex aspect-[4/3] w-24 shrink-0 items-center justify-center overflow-hidden rounded-chip bg-sunken text-ink-3">
        {src === undefined || missing ? (
          <Icon of={IconPencil} />
        ) : (
          <img src={src} alt="" onError={fail} className="size-full object-cover" />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{title}</p>
        <p className="truncate text-13 text-ink-3">{far}</p>
        {!isOver && (
          <Button size="sm" look="quiet" href={addressOf(draft)} className="-ml-4">
            Continue<span className="sr-only"> {title}</span>
          </Button>
        )}
      </div>
      <IconButton icon={IconTrash} label={`Delete draft ${title}`} onClick={onDiscard} />
    </li>
  )
}

/** Shows the drafts that the person began on this phone or on another one. */
export function DraftList({
  drafts = [],
  discard,
}: Pick<ReturnType<typeof useAdDrafts>, 'drafts' | 'discard'>) {
  const notify = useNotify()
  if (drafts.length === 0) return null
  async function away(id: string) {
    const back = await discard(id)
    if (!back) {
      notify({ severity: 'error', message: 'This phone did not answer. Please try again.' })
      return
    }
    notify({
      severity: 'info',
      message: 'Draft deleted.',
      action: { label: 'Undo', run: () => void back().catch(ignoreExpected('undo', isPassing)) },
    })
  }
  return (
    <Section title="Drafts" look="mb-2 font-sans text-base font-semibold tracking-normal" className="mb-5">
      <ul className="divide-y divide-line overflow-hidden rounded-card bg-surface shadow-e1">
        {drafts.map((draft) => (
          <DraftCard key={draft.id} draft={draft} onDiscard={() => void away(draft.id)} />
        ))}
      </ul>
    </Section>
  )
}
