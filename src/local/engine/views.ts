import type { FavouriteRow, OutboxItem } from '../database/records.ts'
import { favouriteRows, viewedIds } from '../cache/mine.ts'
import { pin, type PublicStore } from '../cache/shelf.ts'
import { entriesOf } from '../outbox/entry.ts'
import { favouriteIds, wantedOf } from '../outbox/overlay.ts'
import { writeFavourites } from '../session/mirror.ts'
import type { Host, Views } from './face.ts'
import type { People } from './people.ts'
import type { Stores } from './stores.ts'

/** What screens watch, read as a whole: the base with the unfinished wishes on top. */
export function createLook(stores: Stores, people: People): () => Promise<Views> {
  return async () => {
    const items: OutboxItem[] = []
    let rows: FavouriteRow[] = []
    let wanted = new Map<string, boolean>()
    let seen: string[] = []
    const active = people.active()
    for (const partition of people.shown()) {
      const store = stores.opened(partition)
      if (!store) continue
      const all = await store.transaction('read', ['outbox'], (tx) => tx.list('outbox'))
      // What could not be kept must not look saved.
      items.push(...(stores.isDurable(partition) ? all : all.filter((i) => i.state === 'done')))
      if (partition !== active) continue
      rows = await favouriteRows(store)
      seen = await viewedIds(store)
      wanted = wantedOf(stores.isDurable(partition) ? all : [])
    }
    const favourites = { base: new Set(rows.map((r) => r.carId)), wanted }
    const edition = [favouriteIds(favourites).join(), seen.join()].join(';')
    return { outbox: entriesOf(items), favourites, edition }
  }
}

/** After each look: the mirror for the next first paint, and the cars that may not be evicted. */
export function createFollowUp(
  host: Host,
  shared: PublicStore,
  people: People,
): (views: Views) => Promise<void> {
  let pinnedAs = ''
  return async ({ favourites, edition }) => {
    const ids = favouriteIds(favourites)
    writeFavourites(host.env.localStorage, ids)
    const partition = people.active()
    const state = `${partition};${edition}`
    if (state === pinnedAs) return
    pinnedAs = state
    const seen = (edition.split(';')[1] ?? '').split(',').filter((id) => id !== '')
    try {
      await pin(shared, partition, [...new Set([...ids, ...seen])])
    } catch {
      // Pins are for eviction only: a full phone must not lose a write over them. The next look tries again.
      pinnedAs = ''
    }
  }
}
