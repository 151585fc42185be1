import fc from '../../support/property.ts'
import { describe, expect, test } from 'vitest'
import type { CarCard, CarPage } from '#contract/cars.ts'
import { readListQuery, type ListQueryInput } from '#contract/list-query.ts'
import { cardOf, cacheCar, readCar } from '../../../src/local/cache/cars.ts'
import { createFreshest } from '../../../src/local/cache/reads.ts'
import { cacheList, listKey, readList } from '../../../src/local/cache/cached-reads.ts'
import {
  acksSoFar,
  favouriteRows,
  takeFavourites,
  noteViewed,
  viewedIds,
} from '../../../src/local/cache/mine.ts'
import { cacheValue, cacheCities, cacheReference } from '../../../src/local/cache/reference.ts'
import { readCached, readCities, readReference } from '../../../src/local/cache/reference.ts'
import { cacheLimits, pin, tidy, type PublicStore } from '../../../src/local/cache/eviction.ts'
import { waysToFree } from '../../../src/local/storage-quota/freeing.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { OwnTables, PublicTables } from '../../../src/local/database/records.ts'
import { ownSchema, publicSchema } from '../../../src/local/database/schema.ts'
import { prototypeNames } from '../../support/prototype-names.ts'
import { card, detail } from './page.ts'
import { createPhone, ok } from './phone.ts'

const now = 1_760_000_000_000
const day = 86_400_000
const at = (ms: number) => new Date(ms).toISOString()
const newStore = () => memoryStore<PublicTables>(publicSchema)
const query = (given: ListQueryInput = {}) => readListQuery(given)
const page = (data: CarCard[], asOf = now, more: Partial<CarPage> = {}): CarPage => ({
  success: true,
  msg: '',
  data,
  count_records: data.length,
  as_of: at(asOf),
  ...more,
})
const reply = (id: string, asOf = now, version = 1, recent: CarCard[] = []) => ({
  success: true as const,
  msg: '',
  data: detail(id, { version }),
  recent_list: recent,
  as_of: at(asOf),
})
const ids = async (store: PublicStore, q = query()) =>
  (await readList(store, q))?.value.data.map((c) => c._id)

describe('A list without signal', () => {
  test('is the cached page of the same query, with its total and age [R-PWA-35]', async () => {
    const store = newStore()
    await cacheList(
      store,
      query({ make: ['Audi'] }),
      page([card('b'), card('a')], now, { count_records: 40 }),
      now,
    )
    const kept = await readList(store, query({ make: ['Audi'] }))
    expect(kept).toMatchObject({ asOf: now, value: { count_records: 40, as_of: at(now) } })
    expect(kept?.value.data.map((c) => c._id)).toEqual(['b', 'a'])
  })
  test('of another query is computed from cached cars and has the oldest one’s age [R-PWA-35]', async () => {
    const store = newStore()
    await cacheList(
      store,
      query(),
      page([card('a', { price: 300 }), card('b', { make: 'BMW' })], now - day),
      now,
    )
    await cacheList(
      store,
      query({ page: 2 }),
      page([card('c', { price: 100 }), card('d', { price: 200 })], now),
      now,
    )
    const kept = await readList(store, query({ make: ['audi'], sortBy: 'price_low_high' }))
    expect(kept?.value.data.map((c) => c._id)).toEqual(['c', 'd', 'a'])
    expect(kept).toMatchObject({ asOf: now - day, value: { count_records: 3, as_of: at(now - day) } })
    expect(await ids(store, query({ make: ['audi'], sortBy: 'price_low_high', limit: 2, page: 2 }))).toEqual([
      'a',
    ])
  })
  test('understands ids of the reference data and titles alike', async () => {
    const store = newStore()
    await cacheList(store, query(), page([card('a'), card('b', { make: 'BMW', model: 'X5' })]), now)
    const bmw = {
      _id: 'id-bmw',
      maketitle: 'BMW',
      count_models: 1,
      models: [{ _id: 'id-x5', modeltitle: 'X5' }],
    }
    await cacheReference(store, 'brands', [bmw], now)
    expect(await ids(store, query({ make: ['id-bmw'] }))).toEqual(['b'])
    expect(await ids(store, query({ model: ['X5'] }))).toEqual(['b'])
    expect(await ids(store, query({ city: ['pretoria'] }))).toEqual(['a', 'b'])
  })
  test('takes no city it knows by name alone for a near one', async () => {
    const store = newStore()
    const far = card('far', { province: 'Lagos', city: 'Ikeja' })
    await cacheList(store, query(), page([card('near'), far]), now)
    expect(await ids(store, query({ city: ['pretoria'], within_km: 50 }))).toEqual(['near'])
  })
  test('is empty only when nothing kept matches, and unknown when nothing is kept [R-PWA-35]', async () => {
    const store = newStore()
    expect(await readList(store, query())).toBeUndefined()
    await cacheList(store, query(), page([card('a')]), now)
    expect(await ids(store, query({ min_price: 999_999 }))).toEqual([])
  })
  test('leaves out a car that was seen sold since', async () => {
    const store = newStore()
    await cacheList(store, query(), page([card('a'), card('b')]), now)
    await cacheList(store, query({ page: 9 }), page([card('b', { status: 'sold', version: 2 })]), now)
    const kept = await readList(store, query())
    expect(kept?.value.data.map((c) => c._id)).toEqual(['a'])
    expect(kept?.value.count_records).toBe(1)
  })
  test('has the same key whatever its parameter order or facets', () => {
    const one = query({ make: ['a'], search: 'x', facets: true })
    const two = query({ search: 'x', facets: false, make: ['a'] })
    expect(listKey(one)).toBe(listKey(two))
    expect(listKey(one)).not.toBe(listKey(query({ make: ['a'] })))
  })
})

