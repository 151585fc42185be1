import { imagesOf, mergeDrafts, takenOut } from '#contract/sync/draft-copy.ts'
import { carLane } from '#contract/sync/lanes.ts'
import { imageIdOf } from '#contract/sync/uploads.ts'
import type { BlobRow, DraftRow, EntityRow, OutboxItem } from '../database/records.ts'
import { picturesNeeded, type OwnStore, type OwnTx } from '../outbox/command.ts'
import { same } from '../outbox/merge.ts'
import { moveDraft } from '../partitions/hand-over.ts'
import { blobIdOf } from '../upload/blob-rows.ts'
import { changed, emptyDraft, idOf, readRow, rowIdOf, valuesOf, type DraftState, formOf } from './draft.ts'
import { deletedDraftsIn } from './deleted-drafts.ts'
import { editIdOf, type AdDraft, type DraftFields } from './types.ts'
import type { Fields, Payloads } from '#contract/commands.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'

/** Rows of drafts. A change reads and writes in one transaction, so that no tab overwrites the change of another tab. */

const tables = ['drafts', 'blobs', 'outbox', 'entities'] as const

/** Changes a draft; writes nothing when the draft stays the same. */
export function changeRow(
  store: OwnStore,
  id: string,
  change: (known: DraftState) => DraftState,
  now: number,
): Promise<void> {
  return store.transaction('write', ['drafts', 'meta'], async (tx) => {
    // A new draft with the id of a deleted draft needs a stamp after the deletion, even when the clock is wrong.
    const after = (await deletedDraftsIn(tx)).find((end) => end.id === id)?.at ?? 0
    const begun = ({ copy, ...rest }: DraftState): DraftState => ({
      ...rest,
      copy: { ...copy, step: { ...copy.step, at: Math.max(after, copy.step.at) } },
    })
    await changeIn(tx, id, (known) => change(begun(known)), now)
  })
}
export async function changeIn(
  tx: OwnTx,
  id: string,
  change: (known: DraftState) => DraftState,
  now: number,
) {
  const row = await tx.get('drafts', rowIdOf(id))
  const known = row ? readRow(row) : emptyDraft()
  // A newer app wrote the row, and this app must not overwrite what it cannot read.
  if (!known) return
  const values = valuesOf(change(known))
  if (row && row.values['copy'] === values['copy'] && row.values['news'] === values['news']) return
  await tx.put('drafts', { id: rowIdOf(id), values, updatedAt: now })
}

/** Reads only the keys, because the rows contain the bytes of all pictures. */
const keysIn = async (tx: OwnTx): Promise<string[]> => (await tx.keys('blobs')).map(String)
const picturesIn = (keys: readonly string[], id: string): string[] => {
  const start = blobIdOf(rowIdOf(id), '')
  return keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length))
}

function draftOf(id: string, row: DraftRow, known: DraftState, keys: readonly string[]): AdDraft {
  const here = picturesIn(keys, id)
  // The app ended after it stored the picture and before it wrote the picture's position.
  const late = here.filter((imageId) => !Object.hasOwn(known.copy.images, imageId))
  const pictures = [...imagesOf(known.copy), ...late].map((imageId) => ({
    imageId,
    id: here.includes(imageId) ? blobIdOf(rowIdOf(id), imageId) : undefined,
  }))
  return { ...known.copy, id, base: known.base, pictures, coverSize: 0, updatedAt: row.updatedAt }
}
/** Returns the image ids removed from a draft; an unfinished outbox item may still need their bytes. */
export async function takenOutIn(tx: OwnTx, id: string): Promise<ReadonlySet<string>> {
  const row = await tx.get('drafts', rowIdOf(id))
  const images = Object.entries((row && readRow(row))?.copy.images ?? {})
  return new Set(images.flatMap(([imageId, { v }]) => (v === takenOut ? imageId : [])))
}
const blobsOf = (tx: OwnTx, id: string) => tx.list('blobs', { index: 'owner', only: rowIdOf(id) })

export function readDraftRow(store: OwnStore, id: string): Promise<AdDraft | undefined> {
  return store.transaction('read', ['drafts', 'blobs'], async (tx) => {
    const row = await tx.get('drafts', rowIdOf(id))
    const known = row && readRow(row)
    if (!known) return undefined
    const draft = draftOf(id, row, known, await keysIn(tx))
    const cover = draft.pictures[0]?.id
    const coverSize = cover === undefined ? 0 : ((await tx.get('blobs', cover))?.size ?? 0)
    return { ...draft, coverSize }
  })
}

