import { useCallback, useEffect, useRef, useState } from 'react'
import type { Fields } from '#contract/commands.ts'
import { AppError } from '#contract/errors.ts'
import type { AdDraft, Change, Selling, Typed } from '../../engine/acts/selling/face.ts'
import type { PutResult } from '../../outbox/seen/entry.ts'
import type { KeepResult } from '../../upload/keep-photo.ts'
import type { UploadProgress } from '../../upload/blob-rows.ts'
import { useLocal, useReadable } from '../context.ts'

export type { AdDraft, DraftPicture } from '../../engine/acts/selling/face.ts'

/** Hooks for ads that are being written; no first view needs them. */

/** Together with the write itself this loses at most half a second of typing (I11). */
const pause = 250

/** `new`: nothing was written yet. `failed` is told with its reason, and nothing is called saved. */
export type SavedState = { is: 'new' | 'saving' | 'saved' } | { is: 'failed'; error: AppError }

function useSelling(): () => Promise<Selling> {
  const { load } = useLocal()
  return useCallback(async () => (await load()).selling(), [load])
}

export interface AdDraftView {
  /** Undefined while it is read, and as long as nothing of it was written. */
  draft: AdDraft | undefined
  loaded: boolean
  saved: SavedState
  /** Kept within the pause. */
  change: (fields: Typed, o?: { step?: string }) => void
  /** What is not kept yet is kept now. */
  flush: () => void
  keepPhoto: (file: Blob, name: string) => Promise<KeepResult>
  removePhoto: (imageId: string) => Promise<void>
  arrange: (imageIds: readonly string[]) => Promise<void>
  smaller: (imageId: string) => Promise<KeepResult>
  publish: (ad: Fields) => Promise<PutResult>
  /** It became something that waits in the outbox. */
  finish: () => Promise<void>
}

interface Unsaved {
  fields: Record<string, string>
  step?: string
}

/** One draft, kept while it is typed. `about`: the changes of an ad that is there. */
export function useAdDraft(id: string, about?: Change['about']): AdDraftView {
  const { env } = useLocal()
  const selling = useSelling()
  const [state, setState] = useState<{ id: string; draft: AdDraft | undefined; loaded: boolean }>()
  const [saved, setSaved] = useState<SavedState>({ is: 'new' })
  const unsaved = useRef<Unsaved>(undefined)
  const timer = useRef<unknown>(undefined)
  const whose = useRef(about)
  useEffect(() => {
    whose.current = about
  })

  const flush = useCallback(async () => {
    env.clearTimeout(timer.current)
    timer.current = undefined
    const typed = unsaved.current
    unsaved.current = undefined
    if (!typed) return
    const change: Change = { ...typed, ...(whose.current && { about: whose.current }) }
    const result: Awaited<ReturnType<Selling['change']>> = await selling()
      .then((desk) => desk.change(id, change))
      .catch(() => ({ ok: false, error: { code: 'storage_unavailable' } }))
    if (result.ok) {
      if (!unsaved.current) setSaved({ is: 'saved' })
      return
    }
    // Until a store takes it the text lives in the form only; the next chance tries again.
    const later = unsaved.current as Unsaved | undefined
    unsaved.current = { ...typed, ...later, fields: { ...typed.fields, ...later?.fields } }
    setSaved({ is: 'failed', error: new AppError(result.error.code, { msg: result.error.msg }) })
  }, [env, id, selling])

  useEffect(() => {
    let gone = false
    let desk: Selling | undefined
    let off: (() => void) | undefined
    const read = async () => {
      const draft = await desk?.read(id).catch(() => undefined)
      if (gone) return
      setState({ id, draft, loaded: true })
      if (draft) setSaved((before) => (before.is === 'new' ? { is: 'saved' } : before))
    }
    selling()
      .then((opened) => {
        desk = opened
        if (!gone) off = opened.onChange(() => void read())
        return read()
      })
      .catch(() => {
        if (!gone) setState({ id, draft: undefined, loaded: true })
      })
    const leave = () => void flush()
    env.document?.addEventListener('visibilitychange', leave)
    env.window?.addEventListener('pagehide', leave)
    return () => {
      gone = true
      off?.()
      leave()
      env.document?.removeEventListener('visibilitychange', leave)
      env.window?.removeEventListener('pagehide', leave)
    }
  }, [env, flush, id, selling])

  const change = useCallback<AdDraftView['change']>(
    (fields, { step } = {}) => {
      const before = unsaved.current
      unsaved.current = {
        fields: { ...before?.fields, ...fields },
        ...(before?.step !== undefined && { step: before.step }),
        ...(step !== undefined && { step }),
      }
      setSaved({ is: 'saving' })
      timer.current ??= env.setTimeout(() => void flush(), pause)
    },
    [env, flush],
  )
  const act = useCallback(
    async <T>(work: (desk: Selling) => Promise<T>): Promise<T> => {
      await flush()
      return work(await selling())
    },
    [flush, selling],
  )
  const current = state?.id === id ? state : undefined
  return {
    draft: current?.draft,
    loaded: current?.loaded ?? false,
    saved,
    change,
    flush: () => void flush(),
    keepPhoto: (file, name) => act((desk) => desk.keepPhoto(id, { file, name })).catch(noStore),
    removePhoto: (imageId) => act((desk) => desk.removePhoto(id, imageId)),
    arrange: (imageIds) => act((desk) => desk.arrange(id, imageIds)),
    smaller: (imageId) => act((desk) => desk.smaller(id, imageId)).catch(noStore),
    publish: (ad) =>
      act((desk) => desk.publish(id, ad)).catch(() => ({
        ok: false,
        error: new AppError('storage_unavailable'),
      })),
    finish: () => act((desk) => desk.finish(id)).catch(() => undefined),
  }
}
const noStore = (): KeepResult => ({ ok: false, error: { code: 'storage_unavailable' } })

