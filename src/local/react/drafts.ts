import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { HandedDraft } from '../outbox/handed-draft.ts'
import { onEvents } from '../platform/env.ts'
export { registrationDraft } from '../platform/env.ts'
import type { LocalApp } from '../bootstrap/app.ts'
import { useLocal, useReadable } from './context.ts'

export interface FormDraft<T> {
  values: T | undefined
  loaded: boolean
  save: (values: T) => void
  /** Stores the typed text at once and returns its draft for the write that takes these words. */
  hand: () => HandedDraft
  /** Deletes the draft. With `handed`, text that was typed since `hand` stays. */
  clear: (handed?: HandedDraft) => void
  /** Notes that the words of the form are being written: the form opens again when `work` has ended. */
  handOver: (work: Promise<unknown>) => void
  /** Whether a form that was left is still writing its words; this form is loaded after that. */
  handing: boolean
}

/** Values that were typed and are not stored yet. */
interface Typed {
  account: string | undefined
  values: Record<string, string>
  /** Whether a write of these values is running. */
  writing: boolean
}
/** Work of forms that were left and are not stored yet, by form. */
interface Underway {
  handed: Map<string, Promise<unknown>>
  typed: Map<string, Typed>
}
const byApp = new WeakMap<object, Underway>()
function underwayOf(app: object): Underway {
  const known = byApp.get(app) ?? { handed: new Map(), typed: new Map() }
  byApp.set(app, known)
  return known
}

/** A form opened by one person. */
interface Opened {
  key: string
  account: string | undefined
  stored?: Record<string, string> | undefined
}

type LocalHalf = Pick<LocalApp, 'session'>
/** Returns the values that the current person typed into a form and that are not stored yet. */
export function unsavedIn(app: LocalHalf, key: string): Typed | undefined {
  const { typed } = underwayOf(app)
  const latest = typed.get(key)
  if (latest?.account === undefined || app.session.get().account === latest.account) return latest
  typed.delete(key)
  return undefined
}
/** Forgets values that were stored or are not wanted; values typed since then stay. */
export function dropUnsaved(app: LocalHalf, key: string, typed: Typed | undefined): void {
  if (underwayOf(app).typed.get(key) === typed) underwayOf(app).typed.delete(key)
}

/** Milliseconds before typed text is stored; including the write at most half a second of typing is lost (I11). */
const pause = 250

/** Stores the text typed into a form, for a killed tab. It is read after `before`, which may still change it. */
export function useFormDraft<T extends Record<string, string>>(
  key: string,
  before?: Promise<unknown>,
): FormDraft<T> {
  const local = useLocal()
  const { env, load, found, session } = local
  const { handed, typed } = underwayOf(local)
  const { account } = useReadable(session)
  // Another person's form begins with their own draft (I7). A draft that a guest began belongs to the person who signs in.
  const [person, setPerson] = useState({ account, turn: 0 })
  if (person.account !== account)
    setPerson({ account, turn: person.turn + (person.account === undefined ? 0 : 1) })
  const of = `${person.turn} ${key}`
  const [state, setState] = useState<{
    of: string
    values: T | undefined
    loaded: boolean
    handing: boolean
  }>(() => ({ of, values: undefined, loaded: false, handing: handed.has(key) }))
  /** The person of this form and its stored values as far as the form knows; a new record for each key and person. */
  const opened = useRef<Opened>({ key, account })
  const timer = useRef<unknown>(undefined)
  const left = useRef(false)

  const unsaved = useCallback(() => unsavedIn(local, key), [key, local])

  /** Stores typed values, including those that forms which were left could not store. */
  const flush = useCallback(() => {
    const form = opened.current
    env.clearTimeout(timer.current)
    timer.current = undefined
    for (const id of typed.keys()) {
      const latest = unsavedIn(local, id)
      if (!latest || latest.writing) continue
      latest.writing = true
      load()
        .then(async ({ drafts }) => {
          // The values were cleared or changed, or the person has left.
          if (unsavedIn(local, id) !== latest) return
          await drafts.save(id, latest.values)
          if (id === form.key) form.stored = latest.values
          dropUnsaved(local, id, latest)
        })
        // Until a store accepts the text, it exists in this page only; the next write retries.
        .catch(ignoreExpected('save-draft', isPassing))
        .finally(() => {
          latest.writing = false
        })
    }
  }, [env, load, local, typed])
  const soon = useCallback(() => {
    timer.current ??= env.setTimeout(flush, pause)
  }, [env, flush])

  useEffect(() => {
    let gone = false
    left.current = false
    const form: Opened = { key, account: session.get().account }
    opened.current = form
    // This form stores what a form that was left could not store.
    if (unsaved()) soon()
    const read = async () => {
      await Promise.all([before, handed.get(key)])
      if (unsaved() || !(await found())) return
      form.stored ??= await (await load()).drafts.read(key)
    }
    const show = () => {
      // Values that were typed before the form was left may not be stored yet.
      const values = (unsaved()?.values ?? form.stored) as T | undefined
      if (!gone) setState({ of, values, loaded: true, handing: false })
    }
    read().then(show, show)
    const off = onEvents([
      [env.document, 'visibilitychange', flush],
      [env.window, 'pagehide', flush],
    ])
    return () => {
      gone = true
      left.current = true
      flush()
      off()
    }
  }, [before, env, flush, found, handed, key, load, of, session, soon, unsaved])

  /** Returns whether another person is signed in now: the draft under this key is then theirs. */
  const hasLeft = useCallback(() => {
    const { account: opener } = opened.current
    return opener !== undefined && session.get().account !== opener
  }, [session])
  const save = useCallback(
    (values: T) => {
      if (hasLeft()) return
      typed.set(key, { account: session.get().account, values, writing: false })
      // A form that was left gets no more input, so the values are stored at once.
      if (left.current) flush()
      else soon()
    },
    [flush, hasLeft, key, session, soon, typed],
  )
  const hand = useCallback((): HandedDraft => {
    flush()
    // A guest who has signed in since may have had a draft with other words, which was merged with these.
    const { account: opener, stored } = opened.current
    if (session.get().account !== opener) return { id: key }
    return { id: key, words: [unsaved()?.values, stored].filter((known) => known !== undefined) }
  }, [flush, key, session, unsaved])
  const cleared = useRef<Promise<unknown>>(undefined)
  const clear = useCallback(
    (sent?: HandedDraft) => {
      if (hasLeft()) return
      const latest = unsaved()
      const words = JSON.stringify(latest?.values)
      if (!sent?.words || sent.words.some((known) => JSON.stringify(known) === words))
        dropUnsaved(local, key, latest)
      setState((now) => ({ ...now, values: undefined }))
      cleared.current = found()
        .then(async (holds) => (holds ? (await load()).drafts.clear(sent ?? { id: key }) : undefined))
        // A draft that could not be deleted is offered again, which costs the person one tap.
        .catch(ignoreExpected('clear-draft', isPassing))
    },
    [found, hasLeft, key, load, local, unsaved],
  )

  const handOver = useCallback(
    (work: Promise<unknown>) => {
      const whole = Promise.allSettled([work])
        .then(() => cleared.current)
        .then(() => {
          if (handed.get(key) === whole) handed.delete(key)
        })
      handed.set(key, whole)
    },
    [handed, key],
  )
  const current = state.of === of
  const { values, loaded, handing } = current ? state : { values: undefined, loaded: false, handing: false }
  return { values, loaded, handing, save, hand, clear, handOver }
}
