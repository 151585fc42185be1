import { ignoreExpected } from '#contract/values/expected.ts'
import { isStorageFailure } from '../database/failures.ts'
import type { Brand, Province } from '#contract/reference.ts'
import { cacheCar, readCar, cardsOf } from './cars.ts'
import type { CacheWriter, Phone, PublicPhone, Cached, CachedCars } from './cached.ts'
import type { OwnStore } from '../outbox/command.ts'
import { cacheOwn, readForMe, favouriteRows } from './mine.ts'
import { cacheList, readList, type ListSource } from './lists.ts'
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
import { viewedIds } from './viewed.ts'
import { favouriteIds, wantedOf } from '../outbox/view/overlay.ts'

/** Writes after which what is too old or too much is dropped. */
const tidyEvery = 40

/** What belongs to nobody: readable before it is known who is here. */
export const createPublicPhone = (shared: PublicStore, replica: ListSource): PublicPhone => ({
  listings: (query) => readList(shared, query, replica),
  car: (slugOrId) => readCar(shared, slugOrId),
  brands: () => readReference<Brand[]>(shared, 'brands'),
  provinces: () => readReference<Province[]>(shared, 'provinces'),
  cities: (ids) => readCities(shared, ids),
  cached: (k) => readCached(shared, k),
})

export interface CachedReadsPorts {
  env: Pick<Env, 'now' | 'whenIdle'>
  serverNow: () => number
  shared: PublicStore
  /** The database of the person whose data is shown. */
  own: () => Promise<OwnStore>
  replica: ListSource & { cacheChanged: () => void }
  /** False where there is only memory. */
  durable: () => boolean
  /** From now on this phone holds data. */
  markHolding: () => void
  /** The person's own rows changed. */
  changed: () => Promise<void>
}

/** Answers of the server on this phone: read for screens, written down for later. */
export function createCachedReads(o: CachedReadsPorts): { phone: Phone; keep: CacheWriter } {
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
      mine: async <T>(k: string) => readForMe<T>(await own(), k),
      cachedCars: async () => cachedCars(shared, await own(), o.serverNow),
    },
    keep: {
      listings: (query, page) => written(cacheList(shared, query, page, env.now())),
      car: (reply) => written(cacheCar(shared, reply, env.now())),
      brands: (value, asOf) => written(cacheReference(shared, 'brands', value, asOf)),
      provinces: (value, asOf) => written(cacheReference(shared, 'provinces', value, asOf)),
      cities: (ids, value, asOf) => written(cacheCities(shared, ids, value, asOf)),
      cached: (k, value, asOf) => written(cacheValue(shared, k, value, asOf)),
      async mine(k, value, asOf, versions = []) {
        await written(cacheOwn(await own(), { k, value, asOf }, versions))
        if (versions.length > 0) await o.changed()
      },
    },
  }
}

/** A person's favourites, unsent hearts included, and what they looked at: as much of them as this phone has. */
async function cachedCars(
  shared: PublicStore,
  own: OwnStore,
  serverNow: () => number,
): Promise<Cached<CachedCars>> {
  const items = await own.transaction('read', ['outbox'], (tx) => tx.list('outbox'))
  const base = new Set((await favouriteRows(own)).map((row) => row.carId))
  const read = (wanted: readonly string[]) =>
    shared.transaction('read', ['cards'], (tx) => cardsOf(tx, wanted))
  const favourites = await read(favouriteIds({ base, wanted: wantedOf(items) }))
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
