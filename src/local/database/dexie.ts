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

/** The page's adapter. Reads made inside a live query are followed by Dexie. */
export interface Indexed {
  indexedDB: IDBFactory
  keyRange: typeof IDBKeyRange
}
type Durability = 'strict' | 'relaxed'

/** Dexie meets a newer database by opening it as it is, and adds what it misses; this code must not (I16). */
function careful(factory: IDBFactory): IDBFactory {
  return {
    open(name, version) {
      if (version !== undefined && isNewer(version)) throw new DOMException('A newer app', 'VersionError')
      return version === undefined ? factory.open(name) : factory.open(name, version)
    },
    deleteDatabase: (name) => factory.deleteDatabase(name),
    cmp: (a, b) => factory.cmp(a, b),
    // Without it Dexie would keep a list of names in a database of its own.
    databases: () => ('databases' in factory ? factory.databases() : Promise.resolve([])),
  }
}
/** Dexie opens a dead connection again behind our back, whatever version it finds; under this name it does not. */
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
    // The worker writes past Dexie; a query cache could show a state that is over.
    cache: 'disabled',
    autoOpen: false,
  })
  db.use({ stack: 'dbcore', name: 'report-closed', create: reportClosed })
  const tables = Object.entries<readonly string[]>(schema).map(([table, fields]) => [
    table,
    fields.join(', '),
  ])
  // An older database is compared with these tables as it is found: what it misses is added, what it has beside them goes.
  const version = db.version(schemaVersion).stores(Object.fromEntries(tables) as Record<string, string>)
  // What is upgraded has not been thrown away.
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

/** Writes in a row that nobody waits for. */
const mostUnanswered = 8

function lineOf<T extends { [N in keyof T]: object }>(
  db: Dexie,
  schema: Schema<T>,
  close: () => void,
): DatabaseConnection<T> {
  const running = new Set<Transaction>()
  /**
   * Writes are requested and not waited for one by one: each answer is a round trip. Now and
   * then one is, for Dexie loses sight of its transaction over a hundred awaits of something else.
   */
  const txOf = (writes: PromiseLike<unknown>[]): Tx<T> => {
    const note = (write: PromiseLike<unknown>): PromiseLike<unknown> | undefined => {
      // Heard below, all together; alone, Dexie would end the transaction before it has a reason.
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
        // Dexie keeps its transaction over native awaits only inside a function that is itself async.
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
          // It ended by itself meanwhile.
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
    // Another page wants to change the database or to delete it; this one gives way.
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

/** A person's own: committed means that it is on the disk. */
export const openOwn = (name: string, o: Options<OwnTables>): Promise<Live<OwnTables> | undefined> =>
  openLive(connector(name, ownSchema, o, 'strict'), o)
/** What can be requested again is not worth the wait for the disk. */
export const openPublic = (name: string, o: Options<PublicTables>): Promise<Live<PublicTables> | undefined> =>
  openLive(connector(name, publicSchema, o, 'relaxed'), o)
