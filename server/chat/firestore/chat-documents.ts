import { z } from 'zod/mini'
import { chatKey } from '#contract/chat/chat.ts'
import { OutsideFailure } from '../../integrations/bounded-fetch.ts'
import { messageId, type ServerChat } from '../chat-store.ts'
import { fieldFilter, type FirestoreClient, type FirestoreDocument } from './firestore-client.ts'
import {
  countIn,
  type FirestoreFields,
  firestoreFieldsOf,
  flagIn,
  listIn,
  listValue,
  mapIn,
  stringIn,
  timeIn,
  type FirestoreValue,
  valueOf,
} from './values.ts'

/** Writes of the server to chat documents. firestore.rules defines their content, and phones do the same by the SDK. */

export const chatPathOf = (key: string) => `chats/${key}`
const rollOverAt = 75
/** Number of messages per page. */
export const chatPageSize = 50
/** Maximum attempts of a change during concurrent writes by phones. */
const attempts = 10

/** Chat document as read. */
export interface StoredChat {
  key: string
  users: string[]
  messages: readonly FirestoreValue[]
  lastSender: string
  receiverHasRead: boolean
  readUpTo: number
  moved: number
  updatedAt: Date | undefined
  car: string | undefined
  fields: FirestoreFields
  updateTime: string
}

export function readChat({ id, fields, updateTime }: FirestoreDocument): StoredChat {
  const messages = listIn(fields['messages'])
  return {
    key: id,
    users: listIn(fields['users']).map(stringIn),
    messages,
    lastSender: stringIn(mapIn(messages.at(-1))['sender']),
    receiverHasRead: flagIn(fields['receiverHasRead']),
    readUpTo: countIn(fields['readUpTo']),
    moved: countIn(fields['moved']),
    updatedAt: timeIn(fields['updatedAt']),
    car: stringIn(fields['carId']) || undefined,
    fields,
    updateTime,
  }
}

/** Changes a chat from its current state; `change` returns the writes, or none when there is nothing to do. */
async function changeChat(
  client: FirestoreClient,
  key: string,
  change: (chat: StoredChat | undefined) => Promise<readonly object[]>,
): Promise<void> {
  for (let left = attempts; left > 0; left--) {
    const document = await client.get(chatPathOf(key))
    const writes = await change(document && readChat(document))
    if (writes.length === 0 || (await client.commit(writes))) return
  }
  throw new OutsideFailure('a chat changes all the time')
}

/** Returns a write of these fields on condition that the document is unchanged; `isNow` also sets `updatedAt`. */
function patch(client: FirestoreClient, chat: StoredChat, fields: FirestoreFields, isNow = false): object {
  return {
    update: { name: client.nameOf(chatPathOf(chat.key)), fields },
    updateMask: { fieldPaths: Object.keys(fields) },
    ...(isNow && { updateTransforms: [{ fieldPath: 'updatedAt', setToServerValue: 'REQUEST_TIME' }] }),
    currentDocument: { updateTime: chat.updateTime },
  }
}
/** Returns a write that creates a chat without unread messages, with `fields` on top. */
function create(client: FirestoreClient, pair: readonly [string, string], fields: FirestoreFields): object {
  const [users, messages] = [pair.toSorted(), []]
  const empty = {
    users,
    messages,
    receiverHasRead: true,
    receiverHas: true,
    readUpTo: 0,
    hasUpTo: 0,
    moved: 0,
  }
  return {
    update: {
      name: client.nameOf(chatPathOf(chatKey(...pair))),
      fields: { ...firestoreFieldsOf(empty), ...fields },
    },
    updateTransforms: [{ fieldPath: 'updatedAt', setToServerValue: 'REQUEST_TIME' }],
    currentDocument: { exists: false },
  }
}

export const serverMessage = z.object({
  id: z.string(),
  sender: z.string(),
  receiver: z.string(),
  message: z.string(),
  /** Milliseconds since the epoch. */
  timestamp: z.number(),
  /** URL of the picture. */
  image: z.optional(z.string()),
  car: z.optional(z.string()),
  /** Milliseconds since the epoch: the message is skipped when the last one has the same text and is from then or later. */
  notSince: z.optional(z.number()),
})
export type ServerMessage = z.output<typeof serverMessage>