describe('A newer version is never overwritten by an older one', () => {
  test('in whatever order answers arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 12 }),
        async (versions) => {
          const store = newStore()
          const fresh = createFreshest()
          for (const version of versions) {
            await cacheList(store, query(), page([card('a', { version, price: version })]), now)
            await cacheCar(store, reply('d', now, version), now)
            fresh(card('a', { version }))
          }
          const newest = Math.max(...versions)
          expect((await readList(store, query()))?.value.data[0]).toMatchObject({
            version: newest,
            price: newest,
          })
          expect((await readCar(store, 'd'))?.value.data.version).toBe(newest)
          expect(fresh(card('a', { version: 0 })).version).toBe(newest)
        },
      ),
      { numRuns: 50 },
    )
  })
  test('and a late response does not replace a newer page', async () => {
    const store = newStore()
    await cacheList(store, query(), page([card('a'), card('b')], now), now)
    await cacheList(store, query(), page([card('a')], now - day), now)
    expect(await ids(store)).toEqual(['a', 'b'])
  })
})

describe('A car page', () => {
  test('is found by slug and by id, with the cars beside it', async () => {
    const store = newStore()
    await cacheCar(store, reply('d', now, 1, [card('r1'), card('r2')]), now)
    for (const name of ['slug-d', 'd']) {
      const kept = await readCar(store, name)
      expect(kept?.value.data).toEqual(detail('d'))
      expect(kept?.value.recent_list.map((c) => c._id)).toEqual(['r1', 'r2'])
    }
    expect(await readCar(store, 'other')).toBeUndefined()
  })
  test('is not taken pictures from by a list, which names the first alone', async () => {
    const store = newStore()
    const whole = detail('d', {
      version: 2,
      images: ['/media/a/1280.webp', '/media/b/1280.webp'],
      pictures: ['a', 'b'].map((n) => ({ url: `/media/${n}/1280.webp`, blur: `blur of ${n}`, alt: '' })),
    })
    const fromList = { ...cardOf(whole), images: whole.images.slice(0, 1), pictures: [] }
    const fresh = createFreshest()
    // A card of an unknown car also has its picture.
    expect(fresh(fromList).pictures).toEqual([{ url: '/media/a/1280.webp', blur: '', alt: '' }])
    await cacheCar(store, { ...reply('d'), data: whole }, now)
    fresh(cardOf(whole))
    await cacheList(store, query(), page([fromList], now + day), now)
    for (const card of [(await readList(store, query()))?.value.data[0], fresh(fromList)]) {
      expect(card).toMatchObject({ images: whole.images, pictures: whole.pictures })
    }
    // Another version may have other pictures.
    expect(fresh({ ...fromList, version: 3 })).toMatchObject({ version: 3, images: fromList.images })
  })
  test('also gives a card for lists', () => {
    expect(cardOf(detail('x'))).toEqual(card('x'))
  })
  test('keeps nothing of one person for the next', async () => {
    const store = newStore()
    await cacheCar(store, { ...reply('d'), data: detail('d', { is_favorite: 'yes' }) }, now)
    expect((await readCar(store, 'd'))?.value.data.is_favorite).toBe('no')
  })
})

