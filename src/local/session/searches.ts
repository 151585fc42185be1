import { searchesKey } from './mirror.ts'

/**
 * What was searched for last, on this phone only, newest first. It may tell a lot about a person: it leaves with them
 * when they sign out, and whenever they ask.
 */
interface Storage {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
}
const most = 8

export function readSearches(storage: Storage | undefined): string[] {
  try {
    const value: unknown = JSON.parse(storage?.getItem(searchesKey) ?? '[]')
    return Array.isArray(value) ? value.filter((text) => typeof text === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/** Puts a search first; the same words in other letters are the same search. A storage that takes nothing loses it. */
export function addSearch(storage: Storage | undefined, text: string): string[] {
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

export function dropSearches(storage: Storage | undefined): void {
  storage?.removeItem(searchesKey)
}
