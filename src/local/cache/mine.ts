import type { FavouriteRow, CachedAnswerRow } from '../database/records.ts'
import type { OwnStore } from '../outbox/command.ts'
import { putEntity } from '../outbox/sending/entities.ts'
import type { Cached, AnsweredVersion } from './cached.ts'

// What one person's database stores beside the outbox: favourites, drafts, answers for them alone.

/** Those that are on, newest first. */
export const favouritesFirst = (rows: readonly FavouriteRow[]): FavouriteRow[] =>
  rows.filter((row) => row.on).sort((a, b) => b.rank - a.rank)

/** What the server last said, newest favourite first. */
export function favouriteRows(store: OwnStore): Promise<FavouriteRow[]> {
  return store.transaction('read', ['favourites'], async (tx) => favouritesFirst(await tx.list('favourites')))
}

/** Taken before a list is asked for. */
export function acksSoFar(store: OwnStore): Promise<number> {
  return store.transaction('read', ['meta'], async (tx) => {
    const v = (await tx.get('meta', 'ack'))?.v
    return typeof v === 'number' ? v : 0
  })
}

/** Takes over the server's list, except where an ack came after the list was asked for (I18). */
export function takeFavourites(store: OwnStore, ids: readonly string[], asked: number): Promise<void> {
  return store.transaction('write', ['favourites'], async (tx) => {
    const known = new Map((await tx.list('favourites')).map((row) => [row.carId, row]))
    const listed = new Set(ids)
    for (const [carId, row] of known) {
      if (row.ack <= asked && !listed.has(carId)) await tx.delete('favourites', carId)
    }
    for (const [place, carId] of ids.entries()) {
      const row = known.get(carId)
      if (row && row.ack > asked) continue
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

/** An answer, and with it what it tells of things with versions: edits are made on what was seen (I9). */
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

export function saveDraft(store: OwnStore, id: string, values: Record<string, string>, now: number) {
  return store.transaction('write', ['drafts'], (tx) => tx.put('drafts', { id, values, updatedAt: now }))
}
export const readDraft = (store: OwnStore, id: string) =>
  store.transaction('read', ['drafts'], async (tx) => (await tx.get('drafts', id))?.values)
export const clearDraft = (store: OwnStore, id: string) =>
  store.transaction('write', ['drafts'], (tx) => tx.delete('drafts', id))
