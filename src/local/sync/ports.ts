import type { Readable } from '../platform/cell.ts'
import type { Env } from '../platform/env.ts'
import type { Renewal, Session, SessionState } from '../session/session.ts'
import type { AuthedRequest, HttpClient } from '../transport/http-client.ts'
import type { Connection } from './reachability.ts'

/** Ports that the first-paint half passes to the domains that store and send; each domain names those it uses. */
export interface Surroundings {
  env: Env
}
/** The signed-in person and their token. */
export interface Identity {
  device: string
  session: Readable<SessionState>
  /** Returns the current token, also an expired one that can be exchanged, and the id of its person. */
  token: () => { token: string; sub: string } | undefined
  /** Exchanges a token that was refused. */
  renew: (expired: string) => Promise<Renewal>
  /** Called when the server responded that the session has expired. */
  dropToken: (token: string) => void
  /** Ends the session of this tab. */
  leave: () => void
  /** Functions that read the remembered login for a database and restore it from there. */
  login: Pick<Session, 'remembered' | 'recall'>
}
export interface ServerTime {
  /** Returns the server time. */
  serverNow: () => number
}
/** Requests to the server. */
export interface Api {
  http: HttpClient
  ask: AuthedRequest
  connection: Readable<Connection>
  /** Returns the bytes of all responses since the start. */
  loaded: () => number
}
export interface Holding {
  /** Marks this phone as holding data: the next start opens the store at once. */
  markHolding: () => void
}
