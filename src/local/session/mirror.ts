import type { KeyValue } from '../platform/env.ts'

/**
 * Favourite ids are mirrored under the documented key (R-ENT-26): the hearts of the first paint need no database.
 * The database is the truth, this is its shadow.
 */
export const favouritesKey = 'favourites'
/** Last searches: read where they are needed, and gone with the person who signs out. */
export const searchesKey = 'motorkin-searches'
/** Where a person stopped; leaves with them as well. */
export const carryOnKey = 'motorkin-carry-on'

export function readFavourites(storage: KeyValue | undefined): string[] {
  try {
    const value: unknown = JSON.parse(storage?.getItem(favouritesKey) ?? '[]')
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function writeFavourites(storage: KeyValue | undefined, ids: readonly string[]): void {
  try {
    if (ids.length === 0) storage?.removeItem(favouritesKey)
    else storage?.setItem(favouritesKey, JSON.stringify(ids))
  } catch {
    // A full storage costs the shadow only.
    storage?.removeItem(favouritesKey)
  }
}
