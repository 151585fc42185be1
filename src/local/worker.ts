/**
 * Door of the local-first core for the service worker: no React, no Dexie, no schemas. It sends what waits in the
 * databases that the pages have made, under the same rules and the same lock.
 */
import type { OwnTables, PublicTables } from './database/records.ts'
import { openRaw } from './database/raw.ts'
import { schemaVersion } from './database/schema.ts'
import type { Env } from './env.ts'
import { meta, type OwnStore } from './outbox/command.ts'
import { hurry } from './outbox/acts.ts'
import { backlog } from './outbox/lead.ts'
import { isExpired, readToken } from './session/token.ts'
import { createDeliver } from './sync/deliver.ts'
import { drainOnce } from './sync/drain.ts'
import { leaseLock, webLock } from './sync/locks.ts'

export { syncTag } from './env.ts'

type WorkerEnv = Pick<
  Env,
  'fetch' | 'now' | 'random' | 'setTimeout' | 'clearTimeout' | 'locks' | 'channel' | 'indexedDB' | 'keyRange'
>

interface Scope {
  fetch: Env['fetch']
  navigator: { locks?: Env['locks'] }
  indexedDB: IDBFactory
  IDBKeyRange: typeof IDBKeyRange
  BroadcastChannel?: new (name: string) => ReturnType<NonNullable<Env['channel']>>
}

function workerEnv(): WorkerEnv {
  const scope = globalThis as unknown as Scope
  const Broadcast = scope.BroadcastChannel
  return {
    fetch: (url, init) => scope.fetch(url, init),
    now: () => Date.now(),
    random: () => Math.random(),
    setTimeout: (work, ms) => globalThis.setTimeout(work, ms),
    clearTimeout: (handle) => {
      globalThis.clearTimeout(handle as number)
    },
    locks: scope.navigator.locks,
    channel: Broadcast ? (name) => new Broadcast(name) : undefined,
    indexedDB: scope.indexedDB,
    keyRange: scope.IDBKeyRange,
  }
}

const textOf = (store: OwnStore, k: string) =>
  store.transaction('read', ['meta'], async (tx) => {
    const v = (await tx.get('meta', k))?.v
    return typeof v === 'string' ? v : undefined
  })

/** Sends what waits, within `limit` milliseconds; true when nothing is left that sending could help. */
export async function drainFromWorker(o: { limit: number }, env: WorkerEnv = workerEnv()): Promise<boolean> {
  const { indexedDB, keyRange, now } = env
  if (!indexedDB || !keyRange) return true
  const end = now() + o.limit
  let wrote = false
  const raw = { indexedDB, keyRange, version: schemaVersion, wrote: () => (wrote = true) }
  const shared = await openRaw<PublicTables>('public', raw)
  const names = await shared?.transaction(
    'read',
    ['meta'],
    async (tx) => (await tx.get('meta', 'partitions'))?.v,
  )
  shared?.close()
  let empty = true
  for (const partition of Array.isArray(names) ? (names as string[]) : []) {
    const store = await openRaw<OwnTables>(partition, raw)
    if (!store) continue
    try {
      if (!(await drainPartition(partition, store, env, end))) empty = false
    } catch {
      // One database that is broken must not stop what waits in the others; the browser comes back for it.
      empty = false
    } finally {
      store.close()
    }
  }
  if (wrote) {
    const channel = env.channel?.('motorkin')
    channel?.postMessage('changed')
    channel?.close()
  }
  return empty
}

async function drainPartition(
  partition: string,
  store: OwnStore,
  env: WorkerEnv,
  end: number,
): Promise<boolean> {
  const token = async () => {
    const text = await textOf(store, meta.token)
    const claims = text === undefined ? undefined : readToken(text)
    return text !== undefined && claims && !isExpired(claims, env.now())
      ? { token: text, sub: claims.sub }
      : undefined
  }
  // Looking is free; taking the lead writes.
  if ((await backlog(store, true)).waiting === 0) return true
  // Being woken is a sign that it may work now; what the server asked us to wait still holds.
  await hurry(store)
  const device = (await textOf(store, 'device')) ?? partition
  const { waiting } = await drainOnce({
    partition,
    store,
    lock: env.locks ? webLock(env.locks) : leaseLock(store, `worker:${env.random()}`, env.now),
    token,
    send: createDeliver({
      wire: env,
      device,
      renewed: async () => (await token())?.token,
      // The page may have a better one by now: only the refused one goes.
      drop: (refused) =>
        store.transaction('write', ['meta'], async (tx) => {
          if ((await tx.get('meta', meta.token))?.v === refused) await tx.delete('meta', meta.token)
        }),
    }),
    now: env.now,
    random: env.random,
    log: () => undefined,
    mayGoOn: () => env.now() < end,
  })
  return waiting === 0
}
