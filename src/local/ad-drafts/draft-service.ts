import { AppError } from '#contract/errors.ts'
import { ignoreExpected } from '#contract/values/expected.ts'
import { createInTurn } from '#contract/values/in-turn.ts'
import { isPassing } from '../database/failures.ts'
import type { OwnStore } from '../outbox/command.ts'
import type { PutResult } from '../outbox/view.ts'
import { cell } from '../platform/cell.ts'
import { failureOf } from '../upload/save-photo.ts'
import { userPartition } from '../database/schema.ts'
import { createAlbum } from './album.ts'
import { changed, renewed } from './draft.ts'
import { forgetDeletedDraft, noteDeletedDraft } from './deleted-drafts.ts'
import type { AdDraft, DraftChange, DraftResult, DraftServicePorts, AdDraftsPorts } from './types.ts'
import { createSyncSchedule } from './sync-schedule.ts'
import { createPublishing, restore } from './publishing.ts'
import { bringBack, changeRow, forgetRow, listRows, readDraftRow, takeFromGuest } from './rows.ts'

/** Milliseconds from the last change of a draft until the sync. */
const notifyAfter = 4000

export interface Withdrawn {
  result: PutResult
  back: (() => Promise<void>) | undefined
}

export type AdDraftService = ReturnType<typeof createAdDraftService>

/** Creates the service for the current person's ad drafts; loaded on first use. */
export function createAdDraftService(given: AdDraftsPorts) {
  const { host, stores, partitions, written } = given
  const { env, serverNow } = host
  const changes = cell(0)
  const open = stores.ownWithRoom
  /** Returns the partition of an account; the active partition when no account is given. */
  const partitionOf = (account?: string) =>
    account === undefined ? partitions.active() : userPartition(account)
  const own = () => open(partitions.active())
  const inTurn = createInTurn()
  /** Waits for the queued changes, so that a read returns the latest typed text. */
  const typed = () => inTurn(async () => undefined)
  let timer: unknown

  const notify = () => changes.set(changes.get() + 1)
  function touched() {
    notify()
    env.clearTimeout(timer)
    timer = env.setTimeout(() => void sync(), notifyAfter)
  }
  const ports: DraftServicePorts = { ...given, own, inTurn, touched }
  const sync = createSyncSchedule(ports, {
    synced: notify,
    // `list` ends the draft of a published ad, on this phone and on the server.
    arrived: () => void list().catch(ignoreExpected('list-drafts', isPassing)),
    drafts: () => list(),
  })

  /** Stores the deletion of a draft for the server and returns its stamp. */
  async function end(store: OwnStore, draft: AdDraft, why: 'discarded' | 'published'): Promise<number> {
    const at = await noteDeletedDraft(store, draft, { why, now: serverNow() })
    touched()
    return at
  }
  async function discard(id: string): Promise<() => Promise<void>> {
    const store = await own()
    const draft = await readDraftRow(store, id)
    const gone = await forgetRow(store, id)
    const at = draft ? await end(store, draft, 'discarded') : 0
    return async () => {
      await bringBack(store, gone)
      await forgetDeletedDraft(store, id)
      // If the server has received the deletion already, a later stamp restores the draft there.
      const now = Math.max(serverNow(), at + 1)
      await changeRow(store, id, (known) => renewed(known, now), now)
      touched()
    }
  }
  async function list(): Promise<AdDraft[]> {
    await typed()
    const store = await own()
    const { drafts, published } = await listRows(store)
    for (const draft of published) await end(store, draft, 'published')
    return drafts
  }
  async function find(id: string): Promise<AdDraft | undefined> {
    const store = await own()
    if (!host.session.get().user || partitions.active() === partitions.guest) return readDraftRow(store, id)
    await takeFromGuest(await open(partitions.guest), store, { id, now: serverNow() })
    const mine = await readDraftRow(store, id)
    if (mine) return mine
    return (await restore(store, id, serverNow())) ? readDraftRow(store, id) : undefined
  }

  return {
    /** Returns the unpublished drafts, last changed first. */
    list,
    /** Reads a draft; moves a guest's draft to the person who signed in. Rejects with an `AppError`. */
    async read(id: string) {
      await typed()
      return find(id).catch((error: unknown) => {
        throw new AppError(failureOf(error).code)
      })
    },
    /** Changes a draft; returns `ok` after the commit. */
    change: (id: string, { account, ...change }: DraftChange) =>
      inTurn(async (): Promise<DraftResult> => {
        try {
          const now = serverNow()
          await changeRow(await open(partitionOf(account)), id, (known) => changed(known, change, now), now)
          touched()
          if (!stores.isDurable(partitionOf(account)))
            return { ok: false, error: { code: 'storage_unavailable' } }
          written()
          return { ok: true }
        } catch (error) {
          return { ok: false, error: failureOf(error) }
        }
      }),
    /** Returns whether the store survives a restart of the app. When it does not, no screen may say "saved" (I12). */
    lasts: () => stores.isDurable(partitions.active()),
    /** Discards a draft; returns a function that restores it. */
    discard: (id: string) => inTurn(() => discard(id)),
    /** Deletes a waiting ad. When no request for the ad has left the phone, also deletes the draft; `back` restores the draft. */
    withdraw: (id: string, title: string): Promise<Withdrawn> =>
      inTurn(async () => {
        const result = await given.put('ad.delete', { adId: id, title })
        if (!result.ok) return { result, back: undefined }
        const store = await own()
        const waits = await store.transaction('read', ['outbox'], (tx) => tx.get('outbox', result.id))
        return { result, back: waits ? undefined : await discard(id) }
      }),
    ...createAlbum(ports),
    ...createPublishing({
      ...ports,
      find,
      over: async (draft) => end(await own(), draft, 'published'),
    }),
    /** Exchanges changes of drafts with the server; never rejects. */
    sync,
    /** Subscribes to changes of any draft; returns an unsubscribe function. */
    onChange: changes.subscribe,
  }
}
