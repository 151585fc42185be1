import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '#local/react'
import type { AdDraft, useAdDrafts } from '#local/react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { DraftCard } from './draft-card.tsx'

/** Ads that were begun on this phone, or on another of this person's. */
export function DraftList({
  drafts,
  discard,
}: {
  drafts: readonly AdDraft[]
  discard: ReturnType<typeof useAdDrafts>['discard']
}) {
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
    <section aria-labelledby="drafts-title" className="mb-5">
      <h2 id="drafts-title" className="mb-2 font-sans text-base font-semibold tracking-normal">
        Drafts
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card bg-surface shadow-e1">
        {drafts.map((draft) => (
          <DraftCard key={draft.id} draft={draft} onDiscard={() => void away(draft.id)} />
        ))}
      </ul>
    </section>
  )
}
