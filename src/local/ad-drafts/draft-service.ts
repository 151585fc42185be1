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

/** Milliseconds after the last change until it is sent to the server. */
const notifyAfter = 4000

export interface Withdrawn {
  result: PutResult
  back: (() => Promise<void>) | undefined
}

/** Drafts of ads on this phone, of the current person. */
export type AdDraftService = ReturnType<typeof createAdDraftService>

/** Everything about ads that are being written; loaded when somebody sells. */
export function createAdDraftService(given: AdDraftsPorts) {
  const { host, stores, partitions, written } = given
  const { env, serverNow } = host
  const changes = cell(0)
  const open = stores.ownWithRoom
  /** Without an account it is that of the current person. */
  const partitionOf = (account?: string) =>
    account === undefined ? partitions.active() : userPartition(account)
  const own = () => open(partitions.active())
  const inTurn = createInTurn()
  /** What was typed a moment ago is there when the form is opened again, or published. */
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
    // A draft whose ad has arrived is over, here and in the server's copy.
    arrived: () => void list().catch(ignoreExpected('list-drafts', isPassing)),
    drafts: () => list(),
  })

  /** It is gone here; the server receives a stamp above all it knows of it. */
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
      // Should the server have learnt of it, a later stamp brings it back there.
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
    /** Unpublished ones, last touched first. */
    list,
    /** Also one that a guest wrote, when they come back signed in: it is theirs then. Rejects with an `AppError`. */
    async read(id: string) {
      await typed()
      return find(id).catch((error: unknown) => {
        throw new AppError(failureOf(error).code)
      })
    },
    /** `ok` is returned after the commit. */
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
    /** False where there is only memory: nothing may be called saved then (I12). */
    lasts: () => stores.isDurable(partitions.active()),
    /** Throws one away; what it answers brings it back. */
    discard: (id: string) => inTurn(() => discard(id)),
    /** Deletes an ad that waits. Where nothing of it has left its draft goes as well, and `back` makes it a draft again. */
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
    /** Fetches what other devices wrote, and sends the server what was written here; never fails. */
    sync,
    /** Called after each change of any draft. */
    onChange: changes.subscribe,
  }
}
