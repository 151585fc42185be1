import type { Readable } from '../platform/cell.ts'
import type { Env } from '../platform/env.ts'
import type { Renewal, Session, SessionState } from '../session/session.ts'
import type { AuthedRequest, HttpClient } from '../transport/http-client.ts'
import type { Connection } from './reachability.ts'

/** What the first-paint half hands to the domains that store and send, in ports: each names those it uses. */
export interface Surroundings {
  env: Env
}
/** Who is signed in, and with which token. */
export interface Identity {
  device: string
  session: Readable<SessionState>
  /** The current token, also an expired one that can be renewed, and whose it is. */
  token: () => { token: string; sub: string } | undefined
  /** Another one in place of this one, which was refused. */
  renew: (expired: string) => Promise<Renewal>
  /** The server answered that the session has expired. */
  dropToken: (token: string) => void
  /** Ends the session of this tab. */
  leave: () => void
  /** The remembered login, for a database to keep, and back from there. */
  login: Pick<Session, 'remembered' | 'recall'>
}
export interface ServerTime {
  /** The server's time. */
  serverNow: () => number
}
/** Calls to the server. */
export interface Api {
  http: HttpClient
  ask: AuthedRequest
  connection: Readable<Connection>
  /** Bytes of all answers since the start. */
  loaded: () => number
}
/** The mark that this phone holds data. */
export interface Holding {
  /** From now on this phone holds data: the next start opens the store at once. */
  markHolding: () => void
}
