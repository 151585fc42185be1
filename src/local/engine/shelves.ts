import { ignoreExpected, missingFile } from '#contract/values/expected.ts'
import { isStorageFailure } from '../database/failures.ts'
import type { Brand, Province } from '#contract/reference.ts'
import { keepCar, readCar, cardsOf } from '../cache/cars.ts'
import type { Keep, Phone, PublicPhone, Kept, KeptCars } from '../cache/kept.ts'
import { keepMine, readForMe, favouriteRows, type OwnStore } from '../cache/mine.ts'
import type { Photos } from '../upload/keep-photo.ts'
import { keepList, readList, type ListMarket } from '../cache/lists.ts'
import {
  keepCached,
  keepCities,
  keepReference,
  readCached,
  readCities,
  readReference,
} from '../cache/reference.ts'
import { tidy, type PublicStore } from '../cache/shelf.ts'
import type { Partitions, ServerClock, Surroundings } from './host.ts'
import type { People } from './people.ts'
import type { Stores } from './stores.ts'
import { viewedIds } from '../cache/viewed.ts'
import { favouriteIds, wantedOf } from '../outbox/seen/overlay.ts'

/** What was seen, in both directions: read for screens, kept for later. */
const tidyEvery = 40

/** What is nobody's: it can be read before it is known who is here. */
export const createPublicPhone = ({ shared }: Pick<Stores, 'shared'>, market: ListMarket): PublicPhone => ({
  listings: (query) => readList(shared, query, market),
  car: (slugOrId) => readCar(shared, slugOrId),
  brands: () => readReference<Brand[]>(shared, 'brands'),
  provinces: () => readReference<Province[]>(shared, 'provinces'),
  cities: (ids) => readCities(shared, ids),
  cached: (k) => readCached(shared, k),
})

export function createShelves(
  host: Surroundings & ServerClock & Partitions,
  { stores, people, market }: { stores: Stores; people: People; market: ListMarket & { seen: () => void } },
  changed: () => Promise<void>,
): { phone: Phone; keep: Keep; photos: Photos } {
  const { shared } = stores
  const { env } = host
  let writes = 0

  async function kept(work: Promise<void>) {
    await work
    market.seen()
    if (!stores.durable) return
    host.markHolding()
    if (++writes % tidyEvery === 1)
      env.whenIdle(() => void tidy(shared, env.now()).catch(ignoreExpected('tidy', isStorageFailure)))
  }
  const own = () => stores.own(people.active())
  let opened: Photos | undefined
  async function photos() {
    const { createPhotos } = await import('./acts/photos.ts').catch(missingFile)
    return (opened ??= createPhotos(stores, people, { now: env.now }))
  }

  return {
    photos: {
      keep: async (photo) => (await photos()).keep(photo),
      async choose(lane, photo) {
        const chosen = await (await photos()).choose(lane, photo)
        if (chosen.ok && stores.durable) host.markHolding()
        return chosen
      },
      chosen: async (lane) => (await photos()).chosen(lane),
      unchoose: async (lane, imageId) => (await photos()).unchoose(lane, imageId),
      thumb: async (id) => (await photos()).thumb(id),
    },
    phone: {
      ...createPublicPhone(stores, market),
      mine: async <T>(k: string) => readForMe<T>(await own(), k),
      keptCars: async () => keptCars(shared, await own(), host.serverNow),
    },
    keep: {
      listings: (query, page) => kept(keepList(shared, query, page, env.now())),
      car: (reply) => kept(keepCar(shared, reply, env.now())),
      brands: (value, asOf) => kept(keepReference(shared, 'brands', value, asOf)),
      provinces: (value, asOf) => kept(keepReference(shared, 'provinces', value, asOf)),
      cities: (ids, value, asOf) => kept(keepCities(shared, ids, value, asOf)),
      cached: (k, value, asOf) => kept(keepCached(shared, k, value, asOf)),
      async mine(k, value, asOf, told = []) {
        await kept(keepMine(await own(), { k, value, asOf }, told))
        if (told.length > 0) await changed()
      },
    },
  }
}

/** A person's favourites, unsent hearts included, and what they looked at: as much of them as this phone has. */
async function keptCars(
  shared: PublicStore,
  own: OwnStore,
  serverNow: () => number,
): Promise<Kept<KeptCars>> {
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
