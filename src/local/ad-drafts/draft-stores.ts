import { AppError } from '#contract/errors.ts'
import { isQuota } from '../database/failures.ts'
import type { OwnStore } from '../outbox/command.ts'
import type { Failure } from '../outbox/sending/verdict.ts'
import { userPartition } from '../session/partition.ts'
import { roomy } from '../partitions/stores.ts'
import type { SellingPorts } from './ports.ts'

/** The databases in which drafts lie; room is made in those that are full. */
export interface Rooms {
  guest: () => Promise<OwnStore>
  /** Of this account; without one, of whoever's data is open. */
  of: (account?: string) => Promise<OwnStore>
  /** False where there is only memory. */
  lasts: (account?: string) => boolean
}

export function createRooms({ stores, people }: Pick<SellingPorts, 'stores' | 'people'>): Rooms {
  const open = async (partition: string) => roomy(stores, await stores.own(partition))
  const partitionOf = (account?: string) => (account === undefined ? people.active() : userPartition(account))
  return {
    guest: () => open(people.guest),
    of: (account) => open(partitionOf(account)),
    lasts: (account) => stores.isDurable(partitionOf(account)),
  }
}

/** What a store that does not take something says. */
export const failureOf = (error: unknown): Failure => ({
  code: isQuota(error) ? 'storage_full' : 'storage_unavailable',
})

export const errorOf = (error: unknown): AppError => new AppError(failureOf(error).code)
