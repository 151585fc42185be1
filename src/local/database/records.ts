import type { CarColumns } from '#catalogue'
import type { CarCard, CarDetail, CarPage } from '#contract/cars.ts'
import type { ChatMessage } from '#contract/chat/conversation.ts'
import type { CommandKind, Fields, Payloads } from '#contract/commands.ts'
import type { ErrorCode, FieldErrors, Versioned } from '#contract/errors.ts'

/** The rows of the databases. Times are milliseconds of the phone's clock unless a name says otherwise. */

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
  /** 0 when no answer of our server arrived. */
  status: number
  /** The server's words; empty when there were none. */
  msg: string
  fields?: FieldErrors
  at: number
}

/** What the person saw when they decided: a later look must not be taken for it. */
export interface Base {
  version: number
  snapshot: Fields
  /** Fields that may as well have been so: the word of a wish before this one, of which nobody knows whether it came. */
  also?: Fields
}

/** One write that waits or waited. */
export interface OutboxItem {
  /** Minted on the phone; also the client's id of what the write creates. */
  id: string
  /** The only order there is; never a clock. */
  seq: number
  lane: string
  kind: CommandKind
  /** Shape of the payload. */
  v: number
  /** Frozen as soon as it may have left the phone. */
  payload: Payloads[CommandKind]
  /** Nothing any more; an older app takes a row without it for damaged (I16). */
  deps: []
  /** Pictures that must be on the server first. */
  blobIds?: string[]
  /** Written while signed in, of a kind that guests may send too: it goes in that person's name. */
  asUser?: true
  /** What the person saw when they decided, for writes with a precondition. */
  base?: Base
  /** The item before it in its lane: when that is done, its answer gives `base.version`. */
  baseFrom?: string
  /** The idempotency key is `${id}.${rev}`. */
  rev: number
  state: ItemState
  hold?: Hold
  /** Attempts that our server answered with a failure of its own. */
  tries: number
  /** Attempts of which nothing is known. */
  netFails: number
  firstAt?: number
  nextAt: number
  lastError?: LastError
  /** Bytes may have left the phone: no merging, no silent cancel. */
  sentEver: boolean
  /** An attempt under the present key ended without an answer: a copy may still arrive, whatever the answer to a later one. */
  unsure?: true
  /** The server's copy, for a conflict. */
  theirs?: Versioned
  /** Fields that another device had changed meanwhile and that were joined with these. */
  merged?: string[]
  /** The person took it back; the server is asked to refuse it, and then it goes. */
  cancel?: true
  /** The receipt; `msg` is the server's words, `n` the place of a message in its chat. */
  result?: { id?: string; slug?: string; version?: number; msg?: string; n?: number }
  createdAt: number
  doneAt?: number
  /** The person was asked and still wants it sent. */
  confirmed?: boolean
  appVersion: string
}

/** The server's last answer about one car and this person. */
export interface FavouriteRow {
  carId: string
  on: boolean
  /** Counts the acks of this partition; a list requested before an ack must not undo it (I18). */
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
/** Something of this person that has versions: `k` is the lane of its writes. */
export interface EntityRow extends Versioned {
  k: string
  /** Server time of the answer it came with. */
  asOf: number
  /** It is no longer there. */
  gone?: true
}
/** A picture that waits. Bytes and never a Blob, which WebKit loses (S06). */
export interface BlobRow {
  id: string
  /** The draft or item it belongs to. */
  owner: string
  name: string
  type: string
  size: number
  sha256: string
  width: number
  height: number
  buf: ArrayBuffer
  thumb?: ArrayBuffer
  /** Where its upload stands; `done` is when the server confirmed it, `chunk` how much goes at a time. */
  upload?: { url: string; offset: number; chunk?: number; done?: number }
}
/** An answer stored as it came, for one person. */
export interface CachedAnswerRow {
  k: string
  value: unknown
  asOf: number
}
export interface MetaRow {
  k: string
  v: unknown
}
/** One chat as a store has it. */
export interface Chat {
  /** The other person's id. */
  other: string
  /** The newest messages without a gap, oldest first. */
  messages: readonly ChatMessage[]
  /** Who wrote the last message. */
  lastSender: string
  /** The one to whom the last message was sent has read it. */
  receiverHasRead: boolean
  /** Own messages up to this place are on a phone of the other person, and were read by them. */
  deliveredTo: number
  readTo: number
  /** The other person's messages up to this place were read by this person: the unread divider comes after it. */
  ownReadTo: number
  /** Milliseconds, by the store's clock. */
  updatedAt: number
}

/**
 * Of a chat: `k` is `c:<other>` for what it is now with its last messages, and `m:<other>:<place>` for up to a page of
 * the ones before them, without a gap; the place is that of the last one, padded, so that keys sort by it.
 */
export interface ChatRow {
  k: string
  chat?: Chat
  messages?: readonly ChatMessage[]
}
/** One line of the log ring; never anything a person wrote. */
export interface LogLine {
  at: number
  event: string
  /** An id or a code. */
  about?: string
}
/** Lines that were written together; an older app wrote, and sees, the first one only. */
export interface LogRow extends LogLine {
  /** Time with a fraction that makes it unique among page and worker. */
  n: number
  more?: readonly LogLine[]
}

export interface CardRow {
  id: string
  card: CarCard
  /** Server time of the answer it came with. */
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
 * Cars of the replica side by side, as the change feed sent them: what a search looks at. The key names the
 * copy they belong to and their place in it. What a later row says of a car takes the place of what an earlier one said.
 */
export interface FactsRow {
  k: string
  columns: CarColumns
  versions: Uint32Array
  /** Ids in earlier rows that are not in the copy any more. */
  gone: string[]
}
/** The rest of these cars, under the same key: their texts as JSON, and numbers side by side. Read only for cars that are shown. */
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
/** Tables that hold nothing personal. */
export interface PublicTables {
  cards: CardRow
  details: DetailRow
  lists: ListRow
  reference: CachedAnswerRow
  facts: FactsRow
  texts: TextsRow
  meta: MetaRow
}
