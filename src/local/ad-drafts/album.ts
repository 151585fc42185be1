import { ignoreExpected } from '#contract/values/expected.ts'
import { isStorageFailure } from '../database/failures.ts'
import { imagesOf } from '#contract/sync/draft-copy.ts'
import { failed, lazyShrink, savePhoto, type SavePhotoResult } from '../upload/save-photo.ts'
import { createShrink, imageToolsOf, type Shrunk } from '../upload/shrink.ts'
import { arranged, rowIdOf } from './draft.ts'
import type { DraftResult, DraftServicePorts } from './types.ts'
import { changeRow, changeIn, takenOutIn } from './rows.ts'
import { imageIdOf } from '#contract/sync/uploads.ts'
import type { BlobRow } from '../database/records.ts'
import { picturesNeeded, type OwnStore, type OwnTx } from '../outbox/command.ts'
import { blobIdOf } from '../upload/blob-rows.ts'

/** Operations on single pictures of drafts. A removal or a replacement changes picture and draft in one transaction. */

/** Removes a picture from its draft, and its bytes unless an unfinished outbox item needs them. */
function removePicture(store: OwnStore, id: string, imageId: string, now: number): Promise<void> {
  return store.transaction('write', ['drafts', 'blobs', 'outbox'], async (tx) => {
    await changeIn(tx, id, (known) => arranged(known, [], { now, out: [imageId] }), now)
    const blobId = blobIdOf(rowIdOf(id), imageId)
    if (!(await isWaitedWith(tx, blobId))) await tx.delete('blobs', blobId)
  })
}

/** Reads the row of a picture with its bytes. */
const pictureRow = (store: OwnStore, blobId: string): Promise<BlobRow | undefined> =>
  store.transaction('read', ['blobs'], (tx) => tx.get('blobs', blobId))

/** Replaces a picture at its position, in one transaction; the old bytes stay only when an unfinished outbox item needs them. */
async function exchangePicture(
  store: OwnStore,
  { id, old, photo, now }: { id: string; old: BlobRow; photo: Shrunk; now: number },
): Promise<{ id: string; imageId: string }> {
  const [before, imageId] = [imageIdOf(old.sha256), imageIdOf(photo.sha256)]
  const { owner, name } = old
  const made: BlobRow = { ...photo, id: blobIdOf(owner, imageId), owner, name, size: photo.buf.byteLength }
  await store.transaction('write', ['drafts', 'blobs', 'outbox'], async (tx) => {
    await tx.put('blobs', made)
    if (made.id !== old.id && !(await isWaitedWith(tx, old.id))) await tx.delete('blobs', old.id)
    await changeIn(
      tx,
      id,
      (known) => {
        const order = imagesOf(known.copy).map((one) => (one === before ? imageId : one))
        return arranged(known, order, { now, out: imageId === before ? [] : [before] })
      },
      now,
    )
  })
  return { id: made.id, imageId }
}

const isWaitedWith = async (tx: OwnTx, blobId: string): Promise<boolean> =>
  picturesNeeded(await tx.list('outbox')).has(blobId)

/** Settings for a cover that is too large: fewer pixels and bytes, still sharp on every screen. */
const harder = { longest: 1600, quality: 0.55 } as const
const noSmaller: SavePhotoResult = {
  ok: false,
  error: {
    code: 'validation_failed',
    msg: 'This picture could not be made smaller. Please choose another one.',
  },
}

/** Creates the functions that store, remove and shrink single pictures of drafts. */
export function createAlbum({ host: { serverNow }, written, own, inTurn, touched }: DraftServicePorts) {
  const shrink = lazyShrink()
  return {
    async keepPhoto(id: string, photo: { name: string; file: Blob }): Promise<SavePhotoResult> {
      const store = await own()
      const out = (tx: OwnTx) => takenOutIn(tx, id)
      const saved = await savePhoto({ ...photo, owner: rowIdOf(id) }, { store, shrink: await shrink(), out })
      if (!saved.ok) return saved
      written()
      const now = serverNow()
      const { imageId } = saved
      // The picture is stored already: if this write fails, the next read of the draft puts the picture last.
      await inTurn(() =>
        changeRow(store, id, (known) => arranged(known, [...imagesOf(known.copy), imageId], { now }), now),
      ).catch(ignoreExpected('arrange-pictures', isStorageFailure))
      touched()
      return saved
    },
    /** Returns the full picture of a row in `blobs`; undefined when its bytes are not on this phone. */
    async picture(blobId: string) {
      const store = await own()
      const row = await pictureRow(store, blobId)
      return row && new Blob([row.buf], { type: row.type })
    },
    removePhoto: (id: string, imageId: string) =>
      inTurn(async (): Promise<DraftResult> => {
        await removePicture(await own(), id, imageId, serverNow())
        touched()
        return { ok: true }
      }).catch(failed),
    /** Replaces a picture by a smaller encoding of it, at the same position. */
    async smaller(id: string, old: string): Promise<SavePhotoResult> {
      const store = await own()
      const row = await pictureRow(store, blobIdOf(rowIdOf(id), old))
      const tools = imageToolsOf()
      if (!row || !tools) return noSmaller
      const result = await createShrink(tools, harder)(new Blob([row.buf], { type: row.type }))
      if (result === 'unable' || !result.ok || result.photo.buf.byteLength >= row.size) return noSmaller
      return inTurn(async (): Promise<SavePhotoResult> => {
        const made = await exchangePicture(store, { id, old: row, photo: result.photo, now: serverNow() })
        touched()
        return { ok: true, ...made, again: false }
      }).catch(failed)
    },
  }
}
