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

/** What the chats use of the app. */
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
  /** Other tabs see this database too. */
  durable: boolean
  /** The number on the icon changed. */
  counted: () => void
}
/** Name of the list of chats among the answers stored for one person; `useUnreadChats` keeps it under the same. */
const listName = 'chats'

/** The chats of one person, over the store of this site. */
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
    // Without a database in common each tab listens for itself.
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

/** What a store refuses for good, as our server would say it. */
const refusals = new Map<string, SendResult>([
  ['forbidden', { ok: false, status: 403, error: { code: 'forbidden' } }],
  ['invalid', { ok: false, status: 422, error: { code: 'validation_failed' } }],
  ['self', { ok: false, status: 422, error: { code: 'to_yourself' } }],
])

/**
 * Sends a `chat.send` past our server, to a store that takes it from the phone. Undefined: it goes by our server, as it does
 * from the worker, with a picture, when it is taken back, and when the store did not take it; its id makes both one.
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
