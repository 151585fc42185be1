import { openOwn, openPublic, type Indexed } from '../database/dexie.ts'
import { memoryStore } from '../database/memory.ts'
import { ownSchema, publicSchema } from '../database/schema.ts'
import type { OwnTables, PublicTables } from '../database/records.ts'
import type { Env } from '../env.ts'
import { newId } from '../outbox/id.ts'
import type { OwnStore } from '../outbox/command.ts'
import type { PublicStore } from '../cache/shelf.ts'

/**
 * The databases of this phone, opened once each. Where one does not open, memory stands in, and whoever promises
 * that something is saved must ask `isDurable` first.
 */
export interface Stores {
  shared: PublicStore
  durable: boolean
  own: (partition: string) => Promise<OwnStore>
  /** Only what is open already: a live query must not open or write. */
  opened: (partition: string) => OwnStore | undefined
  isDurable: (partition: string) => boolean
  /** Every partition that may hold unsent work. */
  known: () => Promise<string[]>
  close: () => void
}

/** Rows of the public `meta`. */
export const partitionsKey = 'partitions'
/** Row of a partition's own `meta`. */
export const deviceRow = 'device'
/** A database that did not open is tried again after this long. */
const retryAfter = 30_000

export async function openStores(env: Env): Promise<Stores> {
  const { indexedDB, keyRange } = env
  const indexed: Indexed | undefined = indexedDB && keyRange ? { indexedDB, keyRange } : undefined
  const found = indexed && (await openPublic('public', indexed, env))
  const shared = found ?? memoryStore<PublicTables>(publicSchema)
  const durable = new Map<string, OwnStore>()
  const fallback = new Map<string, { store: OwnStore; at: number }>()
  const opening = new Map<string, Promise<OwnStore>>()

  async function list(): Promise<string[]> {
    return shared.transaction('read', ['meta'], async (tx) => {
      const v = (await tx.get('meta', partitionsKey))?.v
      return Array.isArray(v) ? (v as string[]) : []
    })
  }
  async function prepare(store: OwnStore, partition: string) {
    await store.transaction('write', ['meta'], async (tx) => {
      if (await tx.get('meta', deviceRow)) return
      await tx.put('meta', { k: deviceRow, v: newId(env.now(), env.randomBytes(10)) })
    })
    await shared.transaction('write', ['meta'], async (tx) => {
      const v = (await tx.get('meta', partitionsKey))?.v
      const names = Array.isArray(v) ? (v as string[]) : []
      if (!names.includes(partition)) await tx.put('meta', { k: partitionsKey, v: [...names, partition] })
    })
  }
  async function open(partition: string): Promise<OwnStore> {
    const real = indexed && found && (await openOwn(partition, indexed, env))
    const known = fallback.get(partition)
    const store = real ?? known?.store ?? memoryStore<OwnTables>(ownSchema)
    await prepare(store, partition)
    if (real) {
      durable.set(partition, real)
      fallback.delete(partition)
    } else fallback.set(partition, { store, at: env.now() })
    return store
  }
  return {
    shared,
    durable: found !== undefined,
    own(partition) {
      const ready = durable.get(partition)
      if (ready) return Promise.resolve(ready)
      const standIn = fallback.get(partition)
      if (standIn && Math.abs(env.now() - standIn.at) < retryAfter) return Promise.resolve(standIn.store)
      const current = opening.get(partition)
      if (current) return current
      const started = open(partition).finally(() => opening.delete(partition))
      opening.set(partition, started)
      return started
    },
    opened: (partition) => durable.get(partition) ?? fallback.get(partition)?.store,
    isDurable: (partition) => durable.has(partition),
    known: list,
    close() {
      shared.close()
      for (const store of durable.values()) store.close()
    },
  }
}
