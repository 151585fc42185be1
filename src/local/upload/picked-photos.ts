import { limits } from '#contract/limits.ts'
import type { BlobRow } from '../database/records.ts'
import {
  type ChosenPhoto,
  lazyShrink,
  savePhoto,
  type SavePhotoPorts,
  type PickedPhoto,
} from './save-photo.ts'
import type { Shrink } from './shrink.ts'
import {
  addAttachment,
  attachmentsIn,
  attachmentsRow,
  dropAttachment,
} from '../outbox/message-attachments.ts'
import { picturesNeeded, type OwnStore } from '../outbox/command.ts'
import { blobIdOf } from './blob-rows.ts'

const manyChosen = `${limits.adImages} pictures can be chosen at a time. Please send these first.`

export type Photos = ReturnType<typeof createPhotos>

/** Returns the service for pictures that a person picked, stored on the phone until the write that names them was delivered. */
export function createPhotos(
  stores: { ownWithRoom: (partition: string) => Promise<OwnStore> },
  partitions: { active: () => string },
  /** `chosen` is called after a picture was chosen. */
  o: { shrink?: () => Promise<Shrink>; now: () => number; chosen?: () => void },
) {
  const { now, shrink = lazyShrink() } = o
  const own = () => stores.ownWithRoom(partitions.active())
  async function keep(photo: PickedPhoto, ports: Pick<SavePhotoPorts, 'store' | 'named' | 'full'>) {
    return savePhoto(photo, { ...ports, shrink: await shrink() })
  }
  return {
    /** Reduces and stores a picture; deletes those of the same owner that no write needs. */
    async keep(photo: PickedPhoto) {
      const store = await own()
      await releaseUnused(store, photo.owner)
      return keep(photo, { store })
    },
    /** Reduces and stores a picture for the next writes of a lane; it moves to the first write that names it. */
    async choose(lane: string, photo: Omit<PickedPhoto, 'owner'>) {
      // The picture belongs to the person who is signed in now, even if another person signs in before it is reduced (I7).
      const store = await own()
      // Items that were removed from the outbox left their pictures behind.
      await releaseUnused(store, lane)
      const result = await keep(
        { ...photo, owner: attachmentsRow(lane) },
        { store, named: (tx, row) => addAttachment(tx, row, now()), full: manyChosen },
      )
      if (result.ok) o.chosen?.()
      return result
    },
    /** Returns the pictures that were chosen and not sent, in their order. */
    async chosen(lane: string): Promise<ChosenPhoto[]> {
      const store = await own()
      const row = attachmentsRow(lane)
      return store.transaction('read', ['drafts', 'blobs'], async (tx) => {
        const names = await attachmentsIn(tx, row)
        const blobs = await Promise.all(names.map((name) => tx.get('blobs', blobIdOf(row, name))))
        return blobs.flatMap((blob, n) =>
          blob ? { imageId: names[n] ?? '', name: blob.name, thumb: thumbOf(blob) } : [],
        )
      })
    },
    /** Deletes a chosen picture. */
    async unchoose(lane: string, imageId: string) {
      const store = await own()
      const owner = attachmentsRow(lane)
      const blob = { id: blobIdOf(owner, imageId), owner }
      await store.transaction('write', ['drafts', 'blobs'], (tx) => dropAttachment(tx, blob, now()))
    },
    /** Returns the thumbnail of a stored picture. */
    async thumb(id: string) {
      const store = await own()
      const row = await store.transaction('read', ['blobs'], (tx) => tx.get('blobs', id))
      return row && thumbOf(row)
    },
  }
}
const thumbOf = ({ thumb, buf, type }: BlobRow) => new Blob([thumb ?? buf], { type })

/** Deletes the pictures of an owner that no write in the outbox needs, because the person picks again. */
function releaseUnused(store: OwnStore, owner: string): Promise<void> {
  return store.transaction('write', ['outbox', 'blobs'], async (tx) => {
    const needed = picturesNeeded(await tx.list('outbox'))
    for (const { id } of await tx.list('blobs', { index: 'owner', only: owner }))
      if (!needed.has(id)) await tx.delete('blobs', id)
  })
}
