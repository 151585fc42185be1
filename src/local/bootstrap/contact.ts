import { cell, type Readable } from '../platform/cell.ts'
import type { Env } from '../platform/env.ts'
import { newId } from '../outbox/id.ts'
import { createRenewal } from '../session/renewal.ts'
import { createSession, type Renewal, type Session, type SessionState } from '../session/session.ts'
import { createAuthedRequest } from '../sync/authed-request.ts'
import { createReachability, type Connection } from '../sync/reachability.ts'
import { createServerClock, type ServerClock } from '../sync/server-clock.ts'
import type { AuthedRequest } from '../transport/request.ts'
import type { HttpClient } from '../transport/send.ts'

/** This phone in contact with the server: who it is, who uses it, what time it is there, whether it answers. */
export interface Contact {
  http: HttpClient
  ask: AuthedRequest
  device: string
  clock: ServerClock
  session: Session
  renew: (expired: string) => Promise<Renewal>
  sessionState: Readable<SessionState>
  connection: Readable<Connection>
  /** The browser changed its mind about the network. */
  hint: () => void
  /** Bytes of all answers so far. */
  loaded: () => number
  /** Writes a small fact to the storage; a blocked or full one forgets it. */
  remember: (key: string, value: string) => void
}
const deviceKey = 'motorkin-device'
const offsetKey = 'motorkin-clock'

export function createContact(env: Env, answered: () => void): Contact {
  const { localStorage, now } = env
  const remember = (key: string, value: string) => {
    try {
      localStorage?.setItem(key, value)
    } catch {
      localStorage?.removeItem(key)
    }
  }
  const id = () => newId(now(), env.randomBytes(10))
  const device = localStorage?.getItem(deviceKey) ?? id()
  remember(deviceKey, device)

  const clock = createServerClock(now, Number(localStorage?.getItem(offsetKey) ?? 0), (offset) => {
    remember(offsetKey, String(offset))
  })
  const connection = cell<Connection>({ state: 'online', lastContact: undefined })
  if (!env.saysOnline()) connection.set({ state: 'offline', lastContact: undefined })
  let loaded = 0
  const reach = createReachability({ now, saysOnline: env.saysOnline, changed: connection.set })
  const http: HttpClient = {
    fetch: env.fetch,
    setTimeout: env.setTimeout,
    clearTimeout: env.clearTimeout,
    observe({ reached, date, bytes = 0 }) {
      loaded += bytes
      if (date !== undefined) clock.observe(date)
      reach.observe(reached, clock.now())
      if (reached) answered()
    },
  }
  const sessionState = cell<SessionState>({
    user: undefined,
    token: undefined,
    remembered: false,
    account: undefined,
  })
  const session = createSession({
    lasting: localStorage,
    tab: env.sessionStorage,
    now: clock.now,
    changed: sessionState.set,
  })
  sessionState.set(session.state())
  const renew = createRenewal({ http, device, take: session.renew })
  const ask = createAuthedRequest({ http, session, device, newKey: () => `${id()}.0`, renew })
  return {
    http,
    ask,
    device,
    clock,
    session,
    renew,
    sessionState,
    connection,
    hint: reach.hint,
    loaded: () => loaded,
    remember,
  }
}
