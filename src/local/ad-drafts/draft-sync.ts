import { carLane } from '#contract/sync/lanes.ts'
import { mergeDrafts, newestStamp, type DraftCopy } from '#contract/sync/draft-copy.ts'
import { draftRoutes, type SyncedDraft } from '#contract/sync/drafts.ts'
import { same } from '../outbox/merge.ts'
import type { OwnStore } from '../outbox/command.ts'
import type { AuthedRequest, Reply } from '../transport/http-client.ts'
import { idOf, readRow, rowIdOf, type DraftState } from './draft.ts'
import { forgetDeletedDraft, readDeletedDrafts, type DeletedDraft } from './deleted-drafts.ts'
import { changeRow, forgetRow } from './rows.ts'

/**
 * Sync with the server's copies of drafts (S16): a pull fetches the changes of other devices, a push sends each changed draft
 * as a whole. The merge goes by stamps, so any step may be repeated, delayed or interrupted.
 */
export interface DraftSyncPorts {
  ask: AuthedRequest
  /** Returns the server's time in milliseconds. */
  now: () => number
  /** Returns whether a request sent now would use the login of the person for whom the sync runs (I7). */
  goesOn: () => boolean
}

/** Row of `meta` with the revision up to which the server's changes are merged. */
const revRow = 'drafts-rev'

const readRev = (store: OwnStore) =>
  store.transaction(
    'read',
    ['meta'],
    async (tx) => ((await tx.get('meta', revRow))?.v as number | undefined) ?? 0,
  )

/** Returns whether a retry may succeed: no response, no valid login, rate limit, or a server error. */
const isSilence = (answer: { ok: boolean; status: number }) =>
  !answer.ok &&
  (answer.status === 0 || answer.status === 401 || answer.status === 429 || answer.status >= 500)

/** Sends and fetches all changes; resolves to false when some of them remain. */
export async function syncDrafts(store: OwnStore, p: DraftSyncPorts): Promise<boolean> {
  if (!(await sendDeletedDrafts(store, p)) || !(await pull(store, p))) return false
  const pushed = await push(store, p)
  return pushed === 'behind' ? pull(store, p) : pushed
}

async function sendDeletedDrafts(store: OwnStore, { ask, goesOn }: DraftSyncPorts): Promise<boolean> {
  for (const { id, at, why } of await readDeletedDrafts(store)) {
    if (!goesOn()) return false
    const answer = await ask(draftRoutes.deleteDraft, { params: { id }, body: { at, why } })
    if (isSilence(answer)) return false
    await forgetDeletedDraft(store, id)
  }
  return true
}

async function pull(store: OwnStore, p: DraftSyncPorts): Promise<boolean> {
  for (let more = true; more;) {
    const rev = await readRev(store)
    if (!p.goesOn()) return false
    const answer: Reply<typeof draftRoutes.getDrafts> = await p.ask(draftRoutes.getDrafts, {
      params: { rev: String(rev) },
    })
    if (!answer.ok || !p.goesOn()) return false
    const { data } = answer.body
    for (const theirs of data.drafts) await mergeRemote(store, theirs, p.now())
    for (const end of data.gone) await deleteLocal(store, end)
    if (data.full) await sendAgain(store, new Set(data.live.map(({ id }) => id)), p.now())
    // The revision is written last: after an interruption the same changes are requested and merged again.
    await store.transaction('write', ['meta'], (tx) => tx.put('meta', { k: revRow, v: data.rev }))
    ;({ more } = data)
  }
  return true
}

const copyOf = ({ fields, images, step, ad_id, base_version }: SyncedDraft): DraftCopy => ({
  fields,
  images,
  step,
  ...(ad_id !== undefined && { ad_id }),
  ...(base_version !== undefined && { base_version }),
})

async function mergeRemote(store: OwnStore, theirs: SyncedDraft, now: number): Promise<void> {
  const { id } = theirs
  // The draft is an ad on this phone already; `list` stores its end for the server.
  const isAd = await store.transaction('read', ['entities'], async (tx) => tx.get('entities', carLane(id)))
  if (isAd) return
  const ends = await readDeletedDrafts(store)
  if (ends.some((end) => end.id === id)) return
  const copy = copyOf(theirs)
  await changeRow(
    store,
    id,
    (known): DraftState => {
      const merged = mergeDrafts(known.copy, copy)
      return { ...known, copy: merged, news: !same(merged, copy) }
    },
    now,
  )
}

async function deleteLocal(store: OwnStore, { id, at, why }: DeletedDraft): Promise<void> {
  const row = await store.transaction('read', ['drafts'], (tx) => tx.get('drafts', rowIdOf(id)))
  const known = row && readRow(row)
  if (!known) return
  if (why === 'published' || newestStamp(known.copy) <= at) await forgetRow(store, id)
}

/** Marks the drafts that the server no longer has after a restore from a backup, so that the next push sends them. */
async function sendAgain(store: OwnStore, live: ReadonlySet<string>, now: number): Promise<void> {
  for (const row of await store.transaction('read', ['drafts'], (tx) => tx.list('drafts'))) {
    const id = idOf(row.id)
    if (id !== undefined && !live.has(id))
      await changeRow(store, id, (known) => ({ ...known, news: true }), now)
  }
}

/** Sends the changed drafts; resolves to `behind` when the server has a newer value than a sent draft. */
async function push(store: OwnStore, { ask, goesOn, now }: DraftSyncPorts): Promise<boolean | 'behind'> {
  let behind = false
  for (const row of await store.transaction('read', ['drafts'], (tx) => tx.list('drafts'))) {
    const id = idOf(row.id)
    const known = id === undefined ? undefined : readRow(row)
    if (id === undefined || !known?.news) continue
    if (!goesOn()) return false
    const { copy } = known
    const answer = await ask(draftRoutes.putDraft, { params: { id }, body: copy })
    if (isSilence(answer)) return false
    if (answer.ok && answer.body.data.behind) behind = true
    // The server may have refused the draft, or deleted it, which the next pull reports. A retry of the same content cannot
    // succeed, so the draft is sent again only after a later edit.
    await changeRow(store, id, (later) => ({ ...later, news: !same(later.copy, copy) }), now())
  }
  return behind ? 'behind' : true
}
