import { AppError } from '#contract/errors.ts'
import type { Fields, Payloads } from '#contract/commands.ts'
import { ignoreExpected } from '#contract/values/expected.ts'
import { isStorageFailure } from '../database/failures.ts'
import type { Base, BlobRow } from '../database/records.ts'
import type { HandedDraft } from '../outbox/handed-draft.ts'
import type { PutResult, RemoveResult } from '../outbox/view.ts'
import { progressOf } from '../upload/blob-rows.ts'
import { failureOf } from '../upload/save-photo.ts'
import type { AdDraft, DraftServicePorts } from './types.ts'
import { carLane } from '#contract/sync/lanes.ts'
import { imageIdPattern } from '#contract/sync/uploads.ts'
import { itemTables, openOf, pictureTables, type OwnStore, type OwnTx } from '../outbox/command.ts'
import { removeIn, reviseIn } from '../outbox/decide.ts'
import { noteDeletedIn } from './deleted-drafts.ts'
import { emptyDraft, changed, formOf, arranged, readRow, rowIdOf, valuesOf } from './draft.ts'
import { forgetPictures, ownPictures } from './rows.ts'

interface IssuingPorts extends DraftServicePorts {
  find: (id: string) => Promise<AdDraft | undefined>
  /** Called when the server accepted the ad at once, which happens on a phone that cannot store an outbox. */
  over: (draft: AdDraft) => Promise<unknown>
}

export interface UpdateOptions {
  /** Version and values of the ad on which the edit is based. */
  base: Base
  /** Ids of the rows in `blobs` of its pictures that are on this phone. */
  pictures: readonly string[]
}

type Standing = Pick<BlobRow, 'size' | 'upload'>

const noResult = (error: unknown): PutResult => ({ ok: false, error: new AppError(failureOf(error).code) })

/** Creates the functions that move a draft into the outbox and back. */
export function createPublishing({ host, own, inTurn, touched, put, sent, find, over }: IssuingPorts) {
  async function publish(id: string, ad: Fields): Promise<PutResult> {
    if (!host.session.get().user) return { ok: false, error: new AppError('unauthenticated') }
    const draft = await find(id)
    if (!draft) return { ok: false, error: new AppError('storage_unavailable') }
    const going = publishing(draft, ad)
    const store = await own()
    const again = await store.transaction('write', itemTables, async (tx) => {
      const found = await birthIn(tx, id)
      if (!found || (await reviseIn(tx, found, going))) return found && { item: found.id, why: undefined }
      // The request may have left the phone, so its payload must not change; the same holds while it is being cancelled.
      if (found.state !== 'rejected' && !found.cancel) return { item: found.id, why: onItsWay }
      // The server refused the ad, but a copy of an earlier request may be under way: only the server can void its key.
      await removeIn(tx, found.id)
      return { item: found.id, why: takenBackFirst }
    })
    if (again?.why !== undefined) {
      await sent()
      return { ok: false, error: new AppError('key_in_progress', { msg: again.why }) }
    }
    const result: PutResult = again
      ? { ok: true, id: again.item, kept: true }
      : await put('ad.create', going.payload, undefined, going.blobIds)
    if (again) await sent()
    if (result.ok && !result.kept) await over(draft)
    if (result.ok) touched()
    return result
  }
  /** Deletes the draft of an edit in the transaction that queues the edit, and stores the deletion for the server. */
  const handed = (id: string): HandedDraft => ({
    id: rowIdOf(id),
    async gone(tx, row) {
      const known = readRow(row)
      if (known) await noteDeletedIn(tx, { ...known.copy, id }, { why: 'discarded', now: host.serverNow() })
    },
  })
  async function update(id: string, payload: Payloads['ad.edit'], o: UpdateOptions): Promise<PutResult> {
    const result = await put('ad.edit', payload, o.base, o.pictures, handed(id))
    if (!result.ok) return result
    await forgetPictures(await own(), id).catch(ignoreExpected('forget-pictures', isStorageFailure))
    touched()
    return result
  }
  /** Caches size and upload state of the pictures, because reading a row reads all its bytes. */
  const seen = new Map<string, Standing>()

  return {
    /** Turns the draft into a queued ad, or into one that the server accepted at once; a refused ad gets the new values. */
    publish: (id: string, ad: Fields) => inTurn(() => publish(id, ad).catch(noResult)),
    /** Turns the draft of an edit into a queued edit, or into one that the server accepted at once. */
    update: (id: string, payload: Payloads['ad.edit'], o: UpdateOptions) =>
      inTurn(() => update(id, payload, o).catch(noResult)),
    /** Turns a queued ad back into a draft, both when the item is `removed` and while it is `cancelling`. */
    unpublish: (item: string) =>
      inTurn(async () => {
        const done = await takeBack(await own(), item, host.serverNow())
        if (done === 'removed' || done === 'cancelling') {
          await sent()
          touched()
        }
        return done
      }),
    /** Returns the upload progress of a waiting ad's pictures; undefined when it has none. */
    async progress(item: string) {
      const store = await own()
      return store.transaction('read', ['outbox', 'blobs'], async (tx) => {
        const { blobIds: ids = [], rev } = (await tx.get('outbox', item)) ?? {}
        if (ids.length === 0) return undefined
        const pictures: Standing[] = []
        // Pictures are uploaded in order: the rows after the current picture have not changed.
        let reached = false
        for (const id of ids) {
          const key = `${id} ${rev}`
          const known = seen.get(key)
          const picture: Standing | undefined =
            known && (reached || known.upload?.done !== undefined) ? known : await tx.get('blobs', id)
          if (!picture) continue
          seen.set(key, { size: picture.size, upload: picture.upload })
          pictures.push(picture)
          if (picture.upload?.done === undefined) reached = true
        }
        return progressOf(pictures)
      })
    },
  }
}

