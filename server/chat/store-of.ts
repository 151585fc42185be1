import { idsOf } from '../kernel/db/lists.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { queueLeft } from './firestore/deliveries.ts'
import { nextNumbers, notifyStreams } from './numbers.ts'
import type { ServerChatStore } from './chat-store.ts'
import { firestoreChats } from './firestore/firestore-chats.ts'
import { firestoreClientOf } from './firestore/firestore-client.ts'
import { ownChats } from './own-chats.ts'

/** Returns the store of the chats by the settings: the operator's Google project, or the server's own database. */
export function chatStoreOf(deps: Pick<Deps, 'config' | 'now'>): ServerChatStore {
  const client = firestoreClientOf(deps)
  return client ? firestoreChats(client) : ownChats
}

/**
 * Ends the chats of a person whose account the transaction deletes. The other people's streams are notified at commit, and
 * chats in Firestore are removed after it. The person's counter is locked, as for every change of a chat.
 */
export async function endChatsOf(sql: Sql, deps: Pick<Deps, 'config' | 'now'>, user: string): Promise<void> {
  if (chatStoreOf(deps).kind === 'firestore') await queueLeft(sql, user, deps.now())
  await nextNumbers(sql, [user])
  const others = await idsOf(sql)`select second_user as id from chats where first_user = ${user}
    union all select first_user from chats where second_user = ${user}`
  await notifyStreams(sql, others)
}
