import { imagesOf } from '#contract/sync/draft-copy.ts'
import { imageIdOf } from '#contract/sync/uploads.ts'
import type { BlobRow } from '../database/records.ts'
import type { OwnStore, OwnTx } from '../outbox/command.ts'
import { blobIdOf } from '../upload/blob-rows.ts'
import type { Shrunk } from '../upload/shrink.ts'
import { arranged, rowIdOf } from './draft.ts'
import { changeIn } from './rows.ts'

/** Single pictures of drafts: each change of one and of its draft is one transaction. */

/** Takes one picture out, and its bytes with it unless an ad waits with them. */
export function removePicture(store: OwnStore, id: string, imageId: string, now: number): Promise<void> {
  return store.transaction('write', ['drafts', 'blobs', 'outbox'], async (tx) => {
    await changeIn(tx, id, (known) => arranged(known, [], { now, out: [imageId] }), now)
    const blobId = blobIdOf(rowIdOf(id), imageId)
    if (!(await isWaitedWith(tx, blobId))) await tx.delete('blobs', blobId)
  })
}

/** A picture with its bytes, by its row or by its draft and name. */
export const pictureRow = (
  store: OwnStore,
  which: string | { id: string; imageId: string },
): Promise<BlobRow | undefined> => {
  const key = typeof which === 'string' ? which : blobIdOf(rowIdOf(which.id), which.imageId)
  return store.transaction('read', ['blobs'], (tx) => tx.get('blobs', key))
}

/** Another picture in the place of one, in one transaction; the old bytes stay only where an ad waits with them. */
export async function exchangePicture(
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
  (await tx.list('outbox')).some((item) => item.state !== 'done' && (item.blobIds ?? []).includes(blobId))
