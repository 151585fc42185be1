import { useState, useEffect, useRef, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type AdDraftView, type OutboxEntry, useSession, useAdDrafts, useSharedPhotos } from '#local/react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { AdFormView } from './form/ad-form.tsx'
import { readTypedTexts, toAdValues } from './form/ad-values.ts'
import { type Ad, myAdsAddress, useAdForm } from './form/use-ad-form.ts'
import { photoMessages, readPictureReasons, type Album } from './photos/album.ts'
import { IconChevronRight, IconFileText } from '@tabler/icons-react'
import { Icon } from '#ui/icon.tsx'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'
import { usePicking } from './photos/use-picking.ts'

const most = 2

/** Links to the person's other drafts, so that they do not write the same ad twice. */
function ContinueDrafts({ but }: { but: string }) {
  const { drafts = [] } = useAdDrafts()
  const others = drafts.filter(({ id, ad_id }) => id !== but && ad_id === undefined)
  if (others.length === 0) return null
  return (
    <ul className="mb-4 divide-y divide-line overflow-hidden rounded-grid border border-line bg-surface">
      {others.slice(0, most).map(({ id, fields, pictures }) => (
        <li key={id}>
          <a href={`/post/ad?draft=${id}`} className="flex min-h-12 items-center gap-2.5 px-3 py-2 text-sm">
            <Icon of={IconFileText} size={20} className="text-ink-3" />
            <span className="min-w-0 flex-1 truncate">
              Continue <strong className="font-semibold">{fields['title']?.v || 'your other draft'}</strong>
              {pictures.length > 0 && ` · ${pictures.length} ${pictures.length === 1 ? 'photo' : 'photos'}`}
            </span>
            <Icon of={IconChevronRight} size={18} className="text-ink-3" />
          </a>
        </li>
      ))}
    </ul>
  )
}

interface Props {
  id: string
  view: AdDraftView
  /** Outbox entry of the ad when it is waiting or refused; sending then replaces its values (S19). */
  entry?: OutboxEntry | undefined
}

/** Shows the form of a new ad. A guest may fill it in; sending requires a login. */
export function NewAdForm({ id, view, entry }: Props) {
  const { user } = useSession()
  const [, navigate] = useLocation()
  const notify = useNotify()
  const album = useDraftAlbum(view)
  useSharing(id, album)
  const [start] = useState(() => toAdValues(readTypedTexts(view.draft)))
  const refused = entry?.state === 'rejected' ? entry.error?.fields : undefined
  const none = album.pictures.length === 0 ? photoMessages.none : undefined

  async function send(ad: Ad) {
    if (user) return view.publish(ad)
    const unsaved = await view.save()
    if (unsaved) {
      notify({ severity: 'error', title: 'Not saved', message: unsaved.message })
      return undefined
    }
    notify({ severity: 'info', message: 'Your draft is saved. Please sign in to publish it.' })
    navigate(`/login?next=${encodeURIComponent(`/post/ad?draft=${id}`)}`)
    return undefined
  }
  const pictures = `${album.pictures.length} ${album.pictures.length === 1 ? 'picture' : 'pictures'}`
  const state = useAdForm({
    start,
    draft: view,
    photoError: none ?? (album.shrinkCover && photoMessages.cover),
    picked: album.picked,
    reasons: refused,
    send,
    words: {
      waits: `Saved on this phone with ${pictures}. It is published when you are back online.`,
      done: 'Your ad has been published',
    },
  })
  return (
    <AdFormView
      title="Introduce your car"
      submitLabel="Publish My Ad"
      state={state}
      album={{
        ...album,
        refused: [
          ...album.refused,
          ...readPictureReasons(
            refused,
            album.pictures.map(({ key }) => key),
          ),
        ],
      }}
      saved={view.saved}
      top={<ContinueDrafts but={id} />}
      onClose={() => navigate(user ? myAdsAddress : '/listings')}
    />
  )
}

/** Returns the pictures of a draft: each is on this phone, or another device uploaded it. */
function useDraftAlbum(view: AdDraftView): Album {
  const { draft, removePhoto, arrange, smaller } = view
  const pictures = (draft?.pictures ?? []).map(({ imageId, id }) => ({
    key: imageId,
    blobId: id,
    url: uploadedUrl(imageId),
  }))
  const picking = usePicking({ there: pictures.length, keep: view.keepPhoto })
  const [cover] = pictures
  async function shrink(key: string) {
    const result = await smaller(key)
    return result.ok ? undefined : new AppError(result.error.code, { msg: result.error.msg ?? '' })
  }
  return {
    ...picking,
    pictures,
    remove: (key) => void removePhoto(key),
    arrange: (keys) => void arrange(keys),
    shrinkCover: cover && (draft?.coverSize ?? 0) > limits.profileImage ? () => shrink(cover.key) : undefined,
  }
}

/** Adds photos that another app shared to this draft; deletes the shared copies when all of them are stored. */
function useSharing(id: string, album: Album): void {
  const { read, clear } = useSharedPhotos()
  const notify = useNotify()
  const [, navigate] = useLocation()
  const shared = new URLSearchParams(useSearch()).get('shared')
  const state = useRef<'waiting' | 'read' | 'taken'>('waiting')
  const add = useEffectEvent(album.add)
  useEffect(() => {
    if (shared === null || state.current !== 'waiting') return
    state.current = 'read'
    void read().then((files) => {
      if (files.length > 0) {
        add(files)
        state.current = 'taken'
      } else
        notify({
          severity: 'error',
          message: 'The shared photos could not be taken over. Please add them here.',
        })
    })
  }, [shared, read, notify])
  const done = album.pictures.length > 0 && album.picked.length === 0
  useEffect(() => {
    if (shared === null || state.current !== 'taken' || !done) return
    void clear()
    navigate(`/post/ad?draft=${id}`, { replace: true })
  }, [shared, done, clear, navigate, id])
}