/** Returns the drafts, last changed first. Deletes the drafts that became ads and returns them as `published`. */
export function listRows(store: OwnStore): Promise<{ drafts: AdDraft[]; published: AdDraft[] }> {
  return store.transaction('write', tables, async (tx) => {
    await takeOver(tx)
    const items = await tx.list('outbox')
    // A draft with a waiting ad is not listed; it becomes a draft again when the ad is taken back.
    const waiting = new Set(
      items
        .filter((item) => item.kind === 'ad.create' && item.state !== 'done' && !item.cancel)
        .map(({ lane }) => lane),
    )
    const keys = await keysIn(tx)
    const drafts: AdDraft[] = []
    const published: AdDraft[] = []
    for (const row of await tx.list('drafts')) {
      const id = idOf(row.id)
      const known = id === undefined ? undefined : readRow(row)
      if (id === undefined || !known) continue
      if (waiting.has(carLane(id))) continue
      const draft = draftOf(id, row, known, keys)
      const entity = await tx.get('entities', carLane(id))
      if (entity) {
        if (!entity.gone) await keepLate(tx, draft, { entity, items })
        await forgetIn(tx, id, items)
        published.push(draft)
      } else drafts.push(draft)
    }
    drafts.sort((a, b) => b.updatedAt - a.updatedAt)
    return { drafts, published }
  })
}

/** Adds the values of a draft that its published ad lacks to the draft of an edit. */
async function keepLate(
  tx: OwnTx,
  draft: AdDraft,
  { entity, items }: { entity: EntityRow; items: readonly OutboxItem[] },
): Promise<void> {
  const { id, updatedAt, pictures } = draft
  const late = typedLate(draft, { entity, items })
  if (Object.keys(late).length === 0) return
  await addWords(tx, { adId: id, entity }, late, updatedAt)
  if (late['images'] !== undefined)
    await ownPictures(
      tx,
      editIdOf(id),
      pictures.map(({ imageId }) => imageId),
    )
}

/** Adds values to the draft of an edit; a field that the draft has already stays as it is. */
function addWords(
  tx: OwnTx,
  { adId, entity }: { adId: string; entity: EntityRow },
  words: DraftFields,
  at: number,
): Promise<void> {
  const about = { adId, base: { version: entity.version, snapshot: entity.fields } }
  const withWords = (edit: DraftState) => {
    const unsaid = Object.entries(words).filter(([name]) => !Object.hasOwn(edit.copy.fields, name))
    return changed(edit, { fields: Object.fromEntries(unsaid), about }, at)
  }
  return changeIn(tx, editIdOf(adId), withWords, at)
}

/** Deletes the row and the pictures of a draft, except the pictures that unfinished outbox items need. */
async function forgetIn(tx: OwnTx, id: string, items: readonly OutboxItem[]): Promise<void> {
  const needed = picturesNeeded(items)
  await tx.delete('drafts', rowIdOf(id))
  for (const imageId of picturesIn(await keysIn(tx), id)) {
    const blobId = blobIdOf(rowIdOf(id), imageId)
    if (!needed.has(blobId)) await tx.delete('blobs', blobId)
  }
}

/** Deletes a draft; returns the row and its pictures, so that `bringBack` can restore them. */
export function forgetRow(
  store: OwnStore,
  id: string,
): Promise<{ row: DraftRow | undefined; blobs: BlobRow[] }> {
  return store.transaction('write', tables, async (tx) => {
    const row = await tx.get('drafts', rowIdOf(id))
    const blobs = await blobsOf(tx, id)
    await forgetIn(tx, id, await tx.list('outbox'))
    return { row, blobs }
  })
}
/** Deletes the pictures of a deleted draft, except the pictures that unfinished outbox items need. */
export function forgetPictures(store: OwnStore, id: string): Promise<void> {
  return store.transaction('write', tables, async (tx) => {
    // Another tab may have created the draft again.
    if (!(await tx.get('drafts', rowIdOf(id)))) await forgetIn(tx, id, await tx.list('outbox'))
  })
}
export function bringBack(
  store: OwnStore,
  { row, blobs }: Awaited<ReturnType<typeof forgetRow>>,
): Promise<void> {
  return store.transaction('write', ['drafts', 'blobs'], async (tx) => {
    if (row && !(await tx.get('drafts', row.id))) await tx.put('drafts', row)
    for (const blob of blobs) await tx.put('blobs', blob)
  })
}

/** Row ids of what the outbox of older apps set aside: refused ads, and sides of a conflict. */
const setAside = /^(?:refused:ad\.(?:create|edit):|conflict:car:.*:)([^:]+)$/
const adIn = /^conflict:car:(.*):[^:]+$/

