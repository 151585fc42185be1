import type { Config } from '../kernel/config.ts'
import type { ChatStore } from './chat-store.ts'
import { ownChats } from './own-chats.ts'

/** The place that chats are in by these settings. */
export const chatStoreOf = (_config: Config): ChatStore => ownChats
