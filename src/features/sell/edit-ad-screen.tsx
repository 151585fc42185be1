import { useCallback, useState } from 'react'
import { useParams } from 'wouter'
import type { Payloads } from '#contract/commands.ts'
import { carLane } from '#contract/sync/lanes.ts'
import { type AdDraftView, type OutboxEntry, useAdDraft, useEntity, useMyAd, useOutbox } from '#local/react'
import { useSignedIn } from '#parts/signed-in-only.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { readTypedTexts } from './form/ad-values.ts'
import { myAdsAddress } from './form/use-ad-form.ts'
import { NewAdForm } from './new-ad.tsx'
import { DraftLoading } from './sell-screen.tsx'
import { EditAd, type EditAdDraft } from './edit-ad.tsx'

/** Screen of /post/ad/{id}: edits one of the person's own ads, online or offline. A guest has to sign in first (R-POST-01). */
export function EditAdScreen() {
  const { id } = useParams<{ id: string }>()
  const user = useSignedIn()
  if (!user) return <DraftLoading />
  return <Own key={`${user.id} ${id}`} id={id} />
}

/** Returns whether publishing has certainly had no effect, so that the ad's values can still change. */
const mayChange = ({ state, mayHaveLeft, cancelling }: OutboxEntry) =>
  !cancelling && (state === 'rejected' || (!mayHaveLeft && (state === 'queued' || state === 'held')))
const isBirthOf = (id: string) => (entry: OutboxEntry) =>
  entry.kind === 'ad.create' && entry.state !== 'done' && (entry.payload as Payloads['ad.create']).adId === id

function Own({ id }: { id: string }) {
  const birth = useOutbox().find(isBirthOf(id))
  const unsent = birth && mayChange(birth) ? birth : undefined
  const [begun, setBegun] = useState(false)
  if (unsent && !begun) setBegun(true)
  return begun ? <Unsent id={id} entry={unsent} /> : <LoadedAd id={id} />
}

/**
 * Edits an ad that waits in the outbox. When the ad is sent while the person types, the form of the published ad takes over the
 * typed values. When the ad is taken back, it is a draft again.
 */
function Unsent({ id, entry }: { id: string; entry: OutboxEntry | undefined }) {
  const view = useAdDraft(id)
  const ad = useEntity(carLane(id))
  const { draft, change } = view
  // The row of the draft is deleted when the ad arrives on the server.
  const [lastDraft, setLastDraft] = useState(draft)
  if (draft && draft !== lastDraft) setLastDraft(draft)
  /** Typed values, including those that are not stored yet. */
  const [typed, setTyped] = useState<EditAdDraft>({ fields: {}, step: undefined })
  const keep = useCallback<AdDraftView['change']>(
    (fields, o) => {
      setTyped((before) => ({ fields: { ...before.fields, ...fields }, step: o?.step ?? before.step }))
      change(fields, o)
    },
    [change],
  )
  if (!view.loaded) return <DraftLoading unread={view.unread} />
  if (entry || (draft && !ad)) return <NewAdForm id={id} view={{ ...view, change: keep }} entry={entry} />
  const fields = { ...readTypedTexts(lastDraft), ...typed.fields }
  return <LoadedAd id={id} left={{ fields, step: typed.step ?? lastDraft?.step.v }} />
}

function LoadedAd({ id, left }: { id: string; left?: EditAdDraft }) {
  const view = useEntity(carLane(id))
  const reading = useMyAd(id)
  if (view && !view.deleted) return <EditAd id={id} ad={view} left={left} />
  if (!view && (reading.status === 'loading' || reading.data?.ad)) return <DraftLoading />
  const unknown = !view && reading.status === 'failed'
  return (
    <EmptyState
      title={unknown ? 'This ad is not on this phone' : 'This ad is not there any more'}
      actions={<Button href={myAdsAddress}>My Ads</Button>}
    >
      {unknown ? 'It can be edited here as soon as there is signal.' : 'It was deleted, or it is not yours.'}
    </EmptyState>
  )
}
