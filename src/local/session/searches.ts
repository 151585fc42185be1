import { listOf, propertiesOf } from '#contract/values/unknown.ts'
import { type KeyValue, readJson, tryWrite } from '../platform/env.ts'
import { searchesKey, carryOnKey } from './mirror.ts'

/**
 * What was searched for last, on this phone only, newest first. It may tell a lot about a person: it leaves with them
 * when they sign out, and whenever they ask.
 */
const most = 8

export function readSearches(storage: KeyValue | undefined): string[] {
  return listOf(readJson(storage, searchesKey))
    .filter((text) => typeof text === 'string')
    .slice(0, most)
}

/** Puts a search first; the same words in other letters are the same search. A storage that takes nothing loses it. */
export function addSearch(storage: KeyValue | undefined, text: string): string[] {
  const words = text.trim().replace(/\s+/g, ' ')
  const before = readSearches(storage)
  if (words === '') return before
  const others = before.filter((known) => known.toLowerCase() !== words.toLowerCase())
  const next = [words, ...others].slice(0, most)
  return !storage || tryWrite(storage, searchesKey, JSON.stringify(next)) ? next : before
}

export function dropSearches(storage: KeyValue | undefined): void {
  storage?.removeItem(searchesKey)
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

export function readCarryOn(storage: KeyValue | undefined): CarryOnNote {
  const { search, shown } = propertiesOf(readJson(storage, carryOnKey))
  const { cards, viewed } = propertiesOf(shown)
  return {
    ...(typeof search === 'string' && { search }),
    ...(typeof cards === 'number' && { shown: { cards, viewed: viewed === true } }),
  }
}

/** A storage that takes nothing loses it. It is a convenience: the search itself was made. */
export function noteCarryOn(storage: KeyValue | undefined, change: CarryOnNote): void {
  tryWrite(storage, carryOnKey, JSON.stringify({ ...readCarryOn(storage), ...change }))
}
