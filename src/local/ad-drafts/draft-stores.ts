import { AppError } from '#contract/errors.ts'
import { isQuota } from '../database/failures.ts'
import type { OwnStore } from '../outbox/command.ts'
import type { Failure } from '../outbox/sending/verdict.ts'
import { userPartition } from '../database/schema.ts'
import { makingRoomFor } from '../partitions/stores.ts'
import type { AdDraftsPorts } from './types.ts'

/** The databases in which drafts lie; room is made in those that are full. */
export interface DraftStores {
  guest: () => Promise<OwnStore>
  /** Of this account; without one, of the current person. */
  of: (account?: string) => Promise<OwnStore>
  /** False where there is only memory. */
  lasts: (account?: string) => boolean
}

export function createDraftStores({
  stores,
  partitions,
}: Pick<AdDraftsPorts, 'stores' | 'partitions'>): DraftStores {
  const open = async (partition: string) => makingRoomFor(stores, await stores.own(partition))
  const partitionOf = (account?: string) =>
    account === undefined ? partitions.active() : userPartition(account)
  return {
    guest: () => open(partitions.guest),
    of: (account) => open(partitionOf(account)),
    lasts: (account) => stores.isDurable(partitionOf(account)),
  }
}

/** What a store that does not take something says. */
export const failureOf = (error: unknown): Failure => ({
  code: isQuota(error) ? 'storage_full' : 'storage_unavailable',
})

export const draftErrorOf = (error: unknown): AppError => new AppError(failureOf(error).code)
