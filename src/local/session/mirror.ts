import { listOf } from '#contract/values/unknown.ts'
import { type KeyValue, readJson, tryWrite } from '../platform/env.ts'

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
  return listOf(readJson(storage, favouritesKey)).filter((id) => typeof id === 'string')
}

export function writeFavourites(storage: KeyValue | undefined, ids: readonly string[]): void {
  // A full storage costs the shadow only.
  if (ids.length === 0 || !tryWrite(storage, favouritesKey, JSON.stringify(ids)))
    storage?.removeItem(favouritesKey)
}