const takenBackFirst =
  'An earlier try may still be on its way and is taken back first. What you wrote stays: please publish it again in a moment.'
const onItsWay = 'It may already be on its way. Wait a moment, or cancel it first to change it.'

/**
 * A draft and its ad have the same id, so no flag has to be kept in step. The draft counts as published from the transaction
 * that queues the ad. An ad that is taken back is a draft again. Two phones that publish the same draft create one ad.
 */

const birthIn = async (tx: OwnTx, id: string) =>
  (await openOf(tx, carLane(id))).find((item) => item.kind === 'ad.create')

export interface Publishing {
  payload: Payloads['ad.create']
  /** Ids of the rows in `blobs` of its pictures that are on this phone. */
  blobIds: string[]
}

/** Builds the payload. A picture without bytes on this phone is on the server already, which finds it by its image id. */
function publishing({ id, pictures }: AdDraft, ad: Fields): Publishing {
  const title = ad['title']
  return {
    payload: {
      adId: id,
      title: typeof title === 'string' ? title : '',
      ad,
      imageIds: pictures.map(({ imageId }) => imageId),
    },
    blobIds: pictures.flatMap(({ id: blob }) => blob ?? []),
  }
}

/** Recreates the draft of a waiting ad when there is none; resolves to false when no such ad waits. */
export function restore(store: OwnStore, adId: string, now: number): Promise<boolean> {
  return store.transaction('write', pictureTables, (tx) => restoreIn(tx, adId, now))
}
async function restoreIn(tx: OwnTx, adId: string, now: number): Promise<boolean> {
  const item = await birthIn(tx, adId)
  if (!item || item.cancel) return false
  if (await tx.get('drafts', rowIdOf(adId))) return true
  const { ad, imageIds } = item.payload as Payloads['ad.create']
  const typed = changed(emptyDraft(), { fields: formOf(ad) }, now)
  const known = imageIds.filter((id) => imageIdPattern.test(id))
  const values = valuesOf(arranged(typed, known, { now }))
  await tx.put('drafts', { id: rowIdOf(adId), values, updatedAt: now })
  await ownPictures(tx, adId, imageIds)
  return true
}

/** Removes an ad from the outbox, or cancels it when a request may have left the phone; makes it a draft again in both cases. */
function takeBack(store: OwnStore, itemId: string, now: number): Promise<RemoveResult> {
  return store.transaction('write', pictureTables, async (tx) => {
    const item = await tx.get('outbox', itemId)
    if (item?.kind !== 'ad.create') return 'unknown'
    if (item.state === 'done') return 'already-sent'
    const { adId } = item.payload as Payloads['ad.create']
    if (!(await restoreIn(tx, adId, now))) return 'unknown'
    return (await removeIn(tx, itemId)) ?? 'unknown'
  })
}