describe('What is kept has limits', () => {
  const count = (store: PublicStore, table: 'cards' | 'details' | 'lists') =>
    store.transaction('read', [table], async (tx) => (await tx.list(table)).length)

  test('of number, and the least recently seen goes first', async () => {
    const store = newStore()
    for (let i = 0; i < 25; i++) {
      const cards = Array.from({ length: 100 }, (_, n) => card(`c${i}-${n}`))
      await cacheList(store, query({ page: i + 1 }), page(cards), now + i)
    }
    await tidy(store, now + 25)
    expect(await count(store, 'cards')).toBe(cacheLimits.cards)
    const first = await store.transaction('read', ['cards'], (tx) => tx.get('cards', 'c0-0'))
    const last = await store.transaction('read', ['cards'], (tx) => tx.get('cards', 'c24-99'))
    expect([first, last?.id]).toEqual([undefined, 'c24-99'])
  })
  test('of age', async () => {
    const store = newStore()
    await cacheList(store, query(), page([card('a')]), now)
    await cacheCar(store, reply('d'), now)
    await tidy(store, now + cacheLimits.age + 1)
    expect(await Promise.all((['cards', 'details', 'lists'] as const).map((t) => count(store, t)))).toEqual([
      0, 0, 0,
    ])
  })
  test('that never touch the favourites and what was viewed last', async () => {
    const store = newStore()
    await cacheCar(store, reply('fav'), now)
    await cacheCar(store, reply('other'), now)
    await pin(store, 'u_a', ['fav'])
    await pin(store, 'u_b', [])
    await tidy(store, now + cacheLimits.age + 1)
    expect((await readCar(store, 'fav'))?.value.data._id).toBe('fav')
    expect(await readCar(store, 'other')).toBeUndefined()
  })
  test('that shrink when something more important needs the room', async () => {
    const store = newStore()
    await cacheList(store, query(), page(Array.from({ length: 100 }, (_, n) => card(`c${n}`))), now)
    await tidy(store, now, 0.01)
    expect(await count(store, 'cards')).toBe(20)
  })
  test('of fifty cars viewed, newest first', async () => {
    const own = memoryStore<OwnTables>(ownSchema)
    for (let i = 0; i < 60; i++) await noteViewed(own, `c${i}`, now + i)
    await noteViewed(own, 'c30', now + 100)
    const viewed = await viewedIds(own)
    expect(viewed.length).toBe(cacheLimits.viewed)
    expect(viewed.slice(0, 2)).toEqual(['c30', 'c59'])
  })
})

test('Cities are kept for each province they were asked for', async () => {
  const store = newStore()
  const city = (id: string, state: string) => ({ _id: id, city_name: id, state_id: state, lat: 0, lng: 0 })
  await cacheCities(store, ['p1', 'p2'], [city('x', 'p1')], now)
  await cacheCities(store, ['p1'], [city('x', 'p1'), city('y', 'p1')], now)
  expect((await readCities(store, ['p1', 'p2']))?.value.map((c) => c._id)).toEqual(['x', 'y'])
  expect(await readCities(store, ['p3'])).toBeUndefined()
  // The memory store cannot hold such a key; IndexedDB can.
  for (const name of prototypeNames.filter((key) => key !== '__proto__')) {
    expect(await readCities(store, [name])).toBeUndefined()
    await cacheCities(store, [name], [city(name, name)], now)
    expect((await readCities(store, [name]))?.value.map((c) => c._id)).toEqual([name])
  }
})

describe('Public answers by name', () => {
  test('are cached with their age, at most sixty and for a month', async () => {
    const store = newStore()
    await cacheReference(store, 'brands', ['BMW'], now - 40 * day)
    await cacheValue(store, 'dealer:old', 'old', now - 31 * day)
    for (let n = 0; n < 70; n += 1) await cacheValue(store, `dealer:${n}`, n, now + n)
    expect(await readCached(store, 'dealer:69')).toEqual({ value: 69, asOf: now + 69 })
    expect(await readCached(store, 'dealer:9')).toBeUndefined()
    expect(await readCached(store, 'dealer:10')).toEqual({ value: 10, asOf: now + 10 })
    expect(await readCached(store, 'dealer:old')).toBeUndefined()
    await cacheValue(store, 'dealer:later', 'later', now + 32 * day)
    expect(await readCached(store, 'dealer:69')).toBeUndefined()
    expect((await readReference(store, 'brands'))?.value).toEqual(['BMW'])
  })
  test('go with the other answers when the phone is full, brands and cities stay', async () => {
    const store = newStore()
    await cacheReference(store, 'brands', ['BMW'], now)
    await cacheValue(store, 'dealer:1', 1, now)
    const o = { shared: store, now: () => now, caches: undefined }
    await waysToFree(o).answers()
    expect(await readCached(store, 'dealer:1')).toBeUndefined()
    expect((await readReference(store, 'brands'))?.value).toEqual(['BMW'])
  })
})

describe('The list of favourites', () => {
  const rowIds = async (store: ReturnType<typeof memoryStore<OwnTables>>) =>
    (await favouriteRows(store)).map((row) => row.carId)

  test('of the server replaces what was known, newest first [R-PWA-21]', async () => {
    const own = memoryStore<OwnTables>(ownSchema)
    await takeFavourites(own, ['b', 'a'], 0)
    expect(await rowIds(own)).toEqual(['b', 'a'])
    await takeFavourites(own, ['c', 'b'], 0)
    expect(await rowIds(own)).toEqual(['c', 'b'])
  })
  test('that was asked for before a heart was confirmed does not undo it [R-STATE-05]', async () => {
    const phone = createPhone()
    await takeFavourites(phone.store, ['old'], 0)
    const asked = await acksSoFar(phone.store)
    phone.answer = ({ item }) =>
      ok({ data: { is_favorite: 'want' in item.payload ? item.payload.want : 'no' } })
    await phone.heart('new', 'yes')
    await phone.heart('old', 'no')
    await phone.drain()
    await takeFavourites(phone.store, ['old'], asked)
    expect(await phone.favourites()).toEqual(['new'])
    await takeFavourites(phone.store, ['new', 'elsewhere'], await acksSoFar(phone.store))
    expect((await phone.favourites()).sort()).toEqual(['elsewhere', 'new'])
  })
})
