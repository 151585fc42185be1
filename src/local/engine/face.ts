import type { AnyPayload, CommandKind, Payloads } from '#contract/commands.ts'
import type { Keep, MarketStatus, Phone, PublicPhone } from '../cache/kept.ts'
import type { ChatDesk } from '../chat/desk.ts'
import type { Readable } from '../platform/cell.ts'
import type { Base } from '../database/records.ts'
import type { Resolution } from '../outbox/seen/conflict.ts'
import type { OutboxEntry, PutResult, RemoveResult } from '../outbox/seen/entry.ts'
import type { Favourites, Seen } from '../outbox/seen/overlay.ts'
import type { PinsView, StorageDesk } from '../pins/face.ts'
import type { Photos } from '../upload/keep-photo.ts'
import type { Selling } from './acts/selling/face.ts'

/** What screens watch; replaced as a whole after each change in the database, never edited. */
export interface Views {
  outbox: readonly OutboxEntry[]
  favourites: Favourites
  /** What has versions (own ads, the profile), by lane, with the unfinished writes on top. */
  entities: ReadonlyMap<string, Seen>
  /** The browser threw away what this phone had kept; told until the person has read it. */
  evicted: boolean
  /** Drafts written as a guest, offered to whoever is signed in. */
  adoptable: number
  /** Drafts of whoever's data is open: asked about before they are deleted from this phone. */
  drafts?: number
  /** A newer version of the app has taken the database over: this page keeps nothing any more. */
  outdated?: boolean
  /** Slugs of the cars this person is about to compare. */
  comparing?: readonly string[]
  /** How far this phone is with keeping this person's favourites whole. */
  pins?: PinsView
  /** Unread chats, as the live store last told them: counted on the icon. */
  unread?: number
  /** Another one whenever the kept cars of this person changed. */
  edition: string
}

export interface Drafts {
  read: (key: string) => Promise<Record<string, string> | undefined>
  save: (key: string, values: Record<string, string>) => Promise<void>
  clear: (key: string) => Promise<void>
}

/** Why the sender is woken. */
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
  | 'connection'
  | 'worker'

/** Hears of what is nobody's as soon as it can be read. */
export type Hear = (phone: PublicPhone) => void

/** The half that stores and sends; loaded when this phone holds data or is about to. */
export interface Engine {
  /** False where the browser keeps nothing: a write then goes out at once or fails. */
  durable: boolean
  /** `pictures` are ids of kept photos that must be on the server first; `draft` goes when the write is kept. */
  put: <K extends CommandKind>(
    kind: K,
    payload: Payloads[K],
    base?: Base,
    pictures?: readonly string[],
    draft?: string,
  ) => Promise<PutResult>
  photos: Photos
  retry: (id: string) => Promise<void>
  /** Takes an item back, with the server's help where it may have left. */
  remove: (id: string) => Promise<RemoveResult>
  /** Other words for an item that has certainly had no effect; false when that is not certain. */
  revise: (id: string, payload: AnyPayload) => Promise<boolean>
  /** Settles a conflict; false when it is settled already. */
  resolve: (id: string, how: Resolution) => Promise<boolean>
  /** What happened on this phone lately, for the support; nothing a person wrote, and no name. */
  report: () => Promise<string>
  /** A line of the log of this phone, in words of our own. */
  note: (event: string, about?: string) => void
  /** The drafts written as a guest become those of whoever is signed in; how many. */
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
  keep: Keep
  /** The cars for sale that this phone keeps and searches by itself. */
  market: {
    status: Readable<MarketStatus>
    /** Asks for what changed now, however young the last answer is; false when the server could not be asked. */
    refresh: () => Promise<boolean>
    /** How many cars this phone is to keep: what the person chose, else what suits it. */
    window: () => Promise<number>
    /** Keeps so many cars from now on; false when the server could not be asked for them yet. */
    choose: (window: number) => Promise<boolean>
  }
  /** The chats of whoever is signed in with a plan; their code is loaded when the page is idle, or by `wake`. */
  chat: { desk: Readable<ChatDesk | undefined>; wake: () => void }
  /** The room this app takes, and what can be done about it. */
  storage: StorageDesk
  viewed: (carId: string) => Promise<void>
  /** Forgets what this person looked at; what it answers brings it back. */
  clearViewed: () => Promise<() => Promise<void>>
  /** A guest's heart, kept on this phone until they sign in; false for whoever is signed in. */
  keepHeart: (carId: string, on: boolean) => Promise<boolean>
  /** Keeps what this person is about to compare. */
  compare: (slugs: readonly string[]) => Promise<void>
  drafts: Drafts
  /** Ads that are being written; its code is loaded when it is asked for. */
  selling: () => Promise<Selling>
  /** Reads the views afresh; run inside a live query it also names what they depend on. */
  look: () => Promise<Views>
  /** Makes freshly read views the ones that screens see. */
  show: (views: Views) => Promise<void>
  /** Something outside this page's own database connection changed the data. */
  onOutsideChange: (listener: () => void) => () => void
  close: () => void
}
