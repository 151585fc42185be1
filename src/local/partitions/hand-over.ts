import { adoptCompared, adoptViewed } from '../cache/mine.ts'
import type { OwnStore, OwnTx } from '../outbox/command.ts'
import type { Identity, Surroundings } from '../sync/ports.ts'
import type { Partitions } from './partitions.ts'
import type { Stores } from './stores.ts'
import type { DraftRow } from '../database/records.ts'
import { registrationDraft } from '../platform/env.ts'
import { same } from '../outbox/merge.ts'
import { adoptable, isFormDraft, isFree } from '../outbox/view.ts'

export type HandOver = ReturnType<typeof createHandOver>
export interface HandOverPorts {
  host: Surroundings & Pick<Identity, 'session'>
  stores: Pick<Stores, 'own'>
  partitions: Pick<Partitions, 'active' | 'guest'>
  /** Called after the drafts of both changed. */
  adopted: () => Promise<void>
  /** Sends unfinished drafts to the server. */
  syncDrafts: () => void
  /** Turns the guest's hearts into wishes of the person who signed in. */
  takeHearts: (guest: OwnStore) => Promise<void>
}
/** Milliseconds. */
const syncDraftsAfter = 10_000

/** Returns the functions that move a guest's data to the person who signs in. */
export function createHandOver(o: HandOverPorts) {
  const { host, stores, partitions } = o
  const { env } = host
  /** Opens the stores of guest and signed-in person; undefined without a signed-in person, or if they left meanwhile. */
  async function both() {
    const owner = partitions.active()
    if (!host.session.get().user || owner === partitions.guest) return undefined
    const [guest, mine] = [await stores.own(partitions.guest), await stores.own(owner)]
    return partitions.active() === owner ? { guest, mine } : undefined
  }
  return {
    /** Moves the guest's drafts of ads to the signed-in person; resolves to their number. */
    adopt: async () => {
      const open = await both()
      if (!open) return 0
      const count = await adoptDrafts(open.guest, open.mine)
      await o.adopted()
      return count
    },
    /** Moves what the person typed into forms as a guest to their own database, after a sign-in. */
    async takeForms() {
      const open = await both()
      if (!open) return
      await dropRegistration(open.guest)
      if ((await adoptForms(open.guest, open.mine)) > 0) await o.adopted()
    },
    /** Moves the viewed and compared cars and the hearts, after a sign-in. */
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

async function dropRegistration(guest: OwnStore): Promise<void> {
  if ((await draftsOf(guest)).some(({ id }) => id === registrationDraft))
    await guest.transaction('write', ['drafts'], (tx) => tx.delete('drafts', registrationDraft))
}

/**
 * Reads all drafts of a store. Guest drafts of ads move on the person's request. The two databases share no transaction: a draft
 * is stored in the new one before it is deleted from the old one, so an interruption leaves two copies, and the next call
 * finishes the move. No draft of the person is overwritten.
 */
const draftsOf = (store: OwnStore) => store.transaction('read', ['drafts'], (tx) => tx.list('drafts'))

/** Moves the drafts of ads; resolves to their number. */
export async function adoptDrafts(guest: OwnStore, own: OwnStore): Promise<number> {
  let count = 0
  const takeIn = async (tx: OwnTx, theirs: DraftRow) => {
    const mine = await tx.get('drafts', theirs.id)
    if (!mine) await tx.put('drafts', theirs)
    return isFree(mine, theirs)
  }
  for (const { id } of adoptable(await draftsOf(guest), await draftsOf(own)))
    if (await moveDraft(guest, own, id, takeIn)) count++
  return count
}

/** Moves the drafts of forms; resolves to their number. */
export async function adoptForms(guest: OwnStore, own: OwnStore): Promise<number> {
  let count = 0
  const takeIn = async (tx: OwnTx, theirs: DraftRow) => {
    const mine = await tx.get('drafts', theirs.id)
    await tx.put('drafts', mine ? joinForms(mine, theirs) : theirs)
    return true
  }
  for (const row of await draftsOf(guest))
    if (isFormDraft(row) && (await moveDraft(guest, own, row.id, takeIn))) count++
  return count
}

/** Merges two drafts of a form: later values win, an empty field takes the earlier one, different messages are joined. */
export function joinForms(a: DraftRow, b: DraftRow): DraftRow {
  const [before, last] = a.updatedAt <= b.updatedAt ? [a, b] : [b, a]
  const values = { ...last.values }
  for (const [name, text] of Object.entries(before.values)) {
    const later = values[name] ?? ''
    // The earlier draft's refused item still holds its own words.
    if (name === 'item') continue
    if (later === '' || (name === 'message' && text.includes(later))) values[name] = text
    else if (name === 'message' && !later.includes(text)) values[name] = `${text}\n\n${later}`
  }
  return { ...last, values }
}

/** Moves a guest's draft with its pictures. `takeIn` stores it in the new database, or returns false when it cannot be there. */
export async function moveDraft(
  guest: OwnStore,
  own: OwnStore,
  id: string,
  takeIn: (tx: OwnTx, draft: DraftRow) => Promise<boolean>,
): Promise<boolean> {
  const tables = ['drafts', 'blobs'] as const
  const found = await guest.transaction('read', tables, async (tx) => {
    const draft = await tx.get('drafts', id)
    return draft && { draft, blobs: await tx.list('blobs', { index: 'owner', only: id }) }
  })
  if (!found) return false
  const taken = await own.transaction('write', tables, async (tx) => {
    if (!(await takeIn(tx, found.draft))) return false
    for (const blob of found.blobs) if (!(await tx.get('blobs', blob.id))) await tx.put('blobs', blob)
    return true
  })
  if (!taken) return false
  await guest.transaction('write', tables, async (tx) => {
    // A draft that changed meanwhile is another text and stays.
    if (!same(await tx.get('drafts', id), found.draft)) return
    await tx.delete('drafts', id)
    for (const blob of found.blobs) await tx.delete('blobs', blob.id)
  })
  return true
}
