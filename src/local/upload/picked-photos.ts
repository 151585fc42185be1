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

/** Pictures that a person picked, stored on the phone until the write that names them has arrived. */
export function createPhotos(
  stores: { ownWithRoom: (partition: string) => Promise<OwnStore> },
  partitions: { active: () => string },
  /** `chosen` is called after one was. */
  o: { shrink?: () => Promise<Shrink>; now: () => number; chosen?: () => void },
) {
  const { now, shrink = lazyShrink() } = o
  const own = () => stores.ownWithRoom(partitions.active())
  async function keep(photo: PickedPhoto, ports: Pick<SavePhotoPorts, 'store' | 'named' | 'full'>) {
    return savePhoto(photo, { ...ports, shrink: await shrink() })
  }
  return {
    /** Keeps one, small, in place of those of the same owner that no write waits with. */
    async keep(photo: PickedPhoto) {
      const store = await own()
      await releaseUnused(store, photo.owner)
      return keep(photo, { store })
    },
    /** Keeps one more, small, for the next writes of a lane; it is theirs when one of them names it. */
    async choose(lane: string, photo: Omit<PickedPhoto, 'owner'>) {
      // Of the current person, also when the picture is small after somebody else has signed in (I7).
      const store = await own()
      // What was taken back out of the outbox left its bytes behind.
      await releaseUnused(store, lane)
      const result = await keep(
        { ...photo, owner: attachmentsRow(lane) },
        { store, named: (tx, row) => addAttachment(tx, row, now()), full: manyChosen },
      )
      if (result.ok) o.chosen?.()
      return result
    },
    /** Those that were chosen and not sent, in their order. */
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
    /** This one is not wanted any more. */
    async unchoose(lane: string, imageId: string) {
      const store = await own()
      const owner = attachmentsRow(lane)
      const blob = { id: blobIdOf(owner, imageId), owner }
      await store.transaction('write', ['drafts', 'blobs'], (tx) => dropAttachment(tx, blob, now()))
    },
    /** The small copy of a kept one. */
    async thumb(id: string) {
      const store = await own()
      const row = await store.transaction('read', ['blobs'], (tx) => tx.get('blobs', id))
      return row && thumbOf(row)
    },
  }
}
const thumbOf = ({ thumb, buf, type }: BlobRow) => new Blob([thumb ?? buf], { type })

/** Somebody picks again: what they picked before is not wanted, unless it waits in the outbox. */
function releaseUnused(store: OwnStore, owner: string): Promise<void> {
  return store.transaction('write', ['outbox', 'blobs'], async (tx) => {
    const needed = picturesNeeded(await tx.list('outbox'))
    for (const { id } of await tx.list('blobs', { index: 'owner', only: owner }))
      if (!needed.has(id)) await tx.delete('blobs', id)
  })
}
