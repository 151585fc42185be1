import { useCallback, useState } from 'react'
import {
  noteCarryOn,
  readCarryOn,
  type CarryOnNote,
  addSearch,
  dropSearches,
  readSearches,
} from '../session/searches.ts'
import type { KeyValue } from '../platform/env.ts'
import { useHydrated, useLocal, useReadable } from './context.ts'

const none: readonly string[] = []
const nothing: CarryOnNote = {}

/** What the plain storage has of whoever is here; another person's is read when they come. */
function useTheirs<T>(read: (storage: KeyValue | undefined) => T): [T, (value: T) => void] {
  const { env, session } = useLocal()
  const { account } = useReadable(session)
  const [seen, setSeen] = useState(() => ({ account, value: read(env.localStorage) }))
  if (seen.account !== account) setSeen({ account, value: read(env.localStorage) })
  const set = useCallback((value: T) => setSeen((before) => ({ ...before, value })), [])
  return [seen.value, set]
}

export interface LastSearches {
  /** Newest first. */
  texts: readonly string[]
  remember: (text: string) => void
  /** On demand: nothing of them stays on this phone. */
  clear: () => void
}

/** What was searched for last on this phone; never sent anywhere. */
export function useLastSearches(): LastSearches {
  const { env } = useLocal()
  const hydrated = useHydrated()
  const [texts, setTexts] = useTheirs<readonly string[]>(readSearches)
  const remember = useCallback(
    (text: string) => {
      setTexts(addSearch(env.localStorage, text))
      if (text.trim() !== '')
        noteCarryOn(env.localStorage, { search: `q=${encodeURIComponent(text.trim())}` })
    },
    [env, setTexts],
  )
  const clear = useCallback(() => {
    dropSearches(env.localStorage)
    noteCarryOn(env.localStorage, { search: undefined })
    setTexts([])
  }, [env, setTexts])
  return { texts: hydrated ? texts : none, remember, clear }
}

export interface CarryOn {
  /** As it was when the screen came up. */
  note: CarryOnNote
  change: (change: CarryOnNote) => void
  /** There may be something to carry on with; not before the first visit has shown its cars. */
  begun: boolean
}

/** Where this person stopped; never sent anywhere. */
export function useCarryOn(): CarryOn {
  const { env, ...local } = useLocal()
  const hydrated = useHydrated()
  const [read] = useTheirs(readCarryOn)
  const note = hydrated ? read : nothing
  const change = useCallback((part: CarryOnNote) => noteCarryOn(env.localStorage, part), [env])
  const isOpen = useReadable(local.engine) !== undefined
  const begun = useReadable(local.holding) || isOpen || note.shown !== undefined || note.search !== undefined
  return { note, change, begun }
}
