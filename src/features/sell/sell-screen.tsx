import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { carLane } from '#contract/sync/lanes.ts'
import { type AdDraftView, useAdDraft, useEntity, useNewDraftId, useSession } from '#local/react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Spinner } from '#ui/show/spinner.tsx'
import { NewAdForm } from './new-ad.tsx'

/** Screen of /post/ad: a new ad, or the draft that the URL names. */
export function SellScreen() {
  const id = new URLSearchParams(useSearch()).get('draft')
  const { account = '' } = useSession()
  // A sign-in in another tab changes the key, so the new person does not see what the other person typed (I7).
  return id === null || !/^[\w-]{8,64}$/.test(id) ? <Fresh /> : <Open key={`${account} ${id}`} id={id} />
}

/** Puts a new draft id into the URL before anything is written, so that the URL can be opened again. */
function Fresh() {
  const newId = useNewDraftId()
  const [, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const shared = query.get('shared')
  const more = shared === null ? '' : `&shared=${encodeURIComponent(shared)}`
  useEffect(() => {
    navigate(`/post/ad?draft=${newId()}${more}`, { replace: true })
  }, [newId, navigate, more])
  return <DraftLoading />
}

function Open({ id }: { id: string }) {
  const view = useAdDraft(id)
  const seen = useEntity(carLane(id))
  const [, navigate] = useLocation()
  // When the draft became an ad before this page was opened, the edit screen opens instead.
  const [isAd, setIsAd] = useState<boolean>()
  if (view.loaded && isAd === undefined) setIsAd(seen !== undefined)
  useEffect(() => {
    if (isAd) navigate(`/post/ad/${id}`, { replace: true })
  }, [isAd, id, navigate])
  if (isAd !== false) return <DraftLoading unread={view.unread} />
  return <NewAdForm id={id} view={view} />
}

/** Shows that a draft is being read, or an error with a retry: an unreadable draft must not look like an empty draft. */
export function DraftLoading({ unread }: Partial<Pick<AdDraftView, 'unread'>>) {
  if (unread)
    return (
      <EmptyState
        title="Your draft could not be opened"
        actions={<Button onClick={unread.again}>Try again</Button>}
      >
        {`${unread.error.message} Nothing of it is lost.`}
      </EmptyState>
    )
  return (
    <div className="flex min-h-[60dvh] items-center justify-center" aria-busy="true">
      <output className="sr-only">Opening your draft</output>
      <Spinner />
    </div>
  )
}
