import { ignoreExpected, missingFile } from '#contract/values/expected.ts'
import { isStorageFailure, isPassing } from '../database/failures.ts'
import type { Brand, City, Province } from '#contract/reference.ts'
import { cacheCar, readCar, cardsOf, cardTables, cachedPageOf, putCards } from './cars.ts'
import type { AnsweredVersion, Cached, CachedCars } from './cached.ts'
import type { OwnStore } from '../outbox/command.ts'
import { cacheOwn, readForMe, viewedIds } from './mine.ts'
import {
  cacheValue,
  cacheCities,
  cacheReference,
  readCached,
  readCities,
  readReference,
} from './reference.ts'
import { tidy, type PublicStore } from './eviction.ts'
import type { Env } from '../platform/env.ts'
import { favouriteIds, favouritesOf } from '../outbox/favourites.ts'
import type { CarPage, CarReply } from '#contract/cars.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { ListRow } from '../database/records.ts'

/** Number of writes between two cleanups. */
const tidyEvery = 40

/** Reads of public data from this phone alone; undefined means that the data was never seen here. */
export type PublicPhone = ReturnType<typeof createPublicPhone>
/** Reads of public data and of the data of one person. */
export type Phone = ReturnType<typeof createCachedReads>['phone']
/** Functions that store fresh responses on the phone. */
export type CacheWriter = ReturnType<typeof createCachedReads>['keep']

/** Returns the reads of public data, which work before it is known who is signed in. */
export const createPublicPhone = (shared: PublicStore, replica: ListSource) => ({
  listings: (query: ListQuery) => readList(shared, query, replica),
  car: (slugOrId: string) => readCar(shared, slugOrId),
  brands: () => readReference<Brand[]>(shared, 'brands'),
  provinces: () => readReference<Province[]>(shared, 'provinces'),
  cities: (provinceIds: readonly string[]) => readCities(shared, provinceIds),
  /** Reads a public response by its name. */
  cached: <T>(k: string) => readCached<T>(shared, k),
})

export interface CachedReadsPorts {
  env: Pick<Env, 'now' | 'whenIdle'>
  serverNow: () => number
  shared: PublicStore
  /** Opens the database of the person whose data is shown. */
  own: () => Promise<OwnStore>
  replica: ListSource & { cacheChanged: () => void }
  /** Whether data is stored; false with a store in memory. */
  durable: () => boolean
  /** Marks this phone as holding data. */
  markHolding: () => void
  /** Called after the person's own rows changed. */
  changed: () => Promise<void>
}

/** Returns the reads and writes of cached server responses. */
export function createCachedReads(o: CachedReadsPorts) {
  const { env, shared, replica, own } = o
  let writes = 0

  async function written(work: Promise<void>) {
    await work
    replica.cacheChanged()
    if (!o.durable()) return
    o.markHolding()
    if (++writes % tidyEvery === 1)
      env.whenIdle(() => void tidy(shared, env.now()).catch(ignoreExpected('tidy', isStorageFailure)))
  }

  return {
    phone: {
      ...createPublicPhone(shared, replica),
      /** Reads a response for the current person by its name. */
      mine: async <T>(k: string) => readForMe<T>(await own(), k),
      cachedCars: async () => cachedCars(shared, await own(), o.serverNow),
    },
    keep: {
      listings: (query: ListQuery, page: CarPage) => written(cacheList(shared, query, page, env.now())),
      car: (reply: CarReply) => written(cacheCar(shared, reply, env.now())),
      brands: (value: Brand[], asOf: number) => written(cacheReference(shared, 'brands', value, asOf)),
      provinces: (value: Province[], asOf: number) =>
        written(cacheReference(shared, 'provinces', value, asOf)),
      cities: (provinceIds: readonly string[], value: City[], asOf: number) =>
        written(cacheCities(shared, provinceIds, value, asOf)),
      cached: (k: string, value: unknown, asOf: number) => written(cacheValue(shared, k, value, asOf)),
      /** Stores a response of the current person; their edits are based on `versions`. */
      async mine(k: string, value: unknown, asOf: number, versions: readonly AnsweredVersion[] = []) {
        await written(cacheOwn(await own(), { k, value, asOf }, versions))
        if (versions.length > 0) await o.changed()
      },
    },
  }
}

