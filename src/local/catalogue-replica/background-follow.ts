import { replicaTag, type Env } from '../platform/env.ts'
import { webLock } from '../sync/locks.ts'
import { followFeed } from './feed/follow.ts'
import { createPull } from './feed/pull.ts'
import { createReplicaStore, openForReplica } from './feed/replica-store.ts'

export type BackgroundFollowEnv = Pick<
  Env,
  'fetch' | 'now' | 'setTimeout' | 'clearTimeout' | 'locks' | 'channel' | 'indexedDB' | 'keyRange'
> & {
  /** The person saves data: nothing is fetched that nobody waits for. */
  savesData: boolean
}

/**
 * Brings the replica up to date while no page is open, under the lock of those that are, and notifies them. Only what a
 * page has begun is followed: how many cars are stored is for a page to say. False when it has to be tried again.
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
    // A page follows at the moment.
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
