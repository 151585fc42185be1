import { collection, query, type QuerySnapshot, where } from 'firebase/firestore'
import { chatKey } from '#contract/chat/chat.ts'
import { messageFault } from '#contract/chat/message-rules.ts'
import type { ChatToken } from '#contract/chat/token.ts'
import { ignoreExpected, named } from '#contract/values/expected.ts'
import { createInTurn, type InTurn } from '#contract/values/in-turn.ts'
import type { Env } from '../../platform/env.ts'
import { ChatError, type ChatStore } from '../chat-store.ts'
import type { Chat } from '../../database/records.ts'
import { chatOf, readDocument } from './chat-document.ts'
import { markLast, olderThan, type ChatPlace, rollOver, sendMessage } from './chat-writes.ts'
import { type FirestoreConnection, createConnections, type FirestoreSettings } from './connection.ts'
import { createListening } from './listening.ts'
import { asChatError, inTime, Interference, isBroken, isContention } from './store-error.ts'

export interface FirestoreStoreOptions {
  /** Id of the signed-in person. */
  me: string
  settings: FirestoreSettings
  /** Requests a custom token from our server; rejects with a `ChatError`. */
  token: () => Promise<ChatToken>
  env: Env
  /** Chats in the cache of this phone. */
  known?: readonly Chat[]
}

/**
 * Milliseconds after which an operation without a result counts as offline; the same message may be sent again. The second
 * limit applies when the browser reports no network.
 */
const limit = 20_000
const offlineLimit = 1500
/** Maximum retries of an operation: during concurrent writes, after a refusal, and in a row without a connection. */
const contended = 40
const refusals = 1
const dropped = 3
/**
 * Milliseconds of the pauses: during concurrent writes, and until the SDK has reopened a lost connection, which takes a
 * second.
 */
const contentionPauses = { first: 30, longest: 500 }
const connectionPauses = { first: 500, longest: 2000 }

/** Creates the store of chats in the operator's Google project. Loaded only when the site's settings name it. */
export function createFirestoreStore(o: FirestoreStoreOptions): ChatStore {
  const { me, settings, token, env, known = [] } = o
  const connections = createConnections({
    me,
    settings,
    token,
    timers: env,
    expiring: (connection) => listening.leave(connection),
  })
  let closed = false

  const chats = { live: false, listed: known }
  const chatListeners = new Set<() => void>()
  const listening = createListening({
    connections,
    env,
    queryIn: ({ db }) => query(collection(db, 'chats'), where('users', 'array-contains', me)),
    next(snapshot) {
      chats.live = snapshot !== undefined
      if (snapshot) chats.listed = read(snapshot)
      for (const notify of chatListeners) notify()
    },
  })

  /** Converts a snapshot to chats. Of two documents about one person, the document with our own key counts. */
  function read(snapshot: QuerySnapshot): Chat[] {
    const found = new Map<string, Chat>()
    for (const { id, data } of snapshot.docs.map((one) => ({ id: one.id, data: one.data() }))) {
      const chat = chatOf(readDocument(id, data), me)
      if (chat && (id === chatKey(me, chat.other) || !found.has(chat.other))) found.set(chat.other, chat)
    }
    return [...found.values()].sort((a, b) => b.updatedAt - a.updatedAt)
  }

  const pause = (ms: number) => new Promise<void>((done) => void env.setTimeout(done, ms))

  /** Repeats the work until it is stored or permanently fails. */
  async function persist<T>(work: (connection: FirestoreConnection) => Promise<T>): Promise<T> {
    for (let tries = 0, refused = 0, lost = 0; !closed; tries += 1) {
      let connection: FirestoreConnection | undefined
      try {
        connection = await connections.current()
        const replaced = connection.ended.then(() => {
          throw new Interference()
        })
        return await Promise.race([work(connection), replaced])
      } catch (cause) {
        const error = asChatError(cause)
        const isRefused = cause !== error && (error.code === 'forbidden' || error.code === 'unauthenticated')
        const isLost = cause !== error && error.code === 'offline' && env.saysOnline()
        lost = isLost ? lost + 1 : 0
        if (connection && isBroken(cause)) listening.leave(connection)
        else if (isRefused && connection) {
          // The token may have expired, so one retry uses a new token.
          if ((refused += 1) > refusals) throw error
          listening.leave(connection)
        } else if (!isContention(cause) && (!isLost || lost > dropped)) throw error
        if (tries >= contended) throw error
        const { first, longest } = isLost ? connectionPauses : contentionPauses
        const before = isLost ? lost - 1 : tries
        await pause(Math.min(first * 2 ** Math.min(before, 5), longest) * (0.5 + env.random()))
      }
    }
    throw new ChatError('unavailable')
  }

  /** Queues operations per person, because two transactions of one phone on one chat would conflict. */
  const lanes = new Map<string, InTurn>()
  function inTurn<T>(other: string, work: (place: ChatPlace) => Promise<T>): Promise<T> {
    if (other === me) return Promise.reject(new ChatError('self'))
    const lane = lanes.get(other) ?? createInTurn()
    lanes.set(other, lane)
    return lane(() => {
      let over = false
      const result = persist(({ db }) => work({ db, me, other, isOver: () => over }))
      return inTime(result, env.saysOnline() ? limit : offlineLimit, env).catch((cause: unknown) => {
        over = true
        const error = asChatError(cause)
        if (error.code === 'offline') listening.doubt()
        throw error
      })
    })
  }

  return {
    kind: 'firestore',
    subscribeChats(listener) {
      const notify = () => {
        const error = chats.live ? undefined : listening.error()
        listener({ live: chats.live, chats: chats.listed, ...(error && { error }) })
      }
      chatListeners.add(notify)
      notify()
      listening.begin()
      return () => chatListeners.delete(notify)
    },
    async send(other, { id, message, timestamp, image }) {
      const text = message.trim()
      // Our server checks pictures and writes their messages itself.
      if (messageFault(text) !== undefined || image !== undefined) throw new ChatError('invalid')
      const stored = { id, sender: me, message: text, timestamp: Math.trunc(timestamp) }
      const isLong = await inTurn(other, (place) => sendMessage(place, stored))
      // The message is already stored; if moving the page fails, the next message triggers it again.
      if (isLong) inTurn(other, rollOver).catch(ignoreExpected('chat-roll-over', named('ChatError')))
    },
    markRead: (other, lastSeenId) => inTurn(other, (place) => markLast(place, lastSeenId, 'read')),
    markDelivered: (other, lastId) => inTurn(other, (place) => markLast(place, lastId, 'delivered')),
    loadOlder: (other, before) => inTurn(other, (place) => olderThan(place, before)),
    retry: listening.hope,
    async close() {
      closed = true
      chatListeners.clear()
      listening.close()
      await connections.close()
    },
  }
}
