import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { type useEntity, useAdDraft, useCommand, useConnection, useOutboxEntry } from '#local/react'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { AdFormView } from '../form/ad-form.tsx'
import { adNames, isAdName, savedAs, textsOf, typedIn, valuesFrom } from '../form/ad-values.ts'
import { type Ad, useAdForm } from '../form/use-ad-form.ts'
import { myAds } from '../new-ad.tsx'
import { photoWords } from '../photos/album.ts'
import { Waiting } from '../sell-screen.tsx'
import { useEditAlbum } from './use-edit-album.ts'

type AdView = NonNullable<ReturnType<typeof useEntity>>
interface Props {
  id: string
  /** The ad as this phone shows it. */
  ad: AdView
  left?: Left | undefined
}
/** What stood in the form over the unsent ad when that ad left. */
export interface Left {
  fields: Readonly<Record<string, string>>
  step: string | undefined
}
interface Base {
  version: number
  snapshot: AdView['fields']
}
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** The changes of an ad that is there: made on what stood in the form when it was opened (I9). */
export function EditAd({ id, ad, left }: Props) {
  // A person who has begun keeps what they saw, whatever another device does meanwhile.
  const [base] = useState<Base>(() => ({ version: ad.version ?? 0, snapshot: { ...ad.fields } }))
  const view = useAdDraft({ adId: id, base })
  if (!view.loaded) return <Waiting unread={view.unread} />
  return <Form key={id} id={id} ad={ad} left={left} view={view} base={view.draft?.base ?? base} />
}

function Form({ id, ad, left, view, base }: Props & { view: ReturnType<typeof useAdDraft>; base: Base }) {
  const put = useCommand('ad.edit')
  const { state: network } = useConnection()
  const [, navigate] = useLocation()
  const notify = useNotify()
  const showError = useErrorAlert()
  const stuck = useOutboxEntry(ad.undecided)
  const refused = stuck?.state === 'rejected' && stuck.kind === 'ad.edit' ? stuck : undefined
  const [carried] = useState(() => {
    const there = textsOf(base.snapshot)
    const texts = Object.entries(left?.fields ?? {})
    const isOther = ([name, text]: [string, string]) =>
      isAdName(name) && !same(savedAs(name, text), savedAs(name, there[name]))
    return Object.fromEntries(texts.filter(isOther))
  })
  const { change } = view
  useEffect(() => {
    if (Object.keys(carried).length > 0) change(carried)
  }, [carried, change])
  const [start] = useState(() => {
    const words = refused && 'patch' in refused.payload ? refused.payload.patch : {}
    return valuesFrom({
      ...textsOf({ ...base.snapshot, ...words }),
      ...typedIn(view.draft),
      ...carried,
    })
  })
  const album = useEditAlbum(view, listOf(base.snapshot['images']))

  async function send(ad: Ad) {
    const patch: Record<string, unknown> = {}
    // What was written before a text was cleaned as it is now is nobody's change.
    for (const name of adNames)
      if (!same(ad[name], savedAs(name, base.snapshot[name]))) patch[name] = ad[name]
    if (!same(album.urls, listOf(base.snapshot['images']))) patch['images'] = [...album.urls]
    if (Object.keys(patch).length === 0) {
      notify({ severity: 'info', message: 'Nothing was changed.' })
      return
    }
    const pictures = album.pictures.flatMap(({ blobId }) => blobId ?? [])
    const result = await put({ adId: id, title: ad.title, patch }, base, pictures)
    if (!result.ok) {
      showError(result.error.message)
      return
    }
    await view.finish()
    if (!result.kept) notify({ severity: 'success', message: 'Your ad has been updated' })
    else if (network === 'offline')
      notify({ severity: 'info', message: 'Saved on this phone. It is sent when you are back online.' })
    navigate(myAds, { replace: true })
  }
  const state = useAdForm({
    start,
    at: left?.step,
    draft: view,
    photoError:
      album.urls.length === 0 && listOf(base.snapshot['images']).length > 0 ? photoWords.none : undefined,
    reasons: refused?.error?.fields,
    send,
  })
  return (
    <AdFormView
      title="Edit your ad"
      submitLabel="Update My Ad"
      edit
      state={state}
      album={album}
      saved={view.saved}
      onClose={() => navigate(myAds)}
    />
  )
}
