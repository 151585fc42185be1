import {
  commandRegistry,
  type AnyPayload,
  type Command,
  type CommandRegistry,
  type Fields,
} from '#contract/commands.ts'
import type { Versioned } from '#contract/errors.ts'
import { itemStates, type Base, type OutboxItem, type OwnTables } from '../database/records.ts'
import type { Store, Tx } from '../database/store.ts'
import { same } from './merge.ts'

/** Functions that judge an item by its row (rules, progress, damage), and the rows stored beside it. */

export type OwnStore = Store<OwnTables>
export type OwnTx = Tx<OwnTables>
export type Rules = Command<AnyPayload>
type Shaped = Pick<OutboxItem, 'kind' | 'v'>

/** Tables of a transaction that changes items, and of one that changes items with pictures. */
export const itemTables = ['outbox', 'meta', 'entities', 'drafts'] as const
export const pictureTables = [...itemTables, 'blobs'] as const

/** Returns the rules of an item's kind; undefined for a kind or a payload shape that only a newer app knows. */
export function commandOf({ kind, v }: Shaped, book: CommandRegistry = commandRegistry): Rules | undefined {
  const command = Object.hasOwn(book, kind) ? book[kind] : undefined
  return command && v <= command.v ? command : undefined
}

/**
 * Whether the item is sent with the login of its partition, and waits for one. An item of a guest is sent without a login even
 * after a login, and a key is never sent under two users, because the server stores it per user (R-ROLE-11).
 */
export const needsLogin = (item: Pick<OutboxItem, 'asUser'>, command: Pick<Rules, 'auth'> | undefined) =>
  command?.auth === 'user' || (command?.auth === 'optional' && item.asUser === true)

/** Returns the idempotency key. It changes only after an answer that proves that nothing happened (I6). */
export const idempotencyKeyOf = (item: Pick<OutboxItem, 'id' | 'rev'>) => `${item.id}.${item.rev}`

/** Whether the item has certainly never left the phone: it can be changed or taken back without a request. */
export const neverLeft = (item: OutboxItem) =>
  !item.sentEver && (item.state === 'queued' || item.state === 'held' || item.state === 'wait')

/** States in which an item waits for a decision of the person, or for a newer wish. */
export const standingStill: ReadonlySet<OutboxItem['state']> = new Set(['rejected', 'quarantine', 'conflict'])

/** Whether the server refused the item. A new key is safe, because every kind guards against a late copy. */
export const answeredNo = (item: OutboxItem) =>
  item.state === 'rejected' ||
  item.state === 'conflict' ||
  (item.state === 'quarantine' && item.lastError?.code === 'key_reused')

/** Whether the server refused the item and no copy is under way: it can be deleted or changed without a request. */
export const provenNothing = (item: OutboxItem) => answeredNo(item) && item.unsure === undefined

/** Whether the payload may have reached the server under its key: payload and version then stay as they are (I6). */
export const isFixed = (item: OutboxItem) => item.sentEver && !provenNothing(item)

/** Milliseconds after which the person is asked before an item is sent, because they may have forgotten it. */
export const oldAfter = 30 * 24 * 3_600_000
export const isOld = (item: OutboxItem, now: number) => now - item.createdAt > oldAfter

/** Whether the item is held as too old only because the clock was wrong (I19). */
export const wronglyOld = (item: OutboxItem, now: number) =>
  item.state === 'held' && item.hold === 'confirm-old' && !isOld(item, now)

/** Milliseconds without a sign of life after which a sender counts as dead or frozen. */
export const deadAfter = 30_000

/** Returns the ids of the items' picture rows that these words still name. */
export function picturesOf(words: unknown, items: readonly Pick<OutboxItem, 'blobIds'>[]): string[] {
  const text = JSON.stringify(words)
  const all = new Set(items.flatMap(({ blobIds }) => blobIds ?? []))
  return [...all].filter((id) => text.includes(id.slice(id.lastIndexOf('/') + 1)))
}

/** Returns the ids of the picture rows that unfinished items need. */
export const picturesNeeded = (items: readonly OutboxItem[]): ReadonlySet<string> =>
  new Set(items.flatMap(({ state, blobIds }) => (state === 'done' ? [] : (blobIds ?? []))))

