import type { Chat } from '../database/records.ts'
import type { ChatMessage } from '#contract/chat/conversation.ts'
import type { AppError } from '#contract/errors.ts'

/**
 * Where chats are stored, seen from the phone: our own server (`embedded`) or Firestore. Both promise the same, and one
 * conformance suite holds them to it (`tests/chat`).
 */
export interface ChatStore {
  readonly kind: 'embedded' | 'firestore'
  /**
   * The chats of the signed-in person, last touched first, each with at most its last 100 messages. Called at once with
   * what is known, then after every change. `live` is false while the store is not connected.
   */
  subscribeChats: (listener: (state: ChatsState) => void) => Unsubscribe
  /** Resolves when the store has committed it. The same `id` again is the same message. Queues nothing itself. */
  send: (other: string, message: NewMessage) => Promise<void>
  /**
   * The person has read the chat up to the message `lastSeenId` of the other. Changes nothing when the other has written
   * something newer; a store may also change nothing when the last message is the person's own.
   */
  markRead: (other: string, lastSeenId: string) => Promise<void>
  /** A phone of this person has the chat up to that message. Changes nothing under the same conditions. */
  markDelivered: (other: string, lastId: string) => Promise<void>
  /** Messages before that place, oldest first; none where it is the first of all. */
  loadOlder: (other: string, before: number) => Promise<ChatMessage[]>
  /** After this no listener is called any more. */
  close: () => Promise<void>
  /** Tries now what waits for a better moment. */
  retry?: () => void
}

export type Unsubscribe = () => void

export interface ChatsState {
  live: boolean
  chats: readonly Chat[]
  /** Why it is not live, as far as that is known. */
  error?: ChatErrorCode
  /** Where a store of this person continues from with these chats; what is stored of them is stored with it. */
  number?: number
  /** Another tab of this browser leads: it keeps them and marks them as delivered. */
  follows?: true
}

export interface NewMessage {
  id: string
  /** Trimmed; empty beside a picture only. */
  message: string
  timestamp: number
  /** Id of an uploaded picture. */
  image?: string
}

export type ChatErrorCode = 'offline' | 'forbidden' | 'invalid' | 'self' | 'unauthenticated' | 'unavailable'

/** Why a store did not do what it was asked. */
export class ChatError extends Error {
  readonly code: ChatErrorCode
  constructor(code: ChatErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.name = 'ChatError'
    this.code = code
  }
}

/** A chat with a message that this person has not read (the badge, R-NAV-36). */
export const isUnread = (chat: Pick<Chat, 'receiverHasRead' | 'lastSender'>, me: string): boolean =>
  !chat.receiverHasRead && chat.lastSender !== me

function codeOf({ code }: AppError, status: number): ChatErrorCode {
  if (code === 'to_yourself') return 'self'
  if (code === 'validation_failed' || code === 'payload_too_large') return 'invalid'
  if (status === 0) return 'offline'
  if (status === 401) return 'unauthenticated'
  return status === 403 || status === 404 || status === 410 ? 'forbidden' : 'unavailable'
}

/** What a call of our server came to, in the words of a store. */
export const refused = ({ error, status }: { error: AppError; status: number }): ChatError =>
  new ChatError(codeOf(error, status), { cause: error })
