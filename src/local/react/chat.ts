import type { ChatEntry } from '#contract/chat/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { PutResult } from '../outbox/seen/entry.ts'

/** Hooks of the chat; its code is loaded with the chat screen, or when the page is idle after its first view. */

export interface ChatPerson {
  _id: string
  fullname: string
  avatarurl: string
}

/** One chat in the list. */
export interface ChatSummary {
  other: ChatPerson
  /** Words of the last message, whole; the list cuts them. Empty for a picture. */
  lastText: string
  lastIsPicture: boolean
  lastIsMine: boolean
  /** Where the last message stands: `waiting` and `refused` ones are marked in the list. */
  lastState: MessageState
  /** Milliseconds; of a waiting message the time it was written. */
  at: number
  unread: boolean
  muted: boolean
  blocked: boolean
  car?: ChatEntry['car']
}

export interface ChatList {
  /** Waiting messages included; last touched first. */
  chats: readonly ChatSummary[]
  /** The store is heard right now. */
  live: boolean
  /** The store or the server has said what there is at least once, now or earlier; until then an empty list says nothing. */
  known: boolean
  /** The server's list names chats, and the live store holds none of them yet: `chats` is empty (R-CHAT-12). */
  storeEmpty: boolean
  /** Milliseconds of the last live answer; undefined when there was none on this phone. */
  asOf?: number
  /** The list could not be retrieved, and nothing is known from before (R-CHAT-10). */
  failed: boolean
  retry: () => void
}

/** Where a message of one's own stands; others' messages are `received`. */
export type MessageState = 'received' | 'waiting' | 'refused' | 'sent' | 'delivered' | 'read'

export interface ShownMessage {
  id: string
  mine: boolean
  text: string
  /** Address of its picture: of the server, or of the copy on this phone while it waits. */
  image?: string
  /** Milliseconds. */
  at: number
  state: MessageState
  /** Why it was refused, as a sentence; `useOutboxActions` retries and removes it by `id`. */
  trouble?: string
}

export interface Conversation {
  person: ChatPerson | undefined
  car?: ChatEntry['car']
  muted: boolean
  blocked: boolean
  live: boolean
  known: boolean
  /** Oldest first; the waiting ones at the end, in the order they were written. */
  messages: readonly ShownMessage[]
  /** The first message of the other person that was unread when the chat was opened. */
  firstUnread?: string
  /** Asks for older messages; they appear at the front of `messages`. */
  loadOlder: () => void
  older: 'more' | 'loading' | 'failed' | 'none'
  /** Says that everything shown was seen. */
  markRead: () => void
}

export interface ChatActions {
  /** Into the outbox; `picture` is a file that is made small and kept first. */
  send: (other: string, message: { text: string; picture?: Blob }) => Promise<PutResult>
  /** Online only; false when the server could not be told. */
  set: (other: string, change: { muted?: boolean; blocked?: boolean }) => Promise<boolean>
}

export function useChats(): ChatList {
  return { chats: [], live: false, known: false, storeEmpty: false, failed: false, retry: () => undefined }
}

export function useConversation(_other: string | undefined): Conversation {
  return {
    person: undefined,
    muted: false,
    blocked: false,
    live: false,
    known: false,
    messages: [],
    loadOlder: () => undefined,
    older: 'none',
    markRead: () => undefined,
  }
}

export function useChatActions(): ChatActions {
  return {
    send: () => Promise.resolve({ ok: false, error: new AppError('internal') }),
    set: () => Promise.resolve(false),
  }
}
