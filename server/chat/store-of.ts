import type { Deps } from '../kernel/deps.ts'
import { firebaseOf } from '../kernel/firebase.ts'
import type { ChatStore } from './chat-store.ts'
import { firestoreChats } from './firestore/firestore-chats.ts'
import { ownChats } from './own-chats.ts'

/** The place that chats are in by these settings: the operator's Google project, or the server's own database. */
export function chatStoreOf({ config, now }: Pick<Deps, 'config' | 'now'>): ChatStore {
  const project = firebaseOf(config)
  return project ? firestoreChats(project, now) : ownChats
}
