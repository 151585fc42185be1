import { Dexie, type Collection, type Table } from 'dexie'
import { ownSchema, publicSchema, schemaVersion } from './schema.ts'
import type { OwnTables, PublicTables } from './records.ts'
import type { Key, Range, Schema, Store, TableOf, Tx } from './store.ts'

/** The page's adapter. Reads made inside a live query are followed by Dexie. */
export interface Indexed {
  indexedDB: IDBFactory
  keyRange: typeof IDBKeyRange
}

function declare<T>(name: string, schema: Schema<T>, o: Indexed, durability: 'strict' | 'relaxed'): Dexie {
  const db = new Dexie(name, {
    indexedDB: o.indexedDB,
    IDBKeyRange: o.keyRange,
    chromeTransactionDurability: durability,
    // The worker writes past Dexie; a query cache could show a state that is over.
    cache: 'disabled',
  })
  const stores = Object.entries<{ key: string; indexes: readonly string[] }>(schema).map(
    ([table, { key, indexes }]) => [table, [key, ...indexes].join(', ')],
  )
  db.version(schemaVersion).stores(Object.fromEntries(stores) as Record<string, string>)
  return db
}

function collect(table: Table<object, Key>, primary: string, range: Range): Collection<object, Key> {
  const where = table.where(range.index ?? primary)
  const { only, from = only, to = only } = range
  let found: Collection<object, Key>
  if (from !== undefined && to !== undefined) found = where.between(from, to, true, true)
  else if (from !== undefined) found = where.aboveOrEqual(from)
  else if (to !== undefined) found = where.belowOrEqual(to)
  else found = range.index === undefined ? table.toCollection() : table.orderBy(range.index)
  if (range.reverse) found = found.reverse()
  return range.limit === undefined ? found : found.limit(range.limit)
}

/** The connection died (WebKit does that on waking up): worth one more try on a new one (SYNC fact 8). */
const deadConnection = new Set([
  'InvalidStateError',
  'UnknownError',
  'DatabaseClosedError',
  'TransactionInactiveError',
])
const nameOf = (error: unknown) => (error instanceof Error || error instanceof DOMException ? error.name : '')

export function isQuota(error: unknown): boolean {
  const inner = (error as { inner?: unknown } | null)?.inner
  return nameOf(error) === 'QuotaExceededError' || (inner !== undefined && isQuota(inner))
}

/** Dexie opens a database of a newer app as well; this code must leave it alone (I16). */
const isNewer = (db: Dexie) => Math.floor(db.backendDB().version / 10) > schemaVersion

function adapt<T extends { [N in keyof T]: object }>(db: Dexie, schema: Schema<T>): Store<T> {
  const tx: Tx<T> = {
    get: async <N extends TableOf<T>>(table: N, key: Key) =>
      (await db.table<T[N], Key>(table).get(key)) as T[N] | undefined,
    put: async (table, row) => {
      await db.table<object, Key>(table).put(row)
    },
    delete: async (table, key) => {
      await db.table(table).delete(key)
    },
    list: async <N extends TableOf<T>>(table: N, range: Range = {}) =>
      (await collect(db.table<object, Key>(table), schema[table].key, range).toArray()) as T[N][],
  }
  let over = false
  db.on('versionchange', () => {
    // A newer app wants to change it, or it is being deleted: give way, and do not come back.
    over = true
    db.close()
    return false
  })
  return {
    async transaction(mode, tables, work) {
      // Dexie keeps its transaction over native awaits only inside a function that is itself async.
      const attempt = () =>
        db.transaction(mode === 'read' ? 'r' : 'rw', [...tables], async () => await work(tx))
      try {
        return await attempt()
      } catch (error) {
        if (over || !deadConnection.has(nameOf(error))) throw error
        db.close({ disableAutoOpen: false })
        await db.open()
        if (isNewer(db)) throw error
        return await attempt()
      }
    },
    close() {
      db.close()
    },
  }
}

/** Milliseconds after which a database that does not open counts as absent. */
export const openLimit = 3000

export interface Timers {
  setTimeout: (work: () => void, ms: number) => unknown
  clearTimeout: (handle: unknown) => void
}

/** Undefined when the browser refuses, hangs, or holds a newer version: the app then works online only. */
async function open<T extends { [N in keyof T]: object }>(
  db: Dexie,
  schema: Schema<T>,
  timers: Timers,
): Promise<Store<T> | undefined> {
  let handle: unknown
  const late = new Promise<undefined>((resolve) => {
    handle = timers.setTimeout(() => {
      resolve(undefined)
    }, openLimit)
  })
  const opened = await Promise.race([
    db.open().then(
      () => true,
      () => undefined,
    ),
    late,
  ])
  timers.clearTimeout(handle)
  if (opened && !isNewer(db)) return adapt(db, schema)
  db.close()
  return undefined
}

export const openOwn = (name: string, o: Indexed, timers: Timers): Promise<Store<OwnTables> | undefined> =>
  open(declare(name, ownSchema, o, 'strict'), ownSchema, timers)
export const openPublic = (
  name: string,
  o: Indexed,
  timers: Timers,
): Promise<Store<PublicTables> | undefined> =>
  open(declare(name, publicSchema, o, 'relaxed'), publicSchema, timers)
