/**
 * Entry point of the local-first core for the service worker: no React, no Dexie, no schemas. It sends the waiting items of the
 * databases that pages have created, under the same rules and the same lock.
 */
import { ignoreExpected } from '#contract/values/expected.ts'
import { listOf } from '#contract/values/unknown.ts'
import { isBrowserFailure } from './database/failures.ts'
import type { OwnTables, PublicTables } from './database/records.ts'
import { openLimit, within } from './database/live.ts'
import { openRaw } from './database/raw.ts'
import { ownTables, schemaVersion, shownRow } from './database/schema.ts'
import { scopeEnv, type Env, type Capabilities } from './platform/env.ts'
import { createEventLog } from './diagnostics/event-log.ts'
import { followInBackground } from './catalogue-replica/background-follow.ts'
import { meta, numberOf, type OwnStore } from './outbox/command.ts'
import { drainInBackground, type BackgroundDrainEnv } from './sync/background-drain.ts'

export { isPassing } from './database/failures.ts'
export { replicaTag, sharedPhotos, syncTag } from './platform/env.ts'

type WorkerEnv = BackgroundDrainEnv &
  Pick<Env, 'channel' | 'indexedDB' | 'keyRange'> &
  Pick<Capabilities, 'setBadge'>

interface Scope {
  navigator: {
    setAppBadge?: (count: number) => Promise<void>
    clearAppBadge?: () => Promise<void>
    connection?: { saveData?: boolean }
  }
}

function workerEnv(): WorkerEnv {
  const { navigator } = globalThis as unknown as Scope
  return {
    ...scopeEnv(),
    setBadge: async (count) => {
      if (count > 0) await navigator.setAppBadge?.(count)
      else await navigator.clearAppBadge?.()
    },
  }
}

/** Updates the replica; true when nothing has to be retried. */
export function followFromWorker(): Promise<boolean> {
  const { navigator } = globalThis as unknown as Scope
  return followInBackground({ ...scopeEnv(), savesData: navigator.connection?.saveData === true })
}

/** Returns the number of unfinished items and unread chats, for the number on the icon. */
const openIn = (store: OwnStore) =>
  store.transaction('read', ['outbox', 'meta'], async (tx) => {
    const items = await tx.list('outbox')
    return items.filter((item) => item.state !== 'done').length + (await numberOf(tx, meta.unread))
  })
/** Whether a page has created the databases; true when the browser does not respond in time. */
async function isMade(env: WorkerEnv): Promise<boolean> {
  if (!env.indexedDB || !('databases' in env.indexedDB)) return false
  const listed = env.indexedDB.databases().catch(ignoreExpected('list-databases', isBrowserFailure))
  const there = (await within(openLimit, env, listed))?.value
  return there?.some(({ name }) => name === 'public') ?? true
}

/** Sends the waiting items within `limit` milliseconds; true when no item is left that sending could help. */
export async function drainFromWorker(o: { limit: number }, env: WorkerEnv = workerEnv()): Promise<boolean> {
  const { indexedDB, keyRange, now } = env
  if (!indexedDB || !keyRange) return true
  const end = now() + o.limit
  let wrote = false
  const raw = { indexedDB, keyRange, version: schemaVersion, timers: env, wrote: () => (wrote = true) }
  const shared = await openRaw<PublicTables>('public', raw)
  // Without the public database the partitions are unknown; false makes the browser retry.
  if (!shared) return !(await isMade(env))
  const known = await shared.transaction('read', ['meta'], async (tx) => ({
    partitions: listOf((await tx.get('meta', 'partitions'))?.v) as string[],
    shown: listOf((await tx.get('meta', shownRow))?.v) as string[],
  }))
  shared.close()
  let open = 0
  let empty = true
  /** Sends the items of one partition; undefined when its database failed, which must not stop the others. */
  async function inOne(partition: string, store: OwnStore) {
    const eventLog = createEventLog({ opened: () => store, now, mayFail: isBrowserFailure })
    const log = (event: string, about?: string) => {
      eventLog.line(partition, event, about)
    }
    try {
      const drained = await drainInBackground({ partition, store, env, end, log })
      const counts = known.shown.includes(partition)
      return { empty: drained, open: counts ? await openIn(store) : 0 }
    } catch (error) {
      return ignoreExpected('drain', isBrowserFailure)(error)
    } finally {
      await eventLog.flush()
      store.close()
    }
  }
  for (const partition of known.partitions) {
    let done: Awaited<ReturnType<typeof inOne>>
    // Two attempts: a dead connection is replaced by opening the database again.
    for (let left = 2; left > 0 && !done; left--) {
      const store = await openRaw<OwnTables>(partition, { ...raw, needs: ownTables })
      // The database hangs, or a page has to upgrade it first: nothing is lost, and the browser retries.
      if (!store) break
      done = await inOne(partition, store)
    }
    open += done?.open ?? 0
    if (!done?.empty) empty = false
  }
  if (wrote) {
    const channel = env.channel?.('motorkin')
    channel?.postMessage('changed')
    channel?.close()
  }
  // The number is shown where the browser allows it; the outbox shows the same.
  if (known.shown.length > 0) await env.setBadge?.(open).catch(ignoreExpected('badge', isBrowserFailure))
  return empty
}
