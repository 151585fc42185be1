import { ignoreExpected } from '#contract/values/expected.ts'
import { isStorageFailure } from '../database/failures.ts'
import { runtimeCaches, unpin } from '../cache/eviction.ts'
import { sharedPhotos, type Capabilities } from '../platform/env.ts'
import type { EventLog } from '../diagnostics/event-log.ts'
import { userPartition } from '../database/schema.ts'
import type { Surroundings } from '../sync/ports.ts'
import { type Partitions, noteGone } from './partitions.ts'
import type { Stores } from './stores.ts'

export interface ForgetPorts {
  host: Surroundings
  stores: Pick<Stores, 'shared' | 'drop'>
  partitions: Pick<Partitions, 'runExclusive'>
  eventLog: Pick<EventLog, 'drop'>
  capabilities: Pick<Capabilities, 'caches'>
  /** Deletes the pictures that were stored for somebody's favourites. */
  dropPictures: (partition: string) => Promise<void>
  /** Notifies the other tabs. */
  notifyTabs: (message: string) => void
  changed: () => Promise<void>
}
/** Sent to the other tabs, with the partition behind it. */
export const leftMessage = 'left '

/**
 * Deletes everything this phone keeps of a person (I20): their database, the cars pinned for them, what the worker
 * kept while they looked, the pictures of their favourites, the number on the icon. What the public database knows of them is their pins alone.
 */
export function createForget(o: ForgetPorts): (account: string) => Promise<void> {
  const { stores } = o
  return async (account) => {
    const partition = userPartition(account)
    // Before and after: a tab that still works for them would hold the database back, or write once more.
    o.notifyTabs(leftMessage + partition)
    await o.partitions.runExclusive(async () => {
      o.eventLog.drop(partition)
      await unpin(stores.shared, partition)
      await stores.drop(partition)
    })
    await o.dropPictures(partition)
    for (const cache of [...runtimeCaches, sharedPhotos])
      await o.capabilities.caches?.delete(cache).catch(ignoreExpected('drop-cache', isStorageFailure))
    noteGone(o.host, account)
    await o.changed()
    o.notifyTabs(leftMessage + partition)
  }
}
