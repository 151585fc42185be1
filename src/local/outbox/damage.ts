import { thisBook, type CommandBook } from '#contract/commands.ts'
import type { OutboxItem } from '../database/records.ts'
import { commandOf, openOf, type OwnStore, type OwnTx } from './command.ts'

/** A record that cannot be sent as it is stays in sight with all that is left of it; it is never skipped (scenario 57). */
const states: readonly unknown[] = [
  'queued',
  'sending',
  'wait',
  'held',
  'conflict',
  'rejected',
  'quarantine',
  'done',
]
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fits(value: unknown, type: 'string' | 'object' | 'array'): boolean {
  if (type === 'array') return Array.isArray(value)
  return type === 'object' ? isObject(value) : typeof value === type
}

/** Whether a row can be worked with at all, and its payload is whole; an older shape is judged when it is brought up. */
export function isDamaged(item: OutboxItem, book: CommandBook = thisBook): boolean {
  const row: Record<string, unknown> = { ...item }
  const numbers = ['seq', 'v', 'rev', 'tries', 'netFails', 'nextAt', 'createdAt']
  if (numbers.some((name) => !Number.isFinite(row[name]))) return true
  if (typeof row['kind'] !== 'string' || typeof row['lane'] !== 'string') return true
  if (!states.includes(row['state']) || !Array.isArray(row['deps']) || !isObject(row['payload'])) return true
  const command = commandOf(item, book)
  if (!command || item.v !== command.v) return false
  const payload = row['payload']
  return Object.entries(command.shape).some(([name, type]) => !fits(payload[name], type))
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
    deps: [],
    sentEver: row.sentEver === true,
    payload: whole as OutboxItem['payload'],
    state: 'rejected',
    lastError: { code: 'corrupt_record', status: 0, msg: '', at: now },
  }
}

/** Marks what is damaged; true when there was any. Finished items are left alone. */
export async function setDamagedAside(tx: OwnTx, now: number, book: CommandBook): Promise<boolean> {
  let found = false
  for (const item of await tx.list('outbox')) {
    if (item.state === 'done' || item.lastError?.code === 'corrupt_record') continue
    if (!isDamaged(item, book)) continue
    found = true
    await tx.put('outbox', markDamaged(item, now))
  }
  return found
}

/** The unfinished items of a lane that can be worked with, in their order; what is damaged is set aside. */
export async function soundOf(
  tx: OwnTx,
  lane: string,
  now: number,
  book: CommandBook,
): Promise<OutboxItem[]> {
  const sound: OutboxItem[] = []
  for (const item of await openOf(tx, lane)) {
    if (isDamaged(item, book)) await tx.put('outbox', markDamaged(item, now))
    else sound.push(item)
  }
  return sound
}

export function checkRecords(store: OwnStore, now: number, book: CommandBook = thisBook): Promise<boolean> {
  return store.transaction('write', ['outbox'], (tx) => setDamagedAside(tx, now, book))
}
