import type { ChatChange, ChatMessage, ChatsEvent } from '#contract/chat/conversation.ts'
import { chatLimits } from '#contract/chat/message-rules.ts'
import type { Chat } from '../database/records.ts'

/** Chats of one person as our server's event stream sent them, up to an event number. Pure. */
export interface ChatSnapshot {
  /** Number of the last event in the snapshot; `undefined` until the server has sent one. */
  number: number | undefined
  chats: ReadonlyMap<string, Chat>
}
/** Maximum number of chats, equal to the server's limit. */
export const mostChats = 100

/** Returns the last messages without a gap: the known messages followed by the new ones. */
function joined(before: readonly ChatMessage[], change: ChatChange): readonly ChatMessage[] {
  const { messages } = change
  const first = messages[0]
  const known = before.filter(({ n }) => n <= change.last)
  if (!first) return known
  const older = known.filter(({ n }) => n < first.n)
  // An event holds a limited number of messages. `loadOlder` fetches those in the gap.
  return older.at(-1)?.n === first.n - 1 ? [...older, ...messages] : messages
}

const chatOf = (change: ChatChange, messages: readonly ChatMessage[]): Chat => ({
  other: change.other,
  messages: messages.slice(-chatLimits.tail),
  lastSender: change.last_sender,
  receiverHasRead: change.receiver_has_read,
  deliveredTo: change.delivered_to,
  readTo: change.read_to,
  ownReadTo: change.own_read_to,
  updatedAt: Date.parse(change.updated_at),
})

/** Returns the snapshot after an event. `complete` is false when it does not have as many chats as the server reports. */
export function applied(copy: ChatSnapshot, event: ChatsEvent): { copy: ChatSnapshot; complete: boolean } {
  // A newer event has already been applied.
  if (!event.full && copy.number !== undefined && event.number < copy.number) return { copy, complete: true }
  const all = new Map<string, Chat>(event.full ? [] : copy.chats)
  for (const change of event.chats) {
    const before = copy.chats.get(change.other)?.messages ?? []
    // A full event contains only the last messages of a chat. Known earlier messages stay when they overlap with these.
    const fits = event.full ? overlaps(before, change) : !change.whole
    all.set(change.other, chatOf(change, fits ? joined(before, change) : change.messages))
  }
  // The server sends the newest chats when there are more, so the snapshot keeps those.
  const chats = all.size > mostChats ? newestFirst(all.values()).slice(0, mostChats) : [...all.values()]
  return {
    copy: { number: event.number, chats: new Map(chats.map((chat) => [chat.other, chat])) },
    complete: chats.length === event.count,
  }
}

/** Tells whether the first message of the change is known at the same position. */
const overlaps = (before: readonly ChatMessage[], { messages: [first] }: ChatChange) =>
  first !== undefined && before.some(({ n, id }) => n === first.n && id === first.id)

/** Sorts chats by their last update, newest first. */
export const newestFirst = (chats: Iterable<Chat>): Chat[] =>
  [...chats].sort((a, b) => b.updatedAt - a.updatedAt || (a.other < b.other ? -1 : 1))
