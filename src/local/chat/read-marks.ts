import type { ReadPositions } from './cache.ts'
import type { Chat } from '../database/records.ts'

export interface ReadMarksPorts {
  saved: ReadPositions
  save: (reads: ReadPositions) => Promise<unknown>
  mark: (other: string, last: string) => Promise<void>
  changed: () => void
  failed: (error: unknown) => unknown
}

/** Tells whether the read message was removed. Its position is reused after unread messages were removed. */
const isGone = ({ messages }: Chat, { n, last }: { n: number; last: string }) =>
  messages.some((message) => message.n === n && message.id !== last)

/** Tracks what this person has read. A mark applies at once, is sent when the store is live, and is stored until then. */
export function createReadMarks(o: ReadMarksPorts) {
  const waiting = new Map(o.saved)
  const requested = new Set<string>()

  function send(other: string, last: string) {
    const name = `${other} ${last}`
    if (requested.has(name)) return
    requested.add(name)
    // A failed mark is sent again with the next live state.
    o.mark(other, last).catch((error: unknown) => {
      requested.delete(name)
      o.failed(error)
    })
  }
  return {
    /** Returns the chats with the waiting read marks applied. */
    over: (chats: readonly Chat[], me: string): Chat[] =>
      chats.map((chat) => {
        const read = waiting.get(chat.other)
        if (!read || chat.ownReadTo >= read.n || isGone(chat, read)) return chat
        const last = chat.messages.at(-1)
        const all = chat.lastSender !== me && last !== undefined && last.n <= read.n
        return { ...chat, ownReadTo: read.n, receiverHasRead: all || chat.receiverHasRead }
      }),
    saw(other: string, upTo: { n: number; last: string }, live: boolean) {
      const before = waiting.get(other)
      if (before && (before.last === upTo.last || before.n > upTo.n)) return
      waiting.set(other, upTo)
      if (live) send(other, upTo.last)
      void o.save(waiting)
      o.changed()
    },
    /** Sends the waiting marks when the store is live, and drops those that its chats already contain. */
    live(chats: readonly Chat[]) {
      if (waiting.size === 0) return
      const now = new Map(chats.map((chat) => [chat.other, chat]))
      const count = waiting.size
      for (const [other, read] of waiting) {
        const chat = now.get(other)
        // The store has the mark, or the message was removed.
        const last = chat?.messages.at(-1)?.n ?? 0
        if (!chat || chat.ownReadTo >= read.n || last < read.n || isGone(chat, read)) waiting.delete(other)
        else send(other, read.last)
      }
      if (waiting.size !== count) void o.save(waiting)
    },
  }
}
