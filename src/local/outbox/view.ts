import { type Fields, commandRegistry, type CommandRegistry } from '#contract/commands.ts'
import type { DraftRow, OutboxItem, LastError, EntityRow } from '../database/records.ts'
import { commandOf, isDamaged } from './command.ts'
import { mergeItem, same } from './merge.ts'
import { errorRules, isErrorCode, type AppError, type ErrorCode, type FieldErrors } from '#contract/errors.ts'

/** What screens show of the outbox: disputes, entries, and the wishes laid over what the server confirmed. */

/** One field that both sides changed. */
export interface DisputedField {
  name: string
  /** What the person saw when they decided. */
  before: unknown
  mine: unknown
  theirs: unknown
}
/** What a person must decide about an item in conflict. */
export interface Dispute {
  /** What they wanted to change no longer exists. */
  gone: boolean
  /** Fields that both sides changed, differently. */
  fields: readonly DisputedField[]
  /** All of what this phone wants, and how things are on the server. */
  mine: Fields
  theirs: Fields
}

/** How a person settles a conflict (I9). */
export type Resolution =
  /** My values win where both disagree. */
  | { how: 'mine' }
  /** Theirs stand where both disagree; the rest of mine still goes. */
  | { how: 'theirs' }
  /** These values, field by field, in place of the disputed ones. */
  | { how: 'values'; values: Fields }
  /** Neither: what I wrote becomes a draft. */
  | { how: 'draft' }
  /** It was deleted elsewhere: make it again. */
  | { how: 'again' }

export function disputeOf(item: OutboxItem): Dispute {
  const editing = commandOf(item)?.editing
  const mine = editing?.of(item.payload) ?? {}
  if (!item.theirs) {
    // A server that did not say how things are leaves no choice but to ask it again.
    const gone = item.lastError?.code === 'gone' || item.lastError?.code === 'not_found'
    return { gone, fields: [], mine, theirs: {} }
  }
  const theirs = item.theirs.fields
  const { overlaps } = mergeItem(item, { mine, theirs, sets: editing?.sets })
  const fields = overlaps.map((name) => ({
    name,
    before: item.base?.snapshot[name],
    mine: mine[name],
    theirs: theirs[name],
  }))
  return { gone: false, fields, mine, theirs }
}

/**
 * What a screen may know about a write. `ok` and `kept`: it is on the disk, which does not say that it was sent. `ok`
 * and not `kept`: this phone keeps nothing at the moment, and the server took it at once (I12).
 */
export type PutResult = { ok: true; id: string; kept: boolean } | { ok: false; error: AppError }

export interface OutboxEntry extends Pick<OutboxItem, 'id' | 'kind' | 'payload' | 'state' | 'hold'> {
  /** Server time, as `doneAt`. */
  createdAt: number
  doneAt?: number
  /** The server's words when it took it. */
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

/** `offset` turns this phone's clock, which may be years off, into the server's, by which ages are counted (I19). */
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

const bySeq = (a: OutboxItem, b: OutboxItem) => a.seq - b.seq

/**
 * Something with versions, as this person sees it: the base with their unfinished wishes on top, folded in their order
 * and computed on read; nothing of it is ever written into the base (I18).
 */
export interface EntityView {
  fields: Fields
  /**
   * The server's as far as it is seen: older than the copy beneath where a wish hides what changed there since its
   * author looked. Undefined for what the server does not have yet.
   */
  version: number | undefined
  /** They wished it away, or it is gone. */
  deleted: boolean
  /** Items that have not had their effect yet. */
  waiting: readonly string[]
  /** An item about it that a person must decide: a conflict or a refusal. */
  undecided: string | undefined
}

/** Its words lie over something that its author had not seen. */
const hides = ({ base, baseFrom }: OutboxItem, words: Fields, row: EntityRow): boolean =>
  base !== undefined &&
  baseFrom === undefined &&
  base.version < row.version &&
  Object.keys(words).some((name) => !same(base.snapshot[name], row.fields[name]))

/** One thing: its row with the unfinished items of its lane on top; undefined when there is nothing to see. */
export function entityView(
  row: EntityRow | undefined,
  items: readonly OutboxItem[],
  book: CommandRegistry = commandRegistry,
): EntityView | undefined {
  let fields: Fields = row?.fields ?? {}
  let deleted = row?.gone === true
  let known = row !== undefined
  let version = row?.version
  let undecided: string | undefined
  const waiting: string[] = []
  for (const item of [...items].sort(bySeq)) {
    const command = commandOf(item, book)
    if (item.state === 'done' || item.cancel || !command || isDamaged(item, book)) continue
    const stuck = item.state === 'rejected' || item.state === 'conflict'
    if (stuck) undecided ??= item.id
    else waiting.push(item.id)
    // A new thing is shown although it was refused, else its words could not be found again.
    if (stuck && !command.creates) continue
    known ||= command.creates === true
    if (command.merge === 'absorb') deleted = true
    else if (command.apply) fields = command.apply(fields, item.payload)
    else if (command.editing) {
      const words = command.editing.of(item.payload)
      fields = { ...fields, ...words }
      if (row && hides(item, words, row)) version = Math.min(version ?? 0, item.base?.version ?? 0)
    }
  }
  if (!known) return undefined
  return { fields, version, deleted, waiting, undecided }
}

/** Everything with versions, by lane. */
export function entitiesOf(
  rows: readonly EntityRow[],
  items: readonly OutboxItem[],
  book: CommandRegistry = commandRegistry,
): Map<string, EntityView> {
  const lanes = new Map<string, { row?: EntityRow; items: OutboxItem[] }>()
  for (const row of rows) lanes.set(row.k, { row, items: [] })
  for (const item of items) {
    const command = commandOf(item, book)
    if (!command?.versioned && command?.merge !== 'absorb') continue
    const lane = lanes.get(item.lane) ?? { items: [] }
    lane.items.push(item)
    lanes.set(item.lane, lane)
  }
  const seen = new Map<string, EntityView>()
  for (const [k, lane] of lanes) {
    const one = entityView(lane.row, lane.items, book)
    if (one) seen.set(k, one)
  }
  return seen
}

/** Theirs already, or free to become so. */
export const isFree = (mine: DraftRow | undefined, theirs: DraftRow) =>
  !mine || same(mine.values, theirs.values)

/** What was typed into a form; other rows are drafts of ads, also those of older apps. */
export const isFormDraft = ({ id }: Pick<DraftRow, 'id'>): boolean => !/^(?:ad|refused|conflict):/.test(id)

/** Those of a guest's drafts that would not meet another one of the person's under the same name. */
export function adoptable(guests: readonly DraftRow[], own: readonly DraftRow[]): DraftRow[] {
  const mine = new Map(own.map((row) => [row.id, row]))
  return guests.filter((row) => !isFormDraft(row) && isFree(mine.get(row.id), row))
}
