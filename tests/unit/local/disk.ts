import { forceCloseDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { openOwn, openPublic } from '../../../src/local/database/dexie.ts'
import type { Live, LiveOptions, StoreEvent, Timers } from '../../../src/local/database/live.ts'
import { openRaw, type RawOptions } from '../../../src/local/database/raw.ts'
import type { OwnTables, PublicTables } from '../../../src/local/database/records.ts'
import type { Store } from '../../../src/local/database/store.ts'
import { schemaVersion } from '../../../src/local/database/schema.ts'

/** The disk of a phone with the faults of real phones: connections die, openings hang, other pages block. */
export const timers: Timers = {
  setTimeout: (work, ms) => setTimeout(work, ms),
  clearTimeout: (handle) => {
    clearTimeout(handle as NodeJS.Timeout)
  },
}
/** Returns timers that fire when the test decides. */
export function handTimers() {
  const due = new Set<() => void>()
  return {
    setTimeout: (work: () => void, ms: number): unknown => {
      if (ms === 0) return setTimeout(work, 0)
      due.add(work)
      return work
    },
    clearTimeout: (handle: unknown) => {
      due.delete(handle as () => void)
    },
    waiting: () => due.size,
    expire: () => {
      for (const work of due) work()
      due.clear()
    },
  }
}

type Open = IDBFactory['open']
type Handlers = Record<string, unknown>

export function newDisk() {
  const indexedDB = new IDBFactory()
  const real = indexedDB.open.bind(indexedDB)
  const connections: IDBDatabase[] = []
  const dead = new Map<IDBDatabase, () => Error>()
  let held: (() => void)[] | undefined
  let refusal: (() => Error) | undefined
  let broken: (() => Error) | undefined
  const asked: { mode: IDBTransactionMode | undefined; durability: string | undefined }[] = []

  function follow(request: IDBOpenDBRequest): IDBOpenDBRequest {
    request.addEventListener('success', () => {
      const db = request.result as unknown as IDBDatabase
      const begin = db.transaction.bind(db)
      db.transaction = (...args) => {
        const why = dead.get(db) ?? broken
        if (why) throw why()
        asked.push({ mode: args[1], durability: args[2]?.durability })
        return begin(...args)
      }
      connections.push(db)
    })
    return request
  }
  /** Returns a request that does nothing until the test releases it. */
  function hanging(args: Parameters<Open>): IDBOpenDBRequest {
    let request: IDBOpenDBRequest | undefined
    const handlers: Handlers = {}
    held?.push(() => {
      request = Object.assign(follow(real(...args)), handlers)
    })
    return new Proxy({} as IDBOpenDBRequest, {
      get: (_, name) => request && (Reflect.get(request, name) as unknown),
      set(_, name, value) {
        if (request) return Reflect.set(request, name, value)
        handlers[String(name)] = value
        return true
      },
    })
  }
  indexedDB.open = (...args) => {
    if (refusal) throw refusal()
    return held ? hanging(args) : follow(real(...args))
  }
  const open = () => connections.filter((db) => !(db as unknown as { _closed: boolean })._closed)
  return {
    indexedDB,
    keyRange: IDBKeyRange,
    /** All connections so far. */
    connections,
    /** Connections that are not closed. */
    open,
    /** Mode and durability of each transaction. */
    asked,
    /** Makes the current connections fail with this error. */
    kill(name: string) {
      for (const db of open()) dead.set(db, () => new DOMException('Connection to server lost.', name))
    },
    /** Makes all future connections fail with this error. */
    spoil(name: string | undefined) {
      broken = name === undefined ? undefined : () => new DOMException('Broken.', name)
    },
    /** Closes the connections as the browser does, with an event. */
    takeAway() {
      for (const db of open()) forceCloseDatabase(db as never)
    },
    /** Makes all further openings hang. Returns a function that releases them. */
    hang() {
      held = []
      return () => {
        const waiting = held ?? []
        held = undefined
        for (const go of waiting) go()
      }
    },
    refuse(name: string | undefined) {
      refusal = name === undefined ? undefined : () => new DOMException('Refused', name)
    },
    /** Opens a connection of another page that ignores `versionchange`. */
    stubborn: (database: string) =>
      new Promise<() => void>((resolve, reject) => {
        const request = real(database)
        request.onerror = () => {
          reject(new Error('did not open'))
        }
        request.onsuccess = () => {
          resolve(() => {
            request.result.close()
          })
        }
      }),
  }
}
export type Disk = ReturnType<typeof newDisk>

const stops: (() => void)[] = []
/** Stops everything; for `afterEach`. */
export function closeAll() {
  for (const stop of stops.splice(0)) stop()
}
type Given<T> = Partial<LiveOptions<T>> & { name?: string }
function kept<S extends { close: () => void }>(store: S | undefined): S | undefined {
  if (store) stops.push(store.close)
  return store
}
export const openPage = async (disk: Disk, { name = 'u_test', ...o }: Given<OwnTables> = {}) =>
  kept(await openOwn(name, { timers, ...disk, ...o }))
export const openShared = async (disk: Disk, { name = 'public', ...o }: Given<PublicTables> = {}) =>
  kept(await openPublic(name, { timers, ...disk, ...o }))
export const openWorker = async (
  disk: Disk,
  { name = 'u_test', ...o }: Partial<RawOptions> & { name?: string } = {},
) => kept(await openRaw<OwnTables>(name, { timers, ...disk, version: schemaVersion, ...o }))

/** Opens the page's store, which reopens its connection after a failure. */
export async function openMended(
  disk: Disk,
  o: { timers?: Timers; onEvent?: (event: StoreEvent) => void } = {},
): Promise<Live<OwnTables>> {
  const store = await openPage(disk, o)
  if (!store) throw new Error('did not open')
  return store
}
export type Adapter = 'Dexie' | 'raw IndexedDB'
/** Opens a store on a database that a page has created. */
export async function openAs(adapter: Adapter, disk: Disk): Promise<Store<OwnTables>> {
  if (adapter !== 'Dexie') (await openPage(disk))?.close()
  const store = adapter === 'Dexie' ? await openPage(disk) : await openWorker(disk)
  if (!store) throw new Error('did not open')
  return store
}

/** Creates a database as the first version of the app did, with the given rows. */
export async function firstVersion(
  disk: Disk,
  name: string,
  rows: Record<string, object[]> = {},
): Promise<void> {
  const tables: Record<string, [key: string, ...indexes: string[]]> =
    name === 'public'
      ? {
          cards: ['id', 'seenAt'],
          details: ['id', 'slug', 'seenAt'],
          lists: ['k', 'seenAt'],
          reference: ['k'],
          meta: ['k'],
        }
      : {
          outbox: ['id', 'seq', 'lane'],
          favourites: ['carId'],
          drafts: ['id', 'updatedAt'],
          viewed: ['carId', 'at'],
          kept: ['k'],
          meta: ['k'],
          log: ['n'],
        }
  await raw(disk, name, 10, (db) => {
    for (const [table, [keyPath, ...indexes]] of Object.entries(tables)) {
      const made = db.createObjectStore(table, { keyPath })
      for (const index of indexes) made.createIndex(index, index)
      for (const row of rows[table] ?? []) made.put(row)
    }
  })
}
/** Opens a database without the adapters, runs the upgrade of the test, and closes the database. */
export function raw(disk: Disk, name: string, version: number, upgrade: (db: IDBDatabase) => void) {
  return new Promise<void>((resolve, reject) => {
    const request = disk.indexedDB.open(name, version)
    request.onupgradeneeded = () => {
      upgrade(request.result as unknown as IDBDatabase)
    }
    request.onerror = () => {
      reject(request.error ?? new Error('did not open'))
    }
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })
}
