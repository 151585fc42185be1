import type { Sql } from '../kernel/db/sql.ts'

/** What a chat is kept in: the server's own tables, or another place that promises the same. */
export interface ChatStore {
  /** Whether a message of this id was added, to whichever chat. */
  isKept: (sql: Sql, id: string) => Promise<boolean>
  /**
   * Adds a message to the chat of its sender and its receiver, which is made when there is none; the receiver has not
   * read it. Several at once come one after another. False when it was not added: one of its id is there, or see
   * `notSince`.
   */
  append: (sql: Sql, message: NewMessage) => Promise<boolean>
  /** The chats somebody takes part in, last touched first. */
  chatsOf: (sql: Sql, user: string, limit: number) => Promise<Chat[]>
}

export interface NewMessage {
  id: string
  sender: string
  receiver: string
  message: string
  at: Date
  /** Not when the last message of the chat says the very same, by the same sender, and is from then or later. */
  notSince?: Date
}

export interface Chat {
  key: string
  /** Of the last message. */
  sender: string
  receiver: string
  receiverHasRead: boolean
  updated_at: Date
}
