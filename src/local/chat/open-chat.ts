import type { ChatEntry } from '#contract/chat/chat.ts'
import { chatTokenRoutes } from '#contract/chat/token.ts'
import { missingFile } from '#contract/values/expected.ts'
import { keepMine, readForMe } from '../engine/acts/keep-mine.ts'
import type { Host } from '../engine/face.ts'
import type { OwnStore } from '../outbox/command.ts'
import { createChatCache, type KeptChats } from './cache.ts'
import type { ChatStore } from './chat-store.ts'
import { openDesk, type ChatDesk } from './desk.ts'
import { createEmbeddedStore } from './embedded-store.ts'
import { refused } from './refused.ts'

export { sendDirectly } from './direct-send.ts'

export interface OpenChatPorts {
  host: Host
  me: string
  own: () => Promise<OwnStore>
  /** Other tabs see this database too. */
  durable: boolean
  /** The number on the icon changed. */
  counted: () => void
}
/** Name of the list of chats among the answers kept for one person; `useUnreadChats` keeps it under the same. */
const listName = 'chats'

/** The chats of one person, over the store of this site. */
export function openChat({ host, me, own, durable, counted }: OpenChatPorts): Promise<ChatDesk> {
  const { ask, env, serverNow, unread, wire, token, renew, dropToken } = host
  async function signIn() {
    const answer = await ask(chatTokenRoutes.chatToken)
    if (!answer.ok) throw refused(answer)
    return answer.body.data
  }
  async function open(known: KeptChats): Promise<ChatStore> {
    const settings = host.settings.get().chat
    if (settings.store === 'firestore') {
      const { createFirestoreStore } = await import('./firestore/firestore-store.ts').catch(missingFile)
      return createFirestoreStore({ me, settings, token: signIn, env, known: known.chats })
    }
    // Without a database in common each tab listens for itself.
    const alone = durable ? env : { ...env, channel: undefined }
    return createEmbeddedStore({ me, ask, wire, token, renew, dropToken, env: alone, known })
  }
  return openDesk({
    me,
    open,
    cache: createChatCache(own),
    ask,
    entries: {
      read: async () => (await readForMe<ChatEntry[]>(await own(), listName))?.value,
      keep: async (value) => keepMine(await own(), { k: listName, value, asOf: serverNow() }, []),
    },
    serverNow,
    unread,
    counted,
  })
}
