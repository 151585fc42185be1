import type { CarColumns } from '#catalogue'
import type { CarCard, CarDetail, CarPage } from '#contract/cars.ts'
import type { ChatMessage } from '#contract/chat/conversation.ts'
import type { CommandKind, Fields, Payloads } from '#contract/commands.ts'
import type { ErrorCode, FieldErrors, Versioned } from '#contract/errors.ts'

/** Rows of the databases. Times are milliseconds of the phone's clock unless a name says otherwise. */

export const itemStates = [
  'queued',
  'sending',
  'wait',
  'held',
  'conflict',
  'rejected',
  'quarantine',
  'done',
] as const
export type ItemState = (typeof itemStates)[number]
export type Hold = 'auth' | 'upgrade' | 'confirm-old' | 'plan'

export interface LastError {
  code: ErrorCode
  /** HTTP status; 0 when no response of our server arrived. */
  status: number
  /** Message of the server; empty when there was none. */
  msg: string
  fields?: FieldErrors
  at: number
}

/** State that the person saw when they decided; a later read must not replace it. */
export interface Base {
  version: number
  snapshot: Fields
  /** Field values that the base may have had instead: words of an earlier wish with an unknown outcome. */
  also?: Fields
}

/** One write that waits or has waited. */
export interface OutboxItem {
  /** Minted on the phone; also the client's id of the entity that the write creates. */
  id: string
  /** Position in the order of writes; no order depends on a clock. */
  seq: number
  lane: string
  kind: CommandKind
  /** Version of the payload's shape. */
  v: number
  /** Never changed after it may have left the phone. */
  payload: Payloads[CommandKind]
  /** Unused list; an older app treats a row without it as damaged (I16). */
  deps: []
  /** Ids of pictures that must be uploaded first. */
  blobIds?: string[]
  /** Set when a write of a kind that guests may send was made while signed in: it is sent as that person. */
  asUser?: true
  /** State that the person saw, for writes with a precondition. */
  base?: Base
  /** Id of the item before it in its lane, whose response gives `base.version`. */
  baseFrom?: string
  /** The idempotency key is `${id}.${rev}`. */
  rev: number
  state: ItemState
  hold?: Hold
  /** Number of attempts to which our server responded with its own failure. */
  tries: number
  /** Number of attempts with an unknown outcome. */
  netFails: number
  firstAt?: number
  nextAt: number
  lastError?: LastError
  /** Whether bytes may have left the phone: the item is then neither merged nor cancelled without the server. */
  sentEver: boolean
  /** Set when an attempt under the current key ended without a response: a copy of the request may still arrive. */
  unsure?: true
  /** State of the server, for a conflict. */
  theirs?: Versioned
  /** Names of fields that another device had changed and that were merged with these. */
  merged?: string[]
  /** Set when the person took the item back: the server is asked to refuse it, and then the item is deleted. */
  cancel?: true
  /** The receipt; `msg` is the server's message, `n` the position of a message in its chat. */
  result?: { id?: string; slug?: string; version?: number; msg?: string; n?: number }
  createdAt: number
  doneAt?: number
  /** Whether the person was asked and still wants it sent. */
  confirmed?: boolean
  appVersion: string
}

/** The server's last response about one car and this person. */
export interface FavouriteRow {
  carId: string
  on: boolean
  /** Count of acknowledgements in this partition; a list requested before an acknowledgement must not undo it (I18). */
  ack: number
  /** Larger is newer. */
  rank: number
}
export interface DraftRow {
  id: string
  values: Record<string, string>
  updatedAt: number
}
export interface ViewedRow {
  carId: string
  at: number
}
/** A versioned entity of this person; `k` is the lane of its writes. */
export interface EntityRow extends Versioned {
  k: string
  /** Server time of the response that brought it. */
  asOf: number
  /** Set when the entity no longer exists. */
  gone?: true
}
/** A picture that waits. It is stored as bytes and never as a Blob, because WebKit loses Blobs (S06). */
export interface BlobRow {
  id: string
  /** Id of the draft, lane or form that it belongs to. */
  owner: string
  name: string
  type: string
  size: number
  sha256: string
  width: number
  height: number
  buf: ArrayBuffer
  thumb?: ArrayBuffer
  /** State of its upload: `done` is the time of the server's confirmation, `chunk` the number of bytes per request. */
  upload?: { url: string; offset: number; chunk?: number; done?: number }
}
/** A response stored unchanged, for one person. */
export interface CachedAnswerRow {
  k: string
  value: unknown
  asOf: number
}
export interface MetaRow {
  k: string
  v: unknown
}
/** One chat in a chat store. */
export interface Chat {
  /** Id of the other person. */
  other: string
  /** The newest messages without a gap, oldest first. */
  messages: readonly ChatMessage[]
  /** Id of the author of the last message. */
  lastSender: string
  /** Whether the receiver of the last message has read it. */
  receiverHasRead: boolean
  /** Positions up to which own messages have reached a phone of the other person, and were read by them. */
  deliveredTo: number
  readTo: number
  /** Position up to which this person has read the other person's messages: the unread divider follows it. */
  ownReadTo: number
  /** Milliseconds of the store's clock. */
  updatedAt: number
}

/**
 * Part of a chat. Under `c:<other>` is its current state with its last messages, under `m:<other>:<place>` up to a page of the
 * messages before them, without a gap. The place is that of the page's last message, padded, so that keys sort by it.
 */
export interface ChatRow {
  k: string
  chat?: Chat
  messages?: readonly ChatMessage[]
}
/** One line of the log ring; it never contains text that a person wrote. */
export interface LogLine {
  at: number
  event: string
  /** An id or a code. */
  about?: string
}
/** Lines that were written together; an older app writes and reads the first one only. */
export interface LogRow extends LogLine {
  /** Time with a fraction that makes it unique across page and worker. */
  n: number
  more?: readonly LogLine[]
}

export interface CardRow {
  id: string
  card: CarCard
  /** Server time of the response that brought it. */
  asOf: number
  seenAt: number
}
export interface DetailRow {
  id: string
  slug: string
  car: CarDetail
  recent: string[]
  asOf: number
  seenAt: number
}
/** One page of one query: the ids only, the cars are in `cards`. */
export interface ListRow {
  k: string
  ids: string[]
  count: number
  facets?: CarPage['facets']
  asOf: number
  seenAt: number
}

/**
 * Columns of the replica that a search reads, for a chunk of cars as the change feed sent them. The key names their generation
 * and their position in it. A later row overrides earlier ones for the same car.
 */
export interface FactsRow {
  k: string
  columns: CarColumns
  versions: Uint32Array
  /** Ids in earlier rows that are no longer in the generation. */
  gone: string[]
}
/** Other data of these cars, under the same key: texts as JSON, and columns of numbers. Read only for cars that are shown. */
export interface TextsRow {
  k: string
  text: string
  rest: Uint32Array
}

/** Tables of a person's own database. */
export interface OwnTables {
  outbox: OutboxItem
  favourites: FavouriteRow
  drafts: DraftRow
  viewed: ViewedRow
  kept: CachedAnswerRow
  entities: EntityRow
  blobs: BlobRow
  chats: ChatRow
  meta: MetaRow
  log: LogRow
}
/** Tables that hold no personal data. */
export interface PublicTables {
  cards: CardRow
  details: DetailRow
  lists: ListRow
  reference: CachedAnswerRow
  facts: FactsRow
  texts: TextsRow
  meta: MetaRow
}
