import type { Chat } from '../database/records.ts'
import type { ChatMessage } from '#contract/chat/conversation.ts'
import type { AppError } from '#contract/errors.ts'

/**
 * Store of chats as the phone sees it: our own server (`embedded`) or Firestore. One conformance suite checks both against
 * the same contract (`tests/chat`).
 */
export interface ChatStore {
  readonly kind: 'embedded' | 'firestore'
  /**
   * Subscribes to the chats of the signed-in person, last updated first, each with at most its last 100 messages. Calls the
   * listener at once with the known chats, then after every change. `live` is false while the store is not connected.
   */
  subscribeChats: (listener: (state: ChatsState) => void) => Unsubscribe
  /** Resolves when the store has committed the message. A repeated `id` denotes the same message. Queues nothing. */
  send: (other: string, message: NewMessage) => Promise<void>
  /**
   * Marks the chat as read up to the message `lastSeenId` of the other person. Changes nothing when that person has written
   * a newer message; a store may also change nothing when the last message is the reader's own.
   */
  markRead: (other: string, lastSeenId: string) => Promise<void>
  /** Marks the chat as delivered up to `lastId`. Changes nothing under the same conditions as `markRead`. */
  markDelivered: (other: string, lastId: string) => Promise<void>
  /** Returns the messages before position `before`, oldest first; an empty list when there are none. */
  loadOlder: (other: string, before: number) => Promise<ChatMessage[]>
  /** Closes the store. No listener is called afterwards. */
  close: () => Promise<void>
  /** Reconnects at once instead of waiting for the backoff. */
  retry?: () => void
}

export type Unsubscribe = () => void

export interface ChatsState {
  live: boolean
  chats: readonly Chat[]
  /** Reason why the store is not live, if known. */
  error?: ChatErrorCode
  /** Event number from which a store continues after these chats; the cache stores it with them. */
  number?: number
  /** Set when another tab of this browser is the leader: that tab caches the chats and marks them as delivered. */
  follows?: true
}

export interface NewMessage {
  id: string
  /** Trimmed text; may be empty only when the message has a picture. */
  message: string
  timestamp: number
  /** Id of an uploaded picture. */
  image?: string
}

export type ChatErrorCode = 'offline' | 'forbidden' | 'invalid' | 'self' | 'unauthenticated' | 'unavailable'

/** Error with the reason why a store refused or failed an operation. */
export class ChatError extends Error {
  readonly code: ChatErrorCode
  constructor(code: ChatErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.name = 'ChatError'
    this.code = code
  }
}

/** Tells whether a chat has a message that this person has not read (the badge, R-NAV-36). */
export const isUnread = (chat: Pick<Chat, 'receiverHasRead' | 'lastSender'>, me: string): boolean =>
  !chat.receiverHasRead && chat.lastSender !== me

function codeOf({ code }: AppError, status: number): ChatErrorCode {
  if (code === 'to_yourself') return 'self'
  if (code === 'validation_failed' || code === 'payload_too_large') return 'invalid'
  if (status === 0) return 'offline'
  if (status === 401) return 'unauthenticated'
  return status === 403 || status === 404 || status === 410 ? 'forbidden' : 'unavailable'
}

/** Converts a failed response of our server to a `ChatError`. */
export const refused = ({ error, status }: { error: AppError; status: number }): ChatError =>
  new ChatError(codeOf(error, status), { cause: error })
