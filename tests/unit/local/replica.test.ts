import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import fc from '../../support/property.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readQuery, search, wishesIn } from '#catalogue'
import type { CarCard } from '#contract/cars.ts'
import { readListQuery, type ListQueryInput } from '#contract/list-query.ts'
import { pin } from '../../../src/local/cache/eviction.ts'
import { openPublic } from '../../../src/local/database/dexie.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { PublicTables } from '../../../src/local/database/records.ts'
import { publicSchema } from '../../../src/local/database/schema.ts'
import type { Generations } from '../../../src/local/catalogue-replica/feed/generations.ts'
import type { ReplicaNews } from '../../../src/local/catalogue-replica/types.ts'
import type { ReplicaStatus } from '../../../src/local/cache/cached.ts'
import {
  createReplicaStore,
  type ReplicaDatabase,
} from '../../../src/local/catalogue-replica/feed/replica-store.ts'
import { createReplica } from '../../../src/local/catalogue-replica/replica.ts'
import type { Channel, LockApi } from '../../../src/local/platform/env.ts'
import { anyCar, anyQuery, searchable, sellers, world } from '../../support/cars.ts'
import { FakeFeed } from '../../support/fake-feed.ts'
import { readReplica, rowsOnDisk } from '../../support/local-replica.ts'
import { facetsOf } from '../../support/sample-car.ts'
import { card, channels, fakeLocks, soon } from './page.ts'

const minute = 60_000
const lists = { ...world, verified: [sellers[1]] }
const start = Date.parse('2026-01-01T00:00:00.000Z')
const at = (n: number) => new Date(start + n * minute).toISOString()
const cars = (from: number, to: number, more: Partial<CarCard> = {}) =>
  Array.from({ length: to - from }, (_, i) =>
    card(`car-${String(from + i).padStart(5, '0')}`, { created_at: at(from + i), price: from + i, ...more }),
  )
const timers = {
  setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
  clearTimeout: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
}
const inMemory = async (): Promise<ReplicaDatabase> => memoryStore<PublicTables>(publicSchema)
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})
async function indexed(): Promise<ReplicaDatabase> {
  const store = await openPublic('public', { indexedDB: new IDBFactory(), keyRange: IDBKeyRange, timers })
  if (!store) throw new Error('did not open')
  ends.push(() => store.close())
  return store
}
interface Options {
  locks?: LockApi
  channel?: (name: string) => Channel
  /** Whether the server has no makes and places. */
  withoutLists?: boolean
}
function phone(
  server: FakeFeed,
  store: ReplicaDatabase,
  { locks, channel, withoutLists = false }: Options = {},
) {
  if (!withoutLists) server.reference ??= world
  const told: ReplicaStatus[] = []
  const heard: boolean[] = []
  const news: ReplicaNews = {
    status: (status) => told.push(status),
    onResponse: ({ reached }) => heard.push(reached),
  }
  const http = { fetch: server.fetch, ...timers }
  const ports = { store, http, locks, channel, now: () => server.now }
  const market = createReplica(ports, news)
  ends.push(market.close)
  return {
    market,
    store,
    told,
    heard,
    follow: (window = 5000, force = true) => market.follow({ window, offset: 0, force }),
    find: (query: ListQueryInput = {}) => market.find(readListQuery({ limit: 100, ...query })),
    ids: async (query: ListQueryInput = {}) =>
      (await market.find(readListQuery({ limit: 100, ...query })))?.value.data.map((c) => c._id),
  }
}
const idsOf = (list: readonly CarCard[]) => list.map((c) => c._id)
async function see(store: ReplicaDatabase, of: CarCard, asOf: number) {
  await store.transaction('write', ['cards'], (tx) =>
    tx.put('cards', { id: of._id, card: of, asOf, seenAt: asOf }),
  )
}

