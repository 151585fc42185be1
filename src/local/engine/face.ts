import type { CommandKind, Payloads } from '#contract/commands.ts'
import type { Keep, Phone } from '../cache/kept.ts'
import type { Cell, Readable } from '../cell.ts'
import type { Env } from '../env.ts'
import type { OutboxEntry, PutResult, RemoveResult } from '../outbox/entry.ts'
import type { Favourites } from '../outbox/overlay.ts'
import type { SessionState } from '../session/session.ts'
import type { Connection } from '../sync/reachability.ts'
import type { Ask } from '../transport/request.ts'
import type { Wire } from '../transport/send.ts'

/** What screens watch; replaced as a whole after each change in the database, never edited. */
export interface Views {
  outbox: readonly OutboxEntry[]
  favourites: Favourites
  /** Another one whenever the kept cars of this person changed. */
  edition: string
}

/** What the first-paint half hands to the half that stores. */
export interface Host {
  env: Env
  wire: Wire
  ask: Ask
  device: string
  session: Readable<SessionState>
  connection: Readable<Connection>
  views: Cell<Views>
  /** The server's time. */
  serverNow: () => number
  /** From now on this phone holds data: the next start opens the store at once. */
  markHolding: () => void
  /** The token as it is now, and whose it is. */
  token: () => { token: string; sub: string } | undefined
  /** The session ran out in the eyes of the server. */
  dropToken: (token: string) => void
}

export interface Drafts {
  read: (key: string) => Promise<Record<string, string> | undefined>
  save: (key: string, values: Record<string, string>) => Promise<void>
  clear: (key: string) => Promise<void>
}

/** Why the sender is woken (SYNC 4.6). */
export type Reason =
  | 'start'
  | 'enqueue'
  | 'online'
  | 'visible'
  | 'pageshow'
  | 'focus'
  | 'resume'
  | 'login'
  | 'answer'
  | 'timer'
  | 'manual'
  | 'worker'

/** The half that stores and sends; loaded when this phone holds data or is about to. */
export interface Engine {
  /** False where the browser keeps nothing: a write then goes out at once or fails. */
  durable: boolean
  put: <K extends CommandKind>(kind: K, payload: Payloads[K]) => Promise<PutResult>
  retry: (id: string) => Promise<void>
  remove: (id: string) => Promise<RemoveResult>
  kick: (reason: Reason) => void
  /** Resolves when the attempt to send that is now under way, or about to be, has ended. */
  drained: () => Promise<void>
  phone: Phone
  keep: Keep
  viewed: (carId: string) => Promise<void>
  drafts: Drafts
  /** Reads the views afresh; run inside a live query it also names what they depend on. */
  look: () => Promise<Views>
  /** Makes freshly read views the ones that screens see. */
  show: (views: Views) => Promise<void>
  /** Something outside this page's own database connection changed the data. */
  onOutsideChange: (listener: () => void) => () => void
  close: () => void
}
