import type { SiteSettings } from '#contract/reference.ts'
import { type Cell, type Readable, cell } from '../platform/cell.ts'
import { holdsKey, type Env, newId, tryWrite } from '../platform/env.ts'
import type { Api, Holding, Identity, ServerTime, Surroundings } from '../sync/ports.ts'
import type { Views } from './views.ts'
import { createRenewal, createAuthedRequest } from '../session/authed-request.ts'
import { createSession, readFavourites, type Session, type SessionState } from '../session/session.ts'
import { createReachability, type Connection, createServerClock } from '../sync/reachability.ts'
import type { HttpClient } from '../transport/http-client.ts'

/** Contact of this phone with the server: device, session, server time, connection. */
export interface Contact extends Surroundings, Identity, ServerTime, Api, Holding {
  login: Session
  /** Called when the browser's report of the network has changed. */
  hint: () => void
  /** Stores a small value; if the storage is blocked or full, the value is removed. */
  remember: (key: string, value: string) => void
}
const deviceKey = 'motorkin-device'
const offsetKey = 'motorkin-clock'

export function createContact(env: Env, answered: () => void): Contact {
  const { localStorage, now } = env
  const remember = (key: string, value: string) => {
    if (!tryWrite(localStorage, key, value)) localStorage?.removeItem(key)
  }
  const id = () => newId(env)
  const device = localStorage?.getItem(deviceKey) ?? id()
  remember(deviceKey, device)

  const clock = createServerClock(now, Number(localStorage?.getItem(offsetKey) ?? 0), (offset) => {
    remember(offsetKey, String(offset))
  })
  const connection = cell<Connection>({ state: 'online', lastContact: undefined })
  if (!env.saysOnline()) connection.set({ state: 'offline', lastContact: undefined })
  let loaded = 0
  const reach = createReachability({ ...env, changed: connection.set })
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
    env,
    http,
    ask,
    device,
    session: sessionState,
    connection,
    serverNow: clock.now,
    loaded: () => loaded,
    markHolding: () => {
      remember(holdsKey, '1')
    },
    token: session.bearer,
    renew,
    dropToken: session.drop,
    leave: session.signOut,
    login: session,
    hint: reach.hint,
    remember,
  }
}

/** Values that screens observe. */
export interface Watched {
  views: Cell<Views>
  /** Number of unread chats of a live store; undefined while none is connected. */
  unread: Cell<number | undefined>
  /** Settings of the site, as far as this phone knows them. */
  settings: Readable<SiteSettings>
}
/** All ports, for the code that composes the services. */
export interface Host extends Contact, Watched {}

/** Returns the views before a database is open: the favourites mirrored in the plain storage, and nothing else. */
export const firstViews = (storage: Env['localStorage']): Views => ({
  outbox: [],
  favourites: { base: new Set(readFavourites(storage)), wanted: new Map() },
  entities: new Map(),
  evicted: false,
  adoptable: 0,
  edition: '',
})