describe('A search on the phone', () => {
  test('returns the cars, order, total and counts that the catalogue rules give [I22 R-PWA-33]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyCar, { minLength: 1, maxLength: 40 }),
        fc.array(anyQuery, { minLength: 1, maxLength: 6 }),
        async (list, queries) => {
          const all = list.map((car, n) => {
            const found = searchable({ ...car, id: `car-${n}`, slug: `car-${n}` })
            return card(found._id, { ...found, picture_count: 0, pictures: [], images: [], version: 1 })
          })
          const active = all.filter((c) => c.status === 'active')
          const server = new FakeFeed()
          server.page = 7
          server.reference = lists
          server.put(...active)
          const p = phone(server, await inMemory())
          await p.follow()
          for (const query of queries) {
            const read = readQuery(query, lists)
            const wanted = search(active, read)
            const found = await p.market.find(query)
            expect(idsOf(found?.value.data ?? [])).toEqual(idsOf(wanted.cars))
            expect(found?.value.count_records).toBe(wanted.total)
            expect(found?.value.wishes).toEqual(wishesIn(read, wanted.wishes).wishes)
            expect(found?.value.facets).toEqual(facetsOf(active, read.filter))
          }
        },
      ),
      { numRuns: 60 },
    )
  }, 60_000)

  test('asks the server for verified dealers’ cars while it lacks the dealer list', async () => {
    const server = new FakeFeed()
    server.put(...cars(0, 3), ...cars(3, 5, { creator: 'verified-one' }))
    server.reference = world
    const p = phone(server, await inMemory())
    await p.follow()
    expect(await p.ids({ search: 'verified dealers' })).toBeUndefined()
    expect(await p.ids()).toHaveLength(5)
    server.reference = { ...world, verified: ['verified-one'] }
    // Data that was missing is requested again with the next change, and data that was loaded after an hour.
    await p.follow()
    expect(await p.ids({ search: 'verified dealers' })).toEqual(['car-00004', 'car-00003'])
    server.reference = { ...world, verified: [] }
    server.now += 59 * 60_000
    await p.follow()
    expect(await p.ids({ search: 'verified dealers' })).toHaveLength(2)
    server.now += 60_000
    await p.follow()
    expect(await p.ids({ search: 'verified dealers' })).toEqual([])
  })

  test('states how many cars it searched and their age, once the copy is complete', async () => {
    const server = new FakeFeed()
    server.reference = world
    server.put(...cars(0, 30))
    const p = phone(server, await inMemory())
    expect(await p.find()).toBeUndefined()
    await p.follow(20)
    expect((await p.find({ min_price: 25 }))?.scope).toEqual({ searched: 20, of: 30, asOf: server.now })
    expect(await p.ids({ min_price: 25 })).toEqual(idsOf(cars(25, 30)).reverse())
    expect(await p.ids({ max_price: 9 })).toEqual([])
  })

  test('never shows a version older than one seen, and includes its other pictures [I18]', async () => {
    const server = new FakeFeed()
    server.put(...cars(0, 5))
    const p = phone(server, await inMemory())
    await p.follow()
    await p.find()
    const picture = { url: '/media/b/1280.webp', blur: 'data:x', alt: '' }
    await see(p.store, card('car-00003', { version: 4, price: 900, created_at: at(3) }), server.now + 1)
    await see(
      p.store,
      card('car-00002', { price: 1, created_at: at(2), pictures: [picture] }),
      server.now + 1,
    )
    await see(p.store, card('car-00001', { version: 2, status: 'sold', created_at: at(1) }), server.now + 1)
    await see(p.store, card('new', { created_at: at(99) }), server.now + 1)
    p.market.cacheChanged()
    const found = (await p.find({ sortBy: 'price_high_low' }))?.value
    expect(found?.data.map((c) => [c._id, c.price])).toEqual([
      ['new', 100_000],
      ['car-00003', 900],
      ['car-00004', 4],
      ['car-00002', 2],
      ['car-00000', 0],
    ])
    expect(found?.data[3]?.pictures).toEqual([picture])
  })

  test('also covers a person’s saved cars that are older than the replica’s window [R-PWA-33]', async () => {
    const server = new FakeFeed()
    server.put(...cars(0, 30))
    const p = phone(server, await inMemory())
    await pin(p.store, 'u_1', ['car-00002', 'car-00025'])
    await p.follow(30)
    await p.follow(10)
    expect(await p.ids({ max_price: 9 })).toEqual(['car-00002'])
    expect((await p.find())?.scope).toMatchObject({ searched: 11, of: 30 })
  })

  test('reads a query as the server does once all makes and places are loaded', async () => {
    const server = new FakeFeed()
    server.put(card('a', { make: 'Citroën', model: 'C3' }), card('b', { make: 'Holden', model: 'Cruze' }))
    const p = phone(server, await inMemory(), { withoutLists: true })
    await p.follow()
    expect(await p.find({ make: 'citroen' })).toBeUndefined()
    server.reference = world
    server.now += 6 * minute
    await p.follow()
    expect(await p.ids({ make: [world.brands[2]?._id ?? ''] })).toEqual(['b'])
  })
})