/** Queues the item again and removes the reason for which it stopped. */
export function requeued(item: OutboxItem, more: Partial<OutboxItem> = {}): OutboxItem {
  const { hold: _hold, theirs: _theirs, ...rest } = item
  return { ...rest, state: 'queued', nextAt: 0, ...more }
}

/** Gives the item a new key, under which no request has been sent yet. */
export function withFreshKey(item: OutboxItem): OutboxItem {
  const { unsure: _unsure, firstAt: _first, ...rest } = item
  return { ...rest, rev: item.rev + 1, sentEver: false, tries: 0, netFails: 0 }
}

/** Returns the unfinished items of a lane in their order. */
export async function openOf(tx: OwnTx, lane: string): Promise<OutboxItem[]> {
  const items = await tx.list('outbox', { index: 'lane', only: lane })
  return items.filter((item) => item.state !== 'done').sort((a, b) => a.seq - b.seq)
}

/** Reads a number that is stored beside the items, in the same transaction; 0 when there is none. */
export async function numberOf(tx: OwnTx, k: string): Promise<number> {
  const v = (await tx.get('meta', k))?.v
  return typeof v === 'number' ? v : 0
}
/** Reads a text that is stored beside the items; undefined when there is none. */
export async function textIn(tx: OwnTx, k: string): Promise<string | undefined> {
  const v = (await tx.get('meta', k))?.v
  return typeof v === 'string' ? v : undefined
}
export const setNumber = (tx: OwnTx, k: string, v: number) => tx.put('meta', { k, v })

/** Stores the base of a versioned entity. An older version never overwrites a newer one (I18). */
export async function putEntity(tx: OwnTx, k: string, now: Versioned, asOf: number): Promise<void> {
  const row = await tx.get('entities', k)
  if (row && (row.version > now.version || row.gone)) return
  await tx.put('entities', { k, version: now.version, fields: now.fields, asOf })
}

/** Marks the entity as deleted; a late response does not bring it back. */
export async function markGone(tx: OwnTx, k: string, asOf: number): Promise<void> {
  const row = await tx.get('entities', k)
  if (row) await tx.put('entities', { ...row, asOf, gone: true })
}

/** States that a row may have. A row in any other state is damaged: it stays visible and is never skipped (scenario 57). */
const states: readonly unknown[] = itemStates
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fits(value: unknown, type: 'string' | 'object' | 'array'): boolean {
  if (type === 'array') return Array.isArray(value)
  return type === 'object' ? isObject(value) : typeof value === type
}

/** Whether the row is unusable or its payload is incomplete. A payload of an older version is judged after its upcast. */
export function isDamaged(item: OutboxItem, book: CommandRegistry = commandRegistry): boolean {
  const row: Record<string, unknown> = { ...item }
  const numbers = ['seq', 'v', 'rev', 'tries', 'netFails', 'nextAt', 'createdAt']
  if (numbers.some((name) => !Number.isFinite(row[name]))) return true
  if (typeof row['kind'] !== 'string' || typeof row['lane'] !== 'string') return true
  if (!states.includes(row['state']) || !isObject(row['payload'])) return true
  const command = commandOf(item, book)
  if (!command || item.v !== command.v) return false
  return !isWhole(row['payload'], command)
}
const isWhole = (payload: Record<string, unknown>, { shape }: Rules) =>
  Object.entries(shape).every(([name, type]) => fits(payload[name], type))

/** Returns the words that the screens showed of an item until its damage was found; undefined when they cannot be read. */
export function wordsOf(item: OutboxItem, book: CommandRegistry): Fields | undefined {
  const payload: unknown = item.payload
  const command = commandOf(item, book)
  if (!command?.editing || item.v !== command.v) return undefined
  return isObject(payload) && isWhole(payload, command) ? command.editing.of(item.payload) : undefined
}

const numberOr = (value: unknown, other: number) =>
  typeof value === 'number' && Number.isFinite(value) ? value : other

