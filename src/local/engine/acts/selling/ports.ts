import type { CommandKind, Payloads } from '#contract/commands.ts'
import type { OwnStore } from '../../../outbox/command.ts'
import type { PutResult } from '../../../outbox/seen/entry.ts'
import type { Api, Identity, ServerClock, Surroundings, Watched } from '../../host.ts'
import type { People } from '../../people.ts'
import type { Stores } from '../../stores.ts'

/** What selling needs of the engine. */
export interface SellingPorts {
  host: Surroundings & Identity & ServerClock & Api & Watched
  stores: Stores
  people: People
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
/** The same for the parts of the desk. */
export interface DeskPorts extends SellingPorts {
  /** The database of whoever's data is open; room is made where it is full. */
  own: () => Promise<OwnStore>
  /** One change after another. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** After each change of a draft. */
  touched: () => void
}
