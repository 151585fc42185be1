import type { ChatChange, ChatMessage, ChatsEvent } from '#contract/chat/conversation.ts'
import { chatLimits } from '#contract/chat/message-rules.ts'
import type { Chat } from './chat-store.ts'

/** The chats of one person as the event stream of our server told them, up to a number. Pure. */
export interface ChatCopy {
  /** The last number that is in it; undefined: the server has told nothing yet. */
  number: number | undefined
  chats: ReadonlyMap<string, Chat>
}
export const emptyCopy: ChatCopy = { number: undefined, chats: new Map() }

/** The last messages without a gap: what came now, with what is known before it. */
function joined(before: readonly ChatMessage[], change: ChatChange): readonly ChatMessage[] {
  const { messages, whole } = change
  const first = messages[0]
  if (whole) return messages
  const known = before.filter(({ n }) => n <= change.last)
  if (!first) return known
  const older = known.filter(({ n }) => n < first.n)
  // More came than one event tells: what is between is asked for with the older ones.
  return older.at(-1)?.n === first.n - 1 ? [...older, ...messages] : messages
}

const chatOf = (change: ChatChange, before: Chat | undefined): Chat => ({
  other: change.other,
  messages: joined(before?.messages ?? [], change).slice(-chatLimits.tail),
  lastSender: change.last_sender,
  receiverHasRead: change.receiver_has_read,
  deliveredTo: change.delivered_to,
  readTo: change.read_to,
  ownReadTo: change.own_read_to,
  updatedAt: Date.parse(change.updated_at),
})

/** What the copy is after an event; `complete` is false when it does not have as many chats as the server says. */
export function applied(copy: ChatCopy, event: ChatsEvent): { copy: ChatCopy; complete: boolean } {
  // An event that was overtaken by a newer one says nothing.
  if (!event.full && copy.number !== undefined && event.number < copy.number) return { copy, complete: true }
  const chats = new Map<string, Chat>(event.full ? [] : copy.chats)
  for (const change of event.chats) {
    const before = copy.chats.get(change.other)
    // Who asks for everything is told the last messages only; what is known before them stays when it fits.
    const fits = event.full && change.whole && before !== undefined && overlaps(before.messages, change)
    const chat = chatOf(fits ? { ...change, whole: false } : change, before)
    chats.delete(change.other)
    // The last message of a chat that lost all of them was never read by anyone.
    chats.set(change.other, chat)
  }
  return { copy: { number: event.number, chats }, complete: chats.size === event.count }
}

/** The first message that came is known, at the same place. */
const overlaps = (before: readonly ChatMessage[], { messages: [first] }: ChatChange) =>
  first !== undefined && before.some(({ n, id }) => n === first.n && id === first.id)

/** Last touched first. */
export const newestFirst = (chats: Iterable<Chat>): Chat[] =>
  [...chats].sort((a, b) => b.updatedAt - a.updatedAt || (a.other < b.other ? -1 : 1))