/** Returns the row with what can be saved of it: enough for the person to see it in the list and to delete it. */
export function markDamaged(item: OutboxItem, now: number): OutboxItem {
  const row: Partial<OutboxItem> = item
  const whole = isObject(row.payload) ? row.payload : {}
  // Only the person can end a damaged item, so it has no `hold`.
  const { hold: _hold, ...rest } = item
  return {
    ...rest,
    seq: numberOr(row.seq, 0),
    v: numberOr(row.v, 1),
    rev: numberOr(row.rev, 0),
    tries: numberOr(row.tries, 0),
    netFails: numberOr(row.netFails, 0),
    nextAt: 0,
    createdAt: numberOr(row.createdAt, now),
    // A lane of its own: a damaged item must not stop sound items.
    lane: `damaged:${item.id}`,
    sentEver: row.sentEver === true,
    payload: whole as OutboxItem['payload'],
    state: 'rejected',
    lastError: { code: 'corrupt_record', status: 0, msg: '', at: now },
  }
}

/**
 * Moves a damaged record out of its lane; it stays visible (scenario 57). The author of a later item saw the words of the damaged
 * item, which never reach the server, so the later snapshot gets the values from before it (I9).
 */
export async function setAside(
  tx: OwnTx,
  item: OutboxItem,
  now: number,
  book: CommandRegistry,
): Promise<void> {
  await tx.put('outbox', markDamaged(item, now))
  const lane = typeof item.lane === 'string' ? await openOf(tx, item.lane) : []
  const others = lane.filter((one) => one.id !== item.id && !isDamaged(one, book))
  for (const next of others) {
    if (next.seq < item.seq || !next.base) continue
    const between = others.filter((one) => one.seq < next.seq)
    await tx.put('outbox', { ...next, base: withoutWords(next.base, item, { between, book }) })
  }
}

/**
 * Returns the base without the words of a damaged item. If these words cannot be read, every field that differs from the state
 * before the item counts as its word, unless another item covers the field: at worst the person is asked.
 */
export function withoutWords(
  base: Base,
  item: OutboxItem,
  o: { between: readonly OutboxItem[]; book: CommandRegistry },
): Base {
  const snapshot: Record<string, unknown> = { ...base.snapshot }
  const before = item.base?.snapshot ?? {}
  const words = wordsOf(item, o.book)
  const covered = new Set(o.between.flatMap((one) => Object.keys(wordsOf(one, o.book) ?? {})))
  const isIts = (name: string) => (words ? same(snapshot[name], words[name]) : !covered.has(name))
  for (const name of Object.keys(words ?? before))
    if (Object.hasOwn(before, name) && isIts(name)) snapshot[name] = before[name]
  return { ...base, snapshot }
}

/** Sets damaged items aside; true when there was any. Finished items stay as they are. */
export async function setDamagedAside(tx: OwnTx, now: number, book: CommandRegistry): Promise<boolean> {
  let found = false
  for (const item of await tx.list('outbox')) {
    if (item.state === 'done' || item.lastError?.code === 'corrupt_record') continue
    if (!isDamaged(item, book)) continue
    found = true
    await setAside(tx, item, now, book)
  }
  return found
}

/** Returns the unfinished sound items of a lane, in their order, and sets the damaged ones aside. */
export async function soundOf(
  tx: OwnTx,
  lane: string,
  now: number,
  book: CommandRegistry,
): Promise<{ sound: OutboxItem[]; damaged: OutboxItem[] }> {
  const open = await openOf(tx, lane)
  const damaged = open.filter((item) => isDamaged(item, book))
  for (const item of damaged) await setAside(tx, item, now, book)
  const sound = damaged.length > 0 ? await openOf(tx, lane) : open
  return { sound, damaged }
}

export function checkRecords(
  store: OwnStore,
  now: number,
  book: CommandRegistry = commandRegistry,
): Promise<boolean> {
  return store.transaction('write', ['outbox'], (tx) => setDamagedAside(tx, now, book))
}

/** Keys of the rows of `meta`. */
export const meta = {
  seq: 'seq',
  epoch: 'epoch',
  /** Time of the sender's last sign of life. */
  beat: 'beat',
  /** Time since which another sender has waited to take over from one that seems dead. */
  contended: 'contended',
  /** Time until which the server asked to send nothing. */
  pause: 'pause',
  /** Time of the last delivery. */
  delivered: 'delivered',
  /** Counter of acknowledgements of favourites. */
  ack: 'ack',
  /** Id of the last wish that ended without an item, because nothing about its entity had been sent. */
  absorbed: 'absorbed',
  /** Number of unread chats, as the chat store last counted them. */
  unread: 'unread',
  token: 'token',
  lease: 'lease',
} as const
