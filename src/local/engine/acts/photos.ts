import type { Photos } from '../../upload/keep-photo.ts'
import type { Shrink } from '../../upload/shrink.ts'
import type { OwnStore } from '../../outbox/command.ts'
import type { People } from '../people.ts'
import type { Stores } from '../stores.ts'

/** Pictures that a person picked, kept on the phone until the write that names them has arrived. */
export function createPhotos(
  stores: Pick<Stores, 'own' | 'withRoom'>,
  people: Pick<People, 'active'>,
  desk?: Shrink,
): Photos {
  let shrink = desk
  const own = () => stores.own(people.active())
  return {
    async keep(photo) {
      const store = await own()
      // Few people pick a picture; what decodes one is fetched when they do.
      shrink ??= (await import('../../upload/photo-desk.ts')).browserPhotoDesk()
      const { keepPhoto } = await import('../../upload/keep-photo.ts')
      await releaseUnused(store, photo.owner)
      return keepPhoto(photo, { store, shrink, withRoom: stores.withRoom })
    },
    async thumb(id) {
      const store = await own()
      const row = await store.transaction('read', ['blobs'], (tx) => tx.get('blobs', id))
      return row && new Blob([row.thumb ?? row.buf], { type: row.type })
    },
  }
}

/** Somebody picks anew: what they picked before is not wanted, unless it waits in the outbox. */
function releaseUnused(store: OwnStore, owner: string): Promise<void> {
  return store.transaction('write', ['outbox', 'blobs'], async (tx) => {
    const waiting = (await tx.list('outbox')).filter((item) => item.state !== 'done')
    const needed = new Set(waiting.flatMap((item) => item.blobIds ?? []))
    for (const { id } of await tx.list('blobs', { index: 'owner', only: owner }))
      if (!needed.has(id)) await tx.delete('blobs', id)
  })
}
