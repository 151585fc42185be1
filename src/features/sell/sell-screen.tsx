import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { carLane } from '#contract/sync/lanes.ts'
import { type AdDraftView, useAdDraft, useEntity, useNewDraftId, useSession } from '#local/react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Spinner } from '#ui/show/spinner.tsx'
import { NewAdForm } from './new-ad.tsx'

/** /post/ad: a new ad, or a draft that is named in the address. */
export function SellScreen() {
  const id = new URLSearchParams(useSearch()).get('draft')
  const { account = '' } = useSession()
  // A person who comes in another tab sees nothing of what another person has typed here (I7).
  return id === null || !/^[\w-]{8,64}$/.test(id) ? <Fresh /> : <Open key={`${account} ${id}`} id={id} />
}

/** A draft gets its name before anything of it is written: so the address can be opened again. */
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
  // It became an ad before this page was opened: the same form, over the ad.
  const [isAd, setIsAd] = useState<boolean>()
  if (view.loaded && isAd === undefined) setIsAd(seen !== undefined)
  useEffect(() => {
    if (isAd) navigate(`/post/ad/${id}`, { replace: true })
  }, [isAd, id, navigate])
  if (isAd !== false) return <DraftLoading unread={view.unread} />
  return <NewAdForm id={id} view={view} />
}

/** Until a draft is read; one that cannot be read is not taken for none. */
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