const idOf = (message: FirestoreValue) => stringIn(mapIn(message)['id'])

/**
 * Returns the positions up to which the receiver had read and received before the next message of `sender`, as the security
 * rules compute them for phones.
 */
function placesBefore(
  { fields, messages, moved, lastSender, receiverHasRead, readUpTo }: StoredChat,
  sender: string,
) {
  const total = moved + messages.length
  const answers = messages.length > 0 && lastSender !== sender
  const had = answers || receiverHasRead || flagIn(fields['receiverHas'])
  return {
    readUpTo: answers || receiverHasRead ? total : readUpTo,
    hasUpTo: had ? total : countIn(fields['hasUpTo']),
  }
}

/** Appends a message exactly once. */
export async function appendMessage(client: FirestoreClient, m: ServerMessage): Promise<void> {
  const key = chatKey(m.sender, m.receiver)
  const { id, sender, message, timestamp, image } = m
  const added = valueOf({ id, sender, message, timestamp, ...(image !== undefined && { image }) })
  const unread = { receiverHasRead: false, receiverHas: false, ...(m.car !== undefined && { carId: m.car }) }
  let searched = 0
  await changeChat(client, key, async (chat) => {
    if (!chat) {
      const messages = listValue([added])
      return [create(client, [sender, m.receiver], { ...firestoreFieldsOf(unread), messages })]
    }
    if (chat.messages.some((one) => idOf(one) === id)) return []
    if (chat.moved > searched) {
      const where = fieldFilter('ids', 'ARRAY_CONTAINS', valueOf(id))
      const query = { from: [{ collectionId: 'pages' }], where, limit: 1 }
      if ((await client.query(query, chatPathOf(key))).length > 0) return []
      searched = chat.moved
    }
    const last = mapIn(chat.messages.at(-1))
    const isSame = stringIn(last['sender']) === sender && stringIn(last['message']) === message
    if (isSame && m.notSince !== undefined && (chat.updatedAt?.getTime() ?? 0) >= m.notSince) return []
    const messages = listValue([...chat.messages, added])
    const fields = { ...firestoreFieldsOf({ ...unread, ...placesBefore(chat, sender) }), messages }
    return [patch(client, chat, fields, true)]
  })
  await rollOver(client, key)
}

/** Moves the oldest messages to a page when the document has grown long. */
async function rollOver(client: FirestoreClient, key: string): Promise<void> {
  await changeChat(client, key, (chat) => {
    if (!chat || chat.messages.length < rollOverAt) return Promise.resolve([])
    const page = chat.messages.slice(0, chatPageSize)
    const ids = page.map((one, index) => idOf(one) || `${key}-${chat.moved + index + 1}`)
    const name = client.nameOf(`${chatPathOf(key)}/pages/${chat.moved}`)
    const rest = {
      messages: listValue(chat.messages.slice(chatPageSize)),
      moved: valueOf(chat.moved + chatPageSize),
    }
    return Promise.resolve([
      { update: { name, fields: { messages: listValue(page), ids: valueOf(ids) } } },
      patch(client, chat, rest),
    ])
  })
}

/** Stores who of the two has blocked the other; then neither can write. Blocks also apply before a chat exists. */
export async function setBlocks(
  client: FirestoreClient,
  [one, other]: readonly [string, string],
  /** Called after the chat was read, so that a slow delivery cannot overwrite a newer state. */
  blockers: () => Promise<readonly string[]>,
): Promise<void> {
  await changeChat(client, chatKey(one, other), async (chat) => {
    const by = await blockers()
    const blockedBy = valueOf(by)
    if (chat) return [patch(client, chat, { blockedBy })]
    return by.length === 0 ? [] : [create(client, [one, other], { blockedBy })]
  })
}

