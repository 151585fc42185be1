import type { SiteSettings } from '#contract/reference.ts'
import type { Cell, Readable } from '../platform/cell.ts'
import type { Env } from '../platform/env.ts'
import type { Renewal, Session, SessionState } from '../session/session.ts'
import type { Connection } from '../sync/reachability.ts'
import type { Ask } from '../transport/request.ts'
import type { Wire } from '../transport/send.ts'
import type { Views } from './face.ts'

/** What the first-paint half hands to the half that stores, in ports: a part names those it uses. */
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
  renew: (spent: string) => Promise<Renewal>
  /** The session has expired, says the server. */
  dropToken: (token: string) => void
  /** Ends the session of this tab. */
  leave: () => void
  /** The remembered login, for a database to keep, and back from there. */
  login: Pick<Session, 'kept' | 'recall'>
}
export interface ServerClock {
  /** The server's time. */
  serverNow: () => number
}
/** Calls to the server. */
export interface Api {
  wire: Wire
  ask: Ask
  connection: Readable<Connection>
  /** Bytes of all answers since the start. */
  loaded: () => number
}
/** What screens watch. */
export interface Watched {
  views: Cell<Views>
  /** Unread chats of a live store; undefined while there is none. */
  unread: Cell<number | undefined>
  /** What the site says of itself, as far as this phone knows. */
  settings: Readable<SiteSettings>
}
/** The databases of this phone, to the first-paint half. */
export interface Partitions {
  /** From now on this phone holds data: the next start opens the store at once. */
  markHolding: () => void
}
/** All of them, for the roots that put the parts together. */
export interface Host extends Surroundings, Identity, ServerClock, Api, Watched, Partitions {}
