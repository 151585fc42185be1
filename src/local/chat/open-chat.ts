import type { Payloads } from '#contract/commands.ts'
import type { ChatEntry } from '#contract/chat/chat.ts'
import { chatTokenRoutes } from '#contract/chat/token.ts'
import { missingFile } from '#contract/values/expected.ts'
import { cacheOwn, readForMe } from '../cache/mine.ts'
import type { SiteSettings } from '#contract/reference.ts'
import type { Cell, Readable } from '../platform/cell.ts'
import type { Env } from '../platform/env.ts'
import type { OwnStore } from '../outbox/command.ts'
import type { OutboxItem } from '../database/records.ts'
import type { SendResult } from '../outbox/sending/verdict.ts'
import { createChatCache, type CachedChats } from './cache.ts'
import { ChatError, type ChatStore, refused } from './chat-store.ts'
import { openChatSession, type ChatSession } from './chat-session.ts'
import { createEmbeddedStore, type EmbeddedPorts } from './embedded-store.ts'

/** Parts of the app that the chats use. */
export interface ChatHost extends Omit<EmbeddedPorts, 'me' | 'env' | 'known'> {
  env: Env
  settings: Readable<SiteSettings>
  serverNow: () => number
  unread: Cell<number | undefined>
}
export interface OpenChatPorts {
  host: ChatHost
  me: string
  own: () => Promise<OwnStore>
  /** Whether other tabs share this database. */
  durable: boolean
  /** Called when the number on the app badge changed. */
  counted: () => void
}
/** Key of the chat list in the response cache of one person; `useUnreadChats` uses the same key. */
const listName = 'chats'

/** Opens the chats of one person with the store that the site settings name. */
export function openChat({ host, me, own, durable, counted }: OpenChatPorts): Promise<ChatSession> {
  const { ask, env, serverNow, unread, http, token, renew, dropToken } = host
  async function signIn() {
    const answer = await ask(chatTokenRoutes.chatToken)
    if (!answer.ok) throw refused(answer)
    return answer.body.data
  }
  async function open(known: CachedChats): Promise<ChatStore> {
    const settings = host.settings.get().chat
    if (settings.store === 'firestore') {
      const { createFirestoreStore } = await import('./firestore/firestore-store.ts').catch(missingFile)
      return createFirestoreStore({ me, settings, token: signIn, env, known: known.chats })
    }
    // Tabs without a shared database cannot share a stream, so each opens its own.
    const alone = durable ? env : { ...env, channel: undefined }
    return createEmbeddedStore({ me, ask, http, token, renew, dropToken, env: alone, known })
  }
  return openChatSession({
    me,
    open,
    cache: createChatCache(own),
    ask,
    entries: {
      read: async () => (await readForMe<ChatEntry[]>(await own(), listName))?.value,
      keep: async (value) => cacheOwn(await own(), { k: listName, value, asOf: serverNow() }, []),
    },
    serverNow,
    unread,
    counted,
  })
}

/** Permanent refusals of a store, as the responses that our server would give. */
const refusals = new Map<string, SendResult>([
  ['forbidden', { ok: false, status: 403, error: { code: 'forbidden' } }],
  ['invalid', { ok: false, status: 422, error: { code: 'validation_failed' } }],
  ['self', { ok: false, status: 422, error: { code: 'to_yourself' } }],
])

/**
 * Sends a `chat.send` directly to a store that accepts messages from the phone. Returns `undefined` when our server has to
 * send it: a cancelled item, one with a picture, and after a temporary failure. The item's id prevents a duplicate.
 */
export async function sendDirectly(store: ChatStore, item: OutboxItem): Promise<SendResult | undefined> {
  if (store.kind === 'embedded' || item.cancel || item.blobIds) return undefined
  const { receiver, message, timestamp } = item.payload as Payloads['chat.send']
  try {
    await store.send(receiver, { id: item.id, message, timestamp })
    return { ok: true, status: 200, body: { data: { _id: item.id } } }
  } catch (error) {
    if (!(error instanceof ChatError)) throw error
    return refusals.get(error.code)
  }
}
