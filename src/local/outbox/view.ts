import { type Fields, commandRegistry, type CommandRegistry } from '#contract/commands.ts'
import type { DraftRow, OutboxItem, LastError, EntityRow } from '../database/records.ts'
import { commandOf, isDamaged } from './command.ts'
import { mergeItem, same } from './merge.ts'
import { errorRules, isErrorCode, type AppError, type ErrorCode, type FieldErrors } from '#contract/errors.ts'

/** Views of the outbox for screens: disputes, entries, and the wishes laid over what the server confirmed. */

/** One field that both sides changed. */
export interface DisputedField {
  name: string
  /** Value that the person saw when they made the change. */
  before: unknown
  mine: unknown
  theirs: unknown
}
/** Decision that a person must make about an item in conflict. */
export interface Dispute {
  /** Whether the entity that they wanted to change no longer exists. */
  gone: boolean
  /** Fields that both sides changed to different values. */
  fields: readonly DisputedField[]
  /** All values that this phone wants, and the server's state. */
  mine: Fields
  theirs: Fields
}

/** Choice of a person that settles a conflict (I9). */
export type Resolution =
  /** The person's values win where both disagree. */
  | { how: 'mine' }
  /** The server's values win where both disagree; the person's other changes are sent. */
  | { how: 'theirs' }
  /** These values, by field, replace the disputed ones. */
  | { how: 'values'; values: Fields }
  /** The change is not sent and becomes a draft. */
  | { how: 'draft' }
  /** The entity was deleted elsewhere and is created again. */
  | { how: 'again' }

export function disputeOf(item: OutboxItem): Dispute {
  const editing = commandOf(item)?.editing
  const mine = editing?.of(item.payload) ?? {}
  if (!item.theirs) {
    // Without the server's state the only choice is another request.
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
 * Result of a write for a screen. `ok` and `kept`: it is stored on this phone, which does not mean that it was sent. `ok` and not
 * `kept`: this phone cannot store anything now, and the server accepted the write at once (I12).
 */
export type PutResult = { ok: true; id: string; kept: boolean } | { ok: false; error: AppError }

export interface OutboxEntry extends Pick<OutboxItem, 'id' | 'kind' | 'payload' | 'state' | 'hold'> {
  /** Server time, as `doneAt`. */
  createdAt: number
  doneAt?: number
  /** Message of the server when it accepted the write. */
  answer?: string
  /** Position that the server gave it, such as that of a message in its chat. */
  place?: number
  error?: { code: ErrorCode; msg: string; fields?: FieldErrors }
  tries: number
  /** Whether it may have reached the server: it can no longer be changed, only taken back with the server's help. */
  mayHaveLeft: boolean
  /** Whether the person has taken it back and the server has not confirmed that yet. */
  cancelling: boolean
  /** Decision to make, in state `conflict`. */
  dispute?: Dispute
  /** Names of fields with merged changes of another device. */
  merged?: readonly string[]
}
/**
 * `removed`: it had no effect and never will. `cancelling`: it may have been sent; the server is asked to refuse it as soon as it
 * can be reached. `already-sent`: it had its effect. `unknown`: there is no such item.
 */
export type RemoveResult = 'removed' | 'cancelling' | 'already-sent' | 'unknown'

function shown({ code, msg, fields }: LastError): NonNullable<OutboxEntry['error']> {
  const known = isErrorCode(code) ? code : 'internal'
  return { code: known, msg: msg === '' ? errorRules[known].msg : msg, ...(fields ? { fields } : {}) }
}

/** Returns the entry of an item. `offset` converts this phone's clock to server time, by which ages are counted (I19). */
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

/** Returns unfinished entries in the order they were made, then receipts, newest first. */
export function entriesOf(items: readonly OutboxItem[], offset = 0): OutboxEntry[] {
  const open = items.filter((i) => i.state !== 'done').sort((a, b) => a.seq - b.seq)
  const done = items.filter((i) => i.state === 'done').sort((a, b) => b.seq - a.seq)
  return [...open, ...done].map((item) => entryOf(item, offset))
}

const bySeq = (a: OutboxItem, b: OutboxItem) => a.seq - b.seq

/**
 * A versioned entity as this person sees it: the base with their unfinished wishes on top, applied in their order. It is computed
 * on each read and never written into the base (I18).
 */
export interface EntityView {
  fields: Fields
  /**
   * Server version that the person has seen completely. It is older than the base when a wish hides changes that its author had
   * not seen. Undefined for an entity that the server does not have yet.
   */
  version: number | undefined
  /** Whether the person deletes the entity or it is already gone. */
  deleted: boolean
  /** Ids of items that have not had their effect yet. */
  waiting: readonly string[]
  /** Id of an item about this entity that a person must decide: a conflict or a refusal. */
  undecided: string | undefined
}

/** Whether the item's words lie over a change that its author had not seen. */
const hides = ({ base, baseFrom }: OutboxItem, words: Fields, row: EntityRow): boolean =>
  base !== undefined &&
  baseFrom === undefined &&
  base.version < row.version &&
  Object.keys(words).some((name) => !same(base.snapshot[name], row.fields[name]))

/** Returns the view of one entity: its row with the unfinished items of its lane on top; undefined when there is neither. */
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
    // A new entity is shown although it was refused, because its words could not be found otherwise.
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

/** Returns the views of all versioned entities, by lane. */
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

/** Whether the own draft is absent or equal to the other one. */
export const isFree = (mine: DraftRow | undefined, theirs: DraftRow) =>
  !mine || same(mine.values, theirs.values)

/** Whether the draft holds typed form values; other rows are drafts of ads, also those of older apps. */
export const isFormDraft = ({ id }: Pick<DraftRow, 'id'>): boolean => !/^(?:ad|refused|conflict):/.test(id)

/** Returns the guest's drafts of ads that do not meet a different draft of the person under the same id. */
export function adoptable(guests: readonly DraftRow[], own: readonly DraftRow[]): DraftRow[] {
  const mine = new Map(own.map((row) => [row.id, row]))
  return guests.filter((row) => !isFormDraft(row) && isFree(mine.get(row.id), row))
}
