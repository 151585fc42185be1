import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { type AdDraftView, useAdDraft, type useEntity, useOutboxEntry } from '#local/react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { imagesOf } from '#contract/sync/draft-copy.ts'
import { imageIdPattern } from '#contract/sync/uploads.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'
import { AdFormView } from './form/ad-form.tsx'
import { adNames, isAdName, normaliseValue, toTexts, readTypedTexts, toAdValues } from './form/ad-values.ts'
import { type Ad, myAdsAddress, useAdForm } from './form/use-ad-form.ts'
import { type Album, photoMessages, readPictureReasons } from './photos/album.ts'
import { DraftLoading } from './sell-screen.tsx'
import { usePicking } from './photos/use-picking.ts'

type AdView = NonNullable<ReturnType<typeof useEntity>>
interface Props {
  id: string
  /** The ad as this phone shows it. */
  ad: AdView
  left?: EditAdDraft | undefined
}
/** Values and step of the form of an unsent ad, at the moment when the ad left the phone. */
export interface EditAdDraft {
  fields: Readonly<Record<string, string>>
  step: string | undefined
}
interface Base {
  version: number
  snapshot: AdView['fields']
}
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Edits an existing ad; the base of the edit is the ad as it was when the form was opened (I9). */
export function EditAd({ id, ad, left }: Props) {
  // The base stays fixed while the form is open, even when another device changes the ad.
  const [base] = useState<Base>(() => ({ version: ad.version ?? 0, snapshot: { ...ad.fields } }))
  const view = useAdDraft({ adId: id, base })
  if (!view.loaded) return <DraftLoading unread={view.unread} />
  return <Form key={id} id={id} ad={ad} left={left} view={view} base={view.draft?.base ?? base} />
}

function Form({ id, ad, left, view, base }: Props & { view: ReturnType<typeof useAdDraft>; base: Base }) {
  const [, navigate] = useLocation()
  const notify = useNotify()
  const stuck = useOutboxEntry(ad.undecided)
  const refused = stuck?.state === 'rejected' && stuck.kind === 'ad.edit' ? stuck : undefined
  const [carried] = useState(() => {
    const there = toTexts(base.snapshot)
    const texts = Object.entries(left?.fields ?? {})
    const isOther = ([name, text]: [string, string]) =>
      isAdName(name) && !same(normaliseValue(name, text), normaliseValue(name, there[name]))
    return Object.fromEntries(texts.filter(isOther))
  })
  const words = refused && 'patch' in refused.payload ? refused.payload.patch : {}
  const { change } = view
  useEffect(() => {
    if (Object.keys(carried).length > 0) change(carried)
  }, [carried, change])
  const [start] = useState(() =>
    toAdValues({ ...toTexts({ ...base.snapshot, ...words }), ...readTypedTexts(view.draft), ...carried }),
  )
  const images = listOf(base.snapshot['images'])
  const album = useEditAlbum(view, images, 'images' in words ? listOf(words['images']) : images)
  const reasons = refused?.error?.fields

  async function send(ad: Ad) {
    const patch: Record<string, unknown> = {}
    // The edit is merged into the refused edit, so every refused field is sent, even a field that is back at its old value.
    const isAnswered = (name: string) => Object.hasOwn(words, name)
    // The old value is normalised too: a stored value from before the current normalisation rules does not count as a change.
    for (const name of adNames)
      if (isAnswered(name) || !same(ad[name], normaliseValue(name, base.snapshot[name])))
        patch[name] = ad[name]
    if (isAnswered('images') || !same(album.urls, images)) patch['images'] = [...album.urls]
    if (Object.keys(patch).length === 0) {
      notify({ severity: 'info', message: 'Nothing was changed.' })
      return undefined
    }
    const pictures = album.pictures.flatMap(({ blobId }) => blobId ?? [])
    return view.update({ adId: id, title: ad.title, patch }, { base, pictures })
  }
  const state = useAdForm({
    start,
    at: left?.step,
    draft: view,
    photoError: album.urls.length === 0 && images.length > 0 ? photoMessages.none : undefined,
    picked: album.picked,
    reasons,
    send,
    words: {
      waits: 'Saved on this phone. It is sent when you are back online.',
      done: 'Your ad has been updated',
    },
  })
  return (
    <AdFormView
      title="Edit your ad"
      submitLabel="Update My Ad"
      edit
      state={state}
      album={{
        ...album,
        refused: [...album.refused, ...readPictureReasons(reasons, album.urls.map(imageIn))],
      }}
      saved={view.saved}
      onClose={() => navigate(myAdsAddress)}
    />
  )
}

/** Returns the image id in the URL of an upload. */
const imageIn = (url: string): string | undefined => url.split('/').find((part) => imageIdPattern.test(part))

function listIn(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.map(String) : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the pictures of an existing ad by their URLs, together with the pictures added on this phone (R-POST-06). `now` are
 * the pictures of the ad, `wanted` those of a refused edit.
 */
export function useEditAlbum(
  view: AdDraftView,
  now: readonly string[],
  wanted = now,
): Album & { urls: readonly string[] } {
  const { change } = view
  // The draft is deleted when the edit is queued, a moment before the form closes, so the state holds the last draft.
  const [draft, setDraft] = useState(view.draft)
  if (view.draft && view.draft !== draft) setDraft(view.draft)
  const [last] = useState(wanted)
  /** URLs after the changes in this form, and the URLs that were removed. */
  const [own, setOwn] = useState<readonly string[]>()
  const [out, setOut] = useState<readonly string[]>([])
  const named = own ?? listIn(draft?.fields['images']?.v) ?? last
  const known = new Set([...now, ...last, ...named, ...out].map(imageIn))
  // These pictures were stored, but the form was left or the app was killed before their URLs were stored.
  const stored = draft ? imagesOf(draft) : []
  const behind = stored.filter((imageId) => !known.has(imageId)).map(uploadedUrl)
  const urls = [...named, ...behind]
  const writeDown = useEffectEvent(() => change({ images: JSON.stringify(urls) }))
  useEffect(() => {
    if (own) writeDown()
  }, [own])
  const here = new Map((draft?.pictures ?? []).map(({ imageId, id }) => [imageId, id]))
  const picking = usePicking({
    there: urls.length,
    keep(file, name) {
      // The ad's id is stored in the draft before the photo; a draft without it would be a new ad.
      change({})
      return view.keepPhoto(file, name)
    },
    onStored: (imageId) =>
      setOwn((all = urls) =>
        all.some((one) => imageIn(one) === imageId) ? all : [...all, uploadedUrl(imageId)],
      ),
  })
  return {
    ...picking,
    urls,
    pictures: urls.map((url) => ({ key: url, blobId: here.get(imageIn(url) ?? ''), url })),
    remove(key) {
      setOwn((all = urls) => all.filter((url) => url !== key))
      setOut((all) => [...all, key])
      const imageId = imageIn(key)
      if (imageId !== undefined && here.has(imageId)) void view.removePhoto(imageId)
    },
    // Photos that were added during a drag follow the dragged order.
    arrange: (order) =>
      setOwn((all = urls) => [
        ...order.filter((url) => all.includes(url)),
        ...all.filter((url) => !order.includes(url)),
      ]),
  }
}
