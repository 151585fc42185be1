import { commandRegistry, type CommandRegistry, type Fields } from '#contract/commands.ts'
import type { OutboxItem } from '../database/records.ts'
import { commandOf, type Rules } from './command.ts'

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
export function isDamaged(item: OutboxItem, book: CommandRegistry = commandRegistry): boolean {
  const row: Record<string, unknown> = { ...item }
  const numbers = ['seq', 'v', 'rev', 'tries', 'netFails', 'nextAt', 'createdAt']
  if (numbers.some((name) => !Number.isFinite(row[name]))) return true
  if (typeof row['kind'] !== 'string' || typeof row['lane'] !== 'string') return true
  if (!states.includes(row['state']) || !Array.isArray(row['deps']) || !isObject(row['payload'])) return true
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
    deps: [],
    sentEver: row.sentEver === true,
    payload: whole as OutboxItem['payload'],
    state: 'rejected',
    lastError: { code: 'corrupt_record', status: 0, msg: '', at: now },
  }
}
