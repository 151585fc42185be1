import type { KeyValue } from '../platform/env.ts'
import { searchesKey, carryOnKey } from './mirror.ts'

/**
 * What was searched for last, on this phone only, newest first. It may tell a lot about a person: it leaves with them
 * when they sign out, and whenever they ask.
 */
const most = 8

export function readSearches(storage: KeyValue | undefined): string[] {
  try {
    const value: unknown = JSON.parse(storage?.getItem(searchesKey) ?? '[]')
    return Array.isArray(value) ? value.filter((text) => typeof text === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/** Puts a search first; the same words in other letters are the same search. A storage that takes nothing loses it. */
export function addSearch(storage: KeyValue | undefined, text: string): string[] {
  const words = text.trim().replace(/\s+/g, ' ')
  const before = readSearches(storage)
  if (words === '') return before
  const others = before.filter((known) => known.toLowerCase() !== words.toLowerCase())
  const next = [words, ...others].slice(0, most)
  try {
    storage?.setItem(searchesKey, JSON.stringify(next))
  } catch {
    return before
  }
  return next
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
  try {
    const value = JSON.parse(storage?.getItem(carryOnKey) ?? '{}') as Partial<
      Record<keyof CarryOnNote, unknown>
    > | null
    const shown = value?.shown as Partial<Record<'cards' | 'viewed', unknown>> | null | undefined
    return {
      ...(typeof value?.search === 'string' && { search: value.search }),
      ...(typeof shown?.cards === 'number' && {
        shown: { cards: shown.cards, viewed: shown.viewed === true },
      }),
    }
  } catch {
    return {}
  }
}

/** A storage that takes nothing loses it. */
export function noteCarryOn(storage: KeyValue | undefined, change: CarryOnNote): void {
  try {
    storage?.setItem(carryOnKey, JSON.stringify({ ...readCarryOn(storage), ...change }))
  } catch {
    // It is a convenience: the search itself was made.
  }
}
