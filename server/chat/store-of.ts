import type { Deps } from '../kernel/deps.ts'
import type { ServerChatStore } from './chat-store.ts'
import { firestoreChats } from './firestore/firestore-chats.ts'
import { firestoreClientOf } from './firestore/firestore-client.ts'
import { ownChats } from './own-chats.ts'

/** The place that chats are in by these settings: the operator's Google project, or the server's own database. */
export function chatStoreOf(deps: Pick<Deps, 'config' | 'now'>): ServerChatStore {
  const client = firestoreClientOf(deps)
  return client ? firestoreChats(client) : ownChats
}
