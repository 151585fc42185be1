import { AppError } from '#contract/errors.ts'
import { chatKey } from '#contract/chat/chat.ts'
import { uploadedIn, uploadedUrl } from '#contract/values/pictures.ts'
import { type MessageToAppend, type PlacedMessage, refOf, type ServerChatStore } from '../chat-store.ts'
import { chatPageSize, chatPathOf, chatsOf, readChat, type ServerMessage } from './chat-documents.ts'
import { isQueued, isRepeated, queueMessage } from './deliveries.ts'
import { fieldFilter, type FirestoreClient } from './firestore-client.ts'
import { type FirestoreValue, listIn, mapIn, momentIn, stringIn, valueOf } from './values.ts'
import { type ChatToken, chatTokenRoutes } from '#contract/chat/token.ts'
import { found, type Mount, okData } from '../../kernel/call.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { firebaseOf, signedBy } from '../../kernel/firebase.ts'
import { paidPlanEnd } from '../../users/users-store.ts'

/** Converts a message to the form that phones see: its id has no author prefix. */
function shownMessage({ id, at, writtenAt = at, image, notSince, ...m }: MessageToAppend): ServerMessage {
  return {
    ...m,
    id: refOf(m.sender, id),
    timestamp: (Number.isNaN(writtenAt.getTime()) ? at : writtenAt).getTime(),
    image: image === undefined ? undefined : uploadedUrl(image),
    notSince: notSince?.getTime(),
  }
}

/** Maximum chats searched for one that an operator's earlier app stored under another key. */
const mostSearched = 200
/**
 * Returns the newest messages of the chat of two people, oldest first; an entry that is no message of theirs leaves its
 * position empty.
 */
async function newestMessages(
  client: FirestoreClient,
  two: readonly [string, string],
  limit: number,
): Promise<PlacedMessage[]> {
  const where = fieldFilter('users', 'ARRAY_CONTAINS', valueOf(two[0]))
  const others = () => client.query({ from: [{ collectionId: 'chats' }], where, limit: mostSearched })
  const document = await client.get(chatPathOf(chatKey(...two)))
  const chat = (document ? [document] : await others())
    .map(readChat)
    .find(({ users }) => two.every((one) => users.includes(one)))
  if (!chat) return []
  const placed = (list: readonly FirestoreValue[], before: number) =>
    list.flatMap((one, index): PlacedMessage[] => {
      const { sender, message, timestamp, image } = mapIn(one)
      const picture = uploadedIn(stringIn(image))
      if (!chat.users.includes(stringIn(sender))) return []
      return [
        {
          n: before + index + 1,
          sender: stringIn(sender),
          message: stringIn(message),
          // Clocks of phones may be wrong: no message is newer than the last update of its chat.
          sent_at: momentIn(timestamp, chat.updatedAt),
          ...(picture !== undefined && { image: uploadedUrl(picture) }),
        },
      ]
    })
  let messages = placed(chat.messages, chat.moved)
  for (let place = chat.moved - chatPageSize; messages.length < limit && place >= 0; place -= chatPageSize) {
    const page = await client.get(`${chatPathOf(chat.key)}/pages/${place}`)
    messages = [...placed(listIn(page?.fields['messages']), place), ...messages]
  }
  return messages.slice(-limit)
}

const noChatsNow = 'The chats cannot be reached right now. Please try again later.'
/** Converts a failure of Firestore to `unavailable`, because it is temporary and the operator's to solve. */
async function answered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (cause) {
    throw Object.assign(new AppError('unavailable', { msg: noChatsNow }), { cause })
  }
}

/** Creates the store of chats in the operator's Google project; deliveries.ts sends the server's messages after commit. */
export function firestoreChats(client: FirestoreClient): ServerChatStore {
  return {
    kind: 'firestore',
    isStored: isQueued,
    async append(sql, m) {
      const message = shownMessage(m)
      if (m.notSince && (await isRepeated(sql, message, m.notSince))) return false
      return queueMessage(sql, { id: m.id, message, at: m.at, opening: m.car !== undefined })
    },
    chatsOf: (_sql, user, limit) => answered(chatsOf(client, user, limit)),
    newest: (_sql, two, limit) => answered(newestMessages(client, two, limit)),
  }
}

const audience = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
/** Seconds within which a phone must sign in with the token. */
const exchangeWithin = 600
/** Maximum lifetime of the permission in milliseconds: a person who may no longer chat loses access within this time. */
const longest = 60 * 60_000

/** Issues a custom token to a subscriber. The security rules of Firestore admit the person until `sub_until` (seconds). */
async function issueChatToken(sql: Sql, deps: Deps, uid: string): Promise<ChatToken> {
  const project = found(firebaseOf(deps.config))
  const now = deps.now()
  const ends = await paidPlanEnd(sql, uid, now)
  if (!ends) throw new AppError('subscription_required', { msg: 'You need a plan to write in a chat.' })
  const lasts = Math.min(ends.getTime() - now.getTime(), longest)
  const issued = Math.floor(now.getTime() / 1000)
  const claims = { sub_until: Math.floor((now.getTime() + lasts) / 1000) }
  const token = await signedBy(project, {
    claims: { uid, claims, sub: project.clientEmail },
    audience,
    issued,
    lasts: exchangeWithin,
  })
  return { uid, token, lasts }
}

export function mountChatToken(mount: Mount, deps: Deps): void {
  mount(chatTokenRoutes.chatToken, ({ user, sql }) => okData(issueChatToken(sql, deps, user.id)))
}
