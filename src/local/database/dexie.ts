import { Dexie, type Collection, type DBCore, type Table, type Transaction } from 'dexie'
import { closed, nameOf, reasonOf } from './failures.ts'
import {
  openLive,
  type Connect,
  type Ended,
  type DatabaseConnection,
  type Live,
  type LiveOptions,
} from './live.ts'
import { birthRow, isNewer, ownSchema, publicSchema, schemaVersion } from './schema.ts'
import type { OwnTables, PublicTables } from './records.ts'
import type { Key, KeyRange, Schema, TableOf, Tx } from './store.ts'

/** Browser objects for the page's adapter. Dexie observes reads made inside a live query. */
export interface Indexed {
  indexedDB: IDBFactory
  keyRange: typeof IDBKeyRange
}
type Durability = 'strict' | 'relaxed'

/** Wraps the factory so that a newer database is not opened: Dexie would open it as it is and add what it misses (I16). */
function careful(factory: IDBFactory): IDBFactory {
  return {
    open(name, version) {
      if (version !== undefined && isNewer(version)) throw new DOMException('A newer app', 'VersionError')
      return version === undefined ? factory.open(name) : factory.open(name, version)
    },
    deleteDatabase: (name) => factory.deleteDatabase(name),
    cmp: (a, b) => factory.cmp(a, b),
    // Without `databases` Dexie would store a list of names in a database of its own.
    databases: () => ('databases' in factory ? factory.databases() : Promise.resolve([])),
  }
}
/** Reports a dead connection as `DatabaseClosedError`: on `InvalidStateError` Dexie reopens it, whatever the version. */
const reportClosed = (core: DBCore): DBCore => ({
  ...core,
  transaction(...given) {
    try {
      return core.transaction(...given)
    } catch (error) {
      throw nameOf(error) === 'InvalidStateError' ? closed() : error
    }
  },
})

function declare<T>(name: string, schema: Schema<T>, o: Indexed, durability: Durability): Dexie {
  const db = new Dexie(name, {
    indexedDB: careful(o.indexedDB),
    IDBKeyRange: o.keyRange,
    chromeTransactionDurability: durability,
    // The worker writes without Dexie, so a query cache could return outdated rows.
    cache: 'disabled',
    autoOpen: false,
  })
  db.use({ stack: 'dbcore', name: 'report-closed', create: reportClosed })
  const tables = Object.entries<readonly string[]>(schema).map(([table, fields]) => [
    table,
    fields.join(', '),
  ])
  // Dexie compares an older database with these tables: it adds missing ones and deletes others.
  const version = db.version(schemaVersion).stores(Object.fromEntries(tables) as Record<string, string>)
  // An upgraded database has not been evicted, so it gets its birth row.
  if ('cards' in schema) version.upgrade((t) => t.table('meta').put({ k: birthRow, v: 1 }))
  return db
}

function collect(table: Table<object, Key>, primary: string, range: KeyRange): Collection<object, Key> {
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

/** Number of consecutive writes of which only the last is awaited. */
const mostUnanswered = 8

function lineOf<T extends { [N in keyof T]: object }>(
  db: Dexie,
  schema: Schema<T>,
  close: () => void,
): DatabaseConnection<T> {
  const running = new Set<Transaction>()
  /**
   * Returns a transaction whose writes are requested without awaiting each, because each response is a round trip. One in
   * `mostUnanswered` is awaited, because Dexie loses its transaction after about a hundred awaits of other promises.
   */
  const txOf = (writes: PromiseLike<unknown>[]): Tx<T> => {
    const note = (write: PromiseLike<unknown>): PromiseLike<unknown> | undefined => {
      // All writes are awaited together below. Without this handler the rejection of one would make Dexie end the transaction
      // before its reason is known.
      void Promise.allSettled([write])
      writes.push(write)
      return writes.length % mostUnanswered === 0 ? write : undefined
    }
    return {
      get: async <N extends TableOf<T>>(table: N, key: Key) =>
        (await db.table<T[N], Key>(table).get(key)) as T[N] | undefined,
      put: async (table, row) => {
        await note(db.table<object, Key>(table).put(row))
      },
      delete: async (table, key) => {
        await note(db.table(table).delete(key))
      },
      list: async <N extends TableOf<T>>(table: N, range: KeyRange = {}) =>
        (await collect(db.table<object, Key>(table), schema[table][0], range).toArray()) as T[N][],
      keys: async (table) => await db.table<object, Key>(table).toCollection().primaryKeys(),
    }
  }
  return {
    async transaction(mode, tables, work) {
      let mine: Transaction | undefined
      try {
        // Dexie keeps its transaction across native awaits only inside a function that is itself async.
        return await db.transaction(mode === 'read' ? 'r' : 'rw', [...tables], async (transaction) => {
          mine = transaction
          running.add(transaction)
          const writes: PromiseLike<unknown>[] = []
          const result = await work(txOf(writes))
          await Promise.all(writes)
          return result
        })
      } catch (error) {
        throw reasonOf(error, mine?.idbtrans)
      } finally {
        if (mine) running.delete(mine)
      }
    },
    close,
    abandon() {
      for (const transaction of running) {
        try {
          transaction.abort()
        } catch {
          // The transaction has ended already.
        }
      }
      close()
    },
  }
}

type Options<T> = Indexed & LiveOptions<T>

function connector<T extends { [N in keyof T]: object }>(
  name: string,
  schema: Schema<T>,
  o: Options<T>,
  durability: Durability,
): Connect<T> {
  return async (ended) => {
    const db = declare(name, schema, o, durability)
    let over = false
    const end = (why?: Parameters<Ended>[0]) => {
      if (over) return
      over = true
      db.close()
      if (why) ended(why)
    }
    // Another page wants to upgrade or delete the database, so this connection closes.
    db.on('versionchange', ({ newVersion }) => {
      end(newVersion === null ? 'gone' : isNewer(newVersion) ? 'newer' : 'dead')
      return false
    })
    db.on('blocked', () => {
      o.onEvent?.('blocked')
      return false
    })
    db.on('close', () => end('dead'))
    try {
      await db.open()
    } catch (error) {
      end()
      return nameOf(error) === 'VersionError' ? 'newer' : undefined
    }
    if (!isNewer(db.backendDB().version)) return lineOf(db, schema, () => end())
    end()
    return 'newer'
  }
}

/** Opens a person's own database; a commit resolves when it is on the disk. */
export const openOwn = (name: string, o: Options<OwnTables>): Promise<Live<OwnTables> | undefined> =>
  openLive(connector(name, ownSchema, o, 'strict'), o)
/** Opens the public database. Its data can be requested again, so a commit does not wait for the disk. */
export const openPublic = (name: string, o: Options<PublicTables>): Promise<Live<PublicTables> | undefined> =>
  openLive(connector(name, publicSchema, o, 'relaxed'), o)
