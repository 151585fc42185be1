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

/** Brings the favourites up to date; what is needed of them without signal is stored by the job of pins. */
export function createFavourites(
  host: Surroundings & Identity & Api,
  stores: Pick<Stores, 'own' | 'shared'>,
) {
  const { ask, env } = host
  /** They could not be fetched; they are requested when the server is back. */
  let owed = false

  async function refresh(): Promise<boolean> {
    owed = false
    const { user } = host.session.get()
    if (!user) return false
    const store = await stores.own(userPartition(user.id))
    const acksBefore = await acksSoFar(store)
    const answer = await ask(carRoutes.getFavoriteList, { body: { limit: limits.maxLimit } })
    // Someone else may have signed in meanwhile.
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
  /** Calls once each time our server is back after they could not be fetched. Returns an unsubscribe function. */
  function whenBack(again: () => void): () => void {
    return onReconnect(host.connection, () => {
      if (!owed) return
      owed = false
      again()
    })
  }
  return { refresh, whenBack }
}

/** The mirror in the plain storage can outlive the database: better old hearts than none until the server is asked. */
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
  /** Who is signed in. */
  user: () => string | undefined
  put: (kind: 'fav.set', payload: Payloads['fav.set']) => Promise<{ ok: boolean }>
  /** All have left the guest: their pictures are not needed any more. */
  dropPictures: () => Promise<void>
}

/**
 * A guest's hearts become wishes of the person who signed in, oldest first. Each leaves the guest only when it is safe as
 * a wish, and a wish for what is so already changes nothing: a cut in between costs neither.
 */
export async function takeHearts(guest: OwnStore, o: TakeHeartsPorts): Promise<void> {
  const user = o.user()
  const rows = await favouriteRows(guest)
  for (const { carId } of rows.toReversed()) {
    // Whoever left meanwhile wishes for nothing.
    if (o.user() !== user || !(await o.put('fav.set', { carId, want: 'yes' })).ok) return
    await guest.transaction('write', ['favourites', 'kept'], async (tx) => {
      await tx.delete('favourites', carId)
      await dropPin(tx, carId)
    })
  }
  if (rows.length > 0) await o.dropPictures()
}
