import { useCallback, useState } from 'react'
import { listOf, propertiesOf } from '#contract/values/unknown.ts'
import { type KeyValue, readJson, tryWrite } from '../platform/env.ts'
import { carryOnKey, searchesKey } from '../session/session.ts'
import { useHydrated, useLocal, useReadable } from './context.ts'

/**
 * What was searched for last, on this phone only, newest first. It may tell a lot about a person: it leaves with them
 * when they sign out, and whenever they ask.
 */
const most = 8

function readSearches(storage: KeyValue | undefined): string[] {
  return listOf(readJson(storage, searchesKey))
    .filter((text) => typeof text === 'string')
    .slice(0, most)
}

/** Puts a search first; the same words in other letters are the same search. A storage that takes nothing loses it. */
function addSearch(storage: KeyValue | undefined, text: string): string[] {
  const words = text.trim().replace(/\s+/g, ' ')
  const before = readSearches(storage)
  if (words === '') return before
  const others = before.filter((known) => known.toLowerCase() !== words.toLowerCase())
  const next = [words, ...others].slice(0, most)
  return !storage || tryWrite(storage, searchesKey, JSON.stringify(next)) ? next : before
}

/**
 * Where a person stopped, on this phone only: the last search, and how much of a list of such things was shown, so that
 * it has its room before it is read. Like the last searches it leaves with them when they sign out.
 */
export interface CarryOnNote {
  /** The query of its address, without the question mark. */
  search?: string | undefined
  /** Cards above the cars looked at, and whether there were such cars. */
  shown?: { cards: number; viewed: boolean }
}

function readCarryOn(storage: KeyValue | undefined): CarryOnNote {
  const { search, shown } = propertiesOf(readJson(storage, carryOnKey))
  const { cards, viewed } = propertiesOf(shown)
  return {
    ...(typeof search === 'string' && { search }),
    ...(typeof cards === 'number' && { shown: { cards, viewed: viewed === true } }),
  }
}

/** A storage that takes nothing loses it. It is a convenience: the search itself was made. */
function noteCarryOn(storage: KeyValue | undefined, change: CarryOnNote): void {
  tryWrite(storage, carryOnKey, JSON.stringify({ ...readCarryOn(storage), ...change }))
}

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

/** What was searched for last on this phone; never sent anywhere. */
export function useLastSearches() {
  const { env } = useLocal()
  const hydrated = useHydrated()
  // Newest first.
  const [texts, setTexts] = useTheirs<readonly string[]>(readSearches)
  const remember = useCallback(
    (text: string) => {
      setTexts(addSearch(env.localStorage, text))
      if (text.trim() !== '')
        noteCarryOn(env.localStorage, { search: `q=${encodeURIComponent(text.trim())}` })
    },
    [env, setTexts],
  )
  /** On demand: nothing of them stays on this phone. */
  const clear = useCallback(() => {
    env.localStorage?.removeItem(searchesKey)
    noteCarryOn(env.localStorage, { search: undefined })
    setTexts([])
  }, [env, setTexts])
  return { texts: hydrated ? texts : none, remember, clear }
}

/** Where this person stopped; never sent anywhere. */
export function useCarryOn() {
  const { env, ...local } = useLocal()
  const hydrated = useHydrated()
  const [read] = useTheirs(readCarryOn)
  // As it was when the screen came up.
  const note = hydrated ? read : nothing
  const change = useCallback((part: CarryOnNote) => noteCarryOn(env.localStorage, part), [env])
  const isOpen = useReadable(local.engine) !== undefined
  /** There may be something to carry on with; not before the first visit has shown its cars. */
  const begun = useReadable(local.holding) || isOpen || note.shown !== undefined || note.search !== undefined
  return { note, change, begun }
}
