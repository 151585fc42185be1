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

/** What a whole ad has; its status is not required, its pictures are counted apart. */
const names = Object.keys(adFields.shape).filter((name) => name !== 'status' && name !== 'images')

/** Per cent of what an ad must have, a picture included. */
function howFar({ fields, pictures }: Pick<AdDraft, 'fields' | 'pictures'>): number {
  const filled = names.filter((name) => (fields[name]?.v ?? '') !== '').length
  return Math.round((100 * (filled + (pictures.length > 0 ? 1 : 0))) / (names.length + 1))
}

/** Milliseconds until a cover that another phone may be sending is looked for again. */
const lookAgain = 10_000

/** Where a draft is gone on with: a new ad, or the changes of one that is there. */
const addressOf = ({ id, ad_id }: AdDraft) =>
  ad_id === undefined ? `/post/ad?draft=${id}` : `/post/ad/${encodeURIComponent(ad_id)}`

function titleOf({ fields, base }: AdDraft): string {
  const text = fields['title']?.v ?? base?.snapshot['title']
  return typeof text === 'string' && text !== '' ? text : 'A car without a name yet'
}

/** One ad that is being written: its cover, how far it is, and the way on. */
export function DraftCard({ draft, onDiscard }: { draft: AdDraft; onDiscard: () => void }) {
  const [cover] = draft.pictures
  const thumb = usePhotoThumb(`ad:${draft.id}`, cover?.id === undefined ? undefined : cover.imageId)
  const src = cover && cover.id === undefined ? `/media/${cover.imageId}/320.webp` : thumb
  const title = titleOf(draft)
  const [missing, fail] = useMissing(src, lookAgain)
  const isEdit = draft.ad_id !== undefined
  // Deleted here, it has no form that its changes could be sent from.
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

/** Ads that were begun on this phone, or on another of this person's. */
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