/** Reads a person's favourites, including unsent ones, and their viewed cars, as far as this phone has them. */
async function cachedCars(
  shared: PublicStore,
  own: OwnStore,
  serverNow: () => number,
): Promise<Cached<CachedCars>> {
  const hearts = await own.transaction('read', ['favourites', 'outbox'], async (tx) =>
    favouritesOf(await tx.list('favourites'), await tx.list('outbox')),
  )
  const read = (wanted: readonly string[]) =>
    shared.transaction('read', ['cards'], (tx) => cardsOf(tx, wanted))
  const favourites = await read(favouriteIds(hearts))
  const viewed = await read(await viewedIds(own))
  const times = new Map([...favourites, ...viewed].map((row) => [row.id, row.asOf]))
  return {
    value: {
      favourites: favourites.map((row) => row.card),
      viewed: viewed.map((row) => row.card),
      times,
    },
    asOf: times.size > 0 ? Math.min(...times.values()) : serverNow(),
  }
}

/**
 * Returns the key of a query's page. The same query returns the cached page unless the replica on this phone is newer. Any other
 * query is answered from the replica, by the rules of the catalogue, or without a replica from the cars that were seen
 * (R-PWA-35).
 */
export function listKey(query: ListQuery): string {
  const { facets: _facets, ...criteria } = query
  const entries = Object.entries(criteria).filter(([, v]) => v !== undefined)
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function cacheList(store: PublicStore, query: ListQuery, page: CarPage, now: number): Promise<void> {
  const k = listKey(query)
  const asOf = Date.parse(page.as_of)
  return store.transaction('write', [...cardTables, 'lists'], async (tx) => {
    await putCards(tx, page.data, asOf, now)
    const known = await tx.get('lists', k)
    if (known && known.asOf > asOf) return
    const facets = page.facets ?? known?.facets
    const row: ListRow = {
      k,
      ids: page.data.map((c) => c._id),
      count: page.count_records,
      ...(facets ? { facets } : {}),
      asOf,
      seenAt: now,
    }
    await tx.put('lists', row)
  })
}

/** The replica on this phone; `asOf` is undefined while there is none. */
export interface ListSource {
  asOf: () => Promise<number | undefined>
  find: (query: ListQuery) => Promise<Cached<CarPage> | undefined>
}

export async function readList(
  store: PublicStore,
  query: ListQuery,
  replica?: ListSource,
): Promise<Cached<CarPage> | undefined> {
  const [seen, asOf] = await Promise.all([seenList(store, query), replica?.asOf()])
  const answers = seen && (!query.facets || seen.value.facets !== undefined)
  if (answers && (asOf === undefined || seen.asOf >= asOf)) return seen
  // If the replica cannot be read, the cached page or the seen cars are the result.
  const found =
    asOf === undefined ? undefined : await replica?.find(query).catch(ignoreExpected('search', isPassing))
  if (found ?? seen) return found ?? seen
  // The search code is loaded only when the phone has no replica.
  const { computedList } = await import('./computed.ts').catch(missingFile)
  return computedList(store, query)
}

function seenList(store: PublicStore, query: ListQuery): Promise<Cached<CarPage> | undefined> {
  return store.transaction('read', ['cards', 'lists'], async (tx) => {
    const row = await tx.get('lists', listKey(query))
    if (!row) return undefined
    const cards = await cardsOf(tx, row.ids)
    if (cards.length < row.ids.length) return undefined
    // A car that was sold since does not belong to a list of cars for sale.
    const active = cards.filter((c) => c.card.status === 'active')
    const gone = cards.length - active.length
    return { value: cachedPageOf(active, row.count - gone, row.asOf, row.facets), asOf: row.asOf }
  })
}
