import type { ChatEntry } from '#contract/chat/chat.ts'
import type { ChatMessage } from '#contract/chat/conversation.ts'
import type { Payloads } from '#contract/commands.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'
import type { OutboxEntry } from '../outbox/view.ts'
import { isUnread } from './chat-store.ts'
import type { Chat } from '../database/records.ts'

/** View models of the chats for screens: the messages of the store, followed by those that wait in the outbox. Pure. */

/** Delivery state of a person's own message; messages of others are `received`. */
export type MessageState = 'received' | 'waiting' | 'refused' | 'sent' | 'delivered' | 'read'

export interface ShownMessage {
  id: string
  mine: boolean
  text: string
  /** URL of the picture: on the server, or of the local copy while the message waits. */
  image?: string
  /** Milliseconds since the epoch. */
  at: number
  state: MessageState
  /** Reason of the refusal, as a sentence; `useOutboxActions` retries or removes the message by `id`. */
  trouble?: string
}

export interface ChatPerson {
  _id: string
  fullname: string
  avatarurl: string
}

export interface ChatSummary {
  other: ChatPerson
  /** Full text of the last message, which the list truncates. Empty for a picture without text. */
  lastText: string
  lastIsPicture: boolean
  lastIsMine: boolean
  /** State of the last message; the list marks `waiting` and `refused`. */
  lastState: MessageState
  /** Milliseconds since the epoch; for a waiting message the time of its writing. */
  at: number
  unread: boolean
  muted: boolean
  blocked: boolean
  car?: ChatEntry['car']
}

export interface OutboxMessage extends OutboxEntry {
  payload: Payloads['chat.send']
}
/** Milliseconds after which a sent message counts as shown by the store, when its position or its chat is not known. */
const seenAfter = 60_000
const refused: ReadonlySet<OutboxEntry['state']> = new Set(['rejected', 'quarantine', 'conflict'])

/** Returns the chat messages of the outbox, done ones included, by receiver, in the order of writing. */
export function sentMessages(outbox: readonly OutboxEntry[]): Map<string, OutboxMessage[]> {
  const all = new Map<string, OutboxMessage[]>()
  const done = outbox.filter(({ state }) => state === 'done').reverse()
  for (const entry of [...done, ...outbox.filter(({ state }) => state !== 'done')]) {
    // A cancelled message is hidden, whatever the server answers.
    if (entry.kind !== 'chat.send' || entry.cancelling) continue
    const { receiver, message } = entry.payload as Partial<Payloads['chat.send']>
    // The outbox screen shows damaged records.
    if (typeof receiver !== 'string' || typeof message !== 'string') continue
    all.set(receiver, [...(all.get(receiver) ?? []), entry as OutboxMessage])
  }
  return all
}

/** Returns the outbox messages that the store does not have yet; no message is in both. */
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
    // The message may belong to an older page that is not loaded.
    if (place && chat) return place > last
    return asOf === undefined || asOf - doneAt < seenAfter
  })
}

/**
 * Returns the loaded older messages followed by the current last ones, so that messages pushed out of the last hundred stay
 * visible. After a gap only the last messages remain, and the older ones are requested again.
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

/** Returns the messages, oldest first. `older` precede those of the store; `asOf` is the server time of the last live state. */
export function shownMessages(o: {
  me: string
  chat: Chat | undefined
  older: readonly ChatMessage[]
  sent: readonly OutboxMessage[]
  asOf: number | undefined
  /** Object URLs of stored pictures, by picture id. */
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

/** Returns the other person from the chat entry; without an entry the name is empty. */
export function personOf(entry: ChatEntry | undefined, other: string): ChatPerson {
  const party = entry?.sender._id === other ? entry.sender : entry?.reciever
  return party ?? { _id: other, fullname: '', avatarurl: '' }
}

/** Returns the list of chats, last updated first. */
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
    // Without a chat in the store and without a message to show there is nothing to list: only old receipts are left.
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
