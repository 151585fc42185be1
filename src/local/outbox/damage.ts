import { commandRegistry, type CommandRegistry, type Fields } from '#contract/commands.ts'
import { itemStates, type OutboxItem, type Base } from '../database/records.ts'
import { commandOf, type Rules, openOf, type OwnStore, type OwnTx } from './command.ts'
import { same } from './merge.ts'

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
