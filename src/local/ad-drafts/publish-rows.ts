import { carLane } from '#contract/sync/lanes.ts'
import type { Fields, Payloads } from '#contract/commands.ts'
import { imageIdPattern } from '#contract/sync/uploads.ts'
import { openOf, type OwnStore, type OwnTx } from '../outbox/command.ts'
import { removeIn, reviseIn, tables } from '../outbox/decide.ts'
import type { RemoveResult } from '../outbox/view/entry.ts'
import { emptyDraft, changed, formOf, arranged, rowIdOf, valuesOf } from './draft.ts'
import type { AdDraft } from './types.ts'
import { ownPictures } from './rows.ts'

/**
 * A draft and the ad that it becomes have one id. So there is nothing to mark and nothing to keep in step: in the
 * transaction that puts the ad into the outbox the draft is published, taken back it is a draft again, and published
 * twice, from two phones, it is one ad.
 */

const birthIn = async (tx: OwnTx, id: string) =>
  (await openOf(tx, carLane(id))).find((item) => item.kind === 'ad.create')

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

/** `none`: it is not in the outbox. `late`: it may have left, its words stay; also while the server is asked to refuse it. */
export function reword(
  store: OwnStore,
  { payload, blobIds }: Publishing,
): Promise<{ is: 'reworded'; item: string } | { is: 'none' | 'late' }> {
  return store.transaction('write', tables, async (tx) => {
    const found = await birthIn(tx, payload.adId)
    if (!found) return { is: 'none' }
    return (await reviseIn(tx, found, { payload, blobIds }))
      ? { is: 'reworded', item: found.id }
      : { is: 'late' }
  })
}

const restoring = [...tables, 'blobs'] as const

/** An ad that waits as a draft again, where no draft of it was left; false when no such ad waits. */
export function restore(store: OwnStore, adId: string, now: number): Promise<boolean> {
  return store.transaction('write', restoring, (tx) => restoreIn(tx, adId, now))
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

/** Takes an ad out of the outbox; it is a draft again, also while the server is asked to refuse what may have left. */
export function takeBack(store: OwnStore, itemId: string, now: number): Promise<RemoveResult> {
  return store.transaction('write', restoring, async (tx) => {
    const item = await tx.get('outbox', itemId)
    if (item?.kind !== 'ad.create') return 'unknown'
    if (item.state === 'done') return 'already-sent'
    const { adId } = item.payload as Payloads['ad.create']
    if (!(await restoreIn(tx, adId, now))) return 'unknown'
    return (await removeIn(tx, itemId)) ?? 'unknown'
  })
}
