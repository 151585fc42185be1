import { openLimit, within, type Timers } from './live.ts'
import { isNewer } from './schema.ts'
import type { Key, KeyRange, Store, TableOf, Tx } from './store.ts'

/**
 * The worker's adapter: the same databases without Dexie, which would not fit its budget. It only ever opens what a
 * page has made, changes no version, and leaves alone what is newer than this code (I16). A connection that dies is
 * not mended here: its owner opens the database again and starts over.
 */
export interface RawOptions {
  indexedDB: IDBFactory
  keyRange: typeof IDBKeyRange
  timers: Timers
  /** Highest schema version this code knows. */
  version: number
  /** Tables without which the database is left for a page to upgrade. */
  needs?: readonly string[]
  durability?: 'strict' | 'relaxed'
  /** Called after each commit that wrote, so that pages can be notified. */
  wrote?: () => void
}

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result)
    }
    request.onerror = () => {
      reject(request.error ?? new DOMException())
    }
  })

/** The database as a page has made it. */
const open = (name: string, o: RawOptions) =>
  new Promise<IDBDatabase | undefined>((resolve) => {
    let request: IDBOpenDBRequest
    try {
      request = o.indexedDB.open(name)
    } catch {
      // The browser refuses databases here altogether.
      resolve(undefined)
      return
    }
    request.onupgradeneeded = () => {
      // No page has made it yet: leave no empty database behind.
      request.transaction?.abort()
    }
    request.onerror = () => {
      resolve(undefined)
    }
    request.onsuccess = () => {
      const db = request.result
      db.onversionchange = () => {
        db.close()
      }
      const lacks = o.needs?.some((table) => !db.objectStoreNames.contains(table)) ?? false
      const usable = !lacks && !isNewer(db.version, o.version)
      if (!usable) db.close()
      resolve(usable ? db : undefined)
    }
  })

async function connect(name: string, o: RawOptions): Promise<IDBDatabase | undefined> {
  const opening = open(name, o)
  const found = await within(openLimit, o.timers, opening)
  if (!found) void opening.then((late) => late?.close())
  return found?.value
}

function rangeOf(
  keyRange: typeof IDBKeyRange,
  { only, from = only, to = only }: KeyRange,
): IDBKeyRange | null {
  if (from !== undefined && to !== undefined) return keyRange.bound(from, to)
  if (from !== undefined) return keyRange.lowerBound(from)
  return to === undefined ? null : keyRange.upperBound(to)
}

/** Undefined when no page has made it, or it cannot be used now: nothing in it is lost by leaving it. */
export async function openRaw<T extends { [N in keyof T]: object }>(
  name: string,
  o: RawOptions,
): Promise<Store<T> | undefined> {
  const db = await connect(name, o)
  if (!db) return undefined
  return {
    async transaction<R>(
      mode: 'read' | 'write',
      tables: readonly TableOf<T>[],
      work: (tx: Tx<T>) => Promise<R>,
    ): Promise<R> {
      const { durability = 'strict' } = o
      const native = db.transaction([...tables], mode === 'read' ? 'readonly' : 'readwrite', { durability })
      const committed = new Promise<void>((resolve, reject) => {
        native.oncomplete = () => {
          resolve()
        }
        native.onabort = () => {
          reject(native.error ?? new DOMException('The transaction was aborted', 'AbortError'))
        }
      })
      const tx: Tx<T> = {
        get: async (table, key) => (await settled(native.objectStore(table).get(key))) as never,
        // Not waited for one by one: a write that fails ends the transaction.
        put: async (table, row) => {
          native.objectStore(table).put(row)
        },
        delete: async (table: string, key: Key) => {
          native.objectStore(table).delete(key)
        },
        list: async (table, range = {}) => {
          const all = native.objectStore(table)
          const source = range.index === undefined ? all : all.index(range.index)
          const rows = await settled(source.getAll(rangeOf(o.keyRange, range)))
          if (range.reverse) rows.reverse()
          return rows.slice(0, range.limit) as never
        },
        keys: async (table) => (await settled(native.objectStore(table).getAllKeys())) as Key[],
      }
      try {
        // Together: what the browser cuts off may never answer its last request.
        const [result] = await Promise.all([work(tx), committed])
        if (mode === 'write') o.wrote?.()
        return result
      } catch (error) {
        try {
          native.abort()
        } catch {
          // It is over already, and its own reason says more than ours.
          throw native.error ?? error
        }
        throw error
      }
    },
    close() {
      db.close()
    },
  }
}
