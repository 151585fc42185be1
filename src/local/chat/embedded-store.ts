import { conversationRoutes, type ChatsEvent } from '#contract/chat/conversation.ts'
import { chatLimits } from '#contract/chat/message-rules.ts'
import type { Env } from '../platform/env.ts'
import type { AuthedRequest } from '../transport/http-client.ts'
import { watchAttention } from './attention.ts'
import { type ChatErrorCode, type ChatsState, type ChatStore, refused } from './chat-store.ts'
import type { Chat } from '../database/records.ts'
import { applied, newestFirst, type ChatSnapshot } from './chat-snapshot.ts'
import { createEventStream, type EventStreamPorts } from './event-stream.ts'
import { createLeading } from './leading.ts'

export interface EmbeddedPorts extends Pick<
  EventStreamPorts,
  'me' | 'http' | 'token' | 'renew' | 'dropToken'
> {
  ask: AuthedRequest
  env: Env
  /** Chats in the cache of this phone, and the event number to continue from. */
  known?: { number: number | undefined; chats: readonly Chat[] }
}
/** Messages between the tabs of a browser. The leader is the tab that holds the event stream. */
type TabMessage =
  | { is: 'hello' }
  | { is: 'state'; live: boolean; error?: ChatErrorCode | undefined; copy: ChatSnapshot }
  | { is: 'event'; before: number | undefined; event: ChatsEvent }
  | { is: 'beat'; live: boolean; error?: ChatErrorCode | undefined; number: number | undefined }

/** Milliseconds for which delivery marks are collected before one request sends them. */
const marksAfter = 300
/** Maximum age in milliseconds of the last data on a connection that counts as working, by the reason for the doubt. */
const young = { network: 3000, page: 27_000 } as const

/** Creates the store for our own server: requests for the person's actions, one event stream per browser for updates. */
export function createEmbeddedStore(o: EmbeddedPorts): ChatStore {
  const { env, ask, me } = o
  const listeners = new Set<(state: ChatsState) => void>()
  const name = `motorkin-chat:${me}`
  const channel = env.locks && env.channel ? env.channel(name) : undefined
  let copy: ChatSnapshot = {
    number: o.known?.number,
    chats: new Map(o.known?.chats.map((chat) => [chat.other, chat])),
  }
  let live = false
  let error: ChatErrorCode | undefined
  let follows = false
  let over = false
  let state: ChatsState = stateNow()

  function stateNow(): ChatsState {
    return {
      live,
      chats: newestFirst(copy.chats.values()),
      ...(error !== undefined && !live && { error }),
      ...(copy.number !== undefined && { number: copy.number }),
      ...(follows && { follows }),
    }
  }
  function publish() {
    state = stateNow()
    for (const listener of listeners) listener(state)
  }
  const post = (message: TabMessage) => channel?.postMessage(message)
  const postState = () => post({ is: 'state', live, error, copy })

  function take(event: ChatsEvent): boolean {
    const before = copy.number
    const next = applied(copy, event)
    copy = next.copy
    live = true
    error = undefined
    publish()
    if (!follows) post({ is: 'event', before, event })
    return next.complete
  }
  /** Whether everything was requested after a wrong number of chats: once, because the response may not match either. */
  let recounted = false
  const stream = createEventStream({
    ...o,
    from: () => copy.number,
    onEvent(event) {
      const complete = take(event)
      if (complete) recounted = false
      else if (!recounted && !event.full) {
        recounted = true
        stream.again(true)
      }
    },
    onLost(why) {
      if (follows) return
      live = false
      error = why
      publish()
      postState()
    },
  })
  const leading =
    channel && env.locks
      ? createLeading({
          name,
          locks: env.locks,
          env,
          gained() {
            follows = false
            // This tab no longer receives messages of the previous leader.
            live = false
            publish()
            postState()
            stream.open()
          },
          lost(stolen) {
            stream.close()
            live = false
            // The new leader answers `hello` with its state.
            if (stolen) post({ is: 'hello' })
            else postState()
            publish()
          },
          beats() {
            post({ is: 'beat', live, error, number: copy.number })
          },
        })
      : undefined

  function receive(message: TabMessage) {
    if (over) return
    if (message.is === 'hello') {
      if (leading?.leads()) postState()
      return
    }
    // A former leader that has not noticed its lost lock may still send; its state is older.
    if (leading?.leads()) return
    follows = true
    leading?.beat()
    if (message.is === 'event') {
      if (message.event.full || message.before === copy.number) take(message.event)
      else post({ is: 'hello' })
      return
    }
    live = message.live
    error = message.error
    if (message.is === 'state') {
      // The cache of this tab may be newer than the state of a leader before its first response.
      if (message.live || (message.copy.number ?? -1) >= (copy.number ?? -1)) copy = message.copy
    } else if (message.number !== copy.number) {
      live = false
      post({ is: 'hello' })
    }
    publish()
  }
  if (channel) channel.onmessage = ({ data }) => receive(data as TabMessage)

  const stopWatching = watchAttention(env, {
    here() {
      if (leading) {
        leading.want()
        if (!leading.leads()) post({ is: 'hello' })
      } else stream.open()
    },
    away() {
      if (leading) leading.leave()
      else {
        stream.close()
        live = false
        publish()
      }
    },
    hint(about) {
      stream.hint(young[about])
    },
    offline: () => stream.cut(),
  })

  /** Ids of the newest delivered messages, by chat, until one request reports them to the server. */
  let marks = new Map<string, string>()
  let marking: Promise<void> | undefined
  async function mark(as: 'delivered' | 'read', chats: { other: string; last: string }[]) {
    const answer = await ask(conversationRoutes.markChats, { body: { as, chats } })
    if (!answer.ok) throw refused(answer)
  }
  async function markAll() {
    await new Promise<void>((resolve) => {
      env.setTimeout(resolve, marksAfter)
    })
    const all = [...marks].map(([other, last]) => ({ other, last }))
    marks = new Map()
    marking = undefined
    for (let from = 0; from < all.length; from += chatLimits.tail)
      await mark('delivered', all.slice(from, from + chatLimits.tail))
  }

  return {
    kind: 'embedded',
    subscribeChats(listener) {
      listeners.add(listener)
      listener(state)
      return () => listeners.delete(listener)
    },
    async send(other, { id, image, ...message }) {
      const body = { ...message, receiver: other, client_ref: id, ...(image !== undefined && { image }) }
      const answer = await ask(conversationRoutes.sendMessage, { body })
      if (!answer.ok) throw refused(answer)
    },
    markRead: (other, last) => mark('read', [{ other, last }]),
    markDelivered(other, last) {
      marks.set(other, last)
      return (marking ??= markAll())
    },
    async loadOlder(other, before) {
      if (before <= 1) return []
      const answer = await ask(conversationRoutes.olderMessages, {
        params: { other, before: String(before) },
      })
      if (!answer.ok) throw refused(answer)
      return answer.body.data
    },
    retry() {
      if (follows) post({ is: 'hello' })
      else stream.again(false)
    },
    close() {
      over = true
      listeners.clear()
      stopWatching()
      leading?.leave()
      stream.close()
      if (channel) {
        channel.onmessage = null
        channel.close()
      }
      return Promise.resolve()
    },
  }
}
