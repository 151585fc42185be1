import type { Key, Range, Store, TableOf, Tx } from './store.ts'

/**
 * The worker's adapter: the same databases without Dexie, which would not fit its budget. It only ever opens what a
 * page has made, and never a database that is newer than this code (I16).
 */
export interface RawOptions {
  indexedDB: IDBFactory
  keyRange: typeof IDBKeyRange
  /** Highest schema version this code knows. */
  version: number
  /** Told after each commit that wrote, so that pages can be told. */
  wrote?: () => void
}

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result)
    }
    request.onerror = () => {
      reject(request.error ?? new Error('IndexedDB failed'))
    }
  })

function connect(name: string, { indexedDB, version }: RawOptions): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => {
      // No page has made it yet: leave no empty database behind.
      request.transaction?.abort()
    }
    request.onerror = () => {
      resolve(undefined)
    }
    request.onsuccess = () => {
      const db = request.result
      if (Math.floor(db.version / 10) > version) {
        db.close()
        resolve(undefined)
        return
      }
      db.onversionchange = () => {
        db.close()
      }
      resolve(db)
    }
  })
}

function rangeOf(keyRange: typeof IDBKeyRange, { only, from = only, to = only }: Range): IDBKeyRange | null {
  if (from !== undefined && to !== undefined) return keyRange.bound(from, to)
  if (from !== undefined) return keyRange.lowerBound(from)
  return to === undefined ? null : keyRange.upperBound(to)
}

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
      const native = db.transaction([...tables], mode === 'read' ? 'readonly' : 'readwrite', {
        durability: 'strict',
      })
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
        put: async (table, row) => {
          await settled(native.objectStore(table).put(row))
        },
        delete: async (table: string, key: Key) => {
          await settled(native.objectStore(table).delete(key))
        },
        list: async (table, range = {}) => {
          const all = native.objectStore(table)
          const source = range.index === undefined ? all : all.index(range.index)
          const rows = await settled(source.getAll(rangeOf(o.keyRange, range)))
          if (range.reverse) rows.reverse()
          return rows.slice(0, range.limit) as never
        },
      }
      try {
        const result = await work(tx)
        await committed
        if (mode === 'write') o.wrote?.()
        return result
      } catch (error) {
        committed.catch(() => undefined)
        if (isOpen(native)) native.abort()
        throw error
      }
    },
    close() {
      db.close()
    },
  }
}

/** Aborting a transaction that is already over throws. */
function isOpen(native: IDBTransaction): boolean {
  try {
    native.objectStore(native.objectStoreNames[0] ?? '')
    return true
  } catch {
    return false
  }
}
