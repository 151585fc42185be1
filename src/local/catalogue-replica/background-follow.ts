import { replicaTag, type Env } from '../platform/env.ts'
import { webLock } from '../sync/locks.ts'
import { followFeed } from './feed/follow.ts'
import { createPull } from './feed/pull.ts'
import { createReplicaStore, openForReplica } from './feed/replica-store.ts'

export type BackgroundFollowEnv = Pick<
  Env,
  'fetch' | 'now' | 'setTimeout' | 'clearTimeout' | 'locks' | 'channel' | 'indexedDB' | 'keyRange'
> & {
  /** Whether the person saves data: then nothing is loaded that no person waits for. */
  savesData: boolean
}

/**
 * Updates the replica while no page is open, under the lock that pages use, and notifies pages. Only a replica that a page has
 * begun is updated, because a page decides how many cars are stored. False when it has to be retried.
 */
export async function followInBackground(env: BackgroundFollowEnv): Promise<boolean> {
  const { indexedDB, keyRange, now, locks, savesData } = env
  if (savesData || !indexedDB || !keyRange) return true
  const store = await openForReplica({ indexedDB, keyRange, timers: env })
  if (!store) return true
  try {
    const replicaStore = createReplicaStore(store)
    const { shown, fresh } = await replicaStore.generations()
    const window = (fresh ?? shown)?.window
    if (window === undefined) return true
    const work = () => followFeed({ pull: createPull(env), replicaStore, window, now })
    const held = locks ? await webLock(locks).hold(replicaTag, false, work) : { value: await work() }
    // A page holds the lock and follows now.
    if (!held) return true
    if (held.value.news) {
      const channel = env.channel?.(replicaTag)
      channel?.postMessage('grown')
      channel?.close()
    }
    return held.value.ok
  } finally {
    store.close()
  }
}