/** Converts rows of older apps to drafts of the current format, with their pictures. */
async function takeOver(tx: OwnTx): Promise<void> {
  for (const row of await tx.list('drafts')) {
    const [, item] = setAside.exec(row.id) ?? []
    if (item === undefined) continue
    const known = readRow(row)
    if (!known) continue
    const adId =
      adIn.exec(row.id)?.[1] ?? (row.id.startsWith('refused:ad.edit:') ? row.values['adId'] : undefined)
    const entity = adId === undefined ? undefined : await tx.get('entities', carLane(adId))
    const { copy } = known
    if (adId !== undefined && entity && !entity.gone) {
      const texts = Object.entries(copy.fields).map(([name, { v }]) => [name, v])
      // An edit stores the URLs of its pictures as one text, as the form does.
      const { images } = row.values
      const words = { ...Object.fromEntries(texts), ...(images !== undefined && { images }) } as DraftFields
      await addWords(tx, { adId, entity }, words, row.updatedAt)
    } else if (!(await tx.get('drafts', rowIdOf(item)))) {
      const values = valuesOf({ copy, base: undefined, news: true })
      await tx.put('drafts', { id: rowIdOf(item), values, updatedAt: row.updatedAt })
      await ownPictures(tx, item, imagesOf(copy))
    }
    await tx.delete('drafts', row.id)
  }
}

/** Copies the rows of these pictures from any other owner to the draft. */
export async function ownPictures(tx: OwnTx, id: string, imageIds: readonly string[]): Promise<void> {
  if (imageIds.length === 0) return
  const wanted = new Set(imageIds)
  for (const blob of await tx.list('blobs')) {
    const imageId = imageIdOf(blob.sha256)
    if (!wanted.delete(imageId)) continue
    const mine = blobIdOf(rowIdOf(id), imageId)
    if (blob.id === mine) continue
    await tx.put('blobs', { ...blob, id: mine, owner: rowIdOf(id) })
  }
}

/** Moves a guest's draft to the signed-in person and merges it with their draft of the same id. */
export async function takeFromGuest(
  guest: OwnStore,
  own: OwnStore,
  { id, now }: { id: string; now: number },
): Promise<void> {
  await moveDraft(guest, own, rowIdOf(id), async (tx, row) => {
    const theirs = readRow(row)
    const mine = await tx.get('drafts', row.id)
    // A newer app wrote one of the two rows, and this app cannot merge a row that it cannot read.
    if (!theirs || (mine && !readRow(mine))) return false
    const joined = ({ copy, base }: DraftState): DraftState => ({
      copy: mergeDrafts(copy, theirs.copy),
      base: base ?? theirs.base,
      news: true,
    })
    await changeIn(tx, id, joined, now)
    return true
  })
}

/** Returns whether a typed text has the sent value; numbers are compared in hundredths, as a price is stored. */
const says = (text: string, value: unknown, there: string | undefined): boolean =>
  typeof value === 'number' ? Math.round(Number(text) * 100) / 100 === value : text.trim() === there

/**
 * Returns the values of a draft that its ad lacks: the person edited the draft after they published it, or another phone
 * published the same draft with other values. Returns no values when the outbox has an edit of the ad.
 */
function typedLate(
  { id, fields, pictures }: AdDraft,
  { entity, items }: { entity: EntityRow; items: readonly OutboxItem[] },
): DraftFields {
  const lane = items.filter((item) => item.lane === carLane(id))
  const birth = lane.findLast(({ kind }) => kind === 'ad.create')
  if (!birth || lane.some(({ kind }) => kind === 'ad.edit')) return {}
  const { adId, ad, imageIds } = birth.payload as Payloads['ad.create']
  if (adId !== id) return {}
  const sent: Fields = ad
  const texts = formOf(sent)
  // Another phone had published the ad before, with another value than this phone sent.
  const isOther = (name: string, value: unknown) =>
    birth.result?.version === entity.version &&
    Object.hasOwn(entity.fields, name) &&
    !same(value, entity.fields[name])
  const late = Object.entries(fields).filter(
    ([name, { v }]) =>
      Object.hasOwn(texts, name) && (!says(v, sent[name], texts[name]) || isOther(name, sent[name])),
  )
  const names = pictures.map(({ imageId }) => imageId)
  const isArranged = !same(names, imageIds) || isOther('images', imageIds.map(uploadedUrl))
  return {
    ...Object.fromEntries(late.map(([name, { v }]) => [name, v])),
    ...(isArranged && { images: JSON.stringify(names.map(uploadedUrl)) }),
  }
}
