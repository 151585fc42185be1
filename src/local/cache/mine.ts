import type { FavouriteRow, CachedAnswerRow, OwnTables, ViewedRow } from '../database/records.ts'
import { favouritesFirst } from '../outbox/favourites.ts'
import { meta, numberOf, type OwnStore, putEntity } from '../outbox/command.ts'
import type { Cached, AnsweredVersion } from './cached.ts'
import type { Tx } from '../database/store.ts'
import { cacheLimits } from './eviction.ts'

// Rows of one person's database beside the outbox: favourites, viewed and compared cars, and responses for this person.

/** Returns the favourites of the server's last response, newest first. */
export function favouriteRows(store: OwnStore): Promise<FavouriteRow[]> {
  return store.transaction('read', ['favourites'], async (tx) => favouritesFirst(await tx.list('favourites')))
}

/** Returns the count of acknowledgements; to be read before a list is requested. */
export function acksSoFar(store: OwnStore): Promise<number> {
  return store.transaction('read', ['meta'], (tx) => numberOf(tx, meta.ack))
}

/** Stores the server's list, except for favourites that were acknowledged after the list was requested (I18). */
export function takeFavourites(store: OwnStore, ids: readonly string[], acksBefore: number): Promise<void> {
  return store.transaction('write', ['favourites'], async (tx) => {
    const known = new Map((await tx.list('favourites')).map((row) => [row.carId, row]))
    const listed = new Set(ids)
    for (const [carId, row] of known) {
      if (row.ack <= acksBefore && !listed.has(carId)) await tx.delete('favourites', carId)
    }
    for (const [place, carId] of ids.entries()) {
      const row = known.get(carId)
      if (row && row.ack > acksBefore) continue
      // An acknowledged favourite keeps its rank, the positive number of its write. The others rank below it, in the order of the
      // list.
      const rank = row?.on && row.ack > 0 ? row.rank : -place
      await tx.put('favourites', { carId, on: true, ack: row?.ack ?? 0, rank })
    }
  })
}

export function readForMe<T>(store: OwnStore, k: string): Promise<Cached<T> | undefined> {
  return store.transaction('read', ['kept'], async (tx) => {
    const row = await tx.get('kept', k)
    return row && { value: row.value as T, asOf: row.asOf }
  })
}

/** Stores a response and the versioned entities in it: edits are based on the version that was seen (I9). */
export function cacheOwn(
  store: OwnStore,
  row: CachedAnswerRow,
  versions: readonly AnsweredVersion[],
): Promise<void> {
  return store.transaction('write', ['kept', 'entities'], async (tx) => {
    await tx.put('kept', row)
    for (const { k, ...now } of versions) await putEntity(tx, k, now, row.asOf)
  })
}

/** Maximum number of cars to compare. Their slugs are stored on this phone only, in the person's own database. */
export const mostCompared = 4
/** Row of the person's `kept`. */
const compareRow = 'compare'

/** Returns the first `mostCompared` different slugs. */
export const comparable = (slugs: readonly string[]): string[] => [...new Set(slugs)].slice(0, mostCompared)

const slugsOf = (row: CachedAnswerRow | undefined): string[] =>
  Array.isArray(row?.value) ? row.value.filter((slug): slug is string => typeof slug === 'string') : []

/** Reads the compared cars, in a transaction that includes `kept`. */
export const comparedIn = async (tx: Tx<OwnTables>): Promise<string[]> =>
  slugsOf(await tx.get('kept', compareRow))

const readCompared = (store: OwnStore) => store.transaction('read', ['kept'], comparedIn)

export function saveCompared(store: OwnStore, slugs: readonly string[], now: number): Promise<void> {
  return store.transaction('write', ['kept'], (tx) => writeCompared(tx, slugs, now))
}
const writeCompared = (tx: Tx<OwnTables>, slugs: readonly string[], now: number) =>
  slugs.length === 0
    ? tx.delete('kept', compareRow)
    : tx.put('kept', { k: compareRow, value: comparable(slugs), asOf: now })

/** Adds or removes a car, in one transaction, so that a change of another tab stays. False when no more cars fit. */
export function changeCompared(
  store: OwnStore,
  { slug, on }: { slug: string; on: boolean },
  now: number,
): Promise<boolean> {
  return store.transaction('write', ['kept'], async (tx) => {
    const before = (await comparedIn(tx)).filter((one) => one !== slug)
    if (on && before.length >= mostCompared) return false
    await writeCompared(tx, on ? [...before, slug] : before, now)
    return true
  })
}

/** Moves the guest's compared cars to the person who signed in, before those that this person chose earlier. */
export async function adoptCompared(guest: OwnStore, own: OwnStore, now: number): Promise<void> {
  const chosen = await readCompared(guest)
  if (chosen.length === 0) return
  await saveCompared(own, [...chosen, ...(await readCompared(own))], now)
  await saveCompared(guest, [], now)
}

/**
 * Reads the cars that a person viewed: each car once, the latest view first, at most `cacheLimits.viewed`. The rows are in the
 * person's own database and are not sent to a server.
 */
const newestFirst = (tx: Tx<OwnTables>): Promise<ViewedRow[]> =>
  tx.list('viewed', { index: 'at', reverse: true })

async function trim(tx: Tx<OwnTables>): Promise<void> {
  for (const row of (await newestFirst(tx)).slice(cacheLimits.viewed)) await tx.delete('viewed', row.carId)
}

export function noteViewed(store: OwnStore, carId: string, now: number): Promise<void> {
  return store.transaction('write', ['viewed'], async (tx) => {
    const [last] = await tx.list('viewed', { index: 'at', reverse: true, limit: 1 })
    // A view dated by a clock that was ahead must not stay before a later view (I19).
    const at = last && last.carId !== carId ? Math.max(now, last.at + 1) : Math.max(now, last?.at ?? 0)
    await tx.put('viewed', { carId, at })
    await trim(tx)
  })
}

export function viewedIds(store: OwnStore): Promise<string[]> {
  return store.transaction('read', ['viewed'], async (tx) => (await newestFirst(tx)).map((row) => row.carId))
}

/** Deletes all views and returns them, so that the person can undo it. */
export function clearViewed(store: OwnStore): Promise<ViewedRow[]> {
  return store.transaction('write', ['viewed'], async (tx) => {
    const rows = await newestFirst(tx)
    for (const row of rows) await tx.delete('viewed', row.carId)
    return rows
  })
}

/** Merges views with the stored ones; of two views of one car the later counts. */
export function joinViewed(store: OwnStore, rows: readonly ViewedRow[]): Promise<void> {
  return store.transaction('write', ['viewed'], async (tx) => {
    for (const row of rows) {
      const known = await tx.get('viewed', row.carId)
      if (!known || known.at < row.at) await tx.put('viewed', row)
    }
    await trim(tx)
  })
}

/**
 * Moves the guest's views to the person who signed in. They are committed there before they are deleted here: an interruption
 * leaves them in both databases, and the next call finishes the move.
 */
export async function adoptViewed(guest: OwnStore, own: OwnStore): Promise<void> {
  const rows = await guest.transaction('read', ['viewed'], newestFirst)
  if (rows.length === 0) return
  await joinViewed(own, rows)
  await guest.transaction('write', ['viewed'], async (tx) => {
    for (const { carId, at } of rows)
      if ((await tx.get('viewed', carId))?.at === at) await tx.delete('viewed', carId)
  })
}
