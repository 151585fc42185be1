import { useCallback, useState } from 'react'
import { listOf, propertiesOf } from '#contract/values/unknown.ts'
import { type KeyValue, readJson, tryWrite } from '../platform/env.ts'
import { carryOnKey, searchesKey } from '../session/session.ts'
import { useHydrated, useLocal, useReadable } from './context.ts'

/**
 * Number of last searches, which are stored on this phone only, newest first. They may reveal a lot about a person, so they are
 * deleted at sign-out and on demand.
 */
const most = 8

function readSearches(storage: KeyValue | undefined): string[] {
  return listOf(readJson(storage, searchesKey))
    .filter((text) => typeof text === 'string')
    .slice(0, most)
}

/** Puts a search first; letter case does not matter. If the storage refuses the write, the search is lost. */
function addSearch(storage: KeyValue | undefined, text: string): string[] {
  const words = text.trim().replace(/\s+/g, ' ')
  const before = readSearches(storage)
  if (words === '') return before
  const others = before.filter((known) => known.toLowerCase() !== words.toLowerCase())
  const next = [words, ...others].slice(0, most)
  return !storage || tryWrite(storage, searchesKey, JSON.stringify(next)) ? next : before
}

/**
 * Last activity of a person, on this phone only: the last search, and the number of cards that were shown, so that the screen can
 * reserve their space. It is deleted at sign-out, like the last searches.
 */
export interface CarryOnNote {
  /** Query string of the search address, without the question mark. */
  search?: string | undefined
  /** Number of cards above the viewed cars, and whether there were viewed cars. */
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

/** Stores a change of the note. If the storage refuses the write, the note is lost, which costs only convenience. */
function noteCarryOn(storage: KeyValue | undefined, change: CarryOnNote): void {
  tryWrite(storage, carryOnKey, JSON.stringify({ ...readCarryOn(storage), ...change }))
}

const none: readonly string[] = []
const nothing: CarryOnNote = {}

/** Returns a value of the current person from the plain storage; it is read again when another person signs in. */
function useTheirs<T>(read: (storage: KeyValue | undefined) => T): [T, (value: T) => void] {
  const { env, session } = useLocal()
  const { account } = useReadable(session)
  const [seen, setSeen] = useState(() => ({ account, value: read(env.localStorage) }))
  if (seen.account !== account) setSeen({ account, value: read(env.localStorage) })
  const set = useCallback((value: T) => setSeen((before) => ({ ...before, value })), [])
  return [seen.value, set]
}

/** Returns the last searches of this phone; they are never sent anywhere. */
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
  /** Deletes all searches from this phone. */
  const clear = useCallback(() => {
    env.localStorage?.removeItem(searchesKey)
    noteCarryOn(env.localStorage, { search: undefined })
    setTexts([])
  }, [env, setTexts])
  return { texts: hydrated ? texts : none, remember, clear }
}

/** Returns the note of this person's last activity; it is never sent anywhere. */
export function useCarryOn() {
  const { env, ...local } = useLocal()
  const hydrated = useHydrated()
  const [read] = useTheirs(readCarryOn)
  // The note from when the screen was mounted.
  const note = hydrated ? read : nothing
  const change = useCallback((part: CarryOnNote) => noteCarryOn(env.localStorage, part), [env])
  const isOpen = useReadable(local.engine) !== undefined
  /** Whether there may be an activity to continue; false until the first visit has shown its cars. */
  const begun = useReadable(local.holding) || isOpen || note.shown !== undefined || note.search !== undefined
  return { note, change, begun }
}
