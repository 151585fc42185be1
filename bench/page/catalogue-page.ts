import { Dexie, type Table } from 'dexie'
import type { CarCard } from '#contract/cars.ts'
import type { ListQuery } from '#contract/list-query.ts'
import { openPublic } from '../../src/local/database/dexie.ts'
import { openRaw } from '../../src/local/database/raw.ts'
import type { PublicTables } from '../../src/local/database/records.ts'
import { schemaVersion } from '../../src/local/database/schema.ts'
import type { Store } from '../../src/local/database/store.ts'
import { createReplica } from '../../src/local/catalogue-replica/replica.ts'
import { FakeFeed } from '../../tests/support/fake-feed.ts'

/** Code that runs in the page: the catalogue as the app stores and searches it, and the same cars as rows of Dexie. */
declare global {
  interface Window {
    replicaBench: typeof bench
  }
}
const timers = {
  setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
  clearTimeout: (handle: unknown) => clearTimeout(handle as number),
}
async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now()
  const value = await work()
  return [value, performance.now() - start]
}

const feed = new FakeFeed()
let written = 0
let store: Store<PublicTables> | undefined
function openMarket() {
  if (!store) throw new Error('The database does not open.')
  const known = store
  const counted: typeof known = {
    ...known,
    async transaction(mode, tables, work) {
      const [value, ms] = await timed(() => known.transaction(mode, tables, work))
      if (mode === 'write') written += ms
      return value
    },
  }
  const ports = { store: counted, http: { fetch: feed.fetch, ...timers }, locks: undefined }
  const channel = () => ({ postMessage: () => {}, onmessage: null, close: () => {} })
  return createReplica({ ...ports, channel, now: () => feed.now }, { status: () => {}, onResponse: () => {} })
}
let market: ReturnType<typeof openMarket>
let db: Dexie
const rows = (): Table<CarCard, string> => db.table('cars')
const page = 2000

const bench = {
  /** Creates both databases. */
  async open(): Promise<void> {
    // A page creates the database, and the catalogue's worker writes it, so this code does the same.
    const made = await openPublic('public', { indexedDB, keyRange: IDBKeyRange, timers })
    made?.close()
    const how = { indexedDB, keyRange: IDBKeyRange, timers, version: schemaVersion }
    store = await openRaw<PublicTables>('public', { ...how, durability: 'relaxed' })
    db = new Dexie('rows', { chromeTransactionDurability: 'relaxed' })
    db.version(1).stores({ cars: '_id, created_at, price, year, mileage_km, [make+model], city' })
    await db.open()
  },
  /** Returns the milliseconds to write all cars: as chunks, and as rows with the indexes that their searches need. */
  async write(cars: CarCard[]): Promise<{ chunks: number; rows: number }> {
    feed.put(...cars)
    market = openMarket()
    await market.follow({ window: cars.length, offset: 0, force: true })
    let spent = 0
    for (let at = 0; at < cars.length; at += page)
      spent += (await timed(() => rows().bulkPut(cars.slice(at, at + page))))[1]
    return { chunks: written, rows: spent }
  },
  /** Returns the milliseconds to write the changed cars. */
  async change(cars: CarCard[]): Promise<{ chunks: number; rows: number }> {
    feed.put(...cars)
    const before = written
    await market.follow({ window: feed.cars.length, offset: 0, force: true })
    const [, spent] = await timed(() => rows().bulkPut(cars))
    return { chunks: written - before, rows: spent }
  },
  /** Returns the milliseconds from an empty memory to the first answer. */
  async start(query: ListQuery): Promise<number> {
    market.close()
    market = openMarket()
    return (await timed(() => market.find(query)))[1]
  },
  /** Returns the milliseconds of each search, and the number of found cars. */
  async find(queries: ListQuery[]): Promise<{ times: number[]; totals: number[] }> {
    const times: number[] = []
    const totals: number[] = []
    for (const query of queries) {
      const [found, ms] = await timed(() => market.find(query))
      times.push(ms)
      totals.push(found?.value.count_records ?? -1)
    }
    return { times, totals }
  },
  /**
   * Runs the same searches with Dexie: by the index of make and model, then sorted; or in the order of the price index, with
   * a count.
   */
  async rows(queries: ListQuery[]): Promise<{ times: number[]; totals: number[] }> {
    const times: number[] = []
    const totals: number[] = []
    for (const { make, model, min_price, max_price, limit, sortBy } of queries) {
      const [total, ms] = await timed(async () => {
        if (sortBy !== 'most_recent') {
          const first = await rows().orderBy('price').limit(limit).toArray()
          return first.length === 0 ? 0 : rows().count()
        }
        const named = await rows()
          .where('[make+model]')
          .equals([make[0] ?? '', model[0] ?? ''])
          .toArray()
        const found = named.filter(
          (car) => car.price >= min_price && (max_price === 0 || car.price <= max_price),
        )
        found.sort((a, b) => (a.created_at < b.created_at ? 1 : -1)).splice(limit)
        return named.length
      })
      times.push(ms)
      totals.push(total)
    }
    return { times, totals }
  },
  /** Runs the same searches with a cursor over all cars, newest first, as any filter allows. */
  async cursor(queries: ListQuery[]): Promise<{ times: number[] }> {
    const times: number[] = []
    for (const { make, model, min_price, max_price, limit } of queries) {
      const fits = (car: CarCard) =>
        car.make === make[0] &&
        car.model === model[0] &&
        car.price >= min_price &&
        (max_price === 0 || car.price <= max_price)
      times.push(
        (await timed(() => rows().orderBy('created_at').reverse().filter(fits).limit(limit).toArray()))[1],
      )
    }
    return { times }
  },
}
window.replicaBench = bench
