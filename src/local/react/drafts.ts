import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { onEvents } from '../platform/env.ts'
import { useLocal } from './context.ts'

export interface FormDraft<T> {
  values: T | undefined
  loaded: boolean
  save: (values: T) => void
  clear: () => void
}
/** Together with the write itself this loses at most half a second of typing (I11). */
const pause = 250

/** Typed text survives a killed tab. */
export function useFormDraft<T extends Record<string, string>>(key: string): FormDraft<T> {
  const local = useLocal()
  const { env, load, found } = local
  const [state, setState] = useState<{ key: string; values: T | undefined; loaded: boolean }>({
    key,
    values: undefined,
    loaded: false,
  })
  const unsaved = useRef<T | undefined>(undefined)
  const timer = useRef<unknown>(undefined)

  const flush = useCallback(() => {
    env.clearTimeout(timer.current)
    timer.current = undefined
    const values = unsaved.current
    unsaved.current = undefined
    if (!values) return
    load()
      .then((engine) => engine.drafts.save(key, values))
      .catch((error: unknown) => {
        ignoreExpected('save-draft', isPassing)(error)
        // Until a store takes it the text lives in the form only; the next chance tries again.
        unsaved.current ??= values
      })
  }, [env, key, load])

  useEffect(() => {
    let gone = false
    const show = (values: Record<string, string> | undefined) => {
      if (!gone) setState({ key, values: values as T | undefined, loaded: true })
    }
    found()
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
      flush()
      off()
    }
  }, [env, flush, found, key, load])

  const save = useCallback(
    (values: T) => {
      unsaved.current = values
      timer.current ??= env.setTimeout(flush, pause)
    },
    [env, flush],
  )
  const clear = useCallback(() => {
    unsaved.current = undefined
    env.clearTimeout(timer.current)
    timer.current = undefined
    setState((now) => ({ ...now, values: undefined }))
    found()
      .then(async (holds) => (holds ? (await load()).drafts.clear(key) : undefined))
      // What cannot be cleared is offered again, which costs the person a tap.
      .catch(ignoreExpected('clear-draft', isPassing))
  }, [env, found, key, load])

  const current = state.key === key
  return { values: current ? state.values : undefined, loaded: current && state.loaded, save, clear }
}
