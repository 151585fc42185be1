import { basePath } from '#contract/http.ts'
import { chatEventsPath, chatsEvent, type ChatsEvent } from '#contract/chat/conversation.ts'
import type { Env } from '../platform/env.ts'
import type { Renewal } from '../session/session.ts'
import { streamEvents, type StreamEnd } from '../transport/stream.ts'
import type { HttpClient } from '../transport/http-client.ts'
import type { ChatErrorCode } from './chat-store.ts'

export interface EventStreamPorts {
  me: string
  http: HttpClient
  token: () => { token: string; sub: string } | undefined
  renew: (expired: string) => Promise<Renewal>
  dropToken: (token: string) => void
  env: Pick<Env, 'now' | 'random' | 'setTimeout' | 'clearTimeout'>
  /** Returns the event number to continue from. */
  from: () => number | undefined
  onEvent: (event: ChatsEvent) => void
  /** Called when the stream is not connected, or no longer. */
  onLost: (why: ChatErrorCode) => void
}
/** Milliseconds without data after which the stream counts as dead; the server sends a heartbeat every 25 seconds. */
const watchdog = 40_000
/** Maximum characters of one event; the first event contains all chats. */
const longest = 16 * 1024 * 1024
/** Milliseconds between two attempts: first limit, which doubles after each failure, maximum limit, and minimum. */
const backOff = { first: 1000, last: 60_000, least: 250 } as const

/** Milliseconds after which a stream that ends is not counted as a failure. */
const steady = 30_000

const whyOf = ({ status }: StreamEnd & { ok: false }): ChatErrorCode => {
  if (status === 0) return 'offline'
  if (status === 401) return 'unauthenticated'
  return status === 403 ? 'forbidden' : 'unavailable'
}

/** Creates the connection to the event stream and reconnects while it is wanted. */
export function createEventStream(o: EventStreamPorts) {
  const { env } = o
  let wanted = false
  let running: AbortController | undefined
  let timer: unknown
  let signAt = 0
  let failures = 0
  let afresh = false
  /** Token that the server refused. A later token may belong to a person who has bought a plan. */
  let refused: string | undefined

  function stop() {
    env.clearTimeout(timer)
    timer = undefined
    running?.abort()
    running = undefined
  }
  function later(least = 0) {
    const most = Math.min(backOff.last, backOff.first * 2 ** failures)
    failures++
    timer = env.setTimeout(begin, Math.max(least, backOff.least + env.random() * most))
  }
  function begin() {
    stop()
    if (wanted) void connect()
  }
  async function connect() {
    const session = o.token()
    if (session?.sub !== o.me || session.token === refused) {
      o.onLost(session?.sub === o.me ? 'forbidden' : 'unauthenticated')
      return
    }
    const { token } = session
    const mine = new AbortController()
    running = mine
    signAt = env.now()
    const began = signAt
    const from = afresh ? undefined : o.from()
    const end = await streamEvents(o.http, {
      path: basePath + chatEventsPath,
      token,
      ...(from !== undefined && { lastEventId: String(from) }),
      signal: mine.signal,
      limits: { silence: watchdog, event: longest },
      sign(bytes) {
        signAt = env.now()
        o.http.observe?.({ reached: true, date: undefined, bytes })
      },
      onEvent(name, data) {
        if (running !== mine || name !== 'chats') return
        const event = chatsEvent.safeParse(data)
        if (!event.success) {
          // The stream stops: a later event would advance the number past this one, and its changes would be lost.
          stop()
          o.onLost('unavailable')
          later()
          return
        }
        afresh = false
        o.onEvent(event.data)
      },
    })
    if (running !== mine) return
    running = undefined
    // A stream that ends early every time must not reset the backoff: a sixth phone of a person ends the stream of the
    // first.
    if (env.now() - began > steady) failures = 0
    await settle(end, token)
  }
  async function settle(end: StreamEnd, token: string) {
    if (end.ok) {
      o.onLost('unavailable')
      later()
      return
    }
    const why = whyOf(end)
    o.onLost(why)
    if (why === 'forbidden') {
      refused = token
      return
    }
    if (why !== 'unauthenticated') {
      later((end.error.retryAfter ?? 0) * 1000)
      return
    }
    const renewal = await o.renew(token)
    if (!wanted || running) return
    if (renewal.is === 'over') o.dropToken(token)
    // The person may have signed in again during the renewal, so a new token is tried.
    const next = o.token()?.token
    if (renewal.is === 'over' && (next === undefined || next === token)) return
    // The delay protects a server that refuses every token from endless requests.
    later()
  }
  return {
    open() {
      wanted = true
      if (!running) begin()
    },
    close() {
      wanted = false
      stop()
    },
    /** Reconnects at once, because the network may work again. A stream with data in the last `young` milliseconds stays. */
    hint(young: number) {
      if (!wanted || (running && Math.abs(env.now() - signAt) <= young)) return
      if (running) o.onLost('offline')
      begin()
    },
    /** Closes the stream when the browser reports no network, and schedules a retry. */
    cut() {
      if (!wanted) return
      stop()
      o.onLost('offline')
      later()
    },
    /** Reconnects at once, also after a refusal. With `all` the server sends everything. */
    again(all: boolean) {
      afresh ||= all
      refused = undefined
      begin()
    },
  }
}
