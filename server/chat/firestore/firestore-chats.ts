import { AppError } from '#contract/errors.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'
import type { ServerChatStore, MessageToAppend } from '../chat-store.ts'
import { chatsOf, type ServerMessage } from './chat-documents.ts'
import { isQueued, isRepeated, queueMessage } from './deliveries.ts'
import type { FirestoreClient } from './firestore-client.ts'

/** The message as phones see it: without the name of its author in its id. */
function shownMessage({
  id,
  sender,
  receiver,
  message,
  at,
  writtenAt = at,
  image,
  car,
  notSince,
}: MessageToAppend): ServerMessage {
  return {
    id: id.startsWith(`${sender}:`) ? id.slice(sender.length + 1) : id,
    sender,
    receiver,
    message,
    timestamp: (Number.isNaN(writtenAt.getTime()) ? at : writtenAt).getTime(),
    image: image === undefined ? undefined : uploadedUrl(image),
    car,
    notSince: notSince?.getTime(),
  }
}

/** Chats in the operator's Google project: what the server adds is carried there after its transaction (deliveries.ts). */
export function firestoreChats(client: FirestoreClient): ServerChatStore {
  return {
    kind: 'firestore',
    isStored: isQueued,
    async append(sql, m) {
      const message = shownMessage(m)
      if (m.notSince && (await isRepeated(sql, message, m.notSince))) return false
      return queueMessage(sql, { id: m.id, message, at: m.at, opening: m.car !== undefined })
    },
    async chatsOf(_sql, user, limit) {
      try {
        return await chatsOf(client, user, limit)
      } catch (cause) {
        throw Object.assign(new AppError('unavailable'), { cause })
      }
    },
  }
}
