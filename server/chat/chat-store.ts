import type { Sql } from '../kernel/db/sql.ts'

/**
 * Operations of a chat store that the server itself needs: the opening message, the list of chats, and what an admin reads of
 * a reported chat. The embedded store has further calls (marks, older messages, the stream), which phones use only when the
 * settings choose this store (store-of.ts).
 */
export interface ServerChatStore {
  readonly kind: 'embedded' | 'firestore'
  /** Tells whether a message of this id is stored in any chat. */
  isStored: (sql: Sql, id: string) => Promise<boolean>
  /**
   * Adds an unread message to the chat of its sender and receiver, and creates that chat if necessary. Concurrent calls run
   * one after another. Returns false for a duplicate id, or by `notSince`. Called in the transaction that checked the
   * message.
   */
  append: (sql: Sql, message: MessageToAppend) => Promise<boolean>
  /** Returns the chats of a person, last updated first; needs no transaction. */
  chatsOf: (sql: Sql, user: string, limit: number) => Promise<ServerChat[]>
  /** Returns the newest messages of the chat of two people, oldest first; needs no transaction. */
  newest: (sql: Sql, two: readonly [string, string], limit: number) => Promise<PlacedMessage[]>
}

export interface MessageToAppend {
  /**
   * Id in the form `<sender>:<id on the phone>`, so that nobody can use the id of another person's message; phones see the
   * part after the colon (`messageId`). A message of the server has an id of the server.
   */
  id: string
  sender: string
  receiver: string
  message: string
  /** Time on the server's clock. */
  at: Date
  /** Time on the clock of the sender's phone, if known. */
  writtenAt?: Date | undefined
  /** Id of an upload. */
  image?: string | undefined
  /** Id of the car that the chat is about from now on. */
  car?: string
  /** Skips the message when the last one of the chat has the same text and sender, and is from then or later. */
  notSince?: Date
}

/** Returns the id under which a message is stored; `ref` is its id on the phone. */
export const messageId = (sender: string, ref: string): string => `${sender}:${ref}`

/** Returns the id on the phone from a stored id. */
export const refOf = (sender: string, id: string): string =>
  id.startsWith(`${sender}:`) ? id.slice(sender.length + 1) : id

/** Message with its position in the chat, counted from 1. */
export interface PlacedMessage {
  n: number
  sender: string
  message: string
  sent_at: Date
  /** URL of the picture. */
  image?: string
}

export interface ServerChat {
  key: string
  /** Sender of the last message. */
  sender: string
  receiver: string
  receiverHasRead: boolean
  updated_at: Date
  /** Id of the car of the last opening message. */
  car?: string | undefined
}
