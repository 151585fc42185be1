import { commandRegistry, type AnyPayload, type Command, type CommandRegistry } from '#contract/commands.ts'
import type { Versioned } from '#contract/errors.ts'
import type { OutboxItem, OwnTables } from '../database/records.ts'
import type { Store, Tx } from '../database/store.ts'

export type OwnStore = Store<OwnTables>
export type OwnTx = Tx<OwnTables>
export type Rules = Command<AnyPayload>
type Shaped = Pick<OutboxItem, 'kind' | 'v'>

/** What a change of items may touch, and that of items with pictures. */
export const itemTables = ['outbox', 'meta', 'entities', 'drafts'] as const
export const pictureTables = [...itemTables, 'blobs'] as const

/** The rules of an item's kind; undefined for a kind or a payload shape that only a newer app knows. */
export function commandOf({ kind, v }: Shaped, book: CommandRegistry = commandRegistry): Rules | undefined {
  const command = Object.hasOwn(book, kind) ? book[kind] : undefined
  return command && v <= command.v ? command : undefined
}

/**
 * Whether it goes with the login of its partition, and waits for one: what a guest wrote stays the guest's, and a key is
 * never sent in two names, because the server keeps it per name (R-ROLE-11).
 */
export const needsLogin = (item: Pick<OutboxItem, 'asUser'>, command: Pick<Rules, 'auth'> | undefined) =>
  command?.auth === 'user' || (command?.auth === 'optional' && item.asUser === true)

/** One key for one payload, for ever: it changes only after an answer that proves nothing happened (I6). */
export const idempotencyKeyOf = (item: Pick<OutboxItem, 'id' | 'rev'>) => `${item.id}.${item.rev}`

/** It has certainly never left the phone: it may be changed or taken back without asking anyone. */
export const neverLeft = (item: OutboxItem) =>
  !item.sentEver && (item.state === 'queued' || item.state === 'held' || item.state === 'wait')

/** It goes on only when a person, or a newer wish, decides. */
export const standingStill: ReadonlySet<OutboxItem['state']> = new Set(['rejected', 'quarantine', 'conflict'])

/** The server refused it: a new key is safe, because every kind guards itself against a late copy of the old one. */
export const answeredNo = (item: OutboxItem) =>
  item.state === 'rejected' ||
  item.state === 'conflict' ||
  (item.state === 'quarantine' && item.lastError?.code === 'key_reused')

/** And no copy of it is under way: it can be forgotten or get other words without asking anyone. */
export const provenNothing = (item: OutboxItem) => answeredNo(item) && item.unsure === undefined

/** Its key may have met its words: they stay as they are, and so does the version that goes with them (I6). */
export const isFixed = (item: OutboxItem) => item.sentEver && !provenNothing(item)

/** Ask before sending something the person may have forgotten. */
export const oldAfter = 30 * 24 * 3_600_000
export const isOld = (item: OutboxItem, now: number) => now - item.createdAt > oldAfter

/** Only a wrong clock called it old (I19). */
export const wronglyOld = (item: OutboxItem, now: number) =>
  item.state === 'held' && item.hold === 'confirm-old' && !isOld(item, now)

/** A sender without a sign of life for this long is taken for dead or frozen. */
export const deadAfter = 30_000

/** The rows of those of their pictures that these words still name. */
export function picturesOf(words: unknown, items: readonly Pick<OutboxItem, 'blobIds'>[]): string[] {
  const text = JSON.stringify(words)
  const all = new Set(items.flatMap(({ blobIds }) => blobIds ?? []))
  return [...all].filter((id) => text.includes(id.slice(id.lastIndexOf('/') + 1)))
}

/** The rows of pictures that unfinished items wait with. */
export const picturesNeeded = (items: readonly OutboxItem[]): ReadonlySet<string> =>
  new Set(items.flatMap(({ state, blobIds }) => (state === 'done' ? [] : (blobIds ?? []))))

/** Waits again, and forgets why it stood still. */
export function requeued(item: OutboxItem, more: Partial<OutboxItem> = {}): OutboxItem {
  const { hold: _hold, theirs: _theirs, ...rest } = item
  return { ...rest, state: 'queued', nextAt: 0, ...more }
}

/** Under a new key nothing of it has left yet. */
export function withFreshKey(item: OutboxItem): OutboxItem {
  const { unsure: _unsure, firstAt: _first, ...rest } = item
  return { ...rest, rev: item.rev + 1, sentEver: false, tries: 0, netFails: 0 }
}

/** The unfinished items of a lane in their order. */
export async function openOf(tx: OwnTx, lane: string): Promise<OutboxItem[]> {
  const items = await tx.list('outbox', { index: 'lane', only: lane })
  return items.filter((item) => item.state !== 'done').sort((a, b) => a.seq - b.seq)
}

/** A number stored beside the items, in the same transaction. */
export async function numberOf(tx: OwnTx, k: string): Promise<number> {
  const v = (await tx.get('meta', k))?.v
  return typeof v === 'number' ? v : 0
}
/** A text stored there; undefined where there is none. */
export async function textIn(tx: OwnTx, k: string): Promise<string | undefined> {
  const v = (await tx.get('meta', k))?.v
  return typeof v === 'string' ? v : undefined
}
export const setNumber = (tx: OwnTx, k: string, v: number) => tx.put('meta', { k, v })

/** The base of a thing with versions: an older one never overwrites a newer one (I18). */
export async function putEntity(tx: OwnTx, k: string, now: Versioned, asOf: number): Promise<void> {
  const row = await tx.get('entities', k)
  if (row && (row.version > now.version || row.gone)) return
  await tx.put('entities', { k, version: now.version, fields: now.fields, asOf })
}

/** It is no longer there, and no late answer brings it back. */
export async function markGone(tx: OwnTx, k: string, asOf: number): Promise<void> {
  const row = await tx.get('entities', k)
  if (row) await tx.put('entities', { ...row, asOf, gone: true })
}

/** Names of the rows of `meta`. */
export const meta = {
  seq: 'seq',
  epoch: 'epoch',
  /** Last sign of life of the sender. */
  beat: 'beat',
  /** Since when someone waits for a sender that seems dead. */
  contended: 'contended',
  /** The server named this time to wait for. */
  pause: 'pause',
  /** When anything was last delivered. */
  delivered: 'delivered',
  /** Counts acks, for the favourites. */
  ack: 'ack',
  /** The last wish that ended without an item, because nothing of its thing had left. */
  absorbed: 'absorbed',
  /** Unread chats, as the live store last counted them. */
  unread: 'unread',
  token: 'token',
  lease: 'lease',
} as const
