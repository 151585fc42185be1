import type { Sql } from '../kernel/db/sql.ts'

/**
 * What the server itself asks of the place that chats are in: the opening message of a chat, the list of chats, and what an
 * admin reads of a reported one. The rest of the embedded store (marks, older messages, the stream) has calls of its own,
 * which phones make only when this store is the chosen one (store-of.ts).
 */
export interface ServerChatStore {
  readonly kind: 'embedded' | 'firestore'
  /** Whether a message of this id was added, to whichever chat. */
  isStored: (sql: Sql, id: string) => Promise<boolean>
  /**
   * Adds a message to the chat of its sender and its receiver, which is made when there is none; the receiver has not
   * read it. Several at once come one after another. False when it was not added: one of its id is there, or see
   * `notSince`. Called inside the transaction that decided about the message.
   */
  append: (sql: Sql, message: MessageToAppend) => Promise<boolean>
  /** The chats of a person, last touched first; may be read outside of any transaction. */
  chatsOf: (sql: Sql, user: string, limit: number) => Promise<ServerChat[]>
  /** The newest messages of the chat of two people, oldest first; may be read outside of any transaction. */
  newest: (sql: Sql, two: readonly [string, string], limit: number) => Promise<PlacedMessage[]>
}

export interface MessageToAppend {
  /**
   * `<sender>:<id on the phone>`, so that nobody takes the id of another person's message; phones see what comes after
   * the colon (`messageId`). One that no phone made has an id of the server's.
   */
  id: string
  sender: string
  receiver: string
  message: string
  /** By the server's clock. */
  at: Date
  /** By the clock of the sender's phone, where that is known. */
  writtenAt?: Date | undefined
  /** Id of an upload. */
  image?: string | undefined
  /** The car that the chat is about from now on. */
  car?: string
  /** Not when the last message of the chat says the very same, by the same sender, and is from then or later. */
  notSince?: Date
}

/** The id under which a message is stored; `ref` is its id on the phone. */
export const messageId = (sender: string, ref: string): string => `${sender}:${ref}`

/** The same read back: the id on the phone. */
export const refOf = (sender: string, id: string): string =>
  id.startsWith(`${sender}:`) ? id.slice(sender.length + 1) : id

/** A message at its place in the chat, counted from 1. */
export interface PlacedMessage {
  n: number
  sender: string
  message: string
  sent_at: Date
  /** Address of its picture. */
  image?: string
}

export interface ServerChat {
  key: string
  /** Of the last message. */
  sender: string
  receiver: string
  receiverHasRead: boolean
  updated_at: Date
  /** The car it was last begun about. */
  car?: string | undefined
}