/** Drafts of ads on this phone, last touched first; undefined until they were read. */
export function useAdDrafts(): {
  drafts: readonly AdDraft[] | undefined
  newId: () => Promise<string>
  /** Throws one away; what it answers brings it back. */
  discard: (id: string) => Promise<(() => Promise<void>) | undefined>
} {
  const local = useLocal()
  const selling = useSelling()
  const { outbox } = useReadable(local.views)
  const { account } = useReadable(local.session)
  const [drafts, setDrafts] = useState<readonly AdDraft[]>()
  // What was published, refused or taken back changes what is a draft.
  const ads = outbox.flatMap(({ kind, id, state }) => (kind === 'ad.create' ? [`${id} ${state}`] : [])).join()
  useEffect(() => {
    let gone = false
    let off: (() => void) | undefined
    const read = async (desk: Selling) => {
      const found = await desk.list().catch(() => undefined)
      if (!gone && found) setDrafts(found)
    }
    selling()
      .then((desk) => {
        if (!gone) off = desk.onChange(() => void read(desk))
        return read(desk)
      })
      // Without a store there are none.
      .catch(() => !gone && setDrafts([]))
    return () => {
      gone = true
      off?.()
    }
  }, [selling, ads, account])
  return {
    drafts,
    newId: useCallback(async () => (await selling()).newId(), [selling]),
    discard: (id) =>
      selling()
        .then((desk) => desk.discard(id))
        .catch(() => undefined),
  }
}

export type Uploading = UploadProgress
/** Milliseconds between two looks at pictures under way. */
const lookAgain = 1000

/** How far the pictures of an ad that waits are; undefined while that is not known. */
export function useUploading(item: string | undefined): Uploading | undefined {
  const { env } = useLocal()
  const selling = useSelling()
  const [seen, setSeen] = useState<{ item: string; progress: Uploading | undefined }>()
  useEffect(() => {
    if (item === undefined) return undefined
    let timer: unknown
    let gone = false
    const look = async () => {
      const progress = await selling()
        .then((desk) => desk.progress(item))
        .catch(() => undefined)
      if (gone) return
      setSeen({ item, progress })
      timer = env.setTimeout(() => void look(), lookAgain)
    }
    void look()
    return () => {
      gone = true
      env.clearTimeout(timer)
    }
  }, [env, item, selling])
  return seen?.item === item ? seen?.progress : undefined
}

/** Address of a kept picture in full, for as long as it is shown; the small copies are too coarse for a cover. */
export function useWholePicture(blobId: string | undefined): string | undefined {
  const selling = useSelling()
  const [shown, setShown] = useState<{ id: string; url: string }>()
  useEffect(() => {
    if (blobId === undefined) return undefined
    let url: string | undefined
    let over = false
    selling()
      .then((desk) => desk.picture(blobId))
      .then((blob) => {
        if (!blob || over) return
        url = URL.createObjectURL(blob)
        setShown({ id: blobId, url })
      })
      // A preview that cannot be had is not worth a word.
      .catch(() => undefined)
    return () => {
      over = true
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [blobId, selling])
  return shown?.id === blobId ? shown?.url : undefined
}
