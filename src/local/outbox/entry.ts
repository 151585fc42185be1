import type { CommandKind, Payloads } from '#contract/commands.ts'
import { errorRules, isErrorCode, type AppError, type ErrorCode, type FieldErrors } from '#contract/errors.ts'
import type { Hold, ItemState, LastError, OutboxItem } from '../database/records.ts'

/** What a screen may know about a write that waits. `ok` means the transaction committed, not that it was sent. */
export type PutResult = { ok: true; id: string } | { ok: false; error: AppError }

export interface OutboxEntry {
  id: string
  kind: CommandKind
  payload: Payloads[CommandKind]
  state: ItemState
  hold?: Hold
  createdAt: number
  doneAt?: number
  /** What the server said when it took it. */
  answer?: string
  error?: { code: ErrorCode; msg: string; fields?: FieldErrors }
  tries: number
}
export type RemoveResult = 'removed' | 'already-sent' | 'unknown'

function shown({ code, msg, fields }: LastError): NonNullable<OutboxEntry['error']> {
  const known = isErrorCode(code) ? code : 'internal'
  return { code: known, msg: msg === '' ? errorRules[known].msg : msg, ...(fields ? { fields } : {}) }
}

export function entryOf(item: OutboxItem): OutboxEntry {
  const { lastError: e } = item
  return {
    id: item.id,
    kind: item.kind,
    payload: item.payload,
    state: item.state,
    createdAt: item.createdAt,
    tries: item.tries + item.netFails,
    ...(item.hold === undefined ? {} : { hold: item.hold }),
    ...(item.doneAt === undefined ? {} : { doneAt: item.doneAt }),
    ...(item.result?.msg === undefined ? {} : { answer: item.result.msg }),
    ...(e ? { error: shown(e) } : {}),
  }
}

/** Unfinished first in the order they were made, then receipts, newest first. */
export function entriesOf(items: readonly OutboxItem[]): OutboxEntry[] {
  const open = items.filter((i) => i.state !== 'done').sort((a, b) => a.seq - b.seq)
  const done = items.filter((i) => i.state === 'done').sort((a, b) => b.seq - a.seq)
  return [...open, ...done].map(entryOf)
}
