import { chatLimits } from '#contract/chat/message-rules.ts'
import type { ChatMessage } from '#contract/chat/conversation.ts'
import { listOf, propertiesOf } from '#contract/values/unknown.ts'
import type { Chat } from '../../database/records.ts'

/**
 * Chat document of Firestore, read without trust: an operator's earlier app wrote messages without an id, no `updatedAt`, and
 * times as text. A missing field gets its default.
 */
export interface ChatDocument {
  key: string
  users: string[]
  /** Messages of the document, with positions that start at 1; the messages of pages are not included. */
  messages: ChatMessage[]
  receiverHasRead: boolean
  receiverHas: boolean
  /** Positions up to which the receiver had read, and had received, when the newest message arrived. */
  readUpTo: number
  hasUpTo: number
  /** Number of messages that were moved to pages. */
  moved: number
  /** Position of the newest message. */
  total: number
  /** Ids of the users who have blocked the other. */
  blockedBy: string[]
  updatedAt: number
}

const textsOf = (v: unknown): string[] => listOf(v).filter((one) => typeof one === 'string')
const textOf = (v: unknown): string => (typeof v === 'string' ? v : '')
const countOf = (v: unknown): number => (typeof v === 'number' && v > 0 ? Math.trunc(v) : 0)

/** Returns milliseconds from a number, a text or a Firestore timestamp; 0 for anything else. */
function timeOf(v: unknown): number {
  const { toMillis } = propertiesOf(v)
  const ms =
    typeof toMillis === 'function'
      ? Number(toMillis.call(v))
      : typeof v === 'string'
        ? Number(v) || Date.parse(v)
        : Number(v)
  // A JavaScript date ends at 8.64e15 milliseconds.
  return Math.abs(ms) <= 8.64e15 ? Math.trunc(ms) : 0
}

/** Reads a list of messages whose first one follows position `before`; an entry that is no message leaves its position empty. */
export function readMessages(key: string, list: unknown, before: number): ChatMessage[] {
  return listOf(list).flatMap((one, index) => {
    const { id, sender, message, timestamp, image } = propertiesOf(one)
    const n = before + index + 1
    if (typeof sender !== 'string') return []
    return [
      {
        id: textOf(id) || `${key}-${n}`,
        n,
        sender,
        message: textOf(message),
        timestamp: timeOf(timestamp),
        ...(typeof image === 'string' && { image }),
      },
    ]
  })
}

export function readDocument(key: string, data: unknown): ChatDocument {
  const fields = propertiesOf(data)
  const moved = countOf(fields['moved'])
  const messages = readMessages(key, fields['messages'], moved)
  const receiverHasRead = fields['receiverHasRead'] === true
  return {
    key,
    users: textsOf(fields['users']),
    messages,
    receiverHasRead,
    receiverHas: receiverHasRead || fields['receiverHas'] === true,
    readUpTo: countOf(fields['readUpTo']),
    hasUpTo: countOf(fields['hasUpTo']),
    moved,
    total: moved + listOf(fields['messages']).length,
    blockedBy: textsOf(fields['blockedBy']),
    updatedAt: timeOf(fields['updatedAt']) || (messages.at(-1)?.timestamp ?? 0),
  }
}

/**
 * Returns the position up to which the other person has received, or read, what `author` wrote. The security rules compute
 * the same.
 */
export function markedUpTo(d: ChatDocument, author: string, mark: 'read' | 'delivered'): number {
  const last = d.messages.at(-1)
  // A person who answers has read the earlier messages.
  if (last && last.sender !== author) return d.total
  const [isMarked, before] = mark === 'read' ? [d.receiverHasRead, d.readUpTo] : [d.receiverHas, d.hasUpTo]
  return isMarked ? d.total : before
}

/**
 * Returns the chat as `me` sees it; `undefined` for a chat without messages, or one that is not between `me` and another
 * person.
 */
export function chatOf(d: ChatDocument, me: string): Chat | undefined {
  const other = d.users.find((id) => id !== me)
  const last = d.messages.at(-1)
  if (other === undefined || !d.users.includes(me) || !last) return undefined
  return {
    other,
    messages: d.messages.slice(-chatLimits.tail),
    lastSender: last.sender,
    receiverHasRead: d.receiverHasRead,
    deliveredTo: markedUpTo(d, me, 'delivered'),
    readTo: markedUpTo(d, me, 'read'),
    ownReadTo: markedUpTo(d, other, 'read'),
    updatedAt: d.updatedAt,
  }
}
