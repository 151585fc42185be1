import {
  arrayUnion,
  collection,
  doc,
  type DocumentData,
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  getCountFromServer,
  limit,
  query,
  runTransaction,
  serverTimestamp,
  type Transaction,
  where,
} from 'firebase/firestore'
import { chatKey } from '#contract/chat/chat.ts'
import type { ChatMessage } from '#contract/chat/conversation.ts'
import { listOf, propertiesOf } from '#contract/values/unknown.ts'
import { ChatError } from '../chat-store.ts'
import { markedUpTo, readDocument, readMessages } from './chat-document.ts'
import { Interference, isDenied } from './store-error.ts'

/**
 * Context of the writes of one phone to one chat. Each change is a transaction, so its outcome is known; the SDK would queue
 * other writes itself and drop them silently when they are refused.
 */
export interface ChatPlace {
  db: Firestore
  me: string
  other: string
  /** Tells whether the caller has already seen a failure; a later retry of the transaction must then not take effect. */
  isOver: () => boolean
}

export interface StoredMessage {
  id: string
  sender: string
  message: string
  timestamp: number
}

/** Maximum messages of a document, the number that triggers a new page, and the number that moves to that page. */
const most = 100
const rollOverAt = 75
const pageSize = 50

const chatIn = ({ db, me, other }: ChatPlace) => doc(db, 'chats', chatKey(me, other))
const pagesOf = (chat: DocumentReference) => collection(chat, 'pages')

type ChatSnapshot = DocumentSnapshot<DocumentData>
const textOf = (snapshot: ChatSnapshot | undefined) => JSON.stringify(snapshot?.data())

/** Aborts a transaction that only reads, so nothing is committed. */
class OnlyRead extends Error {
  override readonly name = 'OnlyRead'
  readonly found: ChatSnapshot
  constructor(found: ChatSnapshot) {
    super()
    this.found = found
  }
}

/**
 * Reads a document by a request of its own. The SDK answers a plain get through the stream of its listeners. When that stream
 * broke, each get fails for up to a minute, until the SDK reopens it, although requests succeed.
 */
async function readNow(db: Firestore, at: DocumentReference): Promise<ChatSnapshot> {
  const read = async (tx: Transaction): Promise<never> => {
    throw new OnlyRead(await tx.get(at))
  }
  try {
    return await runTransaction(db, read, { maxAttempts: 1 })
  } catch (cause) {
    if (cause instanceof OnlyRead) return cause.found
    throw cause
  }
}

/** Tells whether a page has the message. It counts, because a count is also a request of its own. */
async function isInPages(place: ChatPlace, id: string): Promise<boolean> {
  const sameId = where('ids', 'array-contains', id)
  const pages = await getCountFromServer(query(pagesOf(chatIn(place)), sameId, limit(1)))
  return pages.data().count > 0
}

/**
 * Makes one attempt on the current chat; the caller decides how long to wait before a retry. After a concurrent write the
 * rules may refuse before Firestore compares versions, so a refusal counts only when nothing has changed.
 */
async function once<T>(
  place: ChatPlace,
  change: (tx: Transaction, chat: ChatSnapshot) => Promise<T>,
): Promise<T> {
  const at = chatIn(place)
  let seen: ChatSnapshot | undefined
  const attempt = async (tx: Transaction) => {
    seen = await tx.get(at)
    if (place.isOver()) throw new ChatError('offline')
    return change(tx, seen)
  }
  try {
    return await runTransaction(place.db, attempt, { maxAttempts: 1 })
  } catch (cause) {
    if (isDenied(cause) && seen && textOf(await readNow(place.db, at)) !== textOf(seen))
      throw new Interference()
    throw cause
  }
}

type Outcome = { found: true } | { size: number } | { isFull: true } | { pages: number }

/** Appends the message in a transaction unless it exists. `searched`: number of moved messages whose pages do not contain it. */
function append(place: ChatPlace, m: StoredMessage, searched: number): Promise<Outcome> {
  const { me, other } = place
  const at = chatIn(place)
  return once(place, async (tx, snapshot): Promise<Outcome> => {
    const unread = { receiverHasRead: false, receiverHas: false, updatedAt: serverTimestamp() }
    if (!snapshot.exists()) {
      const marks = { ...unread, readUpTo: 0, hasUpTo: 0, moved: 0 }
      tx.set(at, { users: [me, other].sort(), messages: [m], ...marks })
      return { size: 1 }
    }
    const chat = readDocument(at.id, snapshot.data())
    if (chat.messages.some(({ id }) => id === m.id)) return { found: true }
    if (chat.blockedBy.length > 0) throw new ChatError('forbidden')
    if (chat.moved > searched) return { pages: chat.moved }
    const size = chat.total - chat.moved
    if (size >= most) return { isFull: true }
    tx.update(at, {
      messages: arrayUnion(m),
      ...unread,
      readUpTo: markedUpTo(chat, me, 'read'),
      hasUpTo: markedUpTo(chat, me, 'delivered'),
    })
    return { size: size + 1 }
  })
}

/** Moves the oldest messages to a page of their own when the document has grown long. */
export async function rollOver(place: ChatPlace): Promise<void> {
  const at = chatIn(place)
  await once(place, async (tx, snapshot) => {
    const { messages, moved } = propertiesOf(snapshot.data())
    const all = listOf(messages)
    if (all.length < rollOverAt) return
    const before = typeof moved === 'number' ? moved : 0
    const page = all.slice(0, pageSize)
    const ids = readMessages(at.id, page, before).map(({ id }) => id)
    tx.set(doc(pagesOf(at), String(before)), { messages: page, ids })
    tx.update(at, { messages: all.slice(pageSize), moved: before + pageSize })
  })
}

/** Stores the message exactly once, also after earlier attempts. Returns true when the document has grown long. */
export async function sendMessage(place: ChatPlace, m: StoredMessage): Promise<boolean> {
  let searched = 0
  for (;;) {
    const outcome = await append(place, m, searched)
    if ('found' in outcome) return false
    if ('size' in outcome) return outcome.size >= rollOverAt
    if ('isFull' in outcome) await rollOver(place)
    else {
      if (await isInPages(place, m.id)) return false
      searched = outcome.pages
    }
  }
}

/** Marks the chat unless a newer message exists or the last message is the person's own. */
export function markLast(place: ChatPlace, last: string, as: 'read' | 'delivered'): Promise<void> {
  const at = chatIn(place)
  return once(place, async (tx, snapshot) => {
    const chat = readDocument(at.id, snapshot.data())
    const newest = chat.messages.at(-1)
    if (!newest || newest.sender === place.me || newest.id !== last) return
    if (as === 'read' && !chat.receiverHasRead) tx.update(at, { receiverHasRead: true, receiverHas: true })
    if (as === 'delivered' && !chat.receiverHas) tx.update(at, { receiverHas: true })
  })
}

/** Returns at most one page of messages before position `before`, from the document or from a page. */
export async function olderThan(place: ChatPlace, before: number): Promise<ChatMessage[]> {
  if (before <= 1) return []
  const at = chatIn(place)
  const chat = readDocument(at.id, (await readNow(place.db, at)).data())
  const inDocument = before > chat.moved + 1
  const from = inDocument
    ? Math.max(chat.moved, before - 1 - pageSize)
    : Math.floor((before - 2) / pageSize) * pageSize
  const list = inDocument
    ? chat.messages
    : readMessages(
        at.id,
        propertiesOf((await readNow(place.db, doc(pagesOf(at), String(from)))).data())['messages'],
        from,
      )
  return list.filter(({ n }) => n > from && n < before)
}
