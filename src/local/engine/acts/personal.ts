import { ignoreExpected, missingFile } from '#contract/values/expected.ts'
import { isPassing } from '../../database/failures.ts'
import { adoptCompared, keepCompared } from '../../cache/compare.ts'
import { favouriteRows, type OwnStore } from '../../cache/mine.ts'
import { adoptViewed, clearViewed, joinViewed, noteViewed } from '../../cache/viewed.ts'
import type { Engine } from '../face.ts'
import type { Partitions } from '../host.ts'
import type { People } from '../people.ts'
import type { Stores } from '../stores.ts'
import { adoptDrafts } from './adopt.ts'
import type { SellingPorts } from './selling/ports.ts'
import type { Selling } from './selling/face.ts'
import { dropPin } from '../../pins/rows.ts'

export interface PersonalPorts {
  host: SellingPorts['host'] & Partitions
  stores: Stores
  people: People
  /** After each change. */
  changed: () => Promise<void>
  /** Tells the other tabs. */
  tell: () => void
  /** Deletes the pictures that were kept for a person's favourites. */
  dropPictures: (partition: string) => Promise<void>
  /** What a draft needs to become an ad. */
  sell: Pick<SellingPorts, 'put' | 'sent' | 'written'>
}
interface Personal extends Pick<
  Engine,
  'adopt' | 'viewed' | 'clearViewed' | 'compare' | 'keepHeart' | 'selling'
> {
  /** After someone signed in: what they looked at and chose as a guest is theirs now. */
  takeOver: () => Promise<void>
}

/** Milliseconds. */
const tellDraftsAfter = 10_000

/** What a person has on this phone for themselves and never sends. */
export function createPersonal(ports: PersonalPorts): Personal {
  const { host, stores, people, changed, tell, sell } = ports
  const { env } = host
  let selling: Promise<Selling> | undefined
  const sells = () =>
    (selling ??= import('./selling/desk.ts')
      .catch(missingFile)
      .then(({ createSelling }) => createSelling({ host, stores, people, ...sell }))
      .catch((reason: unknown) => {
        selling = undefined
        throw reason
      }))
  const own = () => stores.own(people.active())
  /** The guest's store and that of whoever is signed in; undefined when nobody is, or they left while it was opened. */
  async function both() {
    const owner = people.active()
    if (!host.session.get().user || owner === people.guest) return undefined
    const [guest, mine] = [await stores.own(people.guest), await stores.own(owner)]
    return people.active() === owner ? { guest, mine } : undefined
  }
  async function takeHearts(guest: OwnStore) {
    const user = host.session.get().user?.id
    if ((await favouriteRows(guest)).length === 0) return
    const all = await handOverHearts(guest, async (carId) => {
      // Whoever left meanwhile wishes for nothing.
      if (host.session.get().user?.id !== user) return false
      return (await sell.put('fav.set', { carId, want: 'yes' })).ok
    })
    if (all) await ports.dropPictures(people.guest)
  }
  return {
    async keepHeart(carId, on) {
      if (people.active() !== people.guest) return false
      const guest = await stores.own(people.guest)
      await stores.withRoom(() => keepHeart(guest, carId, on, env.now()))
      if (stores.durable) sell.written()
      await changed()
      tell()
      return true
    },
    async adopt() {
      const open = await both()
      if (!open) return 0
      const count = await adoptDrafts(open.guest, open.mine)
      await changed()
      tell()
      return count
    },
    async viewed(carId) {
      await noteViewed(await own(), carId, env.now())
      await changed()
    },
    async clearViewed() {
      const owner = people.active()
      const rows = await clearViewed(await own())
      await changed()
      return async () => {
        // Whoever is here now must not get the looks of somebody who left.
        if (people.active() !== owner) return
        await joinViewed(await own(), rows)
        await changed()
      }
    },
    async compare(slugs) {
      await stores.withRoom(async () => keepCompared(await own(), slugs, env.now()))
      if (stores.durable) host.markHolding()
      await changed()
    },
    selling: sells,
    async takeOver() {
      const open = await both()
      if (!open) return
      const { guest, mine } = open
      await adoptViewed(guest, mine)
      await adoptCompared(guest, mine, env.now())
      // Whoever left something half written has it on the server too, when the page has nothing better to do.
      env.setTimeout(() => {
        if ((host.views.get().drafts ?? 0) > 0)
          env.whenIdle(() => void sells().catch(ignoreExpected('sync-drafts', isPassing)))
      }, tellDraftsAfter)
      await takeHearts(guest)
    },
  }
}

/** Keeps a guest's heart on this phone, or lets go of it: nothing is sent, there is nobody to send it for. */
function keepHeart(guest: OwnStore, carId: string, on: boolean, now: number): Promise<void> {
  return guest.transaction('write', ['favourites'], async (tx) => {
    if (on) await tx.put('favourites', { carId, on, ack: 0, rank: now })
    else await tx.delete('favourites', carId)
  })
}

/**
 * A guest's hearts become wishes of whoever signed in, oldest first. Each leaves the guest only when it is safe as a
 * wish, and a wish for what is so already changes nothing: a cut in between costs neither. True when all have left.
 */
async function handOverHearts(guest: OwnStore, wish: (carId: string) => Promise<boolean>): Promise<boolean> {
  const rows = await favouriteRows(guest)
  for (const { carId } of rows.reverse()) {
    if (!(await wish(carId))) return false
    await guest.transaction('write', ['favourites', 'kept'], async (tx) => {
      await tx.delete('favourites', carId)
      await dropPin(tx, carId)
    })
  }
  return rows.length > 0
}
