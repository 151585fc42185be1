import type { ChatEntry } from '#contract/chat/chat.ts'
import type { ChatMessage } from '#contract/chat/conversation.ts'
import type { Payloads } from '#contract/commands.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'
import type { OutboxEntry } from '../outbox/view.ts'
import { isUnread } from './chat-store.ts'
import type { Chat } from '../database/records.ts'

/** What screens are shown of the chats: what the store has, with what waits in the outbox at its end. Pure. */

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

export interface ChatPerson {
  _id: string
  fullname: string
  avatarurl: string
}

/** One chat in the list. */
export interface ChatSummary {
  other: ChatPerson
  /** Words of the last message, whole; the list cuts them. Empty for a picture without any. */
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

export interface OutboxMessage extends OutboxEntry {
  payload: Payloads['chat.send']
}
/**
 * The store has shown a message after this long, milliseconds, where nothing else says so: its place comes later (0) or
 * is not named, or its chat is not among those the store has.
 */
const seenAfter = 60_000
const refused: ReadonlySet<OutboxEntry['state']> = new Set(['rejected', 'quarantine', 'conflict'])

/** The chat messages among what waits or waited, by receiver, in the order they were written. */
export function sentMessages(outbox: readonly OutboxEntry[]): Map<string, OutboxMessage[]> {
  const all = new Map<string, OutboxMessage[]>()
  const done = outbox.filter(({ state }) => state === 'done').reverse()
  for (const entry of [...done, ...outbox.filter(({ state }) => state !== 'done')]) {
    // What the person took back is not shown, whatever the server says of it.
    if (entry.kind !== 'chat.send' || entry.cancelling) continue
    const { receiver, message } = entry.payload as Partial<Payloads['chat.send']>
    // A damaged record is shown in the outbox.
    if (typeof receiver !== 'string' || typeof message !== 'string') continue
    all.set(receiver, [...(all.get(receiver) ?? []), entry as OutboxMessage])
  }
  return all
}

/** What the store does not have yet: a message is in its copy or in this list, never in both and never in neither. */
function beside(
  chat: Chat | undefined,
  o: { sent: readonly OutboxMessage[]; asOf: number | undefined; older?: readonly ChatMessage[] },
): OutboxMessage[] {
  const { asOf } = o
  const known = new Set([...(o.older ?? []), ...(chat?.messages ?? [])].map(({ id }) => id))
  const last = chat?.messages.at(-1)?.n ?? 0
  return o.sent.filter(({ id, state, place, doneAt = 0 }) => {
    if (known.has(id)) return false
    if (state !== 'done') return true
    // It may be among the messages before those that are here.
    if (place && chat) return place > last
    return asOf === undefined || asOf - doneAt < seenAfter
  })
}

/**
 * Older messages and the last ones after them, as newer ones come: what these push out of the last hundred stays in
 * sight. Where messages between are missing, only the last ones are left, and the others are requested again.
 */
export function followed(
  older: readonly ChatMessage[],
  last: readonly ChatMessage[],
): readonly ChatMessage[] {
  const first = last[0]
  if (!first || older.at(-1)?.id === last.at(-1)?.id) return older
  const before = older.filter(({ n }) => n < first.n)
  const ids = new Set(last.map(({ id }) => id))
  const meets = before.at(-1)?.n === first.n - 1 || older.some(({ id }) => ids.has(id))
  return meets ? [...before, ...last] : last
}

function stateOf({ n, sender }: ChatMessage, chat: Chat | undefined, me: string): MessageState {
  if (sender !== me) return 'received'
  if (n <= (chat?.readTo ?? 0)) return 'read'
  return n <= (chat?.deliveredTo ?? 0) ? 'delivered' : 'sent'
}

/** Oldest first; `older` are messages before those of the store. `asOf`: when it was last live. */
export function shownMessages(o: {
  me: string
  chat: Chat | undefined
  older: readonly ChatMessage[]
  sent: readonly OutboxMessage[]
  asOf: number | undefined
  /** Addresses of kept pictures, by the picture's id. */
  pictures: ReadonlyMap<string, string>
}): ShownMessage[] {
  const { chat, me } = o
  const first = chat?.messages[0]?.n ?? 0
  const stored = [...o.older.filter(({ n }) => n < first), ...(chat?.messages ?? [])]
  return [
    ...stored.map((message): ShownMessage => ({
      id: message.id,
      mine: message.sender === me,
      text: message.message,
      at: message.timestamp,
      state: stateOf(message, chat, me),
      ...(message.image !== undefined && { image: message.image }),
    })),
    ...beside(chat, o).map((entry): ShownMessage => {
      const { message, image, timestamp } = entry.payload
      const state = refused.has(entry.state) ? 'refused' : entry.state === 'done' ? 'sent' : 'waiting'
      const url =
        image === undefined ? undefined : state === 'sent' ? uploadedUrl(image) : o.pictures.get(image)
      return {
        id: entry.id,
        mine: true,
        text: message,
        at: timestamp,
        state,
        ...(url !== undefined && { image: url }),
        ...(state === 'refused' && entry.error && { trouble: entry.error.msg }),
      }
    }),
  ]
}

/** The other person, as the list of names says. */
export function personOf(entry: ChatEntry | undefined, other: string): ChatPerson {
  const party = entry?.sender._id === other ? entry.sender : entry?.reciever
  return party ?? { _id: other, fullname: '', avatarurl: '' }
}

/** The list of chats, last touched first. */
export function summaries(o: {
  me: string
  chats: readonly Chat[]
  entries: ReadonlyMap<string, ChatEntry> | undefined
  sent: ReadonlyMap<string, readonly OutboxMessage[]>
  asOf: number | undefined
}): ChatSummary[] {
  const chats = new Map(o.chats.map((chat) => [chat.other, chat]))
  const all = new Set([...chats.keys(), ...o.sent.keys()])
  const list = [...all].flatMap((other): ChatSummary[] => {
    const chat = chats.get(other)
    const entry = o.entries?.get(other)
    const waiting = beside(chat, { sent: o.sent.get(other) ?? [], asOf: o.asOf })
    const last = waiting.at(-1)
    const tail = chat && { ...chat, messages: chat.messages.slice(-1) }
    const shown = shownMessages({
      me: o.me,
      chat: tail,
      older: [],
      sent: last ? [last] : [],
      asOf: o.asOf,
      pictures: new Map(),
    }).at(-1)
    // A chat that lost all its messages, or whose last one a receipt of long ago would be.
    if (!shown && !chat) return []
    const picture = last ? last.payload.image : tail?.messages[0]?.image
    return [
      {
        other: personOf(entry, other),
        lastText: shown?.text ?? '',
        lastIsPicture: shown !== undefined && picture !== undefined,
        lastIsMine: shown?.mine ?? chat?.lastSender === o.me,
        lastState: shown?.state ?? 'received',
        at: last ? Math.max(last.createdAt, chat?.updatedAt ?? 0) : (chat?.updatedAt ?? 0),
        unread: chat !== undefined && isUnread(chat, o.me),
        muted: entry?.muted ?? false,
        blocked: entry?.blocked ?? false,
        ...(entry?.car && { car: entry.car }),
      },
    ]
  })
  return list.sort((a, b) => b.at - a.at)
}
