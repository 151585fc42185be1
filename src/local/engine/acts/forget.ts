import { ignoreExpected } from '#contract/values/expected.ts'
import { isStorageFailure } from '../../database/failures.ts'
import { runtimeCaches } from '../../cache/room.ts'
import { unpin } from '../../cache/shelf.ts'
import { sharedPhotos, type Capabilities } from '../../platform/env.ts'
import { cachesOf } from '../../pins/names.ts'
import type { Ring } from '../log/ring.ts'
import { userPartition } from '../../session/partition.ts'
import type { Surroundings } from '../host.ts'
import type { People } from '../people.ts'
import type { Stores } from '../stores.ts'
import { noteGone } from './leaving.ts'

export { leavingIn } from './leaving.ts'

export interface ForgetPorts {
  host: Surroundings
  stores: Stores
  people: People
  ring: Ring
  capabilities: Capabilities
  /** Tells the other tabs. */
  tell: (message: string) => void
  show: () => Promise<void>
}
/** Told to the other tabs, with the partition behind it. */
export const leftMessage = 'left '

/** Deletes the pictures that were kept for somebody's favourites. */
export async function dropPictures({ caches }: Capabilities, partition: string): Promise<void> {
  for (const cache of Object.values(cachesOf(partition)))
    await caches?.delete(cache).catch(ignoreExpected('drop-pictures', isStorageFailure))
}

/**
 * Deletes everything this phone keeps of a person (I20): their database, the cars pinned for them, what the worker
 * kept while they looked, the pictures of their favourites, the number on the icon. What the public database knows of them is their pins alone.
 */
export function createForget(o: ForgetPorts): (account: string) => Promise<void> {
  const { stores } = o
  return async (account) => {
    const partition = userPartition(account)
    // Before and after: a tab that still works for them would hold the database back, or write once more.
    o.tell(leftMessage + partition)
    await o.people.apart(async () => {
      o.ring.drop(partition)
      await unpin(stores.shared, partition)
      await stores.drop(partition)
    })
    await dropPictures(o.capabilities, partition)
    for (const cache of [...runtimeCaches, sharedPhotos])
      await o.capabilities.dropCache?.(cache).catch(ignoreExpected('drop-cache', isStorageFailure))
    noteGone(o.host, account)
    await o.show()
    o.tell(leftMessage + partition)
  }
}
