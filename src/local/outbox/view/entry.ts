import type { AnyPayload, CommandKind } from '#contract/commands.ts'
import { errorRules, isErrorCode, type AppError, type ErrorCode, type FieldErrors } from '#contract/errors.ts'
import type { Hold, ItemState, LastError, OutboxItem } from '../../database/records.ts'
import { disputeOf, type Dispute } from './conflict.ts'

/**
 * What a screen may know about a write. `ok` and `kept`: it is on the disk, which does not say that it was sent. `ok`
 * and not `kept`: this phone keeps nothing at the moment, and the server took it at once (I12).
 */
export type PutResult = { ok: true; id: string; kept: boolean } | { ok: false; error: AppError }

export interface OutboxEntry {
  id: string
  kind: CommandKind
  payload: AnyPayload
  state: ItemState
  hold?: Hold
  /** Server time, as `doneAt`. */
  createdAt: number
  doneAt?: number
  /** What the server said when it took it. */
  answer?: string
  /** Its place among others of its kind, where the server said so: of a message in its chat. */
  place?: number
  error?: { code: ErrorCode; msg: string; fields?: FieldErrors }
  tries: number
  /** It may have reached the server: it can no longer be changed, only taken back with the server's help. */
  mayHaveLeft: boolean
  /** Taken back by the person; the server has not confirmed that yet. */
  cancelling: boolean
  /** In state `conflict`: what to decide. */
  dispute?: Dispute
  /** Fields of another device that were joined with these. */
  merged?: readonly string[]
}
/**
 * `removed`: it had no effect and never will. `cancelling`: it may have left; the server is asked to refuse it as soon
 * as it can be reached. `already-sent`: too late. `unknown`: no longer here.
 */
export type RemoveResult = 'removed' | 'cancelling' | 'already-sent' | 'unknown'

function shown({ code, msg, fields }: LastError): NonNullable<OutboxEntry['error']> {
  const known = isErrorCode(code) ? code : 'internal'
  return { code: known, msg: msg === '' ? errorRules[known].msg : msg, ...(fields ? { fields } : {}) }
}

/** `offset` turns this phone's clock, which may be years off, into the server's, by which ages are told (I19). */
export function entryOf(item: OutboxItem, offset = 0): OutboxEntry {
  const { lastError: e } = item
  const dispute = item.state === 'conflict' ? disputeOf(item) : undefined
  return {
    id: item.id,
    kind: item.kind,
    payload: item.payload,
    state: item.state,
    createdAt: item.createdAt + offset,
    tries: item.tries + item.netFails,
    mayHaveLeft: item.sentEver,
    cancelling: item.cancel === true,
    ...(item.hold === undefined ? {} : { hold: item.hold }),
    ...(item.doneAt === undefined ? {} : { doneAt: item.doneAt + offset }),
    ...(item.result?.msg === undefined ? {} : { answer: item.result.msg }),
    ...(item.result?.n === undefined ? {} : { place: item.result.n }),
    ...(e ? { error: shown(e) } : {}),
    ...(dispute ? { dispute } : {}),
    ...(item.merged === undefined ? {} : { merged: item.merged }),
  }
}

/** Unfinished first in the order they were made, then receipts, newest first. */
export function entriesOf(items: readonly OutboxItem[], offset = 0): OutboxEntry[] {
  const open = items.filter((i) => i.state !== 'done').sort((a, b) => a.seq - b.seq)
  const done = items.filter((i) => i.state === 'done').sort((a, b) => b.seq - a.seq)
  return [...open, ...done].map((item) => entryOf(item, offset))
}
