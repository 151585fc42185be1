import { adoptCompared, adoptViewed } from '../cache/mine.ts'
import type { OwnStore } from '../outbox/command.ts'
import type { Identity, Surroundings } from '../sync/ports.ts'
import type { Partitions } from './partitions.ts'
import type { Stores } from './stores.ts'
import type { BlobRow, DraftRow } from '../database/records.ts'
import { same } from '../outbox/merge.ts'

export type HandOver = ReturnType<typeof createHandOver>
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

/** What a guest had on this phone becomes theirs when they sign in. */
export function createHandOver(o: HandOverPorts) {
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
    /** The drafts written as a guest become those of the signed-in person; how many. */
    adopt: async () => {
      const open = await both()
      if (!open) return 0
      const count = await adoptDrafts(open.guest, open.mine)
      await o.adopted()
      return count
    },
    /** After a sign-in: what they looked at and chose as a guest is theirs now. */
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

/**
 * What was drafted as a guest becomes a person's when they say so. The two databases share no transaction: a draft is
 * first whole in the new one and then leaves the old one, so a cut in between leaves two copies and the next time ends
 * it. Nothing of the person's own is overwritten.
 */
const draftsOf = (store: OwnStore) => store.transaction('read', ['drafts'], (tx) => tx.list('drafts'))

/** Theirs already, or free to become so. */
const isFree = (mine: DraftRow | undefined, theirs: DraftRow) => !mine || same(mine.values, theirs.values)

/** Those of a guest's drafts that would not meet another one of the person's under the same name. */
export function adoptable(guests: readonly DraftRow[], own: readonly DraftRow[]): DraftRow[] {
  const mine = new Map(own.map((row) => [row.id, row]))
  return guests.filter((row) => isFree(mine.get(row.id), row))
}

/** How many became theirs. */
export async function adoptDrafts(guest: OwnStore, own: OwnStore): Promise<number> {
  let count = 0
  for (const { id } of adoptable(await draftsOf(guest), await draftsOf(own)))
    if (await adoptOne(guest, own, id)) count++
  return count
}

async function adoptOne(guest: OwnStore, own: OwnStore, id: string): Promise<boolean> {
  const found = await guest.transaction('read', ['drafts', 'blobs'], async (tx) => {
    const draft = await tx.get('drafts', id)
    return draft && { draft, blobs: await tx.list('blobs', { index: 'owner', only: id }) }
  })
  if (!found) return false
  if (!(await takeIn(own, found.draft, found.blobs))) return false
  await guest.transaction('write', ['drafts', 'blobs'], async (tx) => {
    // What was typed meanwhile is another text.
    if ((await tx.get('drafts', id))?.updatedAt !== found.draft.updatedAt) return
    await tx.delete('drafts', id)
    for (const blob of found.blobs) await tx.delete('blobs', blob.id)
  })
  return true
}

function takeIn(own: OwnStore, draft: DraftRow, blobs: readonly BlobRow[]): Promise<boolean> {
  return own.transaction('write', ['drafts', 'blobs'], async (tx) => {
    const mine = await tx.get('drafts', draft.id)
    if (!isFree(mine, draft)) return false
    if (!mine) await tx.put('drafts', draft)
    for (const blob of blobs) if (!(await tx.get('blobs', blob.id))) await tx.put('blobs', blob)
    return true
  })
}
