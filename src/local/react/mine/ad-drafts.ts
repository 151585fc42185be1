import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../../database/failures.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Fields, Payloads } from '#contract/commands.ts'
import { AppError } from '#contract/errors.ts'
import {
  editIdOf,
  type AdDraft,
  type DraftChange,
  type DraftResult,
  type DraftFields,
} from '../../ad-drafts/types.ts'
import type { AdDraftService, Withdrawn } from '../../ad-drafts/draft-service.ts'
import type { UpdateOptions } from '../../ad-drafts/publishing.ts'
import { newId } from '../../platform/env.ts'
import type { PutResult } from '../../outbox/view.ts'
import type { Failure } from '../../outbox/sending/verdict.ts'
import type { SavePhotoResult } from '../../upload/save-photo.ts'
import { onEvents } from '../../platform/env.ts'
import { useLocal, useReadable } from '../context.ts'

export type { AdDraft, DraftPicture } from '../../ad-drafts/types.ts'

/** Hooks for ads that are being written; no first view needs them. */

/** Milliseconds before typed text is stored; including the write at most half a second of typing is lost (I11). */
const pause = 250

/** State of storing a draft. `new`: nothing was written yet. `failed`: shown with its reason; the draft is not saved. */
export type SavedState = { is: 'new' | 'saving' | 'saved' } | { is: 'failed'; error: AppError }

export function useAdDraftService(): () => Promise<AdDraftService> {
  const { load } = useLocal()
  return useCallback(async () => (await load()).adDrafts(), [load])
}

export type AdDraftView = ReturnType<typeof useAdDraft>

interface Unsaved extends Pick<DraftChange, 'order'> {
  fields: Record<string, string>
  step?: string
}
type Read = { draft: AdDraft | undefined } | { error: AppError }

