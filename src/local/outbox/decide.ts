import {
  commandRegistry,
  type AnyPayload,
  type CommandRegistry,
  type Fields,
  type Payloads,
} from '#contract/commands.ts'
import type { Versioned } from '#contract/errors.ts'
import { imageIdPattern } from '#contract/sync/uploads.ts'
import type { OutboxItem } from '../database/records.ts'
import { reworded, unlink } from './chain.ts'
import {
  answeredNo,
  commandOf,
  isDamaged,
  itemTables,
  markDamaged,
  neverLeft,
  openOf,
  picturesNeeded,
  picturesOf,
  pictureTables,
  provenNothing,
  requeued,
  withFreshKey,
  type OwnStore,
  type OwnTx,
  type Rules,
} from './command.ts'
import { dropHanded, type HandedDraft } from './handed-draft.ts'
import { isFormDraft, type Resolution, type RemoveResult } from './view.ts'
import { mergeFields, mergeItem } from './merge.ts'

/** Decisions of a person about one item. */

/**
 * Takes an item back. An item that certainly had no effect is deleted at once. For any other item the server is asked to refuse
 * the key permanently as soon as it can be reached. Undefined when there is no such item.
 */
export function remove(
  store: OwnStore,
  id: string,
  book: CommandRegistry = commandRegistry,
): Promise<RemoveResult | undefined> {
  return store.transaction('write', pictureTables, async (tx) => {
    const item = await tx.get('outbox', id)
    const done = await removeIn(tx, id, book)
    if (done === 'removed') await dropPictures(tx, item?.blobIds)
    return done
  })
}

/** Deletes the pictures of a removed write, those of an ad too. The pictures of a form draft stay with the draft. */
async function dropPictures(tx: OwnTx, blobIds: readonly string[] = []): Promise<void> {
  const needed = picturesNeeded(await tx.list('outbox'))
  for (const id of blobIds) {
    const owner = id.slice(0, id.lastIndexOf('/'))
    if (isFormDraft({ id: owner }) || needed.has(id) || (await tx.get('drafts', owner))) continue
    await tx.delete('blobs', id)
  }
}
export async function removeIn(
  tx: OwnTx,
  id: string,
  book: CommandRegistry = commandRegistry,
): Promise<RemoveResult | undefined> {
  const item = await tx.get('outbox', id)
  if (!item) return undefined
  if (item.state === 'done') return 'already-sent'
  const damaged = item.lastError?.code === 'corrupt_record'
  if (neverLeft(item) || provenNothing(item) || damaged) {
    await unlink(tx, item, book)
    return 'removed'
  }
  // The sender handles the cancellation when the response arrives.
  const cancelled =
    item.state === 'sending' ? { ...item, cancel: true as const } : requeued(item, { cancel: true })
  await tx.put('outbox', cancelled)
  return 'cancelling'
}

/**
 * Queues an item again at the person's request. After a refusal that proves that nothing happened the item gets a new key; after
 * an unknown outcome the key stays, because the first attempt may have had its effect (I6). False when there is no such item.
 */
export function retry(store: OwnStore, id: string, now: number): Promise<boolean> {
  return store.transaction('write', ['outbox'], async (tx) => {
    const item = await tx.get('outbox', id)
    // A conflict needs a decision, and a damaged record cannot be sent by a retry.
    if (!item || item.cancel || item.state === 'conflict' || item.lastError?.code === 'corrupt_record')
      return item !== undefined
    if (answeredNo(item)) {
      // A copy of the request may still arrive: under the same key both are one write and can be taken back as one.
      const sameKey = item.unsure && item.lastError?.code !== 'key_void' && item.state === 'rejected'
      const again = sameKey ? { ...item, tries: 0, netFails: 0 } : withFreshKey(item)
      await tx.put('outbox', requeued(again, { firstAt: now }))
    } else if (item.state === 'quarantine') {
      await tx.put('outbox', requeued(item, { tries: 0, netFails: 0, firstAt: now }))
    } else if (item.hold === 'confirm-old') await tx.put('outbox', requeued(item, { confirmed: true }))
    else if (item.state === 'wait') await tx.put('outbox', { ...item, nextAt: 0 })
    return true
  })
}

/** Gives an item other words if the old ones certainly had no effect; returns false otherwise. */
export function revise(
  store: OwnStore,
  id: string,
  payload: AnyPayload,
  book: CommandRegistry = commandRegistry,
  draft?: HandedDraft,
): Promise<boolean> {
  return store.transaction('write', itemTables, async (tx) => {
    const item = await tx.get('outbox', id)
    if (!item || !(await reviseIn(tx, item, { payload }, book))) return false
    if (draft) await dropHanded(tx, draft)
    return true
  })
}
export async function reviseIn(
  tx: OwnTx,
  found: OutboxItem,
  words: { payload: AnyPayload; blobIds?: string[] },
  book: CommandRegistry = commandRegistry,
): Promise<boolean> {
  // New words repair only the payload, so the other fields of a damaged row are repaired first.
  const item = isDamaged(found, book) ? markDamaged(found, 0) : found
  if (item.cancel || item.state === 'conflict') return false
  if (!neverLeft(item) && !provenNothing(item)) return false
  const command = commandOf(item, book)
  // New words have the current payload version, and they bring a damaged record back to its lane.
  const fresh = { ...words, ...(command ? { v: command.v, lane: command.lane(words.payload, item.id) } : {}) }
  const { lastError: _answered, ...rest } = requeued(withFreshKey(item))
  // A queued or held item keeps its state; a failed item is tried at once.
  const after: OutboxItem = { ...(neverLeft(item) && item.state !== 'wait' ? item : rest), ...fresh }
  await tx.put('outbox', after)
  await reworded(tx, { before: found, after }, book)
  return true
}

