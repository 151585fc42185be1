import { carRoutes } from '#contract/cars.ts'
import { limits } from '#contract/limits.ts'
import { cardTables, putCards } from '../cache/cars.ts'
import { acksSoFar, favouriteRows, takeFavourites } from '../cache/mine.ts'
import type { Api, Identity, Surroundings } from '../sync/ports.ts'
import { onReconnect } from '../sync/reachability.ts'
import { userPartition } from '../database/schema.ts'
import type { Stores } from '../partitions/stores.ts'
import type { Payloads } from '#contract/commands.ts'
import type { OwnStore } from '../outbox/command.ts'
import { dropPin } from './rows.ts'

/** Returns functions that update the favourites; the job of pins stores their data for offline use. */
export function createFavourites(
  host: Surroundings & Identity & Api,
  stores: Pick<Stores, 'own' | 'shared'>,
) {
  const { ask, env } = host
  /** Whether the last request failed, so that it has to be repeated when the server is back. */
  let owed = false

  async function refresh(): Promise<boolean> {
    owed = false
    const { user } = host.session.get()
    if (!user) return false
    const store = await stores.own(userPartition(user.id))
    const acksBefore = await acksSoFar(store)
    const answer = await ask(carRoutes.getFavoriteList, { body: { limit: limits.maxLimit } })
    // Another person may have signed in meanwhile.
    if (host.session.get().user?.id !== user.id) return false
    if (!answer.ok) {
      owed = true
      return false
    }
    const { data, ids, as_of } = answer.body
    await stores.shared.transaction('write', cardTables, (tx) =>
      putCards(tx, data, Date.parse(as_of), env.now()),
    )
    await takeFavourites(store, ids, acksBefore)
    return true
  }
  /** Calls `again` each time the server is back after a failed request. Returns an unsubscribe function. */
  function whenBack(again: () => void): () => void {
    return onReconnect(host.connection, () => {
      if (!owed) return
      owed = false
      again()
    })
  }
  return { refresh, whenBack }
}

/** Restores hearts from the plain storage, which can outlive the database, until the server responds. */
export async function restoreHearts(
  ids: readonly string[],
  stores: Pick<Stores, 'own' | 'lost'>,
  partition: string,
): Promise<void> {
  if (!stores.lost.includes(partition) || ids.length === 0) return
  const store = await stores.own(partition)
  if ((await favouriteRows(store)).length === 0) await takeFavourites(store, ids, await acksSoFar(store))
}

export interface TakeHeartsPorts {
  /** Returns the id of the signed-in person. */
  user: () => string | undefined
  put: (kind: 'fav.set', payload: Payloads['fav.set']) => Promise<{ ok: boolean }>
  /** Called after all hearts have left the guest, whose pictures are then no longer needed. */
  dropPictures: () => Promise<void>
}

/**
 * Turns a guest's hearts into wishes of the person who signed in, oldest first. A heart is deleted from the guest only after its
 * wish was stored, and a repeated wish changes nothing, so an interruption loses none.
 */
export async function takeHearts(guest: OwnStore, o: TakeHeartsPorts): Promise<void> {
  const user = o.user()
  const rows = await favouriteRows(guest)
  for (const { carId } of rows.toReversed()) {
    // After this person has left, no more wishes are made.
    if (o.user() !== user || !(await o.put('fav.set', { carId, want: 'yes' })).ok) return
    await guest.transaction('write', ['favourites', 'kept'], async (tx) => {
      await tx.delete('favourites', carId)
      await dropPin(tx, carId)
    })
  }
  if (rows.length > 0) await o.dropPictures()
}