/** Returns one draft and stores it while it is typed: a new ad, by its id, or the changes of an existing one. */
export function useAdDraft(of: string | NonNullable<DraftChange['about']>) {
  const { env, session } = useLocal()
  const { account } = useReadable(session)
  const open = useAdDraftService()
  const [id, about] = typeof of === 'string' ? [of] : [editIdOf(of.adId), of]
  const [state, setState] = useState<{ id: string; read: Read }>()
  const [tries, setTries] = useState(0)
  const [saved, setSaved] = useState<SavedState>({ is: 'new' })
  const unsaved = useRef<Unsaved>(undefined)
  const timer = useRef<unknown>(undefined)
  /** Number of changes that are being written. */
  const writing = useRef(0)
  const written = useRef<Promise<AppError | undefined>>(Promise.resolve(undefined))
  const look = useRef<() => Promise<void>>(undefined)
  const whose = useRef(about)
  useEffect(() => {
    whose.current = about
  })

  const fail = useCallback((error: Failure) => {
    const failed = new AppError(error.code, { msg: error.msg })
    setSaved({ is: 'failed', error: failed })
    return failed
  }, [])
  /** Whether another person is signed in: they must not get this draft (I7). A guest's draft becomes theirs at sign-in. */
  const hasLeft = useCallback(
    () => account !== undefined && session.get().account !== account,
    [account, session],
  )
  const write = useCallback(async (): Promise<AppError | undefined> => {
    const typed = unsaved.current
    unsaved.current = undefined
    if (!typed) return undefined
    const change: DraftChange = {
      ...typed,
      ...(whose.current && { about: whose.current }),
      ...(account !== undefined && { account }),
    }
    writing.current += 1
    const result: DraftResult = await open()
      .then((service) => service.change(id, change))
      .catch(noResult('keep-photo'))
    // A draft counts as saved once it was read back: an older text would otherwise look like a change of another device.
    if (result.ok) await look.current?.()
    writing.current -= 1
    if (result.ok) {
      // Text that was typed meanwhile is written by a later call.
      if (!unsaved.current && writing.current === 0) setSaved({ is: 'saved' })
      return undefined
    }
    if (hasLeft()) return new AppError('unauthenticated')
    // Until a store accepts the text, it exists in the form only; the next write retries.
    const later = unsaved.current as Unsaved | undefined
    unsaved.current = { ...typed, ...later, fields: { ...typed.fields, ...later?.fields } }
    return fail(result.error)
  }, [account, fail, hasLeft, id, open])
  /** Writes the typed text; resolves when everything so far is written, or to the reason why some is not. */
  const flush = useCallback(async () => {
    env.clearTimeout(timer.current)
    timer.current = undefined
    const both = Promise.all([written.current, write()])
    written.current = both.then(([before, now]) => now ?? (unsaved.current ? before : undefined))
    return written.current
  }, [env, write])

  useEffect(() => {
    let gone = false
    let service: AdDraftService | undefined
    let off: (() => void) | undefined
    let latest = 0
    let reading: Promise<void> = Promise.resolve()
    const read = () => (reading = readNow())
    /** Resolves when no newer read is running. */
    const readAll = async () => {
      let last: Promise<void> | undefined
      void read()
      while (last !== reading) await (last = reading)
    }
    const readNow = async () => {
      const turn = ++latest
      const found: Read | undefined = await service?.read(id).then((draft) => ({ draft }), unread)
      if (gone || !found || turn !== latest) return
      // After a failed read the draft of an earlier one stays shown.
      setState((before) =>
        before?.id === id && 'error' in found && 'draft' in before.read ? before : { id, read: found },
      )
      if (!('draft' in found) || !found.draft) return
      if (service?.lasts() === false) fail({ code: 'storage_unavailable' })
      else setSaved((before) => (before.is === 'new' ? { is: 'saved' } : before))
    }
    look.current = readAll
    open()
      .then((opened) => {
        service = opened
        if (!gone) off = opened.onChange(() => void read())
        return read()
      })
      .catch((error: unknown) => {
        if (!gone) setState({ id, read: unread(error) })
      })
    const leave = () => void flush()
    const unwatch = onEvents([
      [env.document, 'visibilitychange', leave],
      [env.window, 'pagehide', leave],
    ])
    return () => {
      gone = true
      off?.()
      leave()
      unwatch()
    }
  }, [env, fail, flush, id, open, tries])

  /** Stores changes of fields within the pause. */
  const change = useCallback(
    (fields: DraftFields, { step }: { step?: string } = {}) => {
      const before = unsaved.current
      unsaved.current = {
        fields: { ...before?.fields, ...fields },
        ...(before?.step !== undefined && { step: before.step }),
        ...(before?.order && { order: before.order }),
        ...(step !== undefined && { step }),
      }
      setSaved({ is: 'saving' })
      timer.current ??= env.setTimeout(() => void flush(), pause)
    },
    [env, flush],
  )
  const act = useCallback(
    async <T>(work: (service: AdDraftService) => Promise<T>): Promise<T> => {
      await flush()
      const service = await open()
      if (hasLeft()) throw new AppError('unauthenticated')
      return work(service)
    },
    [flush, hasLeft, open],
  )
  const read: Partial<{ draft: AdDraft | undefined; error: AppError }> | undefined =
    state?.id === id ? state.read : undefined
  return {
    /** The draft; undefined while it is read, and until something was written. */
    draft: read?.draft,
    loaded: read !== undefined && !read.error,
    /** Set when reading failed: the draft may exist. */
    unread: read?.error && {
      error: read.error,
      again: () => {
        setState(undefined)
        setTries((before) => before + 1)
      },
    },
    saved,
    change,
    /** Stores at once what is not stored yet. */
    flush: () => void flush(),
    /** Stores the draft; resolves to the error, or to undefined when all of it is stored. */
    save: async () => {
      const error = await flush()
      if (error) return error
      const service = await open().catch(ignoreExpected('open-drafts', isPassing))
      return service?.lasts() === true ? undefined : new AppError('storage_unavailable')
    },
    keepPhoto: (file: Blob, name: string): Promise<SavePhotoResult> =>
      act(async (service) => {
        const kept = await service.keepPhoto(id, { file, name })
        // A photo counts as stored once it is in the shown draft.
        if (kept.ok) await look.current?.()
        return kept
      }).catch(noResult('keep-photo')),
    removePhoto: async (imageId: string) => {
      const result = await act((service) => service.removePhoto(id, imageId)).catch(noResult('keep-photo'))
      if (!result.ok) fail(result.error)
    },
    arrange: (order: readonly string[]) => {
      unsaved.current = { fields: {}, ...unsaved.current, order }
      return flush()
    },
    smaller: (imageId: string): Promise<SavePhotoResult> =>
      act((service) => service.smaller(id, imageId)).catch(noResult('keep-photo')),
    publish: (ad: Fields): Promise<PutResult> =>
      act((service) => service.publish(id, ad)).catch(noResult('publish')),
    /** Sends the changes of an existing ad and deletes this draft. */
    update: (payload: Payloads['ad.edit'], o: UpdateOptions): Promise<PutResult> =>
      act((service) => service.update(id, payload, o)).catch(noResult('publish')),
  }
}
/** Returns a handler that turns an error of `work` into a result: a login of another person, or a store that failed. */
const noResult = (work: string) => (error: unknown) => {
  if (error instanceof AppError) return { ok: false, error } as const
  ignoreExpected(work, isPassing)(error)
  return { ok: false, error: new AppError('storage_unavailable') } as const
}
const unread = (error: unknown): Read => ({
  error: error instanceof AppError ? error : new AppError('storage_unavailable'),
})

