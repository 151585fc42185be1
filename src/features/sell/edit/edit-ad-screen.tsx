import { useEffect } from 'react'
import { useLocation, useParams } from 'wouter'
import type { Payloads } from '#contract/commands.ts'
import { adLane, type OutboxEntry, useAdDraft, useEntity, useMyAd, useOutbox, useSession } from '#local/react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { myAds, NewAd } from '../new-ad.tsx'
import { Waiting } from '../sell-screen.tsx'
import { EditAd } from './edit-ad.tsx'

/** /post/ad/{id}: one's own ad, with signal or without; everyone else signs in first (R-POST-01). */
export function EditAdScreen() {
  const { id } = useParams<{ id: string }>()
  const { user, sure } = useSession()
  const [, navigate] = useLocation()
  const out = sure && !user
  useEffect(() => {
    if (out)
      navigate(`/login?next=${encodeURIComponent(`/post/ad/${encodeURIComponent(id)}`)}`, { replace: true })
  }, [out, id, navigate])
  if (!user) return <Waiting />
  return <Own key={`${user.id} ${id}`} id={id} />
}

/** Its publishing has certainly had no effect: it can still be other words. */
const mayChange = ({ state, mayHaveLeft, cancelling }: OutboxEntry) =>
  !cancelling && (state === 'rejected' || (!mayHaveLeft && (state === 'queued' || state === 'held')))
const isBirthOf = (id: string) => (entry: OutboxEntry) =>
  entry.kind === 'ad.create' && entry.state !== 'done' && (entry.payload as Payloads['ad.create']).adId === id

function Own({ id }: { id: string }) {
  const birth = useOutbox().find(isBirthOf(id))
  if (birth && mayChange(birth)) return <Unsent id={id} entry={birth} />
  return <Known id={id} />
}

function Unsent({ id, entry }: { id: string; entry: OutboxEntry }) {
  const view = useAdDraft(id)
  return view.loaded ? <NewAd id={id} view={view} entry={entry} /> : <Waiting />
}

function Known({ id }: { id: string }) {
  const seen = useEntity(adLane(id))
  const reading = useMyAd(id)
  if (seen && !seen.deleted) return <EditAd id={id} seen={seen} />
  if (!seen && reading.status === 'loading') return <Waiting />
  if (!seen && reading.data?.ad) return <Waiting />
  const unknown = !seen && reading.status === 'failed'
  return (
    <EmptyState
      title={unknown ? 'This ad is not on this phone' : 'This ad is not there any more'}
      actions={<Button href={myAds}>My Ads</Button>}
    >
      {unknown ? 'It can be edited here as soon as there is signal.' : 'It was deleted, or it is not yours.'}
    </EmptyState>
  )
}
