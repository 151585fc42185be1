import type { CarCard } from '#contract/cars.ts'
import type { Brand, Province } from '#contract/reference.ts'
import { cardsOf, keepCar, readCar } from '../cache/cars.ts'
import type { InquiryPage, Keep, Phone } from '../cache/kept.ts'
import { keepList, readList } from '../cache/lists.ts'
import { favouriteRows, keepForMe, readForMe, viewedIds } from '../cache/mine.ts'
import { keepCities, keepReference, readCities, readReference } from '../cache/reference.ts'
import { tidy } from '../cache/shelf.ts'
import { favouriteIds, wantedOf } from '../outbox/seen/overlay.ts'
import type { Host } from './face.ts'
import type { People } from './people.ts'
import type { Stores } from './stores.ts'

/** What was seen, in both directions: read for screens, kept for later. */
const tidyEvery = 40

export function createShelves(host: Host, stores: Stores, people: People): { phone: Phone; keep: Keep } {
  const { shared } = stores
  const { env } = host
  let writes = 0

  async function kept(work: Promise<void>) {
    await work
    if (!stores.durable) return
    host.markHolding()
    if (++writes % tidyEvery === 1) env.whenIdle(() => void tidy(shared, env.now()).catch(() => undefined))
  }
  const own = () => stores.own(people.active())
  const inquiriesKey = (page: number) => `inquiries:${page}`

  async function keptCars() {
    const store = await own()
    const items = await store.transaction('read', ['outbox'], (tx) => tx.list('outbox'))
    const base = new Set((await favouriteRows(store)).map((row) => row.carId))
    const ids = favouriteIds({ base, wanted: wantedOf(items) })
    const viewed = await viewedIds(store)
    const read = async (wanted: readonly string[]) => {
      const rows = await shared.transaction('read', ['cards'], (tx) => cardsOf(tx, wanted))
      return { cards: rows.map((row): CarCard => row.card), times: rows.map((row) => row.asOf) }
    }
    const [favourites, seen] = [await read(ids), await read(viewed)]
    const times = [...favourites.times, ...seen.times]
    return {
      value: { favourites: favourites.cards, viewed: seen.cards },
      asOf: times.length > 0 ? Math.min(...times) : host.serverNow(),
    }
  }
  return {
    phone: {
      listings: (query) => readList(shared, query),
      car: (slugOrId) => readCar(shared, slugOrId),
      brands: () => readReference<Brand[]>(shared, 'brands'),
      provinces: () => readReference<Province[]>(shared, 'provinces'),
      cities: (ids) => readCities(shared, ids),
      inquiries: async (page) => readForMe<InquiryPage>(await own(), inquiriesKey(page)),
      keptCars,
    },
    keep: {
      listings: (query, page) => kept(keepList(shared, query, page, env.now())),
      car: (reply) => kept(keepCar(shared, reply, env.now())),
      brands: (value, asOf) => kept(keepReference(shared, 'brands', value, asOf)),
      provinces: (value, asOf) => kept(keepReference(shared, 'provinces', value, asOf)),
      cities: (ids, value, asOf) => kept(keepCities(shared, ids, value, asOf)),
      inquiries: async (page, value, asOf) => kept(keepForMe(await own(), inquiriesKey(page), value, asOf)),
    },
  }
}
