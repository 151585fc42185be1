import { chatLimits } from '#contract/chat/message-rules.ts'
import type { ChatMessage } from '#contract/chat/conversation.ts'
import { listOf, propertiesOf } from '#contract/values/unknown.ts'
import type { Chat } from '../../database/records.ts'

/**
 * A chat document as Firestore holds it, read without trust: an operator's earlier app wrote messages without an id, no
 * `updatedAt`, and times as text. What is not there has the value it had before it was thought of.
 */
export interface ChatDocument {
  key: string
  users: string[]
  /** With the place of each, from 1; those of pages are not here. */
  messages: ChatMessage[]
  receiverHasRead: boolean
  receiverHas: boolean
  /** Up to which place the receiver had read, and had, when the newest message came. */
  readUpTo: number
  hasUpTo: number
  /** How many messages were moved to pages. */
  moved: number
  /** The place of the newest message. */
  total: number
  /** Who of the two has blocked the other. */
  blockedBy: string[]
  updatedAt: number
}

const textsOf = (v: unknown): string[] => listOf(v).filter((one) => typeof one === 'string')
const textOf = (v: unknown): string => (typeof v === 'string' ? v : '')
const countOf = (v: unknown): number => (typeof v === 'number' && v > 0 ? Math.trunc(v) : 0)

/** Milliseconds of a number, a text, or Firestore's own kind of time; 0 of anything else. */
function timeOf(v: unknown): number {
  const { toMillis } = propertiesOf(v)
  const ms =
    typeof toMillis === 'function'
      ? Number(toMillis.call(v))
      : typeof v === 'string'
        ? Number(v) || Date.parse(v)
        : Number(v)
  // No date is further away.
  return Math.abs(ms) <= 8.64e15 ? Math.trunc(ms) : 0
}

/** Messages of a list whose first one has the place after `before`; what is no message leaves its place empty. */
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

/** Up to which place the other person has, or has read, what `author` wrote: the same as the rules work out. */
export function markedUpTo(d: ChatDocument, author: string, mark: 'read' | 'delivered'): number {
  const last = d.messages.at(-1)
  // Who answers has read what came before.
  if (last && last.sender !== author) return d.total
  const [isMarked, before] = mark === 'read' ? [d.receiverHasRead, d.readUpTo] : [d.receiverHas, d.hasUpTo]
  return isMarked ? d.total : before
}

/** The chat as `me` sees it; undefined where it has no message, or is not a chat of two with them. */
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
