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
  /** What this phone has kept, and the number to continue from. */
  known?: { number: number | undefined; chats: readonly Chat[] }
}
/** What the tabs of a browser tell each other; the leader is the one with the stream. */
type TabMessage =
  | { is: 'hello' }
  | { is: 'state'; live: boolean; error?: ChatErrorCode | undefined; copy: ChatSnapshot }
  | { is: 'event'; before: number | undefined; event: ChatsEvent }
  | { is: 'beat'; live: boolean; error?: ChatErrorCode | undefined; number: number | undefined }

/** Marks that are sent together, milliseconds after the first of them. */
const marksAfter = 300
/** A connection that gave a sign within this time is believed, milliseconds: when the network changed, and else. */
const young = { network: 3000, page: 27_000 } as const

/** The chats on our own server: calls for what a person does, one event stream a browser for what they see. */
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
  /** Requested everything because a number did not fit: once, as the next answer may not fit either. */
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
            // What the leader before received is not received any more.
            live = false
            publish()
            postState()
            stream.open()
          },
          lost(stolen) {
            stream.close()
            live = false
            // The next one says what is so.
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
    // The leader knows better than one that lost its lock and has not noticed.
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
      // What this tab has kept may be newer than what a leader had before its first answer.
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

  /** Ids of the newest messages that this phone has, by chat, until they are reported to the server together. */
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
