import { carRoutes } from '#contract/cars.ts'
import { limits } from '#contract/limits.ts'
import { keepCar, putCards } from '../cache/cars.ts'
import { acksSoFar, takeFavourites } from '../cache/mine.ts'
import { favouriteIds, type Favourites } from '../outbox/seen/overlay.ts'
import type { Host } from './face.ts'
import type { People } from './people.ts'
import type { Stores } from './stores.ts'

/** Brings the favourites up to date, and everything of them that is needed without signal. */
export function createFavourites(host: Host, stores: Stores, people: People) {
  const { ask, env } = host
  /** Something of them could not be fetched; it is asked for when the server is back. */
  let owed = false

  async function refresh(): Promise<boolean> {
    owed = false
    const { user } = host.session.get()
    if (!user) return false
    const store = await stores.own(people.writes())
    const asked = await acksSoFar(store)
    const answer = await ask(carRoutes.getFavoriteList, { body: { limit: limits.maxLimit } })
    // Someone else may have signed in meanwhile.
    if (host.session.get().user?.id !== user.id) return false
    if (!answer.ok) {
      owed = true
      return false
    }
    const { data, ids, as_of } = answer.body
    await stores.shared.transaction('write', ['cards'], (tx) =>
      putCards(tx, data, Date.parse(as_of), env.now()),
    )
    await takeFavourites(store, ids, asked)
    return true
  }
  /** A favourite can be opened without signal: fetch the pages that are not kept yet, a few at a time. */
  async function fetchDetails(favourites: Favourites, most = 10): Promise<void> {
    const kept = await stores.shared.transaction('read', ['details'], (tx) => tx.list('details'))
    const have = new Set(kept.map((row) => row.id))
    const missing = favouriteIds(favourites).filter((id) => !have.has(id))
    for (const id of missing.slice(0, most)) {
      const card = await stores.shared.transaction('read', ['cards'], (tx) => tx.get('cards', id))
      const answer = await ask(carRoutes.getSingleCar, { params: { slug: card?.card.slug ?? id } })
      if (!answer.ok && answer.status === 0) {
        owed = true
        return
      }
      if (answer.ok && !answer.fromPhone) await keepCar(stores.shared, answer.body, env.now())
    }
  }
  /** Calls once each time our server is back after something of them could not be fetched; returns the way out. */
  function whenBack(again: () => void): () => void {
    let before = host.connection.get().state
    return host.connection.subscribe(() => {
      const { state } = host.connection.get()
      const back = state === 'online' && before !== 'online'
      before = state
      if (!back || !owed) return
      owed = false
      again()
    })
  }
  return { refresh, fetchDetails, whenBack }
}
