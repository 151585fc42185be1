import type { Fields, Payloads } from '#contract/commands.ts'
import { imageIdPattern } from '#contract/sync/uploads.ts'
import type { OutboxItem } from '../../../database/records.ts'
import { neverLeft, openOf, provenNothing, type OwnStore, type OwnTx } from '../../../outbox/command.ts'
import { remove, revise } from '../../../outbox/decide.ts'
import { emptyDraft, changed, formOf, arranged, rowIdOf, valuesOf } from './draft.ts'
import type { AdDraft } from './face.ts'
import { laneOf, ownPictures } from './rows.ts'

/**
 * A draft and the ad that it becomes have one id. So there is nothing to mark and nothing to keep in step: in the
 * transaction that puts the ad into the outbox the draft is published, taken back it is a draft again, and published
 * twice, from two phones, it is one ad.
 */

const birthIn = async (tx: OwnTx, id: string): Promise<OutboxItem | undefined> =>
  (await openOf(tx, laneOf(id))).find((item) => item.kind === 'ad.create' && !item.cancel)

export interface Publishing {
  payload: Payloads['ad.create']
  /** Rows of its pictures on this phone. */
  blobIds: string[]
}

/** What goes out. Pictures of which the bytes are not here are on the server, by their name. */
export function publishing({ id, pictures }: AdDraft, ad: Fields): Publishing {
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

/** `none`: it is not in the outbox. `late`: it may have left, its words stay. */
export async function reword(
  store: OwnStore,
  { payload, blobIds }: Publishing,
): Promise<{ is: 'reworded'; item: string } | { is: 'none' | 'late' }> {
  const found = await store.transaction('read', ['outbox'], (tx) => birthIn(tx, payload.adId))
  if (!found) return { is: 'none' }
  if (!neverLeft(found) && !provenNothing(found)) return { is: 'late' }
  // Words and pictures change in one transaction.
  const withPictures: OwnStore = {
    ...store,
    transaction: (mode, tables, work) =>
      store.transaction(mode, tables, async (tx) => {
        const result = await work(tx)
        const item = await tx.get('outbox', found.id)
        if (result === true && item) await tx.put('outbox', { ...item, blobIds })
        return result
      }),
  }
  return (await revise(withPictures, found.id, payload)) ? { is: 'reworded', item: found.id } : { is: 'late' }
}

/** An ad that waits as a draft again, where no draft of it was left; false when no such ad waits. */
export function restore(store: OwnStore, adId: string, now: number): Promise<boolean> {
  return store.transaction('write', ['outbox', 'drafts', 'blobs'], async (tx) => {
    const item = await birthIn(tx, adId)
    if (!item) return false
    if (await tx.get('drafts', rowIdOf(adId))) return true
    const { ad, imageIds } = item.payload as Payloads['ad.create']
    const typed = changed(emptyDraft(), { fields: formOf(ad) }, now)
    const known = imageIds.filter((id) => imageIdPattern.test(id))
    const values = valuesOf(arranged(typed, known, { now }))
    await tx.put('drafts', { id: rowIdOf(adId), values, updatedAt: now })
    await ownPictures(tx, adId, imageIds)
    return true
  })
}

/** Takes an ad out of the outbox that had no effect; it is a draft again. False when it may have had one. */
export async function takeBack(store: OwnStore, itemId: string, now: number): Promise<boolean> {
  const item = await store.transaction('read', ['outbox'], (tx) => tx.get('outbox', itemId))
  if (item?.kind !== 'ad.create' || (!neverLeft(item) && !provenNothing(item))) return false
  // Kept before it is taken out: cut short in between it is an ad that waits, and nothing is lost.
  const { adId } = item.payload as Payloads['ad.create']
  return (await restore(store, adId, now)) && (await remove(store, itemId)) === 'removed'
}