export interface ResolveOptions {
  now: number
  newId: () => string
  book?: CommandRegistry
}

/** Settles a conflict (I9); returns false when there is none, or when the choice does not fit it. */
export function resolve(store: OwnStore, id: string, how: Resolution, o: ResolveOptions): Promise<boolean> {
  const book = o.book ?? commandRegistry
  return store.transaction('write', itemTables, async (tx) => {
    const item = await tx.get('outbox', id)
    const command = item && commandOf(item, book)
    if (!item || item.state !== 'conflict' || !command?.editing) return false
    if (how.how === 'draft') {
      await keepAsDraft(tx, item, command, o.now)
      await unlink(tx, item, book, item.theirs)
      return true
    }
    if (how.how === 'again') return makeAnew(tx, item, { ...o, book })
    if (!item.theirs) {
      if (how.how !== 'theirs') return false
      await unlink(tx, item, book)
      return true
    }
    await decided(tx, { item, command, theirs: item.theirs, book }, how)
    return true
  })
}

interface Disputed {
  item: OutboxItem
  command: Rules
  theirs: Versioned
  book: CommandRegistry
}

/** Queues what the person still wants to change of the server's state, under a new key; deletes the item when nothing is left. */
async function decided(
  tx: OwnTx,
  { item, command, theirs, book }: Disputed,
  how: Extract<Resolution, { how: 'mine' | 'theirs' | 'values' }>,
): Promise<void> {
  const { editing } = command
  const mine: Fields = editing?.of(item.payload) ?? {}
  const merged = mergeItem(item, { mine, theirs: theirs.fields, sets: editing?.sets })
  const chosen: Record<string, unknown> = { ...merged.patch }
  for (const name of merged.overlaps) {
    if (how.how === 'mine') chosen[name] = mine[name]
    if (how.how === 'values') chosen[name] = Object.hasOwn(how.values, name) ? how.values[name] : mine[name]
  }
  // The patch holds only values that differ from the server's state.
  const { patch } = mergeFields({ before: theirs.fields, mine: chosen, theirs: theirs.fields, sets: [] })
  if (Object.keys(patch).length === 0 || !editing) {
    await unlink(tx, item, book, theirs)
    return
  }
  const { lastError: _answered, ...rest } = requeued(withFreshKey(item))
  const base = { version: theirs.version, snapshot: theirs.fields }
  await tx.put('outbox', { ...rest, payload: editing.with(item.payload, patch), base })
}

async function keepAsDraft(tx: OwnTx, item: OutboxItem, command: Rules, now: number): Promise<void> {
  const words = Object.entries(command.editing?.of(item.payload) ?? {})
  const values = Object.fromEntries(
    words.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  await tx.put('drafts', { id: `conflict:${item.lane}:${item.id}`, values, updatedAt: now })
}

/** Creates again an ad that was deleted elsewhere, with all its unfinished changes. */
async function makeAnew(
  tx: OwnTx,
  item: OutboxItem,
  o: ResolveOptions & { book: CommandRegistry },
): Promise<boolean> {
  const command = o.book['ad.create']
  if (!command || item.theirs || !item.lane.startsWith('car:')) return false
  const { adId: replaces, title } = item.payload as Payloads['ad.edit']
  const { fields, items } = await lastWanted(tx, item, o.book)
  const { status: _status, images, ...ad } = fields
  const adId = o.newId()
  const imageIds = pictureIds(images)
  const payload: Payloads['ad.create'] = { adId, title, ad, imageIds, replaces }
  const {
    base: _base,
    baseFrom: _from,
    lastError: _told,
    merged: _note,
    ...rest
  } = requeued(withFreshKey(item))
  await tx.put('outbox', {
    ...rest,
    id: o.newId(),
    rev: 0,
    lane: command.lane(payload, ''),
    kind: 'ad.create',
    v: command.v,
    payload,
    blobIds: picturesOf(imageIds, items),
    createdAt: o.now,
  })
  return true
}

/** Returns the ids of the uploads behind these addresses. A picture from another source cannot be claimed again. */
function pictureIds(urls: unknown): string[] {
  const parts = (Array.isArray(urls) ? urls : []).flatMap((url) => String(url).split('/'))
  return parts.filter((part) => imageIdPattern.test(part))
}

/** Deletes all changes of the lane from the outbox and returns the fields that result from them. */
async function lastWanted(tx: OwnTx, item: OutboxItem, book: CommandRegistry) {
  let fields: Fields = item.base?.snapshot ?? {}
  const items: OutboxItem[] = []
  for (const one of await openOf(tx, item.lane)) {
    const editing = commandOf(one, book)?.editing
    if (!editing) continue
    fields = { ...fields, ...editing.of(one.payload) }
    items.push(one)
    await tx.delete('outbox', one.id)
  }
  return { fields, items }
}
