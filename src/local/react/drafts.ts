import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { onEvents } from '../platform/env.ts'
export { registrationDraft } from '../platform/env.ts'
import { useLocal, useReadable } from './context.ts'

export interface FormDraft<T> {
  values: T | undefined
  loaded: boolean
  save: (values: T) => void
  clear: () => void
  /** Its words are handed over: the form opens again when that has ended. */
  handOver: (work: Promise<unknown>) => void
  /** Words of this form are being handed over, by a form that was left; it is loaded when that has ended. */
  handing: boolean
}
/** What is being handed over, by app and form. */
const handedOver = new WeakMap<object, Map<string, Promise<unknown>>>()
function handingOf(app: object): Map<string, Promise<unknown>> {
  const known = handedOver.get(app) ?? new Map<string, Promise<unknown>>()
  handedOver.set(app, known)
  return known
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
  }>(() => ({ of, values: undefined, loaded: false, handing: handingOf(local).has(key) }))
  const unsaved = useRef<{ key: string; account: string | undefined; values: T }>(undefined)
  const clearings = useRef(0)
  const timer = useRef<unknown>(undefined)
  const left = useRef(false)

  const flush = useCallback(() => {
    env.clearTimeout(timer.current)
    timer.current = undefined
    const typed = unsaved.current
    unsaved.current = undefined
    if (!typed) return
    const cleared = clearings.current
    const hasLeft = () => typed.account !== undefined && session.get().account !== typed.account
    load()
      .then((engine) => (hasLeft() ? undefined : engine.drafts.save(typed.key, typed.values)))
      .catch((error: unknown) => {
        ignoreExpected('save-draft', isPassing)(error)
        // Until a store takes it the text lives in the form only; the next chance tries again.
        if (clearings.current === cleared) unsaved.current ??= typed
      })
  }, [env, load, session])

  useEffect(() => {
    let gone = false
    left.current = false
    const show = (values: Record<string, string> | undefined) => {
      if (!gone) setState({ of, values: values as T | undefined, loaded: true, handing: false })
    }
    Promise.all([before, handingOf(local).get(key)])
      .then(found)
      .then(async (holds) => (holds ? (await load()).drafts.read(key) : undefined))
      .then(show, () => {
        show(undefined)
      })
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
  }, [before, env, flush, found, key, load, local, of])

  const save = useCallback(
    (values: T) => {
      unsaved.current = { key, account: session.get().account, values }
      // Nothing more is typed: the form finds it when it is opened again.
      if (left.current) flush()
      else timer.current ??= env.setTimeout(flush, pause)
    },
    [env, flush, key, session],
  )
  const cleared = useRef<Promise<unknown>>(undefined)
  const clear = useCallback(() => {
    clearings.current += 1
    unsaved.current = undefined
    env.clearTimeout(timer.current)
    timer.current = undefined
    setState((now) => ({ ...now, values: undefined }))
    cleared.current = found()
      .then(async (holds) => (holds ? (await load()).drafts.clear(key) : undefined))
      // What cannot be cleared is offered again, which costs the person a tap.
      .catch(ignoreExpected('clear-draft', isPassing))
  }, [env, found, key, load])

  const handOver = useCallback(
    (work: Promise<unknown>) => {
      const all = handingOf(local)
      const whole = Promise.allSettled([work])
        .then(() => cleared.current)
        .then(() => {
          if (all.get(key) === whole) all.delete(key)
        })
      all.set(key, whole)
    },
    [key, local],
  )
  const current = state.of === of
  const { values, loaded, handing } = current ? state : { values: undefined, loaded: false, handing: false }
  return { values, loaded, handing, save, clear, handOver }
}
