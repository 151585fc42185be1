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
  /** The number to continue from. */
  from: () => number | undefined
  onEvent: (event: ChatsEvent) => void
  /** It is not connected at the moment, or not any more. */
  onLost: (why: ChatErrorCode) => void
}
/** Milliseconds without a sign; the server gives one every 25 seconds. */
const watchdog = 40_000
/** Characters of one event: with the first one all chats come. */
const longest = 16 * 1024 * 1024
/** Milliseconds between two tries: at most so long, doubled from the first on. */
const backOff = { first: 1000, last: 60_000, least: 250 } as const

/** A stream that lasted so long, milliseconds, was no failure. */
const steady = 30_000

const whyOf = ({ status }: StreamEnd & { ok: false }): ChatErrorCode => {
  if (status === 0) return 'offline'
  if (status === 401) return 'unauthenticated'
  return status === 403 ? 'forbidden' : 'unavailable'
}

/** The connection to the event stream, kept open for as long as it is wanted. */
export function createEventStream(o: EventStreamPorts) {
  const { env } = o
  let wanted = false
  let running: AbortController | undefined
  let timer: unknown
  let signAt = 0
  let failures = 0
  let afresh = false
  /** The server refused this token; another one may be of someone who has a plan by then. */
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
          // The next one continues from it: what it said would be missing for ever.
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
    // One that ends soon each time is not opened all day: a sixth phone of a person ends the stream of the first.
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
    // They may have signed in again meanwhile: the next token is tried as well.
    const next = o.token()?.token
    if (renewal.is === 'over' && (next === undefined || next === token)) return
    // Soon, and not at once: a server that refuses every one must not be asked all day.
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
    /** There is reason to believe that it works now; one that gave a sign within `young` milliseconds is left alone. */
    hint(young: number) {
      if (!wanted || (running && Math.abs(env.now() - signAt) <= young)) return
      if (running) o.onLost('offline')
      begin()
    },
    /** The browser reports no network. */
    cut() {
      if (!wanted) return
      stop()
      o.onLost('offline')
      later()
    },
    /** Tries again at once, also after a no; `all`: everything is requested. */
    again(all: boolean) {
      afresh ||= all
      refused = undefined
      begin()
    },
  }
}
