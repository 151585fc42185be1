import type { DraftCopy } from '#contract/sync/draft-copy.ts'
import type { Base } from '../database/records.ts'
import type { OutboxEntry } from '../outbox/view.ts'
import type { Put } from '../outbox/enqueue.ts'
import type { Failure } from '../outbox/sending/verdict.ts'
import type { OwnStore } from '../outbox/command.ts'
import type { Readable } from '../platform/cell.ts'
import type { Capabilities } from '../platform/env.ts'
import type { Api, Identity, ServerTime, Surroundings } from '../sync/ports.ts'
import type { Partitions } from '../partitions/partitions.ts'
import type { Stores } from '../partitions/stores.ts'

/** A picture of a draft, in the draft's order. */
export interface DraftPicture {
  /** The server knows it by this name. */
  imageId: string
  /** Its row in `blobs`; undefined when its bytes are not on this phone. */
  id: string | undefined
}

/** An ad that is being written: a new one, or the changes of one that is there. */
export interface AdDraft extends DraftCopy {
  /** Of a new ad this is also its id: published from wherever, it is one ad. */
  id: string
  /** What the changes are made on; for changes of an ad only. */
  base: Base | undefined
  /** The cover first. */
  pictures: readonly DraftPicture[]
  /** Bytes of the cover, where a single draft was read; 0 when it is not here. */
  coverSize: number
  /** Milliseconds of the server's time, as far as this phone knew it. */
  updatedAt: number
}

/** The changes of an ad that is there are one draft, no matter who begins them. */
export const editIdOf = (adId: string): string => `edit-${adId}`

/** What is typed, by name; always text. */
export type DraftFields = Readonly<Record<string, string>>

export interface DraftChange {
  fields?: DraftFields
  step?: string
  /** With the first change of an ad that is there. */
  about?: { adId: string; base: Base }
  /** All pictures in their new order; those left out stay behind them. */
  order?: readonly string[]
  /** Under whose account this was typed; it goes to nobody else, no matter who is signed in by now (I7). */
  account?: string
}
export type DraftResult = { ok: true } | { ok: false; error: Failure }

/** What drafts of ads need of the app. */
export interface AdDraftsPorts {
  host: Surroundings & Identity & ServerTime & Api & { views: Readable<{ outbox: readonly OutboxEntry[] }> }
  stores: Pick<Stores, 'ownWithRoom' | 'isDurable'>
  partitions: Pick<Partitions, 'active' | 'guest'>
  capabilities: Capabilities
  put: Put
  /** Something waits in the outbox, or does no more. */
  sent: () => Promise<void>
  /** Something is stored that must last. */
  written: () => void
}
/** The same for the parts of the service. */
export interface DraftServicePorts extends AdDraftsPorts {
  /** The database of the current person; room is made where it is full. */
  own: () => Promise<OwnStore>
  /** One change after another. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** After each change of a draft. */
  touched: () => void
}
