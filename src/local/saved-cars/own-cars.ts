import { changeCompared, saveCompared, clearViewed, joinViewed, noteViewed } from '../cache/mine.ts'
import type { Partitions } from '../partitions/partitions.ts'
import type { Stores } from '../partitions/stores.ts'
import type { Holding, Surroundings } from '../sync/ports.ts'

export interface OwnCarsPorts {
  host: Surroundings & Holding
  stores: Pick<Stores, 'own' | 'ownWithRoom' | 'durable'>
  partitions: Pick<Partitions, 'active' | 'guest'>
  /** Called after each change. */
  changed: () => Promise<void>
  /** Called after a guest's heart was stored or removed. */
  heartSaved: () => void
}

/** Returns functions for cars that a person stores on this phone only; nothing of it is sent. */
export function createOwnCars({ host, stores, partitions, changed, heartSaved }: OwnCarsPorts) {
  const { env } = host
  const own = () => stores.own(partitions.active())
  const chosen = () => {
    if (stores.durable) host.markHolding()
    return changed()
  }
  return {
    /** Stores a guest's heart on this phone until they sign in; false for the signed-in person. */
    keepHeart: async (carId: string, on: boolean) => {
      if (partitions.active() !== partitions.guest) return false
      const guest = await stores.ownWithRoom(partitions.guest)
      const row = { carId, on, ack: 0, rank: env.now() }
      await guest.transaction('write', ['favourites'], (tx) =>
        on ? tx.put('favourites', row) : tx.delete('favourites', carId),
      )
      await changed()
      heartSaved()
      return true
    },
    viewed: async (carId: string) => {
      await noteViewed(await own(), carId, env.now())
      await changed()
    },
    /** Deletes this person's views; resolves to a function that restores them. */
    clearViewed: async () => {
      const owner = partitions.active()
      const rows = await clearViewed(await own())
      await changed()
      return async () => {
        // The current person must not get the views of a person who left.
        if (partitions.active() !== owner) return
        await joinViewed(await own(), rows)
        await changed()
      }
    },
    /** Stores the cars that this person compares. */
    compare: async (slugs: readonly string[]) => {
      await saveCompared(await stores.ownWithRoom(partitions.active()), slugs, env.now())
      await chosen()
    },
    /** Adds one car to the comparison or removes it; false when no more cars fit. */
    compareOne: async (slug: string, on: boolean) => {
      const store = await stores.ownWithRoom(partitions.active())
      const fits = await changeCompared(store, { slug, on }, env.now())
      await chosen()
      return fits
    },
  }
}
