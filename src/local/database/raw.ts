import { openLimit, within, type Timers } from './live.ts'
import { isNewer } from './schema.ts'
import type { Key, KeyRange, Store, TableOf, Tx } from './store.ts'

/**
 * Options of the worker's adapter, which opens the same databases without Dexie, because Dexie would exceed the worker's size
 * budget. It only opens databases that a page has created, changes no version, and does not open a newer one (I16). It does not
 * replace a dead connection: the caller opens the database again.
 */
export interface RawOptions {
  indexedDB: IDBFactory
  keyRange: typeof IDBKeyRange
  timers: Timers
  /** Highest schema version that this code knows. */
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

/** Opens the database if a page has created it; undefined otherwise. */
const open = (name: string, o: RawOptions) =>
  new Promise<IDBDatabase | undefined>((resolve) => {
    let request: IDBOpenDBRequest
    try {
      request = o.indexedDB.open(name)
    } catch {
      // The browser refuses databases completely.
      resolve(undefined)
      return
    }
    request.onupgradeneeded = () => {
      // No page has created the database yet: the abort leaves no empty one behind.
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

/** Opens a store; undefined when no page has created the database, or it cannot be used now. */
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
        // Writes are not awaited one by one: a failed write aborts the transaction.
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
        // Both are awaited together: after an abort by the browser the last request may never be answered.
        const [result] = await Promise.all([work(tx), committed])
        if (mode === 'write') o.wrote?.()
        return result
      } catch (error) {
        try {
          native.abort()
        } catch {
          // The transaction has ended already, and its own reason is more precise.
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
