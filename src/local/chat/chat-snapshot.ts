import type { ChatChange, ChatMessage, ChatsEvent } from '#contract/chat/conversation.ts'
import { chatLimits } from '#contract/chat/message-rules.ts'
import type { Chat } from '../database/records.ts'

/** The chats of one person as the event stream of our server sent them, up to a number. Pure. */
export interface ChatSnapshot {
  /** The last number that is in it; undefined: the server has sent nothing yet. */
  number: number | undefined
  chats: ReadonlyMap<string, Chat>
}
/** As many as the server sends. */
export const mostChats = 100

/** The last messages without a gap: what came now, with what is known before it. */
function joined(before: readonly ChatMessage[], change: ChatChange): readonly ChatMessage[] {
  const { messages } = change
  const first = messages[0]
  const known = before.filter(({ n }) => n <= change.last)
  if (!first) return known
  const older = known.filter(({ n }) => n < first.n)
  // More came than fits into one event: what is between is requested with the older ones.
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

/** What the copy is after an event; `complete` is false when it does not have as many chats as the server says. */
export function applied(copy: ChatSnapshot, event: ChatsEvent): { copy: ChatSnapshot; complete: boolean } {
  // An event that was overtaken by a newer one says nothing.
  if (!event.full && copy.number !== undefined && event.number < copy.number) return { copy, complete: true }
  const all = new Map<string, Chat>(event.full ? [] : copy.chats)
  for (const change of event.chats) {
    const before = copy.chats.get(change.other)?.messages ?? []
    // Who requests everything gets the last messages only; what is known before them stays when it fits.
    const fits = event.full ? overlaps(before, change) : !change.whole
    all.set(change.other, chatOf(change, fits ? joined(before, change) : change.messages))
  }
  // Of more the server sends the newest ones, and those are stored.
  const chats = all.size > mostChats ? newestFirst(all.values()).slice(0, mostChats) : [...all.values()]
  return {
    copy: { number: event.number, chats: new Map(chats.map((chat) => [chat.other, chat])) },
    complete: chats.length === event.count,
  }
}

/** The first message that came is known, at the same place. */
const overlaps = (before: readonly ChatMessage[], { messages: [first] }: ChatChange) =>
  first !== undefined && before.some(({ n, id }) => n === first.n && id === first.id)

/** Last touched first. */
export const newestFirst = (chats: Iterable<Chat>): Chat[] =>
  [...chats].sort((a, b) => b.updatedAt - a.updatedAt || (a.other < b.other ? -1 : 1))
