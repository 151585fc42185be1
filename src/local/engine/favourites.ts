import { carRoutes } from '#contract/cars.ts'
import { limits } from '#contract/limits.ts'
import { cardTables, putCards } from '../cache/cars.ts'
import { acksSoFar, takeFavourites } from '../cache/mine.ts'
import type { Api, Identity, Surroundings } from './host.ts'
import type { People } from './people.ts'
import type { Stores } from './stores.ts'

/** Brings the favourites up to date; what is needed of them without signal is kept by `pins/`. */
export function createFavourites(host: Surroundings & Identity & Api, stores: Stores, people: People) {
  const { ask, env } = host
  /** They could not be fetched; they are asked for when the server is back. */
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
    await stores.shared.transaction('write', cardTables, (tx) =>
      putCards(tx, data, Date.parse(as_of), env.now()),
    )
    await takeFavourites(store, ids, asked)
    return true
  }
  /** Calls once each time our server is back after they could not be fetched; returns the way out. */
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
  return { refresh, whenBack }
}