/** Returns a function that makes the id of a new draft, before anything of it is written. */
export function useNewDraftId(): () => string {
  const { env } = useLocal()
  return useCallback(() => newId(env), [env])
}

/** Returns the drafts of ads on this phone, last changed first; undefined until they were read. */
export function useAdDrafts(): {
  drafts: readonly AdDraft[] | undefined
  /** Deletes a draft; resolves to a function that restores it. */
  discard: (id: string) => Promise<(() => Promise<void>) | undefined>
  /** Deletes a waiting ad; if nothing of it was sent, `back` makes it a draft again. */
  withdraw: (id: string, title: string) => Promise<Withdrawn | undefined>
} {
  const local = useLocal()
  const open = useAdDraftService()
  const { outbox } = useReadable(local.views)
  const { account } = useReadable(local.session)
  const [listed, setListed] = useState<{ account: string | undefined; drafts: readonly AdDraft[] }>()
  // A published, refused or cancelled ad changes the list of drafts.
  const ads = outbox.flatMap(({ kind, id, state }) => (kind === 'ad.create' ? [`${id} ${state}`] : [])).join()
  useEffect(() => {
    let gone = false
    let off: (() => void) | undefined
    const read = async (service: AdDraftService) => {
      const found = await service.list().catch(ignoreExpected('list-drafts', isPassing))
      if (!gone && found) setListed({ account, drafts: found })
    }
    open()
      .then((service) => {
        if (!gone) off = service.onChange(() => void read(service))
        return read(service)
      })
      // Without a store there are no drafts.
      .catch((error: unknown) => {
        ignoreExpected('list-drafts', isPassing)(error)
        if (!gone) setListed({ account, drafts: [] })
      })
    return () => {
      gone = true
      off?.()
    }
  }, [open, ads, account])
  return {
    // After a change of person, nothing is shown until their drafts were read.
    drafts: listed?.account === account ? listed?.drafts : undefined,
    discard: (id) =>
      open()
        .then((service) => service.discard(id))
        .catch(ignoreExpected('discard-draft', isPassing)),
    withdraw: (id, title) =>
      open()
        .then((service) => service.withdraw(id, title))
        .catch(ignoreExpected('withdraw-ad', isPassing)),
  }
}
