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
  /** Stores what is typed at once, and names it for the write that takes these words. */
  hand: () => HandedDraft
  /** What was typed is not wanted any more, or went with a write: then what was typed since `hand` stays. */
  clear: (handed?: HandedDraft) => void
  /** Its words are handed over: the form opens again when that has ended. */
  handOver: (work: Promise<unknown>) => void
  /** Words of this form are being handed over, by a form that was left; it is loaded when that has ended. */
  handing: boolean
}

/** What was typed and is not stored yet. */
interface Typed {
  account: string | undefined
  values: Record<string, string>
  /** A write of it is under way. */
  writing: boolean
}
/** What a form that was left knows and its store does not yet, by form. */
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

/** A form in the hands of one person. */
interface Opened {
  key: string
  account: string | undefined
  stored?: Record<string, string> | undefined
}

type LocalHalf = Pick<LocalApp, 'session'>
/** Typed into a form in the name of the person who is here, and not stored yet. */
export function unsavedIn(app: LocalHalf, key: string): Typed | undefined {
  const { typed } = underwayOf(app)
  const latest = typed.get(key)
  if (latest?.account === undefined || app.session.get().account === latest.account) return latest
  typed.delete(key)
  return undefined
}
/** It is stored, or not wanted any more; what was typed since is something else. */
export function dropUnsaved(app: LocalHalf, key: string, typed: Typed | undefined): void {
  if (underwayOf(app).typed.get(key) === typed) underwayOf(app).typed.delete(key)
}

/** Together with the write itself this loses at most half a second of typing (I11). */
const pause = 250

/** Typed text survives a killed tab. It is read once `before` is over, which may still change it. */
export function useFormDraft<T extends Record<string, string>>(
  key: string,
  before?: Promise<unknown>,
): FormDraft<T> {
  const local = useLocal()
  const { env, load, found, session } = local
  const { handed, typed } = underwayOf(local)
  const { account } = useReadable(session)
  // Another person's form begins with what is theirs (I7). What a guest began is theirs who signs in.
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
  /** Whose form this is, and what the store holds of it as far as the form knows; another record for each key and person. */
  const opened = useRef<Opened>({ key, account })
  const timer = useRef<unknown>(undefined)
  const left = useRef(false)

  const unsaved = useCallback(() => unsavedIn(local, key), [key, local])

  /** Also what forms that were left could not store. */
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
          // It was cleared, or other words were typed, or the person has left.
          if (unsavedIn(local, id) !== latest) return
          await drafts.save(id, latest.values)
          if (id === form.key) form.stored = latest.values
          dropUnsaved(local, id, latest)
        })
        // Until a store takes it the text lives in this page only; the next chance tries again.
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
    // What a form that was left could not store is this one's to store.
    if (unsaved()) soon()
    const read = async () => {
      await Promise.all([before, handed.get(key)])
      if (unsaved() || !(await found())) return
      form.stored ??= await (await load()).drafts.read(key)
    }
    const show = () => {
      // The store may take its time with what was typed into the form before it was left.
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

  /** This form ends late: what is here under its key is another person's. */
  const hasLeft = useCallback(() => {
    const { account: opener } = opened.current
    return opener !== undefined && session.get().account !== opener
  }, [session])
  const save = useCallback(
    (values: T) => {
      if (hasLeft()) return
      typed.set(key, { account: session.get().account, values, writing: false })
      // Nothing more is typed: the form finds it when it is opened again.
      if (left.current) flush()
      else soon()
    },
    [flush, hasLeft, key, session, soon, typed],
  )
  const hand = useCallback((): HandedDraft => {
    flush()
    // A guest who has signed in since may have had other words in it, which were joined with these.
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
        // What cannot be cleared is offered again, which costs the person a tap.
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
