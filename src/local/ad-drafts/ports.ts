import type { CommandKind, Payloads } from '#contract/commands.ts'
import type { OwnStore } from '../outbox/command.ts'
import type { OutboxEntry, PutResult } from '../outbox/view/entry.ts'
import type { Readable } from '../platform/cell.ts'
import type { Capabilities } from '../platform/env.ts'
import type { Api, Identity, ServerTime, Surroundings } from '../sync/ports.ts'
import type { Partitions } from '../partitions/partitions.ts'
import type { Stores } from '../partitions/stores.ts'

/** What drafts of ads need of the app. */
export interface AdDraftsPorts {
  host: Surroundings & Identity & ServerTime & Api & { views: Readable<{ outbox: readonly OutboxEntry[] }> }
  stores: Pick<Stores, 'own' | 'isDurable' | 'withRoom'>
  partitions: Pick<Partitions, 'active' | 'guest'>
  capabilities: Capabilities
  put: <K extends CommandKind>(
    kind: K,
    payload: Payloads[K],
    base?: undefined,
    pictures?: readonly string[],
  ) => Promise<PutResult>
  /** Something waits in the outbox, or does no more. */
  sent: () => Promise<void>
  /** Something is kept that must last. */
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
