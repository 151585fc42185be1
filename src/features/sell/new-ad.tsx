import { useState } from 'react'
import { useLocation } from 'wouter'
import { type AdDraftView, type OutboxEntry, useConnection, useSession } from '#local/react'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { AdFormView } from './form/ad-form.tsx'
import { typedIn, valuesFrom } from './form/ad-values.ts'
import { type Ad, useAdForm } from './form/use-ad-form.ts'
import { ContinueDrafts } from './continue-drafts.tsx'
import { photoWords } from './photos/album.ts'
import { useDraftAlbum } from './photos/use-draft-album.ts'
import { useSharing } from './photos/use-sharing.ts'

export const myAds = '/profile?tab=my-ads'

interface Props {
  id: string
  view: AdDraftView
  /** The ad waits already, or was refused: it gets these words (S19). */
  entry?: OutboxEntry | undefined
}

/** A new ad, from its draft to the outbox. A guest may write it; whose it is is asked when it goes out. */
export function NewAd({ id, view, entry }: Props) {
  const { user } = useSession()
  const { state: network } = useConnection()
  const [, navigate] = useLocation()
  const notify = useNotify()
  const showError = useErrorAlert()
  const album = useDraftAlbum(view)
  useSharing(id, album)
  const [start] = useState(() => valuesFrom(typedIn(view.draft)))
  const refused = entry?.state === 'rejected' ? entry.error?.fields : undefined
  const none = album.pictures.length === 0 ? photoWords.none : undefined

  async function send(ad: Ad) {
    if (!user) {
      if (view.saved.is === 'failed') {
        notify({ severity: 'error', title: 'Not saved', message: view.saved.error.message })
        return
      }
      notify({ severity: 'info', message: 'Your draft is saved. Please sign in to publish it.' })
      navigate(`/login?next=${encodeURIComponent(`/post/ad?draft=${id}`)}`)
      return
    }
    const result = await view.publish(ad)
    if (!result.ok) {
      showError(result.error.message)
      return
    }
    const pictures = `${album.pictures.length} ${album.pictures.length === 1 ? 'picture' : 'pictures'}`
    if (result.kept && network === 'offline') {
      notify({
        severity: 'info',
        message: `Saved on this phone with ${pictures}. It is published when you are back online.`,
      })
    } else if (!result.kept) notify({ severity: 'success', message: 'Your ad has been published' })
    navigate(myAds, { replace: true })
  }
  const state = useAdForm({
    start,
    draft: view,
    photoError: none ?? (album.coverTooLarge ? photoWords.cover : undefined),
    reasons: refused,
    send,
  })
  return (
    <AdFormView
      title="Introduce your car"
      submitLabel="Publish My Ad"
      state={state}
      album={album}
      saved={view.saved}
      top={<ContinueDrafts but={id} />}
      onClose={() => navigate(user ? myAds : '/listings')}
    />
  )
}
