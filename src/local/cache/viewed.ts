import type { OwnTables, ViewedRow } from '../database/records.ts'
import type { Tx } from '../database/store.ts'
import type { OwnStore } from '../outbox/command.ts'
import { limits } from './eviction.ts'

/**
 * What a person looked at: each car once, the last look first, at most `limits.viewed`. It lives in their own database
 * and is told to nobody.
 */
const newestFirst = (tx: Tx<OwnTables>): Promise<ViewedRow[]> =>
  tx.list('viewed', { index: 'at', reverse: true })

async function trim(tx: Tx<OwnTables>): Promise<void> {
  for (const row of (await newestFirst(tx)).slice(limits.viewed)) await tx.delete('viewed', row.carId)
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
