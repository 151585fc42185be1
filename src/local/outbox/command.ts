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

/** What can be said of an item by its row alone: its rules, how far it got, whether it is whole; and what lies beside it. */

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

/** A record that cannot be sent as it is stays in sight with all that is left of it; it is never skipped (scenario 57). */
const states: readonly unknown[] = itemStates
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fits(value: unknown, type: 'string' | 'object' | 'array'): boolean {
  if (type === 'array') return Array.isArray(value)
  return type === 'object' ? isObject(value) : typeof value === type
}

/** Whether a row can be worked with at all, and its payload is whole; an older shape is judged when it is brought up. */
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

/** What the screens showed of its words, as long as nobody had noticed the damage; undefined when nobody can tell. */
export function wordsOf(item: OutboxItem, book: CommandRegistry): Fields | undefined {
  const payload: unknown = item.payload
  const command = commandOf(item, book)
  if (!command?.editing || item.v !== command.v) return undefined
  return isObject(payload) && isWhole(payload, command) ? command.editing.of(item.payload) : undefined
}

const numberOr = (value: unknown, other: number) =>
  typeof value === 'number' && Number.isFinite(value) ? value : other

/** The row as far as it can be saved: enough to be listed, shown and taken away by the person. */
export function markDamaged(item: OutboxItem, now: number): OutboxItem {
  const row: Partial<OutboxItem> = item
  const whole = isObject(row.payload) ? row.payload : {}
  // It waits for nothing any more but the person.
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
    // A lane of its own: what is damaged must not stop what is whole.
    lane: `damaged:${item.id}`,
    sentEver: row.sentEver === true,
    payload: whole as OutboxItem['payload'],
    state: 'rejected',
    lastError: { code: 'corrupt_record', status: 0, msg: '', at: now },
  }
}

/**
 * Damaged records leave their lanes and stay in sight (scenario 57). Whoever wrote after one of them had its words
 * before their eyes, and those never reach the server: what they saw becomes what stood there before it (I9).
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
 * What was seen, without the words of a damaged item. Where those cannot be read any more, all that differs from what
 * stood there before is taken for them, unless another item says it: at worst a person is asked.
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

/** Marks what is damaged; true when there was any. Finished items are left alone. */
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

/** The unfinished items of a lane that can be worked with, in their order; what is damaged is set aside. */
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
