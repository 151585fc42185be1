import { changeCompared, saveCompared, clearViewed, joinViewed, noteViewed } from '../cache/mine.ts'
import type { Partitions } from '../partitions/partitions.ts'
import type { Stores } from '../partitions/stores.ts'
import type { Holding, Surroundings } from '../sync/ports.ts'

export interface OwnCarsPorts {
  host: Surroundings & Holding
  stores: Pick<Stores, 'own' | 'ownWithRoom' | 'durable'>
  partitions: Pick<Partitions, 'active' | 'guest'>
  /** After each change. */
  changed: () => Promise<void>
  /** A guest's heart was stored, or let go of. */
  heartSaved: () => void
}

/** Cars that a person has on this phone for themselves; nothing of it is sent. */
export function createOwnCars({ host, stores, partitions, changed, heartSaved }: OwnCarsPorts) {
  const { env } = host
  const own = () => stores.own(partitions.active())
  const chosen = () => {
    if (stores.durable) host.markHolding()
    return changed()
  }
  return {
    /** A guest's heart, stored on this phone until they sign in, for there is nobody to send it for; false for the signed-in person. */
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
    /** Forgets what this person looked at; what it answers brings it back. */
    clearViewed: async () => {
      const owner = partitions.active()
      const rows = await clearViewed(await own())
      await changed()
      return async () => {
        // The current person must not get the looks of somebody who left.
        if (partitions.active() !== owner) return
        await joinViewed(await own(), rows)
        await changed()
      }
    },
    /** Keeps what this person is about to compare. */
    compare: async (slugs: readonly string[]) => {
      await saveCompared(await stores.ownWithRoom(partitions.active()), slugs, env.now())
      await chosen()
    },
    /** Puts one car beside the others, or takes it out; false where no more fit. */
    compareOne: async (slug: string, on: boolean) => {
      const store = await stores.ownWithRoom(partitions.active())
      const fits = await changeCompared(store, { slug, on }, env.now())
      await chosen()
      return fits
    },
  }
}
