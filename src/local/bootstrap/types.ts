import type { CacheWriter, ReplicaStatus, Phone, PublicPhone } from '../cache/cached.ts'
import type { ChatSession } from '../chat/chat-session.ts'
import type { Readable } from '../platform/cell.ts'
import type { AdDraftService } from '../ad-drafts/types.ts'
import type { Decisions } from '../outbox-service/decisions.ts'
import type { Drafts } from '../outbox-service/form-drafts.ts'
import type { Put } from '../outbox-service/put.ts'
import type { OwnCars } from '../saved-cars/own-cars.ts'
import type { StorageService } from '../storage-quota/types.ts'
import type { Reason } from '../sync/triggers.ts'
import type { Photos } from '../upload/save-photo.ts'
import type { ViewService } from '../views/view-service.ts'

/** Called when the public database is readable. */
export type Readied = (phone: PublicPhone) => void

/** The half that stores and sends; loaded when this phone holds data or is about to. */
export interface Engine extends Decisions, OwnCars {
  /** False where the browser keeps nothing: a write then goes out at once or fails. */
  durable: boolean
  put: Put
  photos: Photos
  /** What happened on this phone lately, for the support; nothing a person wrote, and no name. */
  report: () => Promise<string>
  /** A line of the log of this phone, in words of our own. */
  note: (event: string, about?: string) => void
  /** The drafts written as a guest become those of the signed-in person; how many. */
  adopt: () => Promise<number>
  /** The person has read that the browser threw data away. */
  noteEviction: () => Promise<void>
  /** Deletes everything this phone keeps of a person, to the last byte (I20). */
  forget: (account: string) => Promise<void>
  /** Resolves when the databases know who is signed in now: the worker sends in their name only. */
  settled: () => Promise<void>
  kick: (reason: Reason) => void
  /** Resolves when the attempt to send that is now under way, or about to be, has ended. */
  drained: () => Promise<void>
  phone: Phone
  keep: CacheWriter
  /** The cars for sale that this phone keeps and searches by itself. */
  replica: {
    status: Readable<ReplicaStatus>
    /** Asks for what changed now, however young the last answer is; false when the server could not be asked. */
    refresh: () => Promise<boolean>
    /** How many cars this phone is to keep: what the person chose, else what suits it. */
    window: () => Promise<number>
    /** Keeps so many cars from now on; false when the server could not be asked for them yet. */
    choose: (window: number) => Promise<boolean>
  }
  /** The chats of the signed-in person with a plan; their code is loaded when the page is idle, or by `wake`. */
  chat: { session: Readable<ChatSession | undefined>; wake: () => void }
  /** The room this app takes, and what can be done about it. */
  storage: StorageService
  drafts: Drafts
  /** Ads that are being written; its code is loaded when it is asked for. */
  adDrafts: () => Promise<AdDraftService>
  /** What screens watch, read from the databases. */
  views: Pick<ViewService, 'read' | 'notify'>
  /** Calls the listener after something outside this page's own database connection changed the data. Returns an unsubscribe function. */
  onOutsideChange: (listener: () => void) => () => void
  close: () => void
}
