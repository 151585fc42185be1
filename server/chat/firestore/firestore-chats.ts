import { AppError } from '#contract/errors.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'
import { type MessageToAppend, refOf, type ServerChatStore } from '../chat-store.ts'
import { chatsOf, type ServerMessage } from './chat-documents.ts'
import { isQueued, isRepeated, queueMessage } from './deliveries.ts'
import type { FirestoreClient } from './firestore-client.ts'
import { type ChatToken, chatTokenRoutes } from '#contract/chat/token.ts'
import { found, type Mount, okData } from '../../kernel/call.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { firebaseOf, signedBy } from '../../kernel/firebase.ts'
import { paidPlanEnd } from '../../users/users-store.ts'

/** The message as phones see it: without the name of its author in its id. */
function shownMessage({ id, at, writtenAt = at, image, notSince, ...m }: MessageToAppend): ServerMessage {
  return {
    ...m,
    id: refOf(m.sender, id),
    timestamp: (Number.isNaN(writtenAt.getTime()) ? at : writtenAt).getTime(),
    image: image === undefined ? undefined : uploadedUrl(image),
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

const audience = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
/** Seconds in which a phone must have signed in with it. */
const exchangeWithin = 600
/** Milliseconds: a person who may not chat any more is out after so long at the latest. */
const longest = 60 * 60_000

/** A custom token for a subscriber: the rules of Firestore let them in until its `sub_until` (seconds). */
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
