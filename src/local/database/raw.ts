import { reasonOf } from './failures.ts'
import { openLive, type Connect, type Line, type Live, type LiveOptions } from './live.ts'
import { isNewer } from './schema.ts'
import type { Key, Range, TableOf, Tx } from './store.ts'

/**
 * The worker's adapter: the same databases without Dexie, which would not fit its budget. It only ever opens what a
 * page has made, changes no version, and leaves alone what is newer than this code (I16).
 */
export interface RawOptions extends Pick<LiveOptions<unknown>, 'timers' | 'onEvent'> {
  indexedDB: IDBFactory
  keyRange: typeof IDBKeyRange
  /** Highest schema version this code knows. */
  version: number
  /** Tables without which the database is left for a page to upgrade. */
  needs?: readonly string[]
  durability?: 'strict' | 'relaxed'
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

function connector<T>(name: string, o: RawOptions): Connect<T> {
  return (ended) =>
    new Promise((resolve) => {
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
        db.onclose = () => {
          ended('dead')
        }
        db.onversionchange = ({ newVersion }) => {
          db.close()
          ended(newVersion === null ? 'gone' : isNewer(newVersion, o.version) ? 'newer' : 'dead')
        }
        const newer = isNewer(db.version, o.version)
        const lacks = o.needs?.some((table) => !db.objectStoreNames.contains(table)) ?? false
        if (newer || lacks) db.close()
        resolve(newer ? 'newer' : lacks ? undefined : lineOf(db, o))
      }
    })
}

function rangeOf(keyRange: typeof IDBKeyRange, { only, from = only, to = only }: Range): IDBKeyRange | null {
  if (from !== undefined && to !== undefined) return keyRange.bound(from, to)
  if (from !== undefined) return keyRange.lowerBound(from)
  return to === undefined ? null : keyRange.upperBound(to)
}

function lineOf<T>(db: IDBDatabase, o: RawOptions): Line<T> {
  const running = new Set<IDBTransaction>()
  async function run<R>(native: IDBTransaction, work: (tx: Tx<T>) => Promise<R>): Promise<R> {
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
      // Together: what the browser cuts off may never answer its last request.
      const [result] = await Promise.all([work(tx), committed])
      return result
    } catch (error) {
      abort(native)
      throw reasonOf(error, native)
    }
  }
  return {
    async transaction(mode, tables: readonly TableOf<T>[], work) {
      const { durability = 'strict' } = o
      const native = db.transaction([...tables], mode === 'read' ? 'readonly' : 'readwrite', { durability })
      running.add(native)
      try {
        const result = await run(native, work)
        if (mode === 'write') o.wrote?.()
        return result
      } finally {
        running.delete(native)
      }
    },
    close() {
      db.close()
    },
    abandon() {
      for (const native of running) abort(native)
      db.close()
    },
  }
}

/** Aborting a transaction that is already over throws. */
function abort(native: IDBTransaction) {
  try {
    native.abort()
  } catch {
    // There is nothing left to undo.
  }
}

/** Undefined when no page has made it, or it cannot be used now: nothing in it is lost by leaving it. */
export const openRaw = <T extends { [N in keyof T]: object }>(
  name: string,
  o: RawOptions,
): Promise<Live<T> | undefined> => openLive(connector<T>(name, o), o)
