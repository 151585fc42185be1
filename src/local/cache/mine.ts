import type { FavouriteRow, CachedAnswerRow, OwnTables, ViewedRow } from '../database/records.ts'
import { favouritesFirst } from '../outbox/favourites.ts'
import { meta, numberOf, type OwnStore, putEntity } from '../outbox/command.ts'
import type { Cached, AnsweredVersion } from './cached.ts'
import type { Tx } from '../database/store.ts'
import { cacheLimits } from './eviction.ts'

// What one person's database stores beside the outbox: favourites, cars looked at and compared, answers for them alone.

/** The server's last answer, newest favourite first. */
export function favouriteRows(store: OwnStore): Promise<FavouriteRow[]> {
  return store.transaction('read', ['favourites'], async (tx) => favouritesFirst(await tx.list('favourites')))
}

/** Taken before a list is requested. */
export function acksSoFar(store: OwnStore): Promise<number> {
  return store.transaction('read', ['meta'], (tx) => numberOf(tx, meta.ack))
}

/** Takes over the server's list, except where an ack came after the list was requested (I18). */
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
      // Acks rank by the order of writes, which is positive: what the list names ranks below them in its own order.
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

/** An answer, and with it the things with versions in it: edits are made on what was seen (I9). */
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

/** The cars a person is about to compare, by their slugs: on this phone only, in their own database. */
export const mostCompared = 4
/** Row of the person's `kept`. */
const compareRow = 'compare'

/** The first few of them, each once. */
export const comparable = (slugs: readonly string[]): string[] => [...new Set(slugs)].slice(0, mostCompared)

const slugsOf = (row: CachedAnswerRow | undefined): string[] =>
  Array.isArray(row?.value) ? row.value.filter((slug): slug is string => typeof slug === 'string') : []

/** Inside a transaction that names `kept`. */
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

/** One more, or one less: what was chosen a moment ago, here or in another tab, stays. False where no more fit. */
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

/** What a guest chose goes with the person who signed in, before what that person chose at another time. */
export async function adoptCompared(guest: OwnStore, own: OwnStore, now: number): Promise<void> {
  const chosen = await readCompared(guest)
  if (chosen.length === 0) return
  await saveCompared(own, [...chosen, ...(await readCompared(own))], now)
  await saveCompared(guest, [], now)
}

/**
 * What a person looked at: each car once, the last look first, at most `limits.viewed`. It lives in their own database
 * and is sent to nobody.
 */
const newestFirst = (tx: Tx<OwnTables>): Promise<ViewedRow[]> =>
  tx.list('viewed', { index: 'at', reverse: true })

async function trim(tx: Tx<OwnTables>): Promise<void> {
  for (const row of (await newestFirst(tx)).slice(cacheLimits.viewed)) await tx.delete('viewed', row.carId)
}

export function noteViewed(store: OwnStore, carId: string, now: number): Promise<void> {
  return store.transaction('write', ['viewed'], async (tx) => {
    const [last] = await tx.list('viewed', { index: 'at', reverse: true, limit: 1 })
    // A clock that was ahead must not keep an old look in front of a new one (I19).
    const at = last && last.carId !== carId ? Math.max(now, last.at + 1) : Math.max(now, last?.at ?? 0)
    await tx.put('viewed', { carId, at })
    await trim(tx)
  })
}

export function viewedIds(store: OwnStore): Promise<string[]> {
  return store.transaction('read', ['viewed'], async (tx) => (await newestFirst(tx)).map((row) => row.carId))
}

/** Forgets all of it and answers what there was, for a person who changes their mind. */
export function clearViewed(store: OwnStore): Promise<ViewedRow[]> {
  return store.transaction('write', ['viewed'], async (tx) => {
    const rows = await newestFirst(tx)
    for (const row of rows) await tx.delete('viewed', row.carId)
    return rows
  })
}

/** Joins looks with those that are there; of two looks at one car the later counts. */
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
 * What was looked at as a guest goes with the person who signed in. It is whole in their database before it leaves the
 * guest's: a cut in between leaves it in both, and the next time ends it.
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
