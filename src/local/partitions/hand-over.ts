import { adoptCompared } from '../cache/compare.ts'
import type { OwnStore } from '../outbox/command.ts'
import { adoptViewed } from '../cache/viewed.ts'
import type { Identity, Surroundings } from '../sync/ports.ts'
import { adoptDrafts } from './adopt.ts'
import type { Partitions } from './partitions.ts'
import type { Stores } from './stores.ts'

/** What a guest had on this phone becomes theirs when they sign in. */
export interface HandOver {
  /** The drafts written as a guest become those of the signed-in person; how many. */
  adopt: () => Promise<number>
  /** After a sign-in: what they looked at and chose as a guest is theirs now. */
  takeOver: () => Promise<void>
}
export interface HandOverPorts {
  host: Surroundings & Pick<Identity, 'session'>
  stores: Pick<Stores, 'own'>
  partitions: Pick<Partitions, 'active' | 'guest'>
  /** The drafts of both changed. */
  adopted: () => Promise<void>
  /** What they left half written is for the server too. */
  syncDrafts: () => void
  /** The guest's hearts become wishes of the person who signed in. */
  takeHearts: (guest: OwnStore) => Promise<void>
}
/** Milliseconds. */
const syncDraftsAfter = 10_000

export function createHandOver(o: HandOverPorts): HandOver {
  const { host, stores, partitions } = o
  const { env } = host
  /** The guest's store and that of the signed-in person; undefined when nobody is, or they left while it was opened. */
  async function both() {
    const owner = partitions.active()
    if (!host.session.get().user || owner === partitions.guest) return undefined
    const [guest, mine] = [await stores.own(partitions.guest), await stores.own(owner)]
    return partitions.active() === owner ? { guest, mine } : undefined
  }
  return {
    async adopt() {
      const open = await both()
      if (!open) return 0
      const count = await adoptDrafts(open.guest, open.mine)
      await o.adopted()
      return count
    },
    async takeOver() {
      const open = await both()
      if (!open) return
      const { guest, mine } = open
      await adoptViewed(guest, mine)
      await adoptCompared(guest, mine, env.now())
      env.setTimeout(o.syncDrafts, syncDraftsAfter)
      await o.takeHearts(guest)
    },
  }
}
