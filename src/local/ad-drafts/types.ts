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
  /** Id of the picture on the server. */
  imageId: string
  /** Id of its row in `blobs`; undefined when its bytes are not on this phone. */
  id: string | undefined
}

/** Draft of a new ad, or of the edit of an existing ad. */
export interface AdDraft extends DraftCopy {
  /** Id of the draft; a new ad gets the same id, so publishing from several devices creates one ad. */
  id: string
  /** Version and values of the ad on which an edit is based; undefined for a new ad. */
  base: Base | undefined
  /** Pictures in their order; the first picture is the cover. */
  pictures: readonly DraftPicture[]
  /** Size of the cover in bytes; 0 in a list of drafts and when the cover is not on this phone. */
  coverSize: number
  /** Time of the last change in milliseconds, by this phone's estimate of the server's clock. */
  updatedAt: number
}

/** Returns the id of the draft for an edit of this ad; every device uses the same id. */
export const editIdOf = (adId: string): string => `edit-${adId}`

/** Typed values by the field names of the form, always as text. */
export type DraftFields = Readonly<Record<string, string>>

export interface DraftChange {
  fields?: DraftFields
  step?: string
  /** Ad that the draft edits and the base of the edit; used by the first change of the draft. */
  about?: { adId: string; base: Base }
  /** Ids of all pictures in their new order; pictures that it lacks follow at the end. */
  order?: readonly string[]
  /** Account under which the change was typed; only its partition gets the change, even after another sign-in (I7). */
  account?: string
}
export type DraftResult = { ok: true } | { ok: false; error: Failure }

/** Dependencies of the draft service. */
export interface AdDraftsPorts {
  host: Surroundings & Identity & ServerTime & Api & { views: Readable<{ outbox: readonly OutboxEntry[] }> }
  stores: Pick<Stores, 'ownWithRoom' | 'isDurable'>
  partitions: Pick<Partitions, 'active' | 'guest'>
  capabilities: Capabilities
  put: Put
  /** Called after a change of the outbox. */
  sent: () => Promise<void>
  /** Called after a write that must survive the browser's eviction. */
  written: () => void
}
/** Dependencies of the parts of the service. */
export interface DraftServicePorts extends AdDraftsPorts {
  /** Opens the database of the current person; a full database evicts cached data to make room. */
  own: () => Promise<OwnStore>
  /** Runs one change at a time, in the order of the calls. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Called after each change of a draft. */
  touched: () => void
}