describe('A phone that follows the market', () => {
  test.each([
    ['IndexedDB', indexed],
    ['memory', inMemory],
  ])(
    'may be killed at any moment with its store in %s and recovers completely [S55 I21 R-PWA-33]',
    async (_, open) => {
      const server = new FakeFeed()
      server.page = 150
      let alive = true
      /** Number of writes over the whole history before the phone dies. */
      let left = 0
      let round = 0
      for (let step = 0, done = false; !done; step += 1 + Math.floor(step / 6)) {
        server.epoch = `e${++round}`
        const store = await open()
        const dying: ReplicaDatabase = {
          ...store,
          transaction: (mode, tables, work) =>
            store.transaction(mode, tables, (tx) => {
              const write =
                <A extends unknown[], R>(act: (...of: A) => Promise<R>) =>
                (...of: A): Promise<R> => {
                  if (alive && left-- <= 0) alive = false
                  return alive ? act(...of) : Promise.reject(new Error('killed'))
                }
              return work({ ...tx, put: write(tx.put), delete: write(tx.delete) } as typeof tx)
            }),
        }
        server.drop(...idsOf(server.cars))
        server.put(...cars(0, 400))
        const shown: number[] = []
        const live = async () => {
          alive = true
          left = step
          await Promise.allSettled([phone(server, dying).follow(300)])
          if (alive) return true
          const there = await readReplica(store)
          if (there) shown.push(there.cards.length)
          return false
        }
        const first = await live()
        server.put(...cars(380, 700, { version: 2 }))
        server.drop(...idsOf(cars(150, 160)))
        const second = await live()
        server.forget()
        server.put(...cars(0, 40, { version: 3, created_at: at(2000) }))
        const third = await live()
        done = first && second && third
        // Every shown copy is complete: the first, the second, the third.
        for (const count of shown) expect(count).toBeGreaterThanOrEqual(290)
        await phone(server, store).follow(300)
        const wanted = server.cars.sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
        const there = await readReplica(store)
        const floor = (await createReplicaStore(store).generations()).shown?.floor ?? ''
        expect(there?.cards.map((c) => [c._id, c.version])).toEqual(
          wanted
            .filter((c) => c.created_at >= floor)
            .map((c): [string, number] => [c._id, c.version])
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
        const { stale, shown: copy } = await createReplicaStore(store).generations()
        expect(stale).toEqual([])
        const sets = (await rowsOnDisk(store)).facts.map((k) => Number(k.slice(0, 8)))
        expect(new Set(sets)).toEqual(new Set([copy?.set]))
      }
    },
    120_000,
  )

  /** Returns a phone with room for `most` rows of listings. */
  function cramped(store: ReplicaDatabase, most: number): ReplicaDatabase {
    return {
      ...store,
      transaction: (mode, tables, work) =>
        store.transaction(mode, tables, async (tx) => {
          const rows = new Set((await tx.list('facts').catch(() => [])).map((row) => row.k))
          return work({
            ...tx,
            put: async (table, row) => {
              if (table === 'facts') rows.add((row as { k: string }).k)
              if (rows.size > most) throw new DOMException('full', 'QuotaExceededError')
              await tx.put(table, row)
            },
          })
        }),
    }
  }
  /** Returns 4000 cars, 500 in each row, on a phone with room for three rows. */
  async function crowded() {
    const server = new FakeFeed()
    server.page = 500
    server.put(...cars(0, 4000))
    const store = await inMemory()
    const p = phone(server, cramped(store, 3))
    expect(await p.follow(4000)).toMatchObject({ ok: true })
    expect((await rowsOnDisk(store)).facts.length).toBeLessThanOrEqual(3)
    expect((await p.find())?.scope).toMatchObject({ searched: 1000, of: 4000 })
    return { server, store, p }
  }

  test('without room halves the number of cars until it fits, and remembers it [S15]', async () => {
    const { server, store, p } = await crowded()
    server.now += 6 * minute
    server.asked.length = 0
    expect(await p.follow(4000)).toMatchObject({ ok: true, news: false })
    expect(server.asked.map((a) => a.status)).toEqual([304])
    // After eight days there may be more room.
    server.now += 8 * 24 * 60 * minute
    const roomy = phone(server, store)
    await roomy.follow(4000)
    expect((await roomy.find())?.scope).toMatchObject({ searched: 4000 })
  })

  test('says how many cars fit, and tries all again when the person asks [S15]', async () => {
    const { server, store, p } = await crowded()
    expect(await p.market.status()).toMatchObject({ searched: 1000, of: 4000, room: 1000 })
    const wish = { window: 4000, offset: 0, force: true, anew: true }
    // There was no more room, and the attempt lost nothing.
    expect(await p.market.follow(wish)).toMatchObject({ ok: true })
    expect(await p.market.status()).toMatchObject({ searched: 1000, room: 1000 })
    const roomy = phone(server, store)
    expect(await roomy.market.follow(wish)).toMatchObject({ ok: true })
    expect(await roomy.market.status()).toMatchObject({ searched: 4000, of: 4000 })
    expect(await roomy.market.status()).not.toHaveProperty('room')
  })

  test('fetches the size a person chose while an older request was under way [R-PWA-33]', async () => {
    const server = new FakeFeed()
    server.put(...cars(0, 30))
    const p = phone(server, await inMemory())
    const before = p.follow(10)
    const chosen = p.market.follow({ window: 20, offset: 0, force: true, anew: true })
    await Promise.all([before, chosen])
    expect((await p.find())?.scope).toMatchObject({ searched: 20 })
  })

  test('asks again within five minutes only on request or for more cars', async () => {
    const server = new FakeFeed()
    server.put(...cars(0, 30))
    const p = phone(server, await inMemory())
    await p.follow(10, false)
    server.asked.length = 0
    server.now += 4 * minute
    expect(await p.follow(10, false)).toEqual({ ok: true, news: false, busy: false })
    expect(server.asked).toEqual([])
    await p.follow(10, true)
    expect(server.asked.map((a) => a.status)).toEqual([304])
    await p.follow(20, false)
    expect((await p.find())?.scope).toMatchObject({ searched: 20 })
    server.now += 6 * minute
    server.asked.length = 0
    await p.follow(20, false)
    expect(server.asked).toHaveLength(1)
  })

  test('does not claim to answer every search before brands and places are loaded', async () => {
    const server = new FakeFeed()
    server.put(...cars(0, 30))
    const p = phone(server, await inMemory(), { withoutLists: true })
    await p.follow(25)
    await vi.waitFor(() => expect(p.told.at(-1)).toMatchObject({ state: 'loading', searched: 25 }), soon)
    expect(await p.find()).toBeUndefined()
    server.reference = world
    server.put(...cars(30, 31))
    await p.follow(25)
    await vi.waitFor(() => expect(p.told.at(-1)).toMatchObject({ state: 'ready' }), soon)
    expect((await p.find())?.scope).toMatchObject({ searched: 26 })
  })

  test('fetches a copy without colours and equipment anew, beside the one that is shown', async () => {
    const server = new FakeFeed()
    server.reference = world
    server.put(...cars(0, 30))
    const store = await inMemory()
    await phone(server, store).follow(25)
    // An earlier version of the app left this state.
    await store.transaction('write', ['meta'], async (tx) => {
      const generations = (await tx.get('meta', 'market'))?.v as Generations
      const { form: _form, ...shown } = generations.shown ?? {}
      await tx.put('meta', { k: 'market', v: { ...generations, shown } })
    })
    const p = phone(server, store)
    expect((await p.find())?.value.count_records).toBe(25)
    expect(await p.find({ search: 'white' })).toBeUndefined()
    await p.follow(25)
    expect((await p.find({ search: 'white' }))?.value.count_records).toBe(25)
    expect((await p.find({ search: 'not white' }))?.value.count_records).toBe(0)
  })

  test('tells how far it has come, and whether the server answers', async () => {
    const server = new FakeFeed()
    server.reference = world
    server.page = 10
    server.put(...cars(0, 30))
    const p = phone(server, await inMemory())
    await p.follow(25)
    expect(p.told.map(({ state, progress }) => [state, progress?.cars])).toContainEqual(['loading', 10])
    await vi.waitFor(
      () => expect(p.told.at(-1)).toEqual({ state: 'ready', searched: 25, of: 30, asOf: server.now }),
      soon,
    )
    server.silent = 1
    expect(await p.follow()).toMatchObject({ ok: false })
    expect(p.heard.at(-1)).toBe(false)
  })
})

describe('Two tabs of one phone', () => {
  test('fetch the catalogue once, and the second reads only the changed rows [S29 I21]', async () => {
    const server = new FakeFeed()
    server.page = 500
    server.put(...cars(0, 1000))
    const store = await inMemory()
    const both = { locks: fakeLocks(), channel: channels() }
    const lists: string[] = []
    const counted: ReplicaDatabase = {
      ...store,
      transaction: (mode, tables, work) =>
        store.transaction(mode, tables, (tx) =>
          work({
            ...tx,
            list: async (table, range) => {
              const rows = await tx.list(table, range)
              if (table === 'texts') lists.push(...rows.map((row) => (row as { k: string }).k))
              return rows
            },
          }),
        ),
    }
    const [one, two] = [phone(server, store, both), phone(server, counted, both)]
    const answers = await Promise.all([one.follow(), two.follow()])
    expect(answers.filter((a) => a.busy)).toHaveLength(1)
    expect(server.asked).toHaveLength(3)
    expect(await two.ids({ min_price: 995 })).toEqual(idsOf(cars(995, 1000)).reverse())
    expect(lists).toHaveLength(2)
    lists.length = 0
    server.put(...cars(1000, 1005))
    server.drop('car-00999')
    await one.follow()
    expect(await two.ids({ min_price: 998 })).toEqual([...idsOf(cars(1000, 1005)).reverse(), 'car-00998'])
    expect(lists.length).toBeLessThanOrEqual(2)
    await vi.waitFor(() => expect(two.told.at(-1)).toMatchObject({ searched: 1004 }), soon)
  })

  test('go on beside each other when one of them froze while it fetched [S29]', async () => {
    const server = new FakeFeed()
    server.put(...cars(0, 5))
    const locks = fakeLocks()
    const store = await inMemory()
    void Promise.allSettled([locks.request('motorkin-market', {}, () => new Promise(() => undefined))])
    const p = phone(server, store, { locks })
    expect(await p.follow()).toMatchObject({ busy: true })
    server.now += 3 * minute
    expect(await p.follow()).toEqual({ ok: true, news: true, busy: false })
    expect(await p.ids()).toHaveLength(5)
  })
})