/** Returns the chats of a person that have messages, last updated first; chats of an earlier app have no time and come last. */
export async function chatsOf(client: FirestoreClient, user: string, limit: number): Promise<ServerChat[]> {
  const where = fieldFilter('users', 'ARRAY_CONTAINS', valueOf(user))
  const from = [{ collectionId: 'chats' }]
  const orderBy = [{ field: { fieldPath: 'updatedAt' }, direction: 'DESCENDING' }]
  const newest = await client.query({ from, where, orderBy, limit })
  // An ordered query omits documents without the field.
  const others = newest.length < limit ? await client.query({ from, where, limit }) : []
  return [...new Map([...others, ...newest].map((one) => [one.id, one])).values()]
    .map(readChat)
    .flatMap((chat): ServerChat[] => {
      const { key, lastSender, users, receiverHasRead, updatedAt, car } = chat
      const receiver = users.find((id) => id !== lastSender)
      if (lastSender === '' || receiver === undefined) return []
      return [
        { key, sender: lastSender, receiver, receiverHasRead, updated_at: updatedAt ?? new Date(0), car },
      ]
    })
    .sort((a, b) => b.updated_at.getTime() - a.updated_at.getTime())
    .slice(0, limit)
}

const placeOf = (client: FirestoreClient, { key, fields }: StoredChat) => [
  fields['updatedAt'],
  { referenceValue: client.nameOf(chatPathOf(key)) },
]

/**
 * Returns chats whose unread last message was written between two times, oldest first; `from` is the last chat of the
 * previous batch.
 */
export async function unreadBetween(
  client: FirestoreClient,
  o: { after?: Date; before: Date; limit: number; from?: StoredChat | undefined },
): Promise<StoredChat[]> {
  const filters = [
    fieldFilter('receiverHasRead', 'EQUAL', valueOf(false)),
    fieldFilter('updatedAt', 'LESS_THAN_OR_EQUAL', valueOf(o.before)),
    ...(o.after ? [fieldFilter('updatedAt', 'GREATER_THAN', valueOf(o.after))] : []),
  ]
  const found = await client.query({
    from: [{ collectionId: 'chats' }],
    where: { compositeFilter: { op: 'AND', filters } },
    orderBy: ['updatedAt', '__name__'].map((fieldPath) => ({ field: { fieldPath }, direction: 'ASCENDING' })),
    limit: o.limit,
    ...(o.from && { startAt: { values: placeOf(client, o.from), before: false } }),
  })
  return found.map(readChat)
}

/**
 * Removes the unread newest messages of the last sender if the chat is unchanged. Returns their ids as in `chat_deliveries`;
 * `undefined` when the chat has changed.
 */
export async function removeUnread(client: FirestoreClient, chat: StoredChat): Promise<string[] | undefined> {
  const lastRetained = chat.messages.findLastIndex(
    (one, index) =>
      stringIn(mapIn(one)['sender']) !== chat.lastSender || chat.moved + index + 1 <= chat.readUpTo,
  )
  const rest = chat.messages.slice(0, lastRetained + 1)
  const currentDocument = { updateTime: chat.updateTime }
  const isEmpty = rest.length === 0 && chat.moved === 0 && listIn(chat.fields['blockedBy']).length === 0
  const total = valueOf(chat.moved + rest.length)
  const read = { receiverHasRead: valueOf(true), receiverHas: valueOf(true), readUpTo: total, hasUpTo: total }
  const isDone = await client.commit([
    isEmpty
      ? { delete: client.nameOf(chatPathOf(chat.key)), currentDocument }
      : patch(client, chat, { ...read, messages: listValue(rest) }),
  ])
  if (!isDone) return undefined
  return chat.messages.slice(lastRetained + 1).map((one) => messageId(chat.lastSender, idOf(one)))
}

/** Removes all chats of a person, with their pages. */
export async function removeChatsOf(client: FirestoreClient, user: string): Promise<void> {
  const where = fieldFilter('users', 'ARRAY_CONTAINS', valueOf(user))
  const select = { fields: [{ fieldPath: '__name__' }] }
  for (const { id } of await client.query({ from: [{ collectionId: 'chats' }], where, select })) {
    const pages = await client.query({ from: [{ collectionId: 'pages' }], select }, chatPathOf(id))
    const paths = [...pages.map((page) => `${chatPathOf(id)}/pages/${page.id}`), chatPathOf(id)]
    await client.commit(paths.map((path) => ({ delete: client.nameOf(path) })))
  }
}
