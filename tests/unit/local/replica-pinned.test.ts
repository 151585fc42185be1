import { describe, expect, test } from 'vitest'
import type { CarCard } from '#contract/cars.ts'
import { readListQuery } from '#contract/list-query.ts'
import { cacheList } from '../../../src/local/cache/cached-reads.ts'
import { cacheLimits, pin, pinAds, pinned, tidy, unpin } from '../../../src/local/cache/eviction.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { PublicTables } from '../../../src/local/database/records.ts'
import { publicSchema, userPartition } from '../../../src/local/database/schema.ts'
import { FakeFeed } from '../../support/fake-feed.ts'
import { replicaWorkerOf } from '../../support/local-replica.ts'
import { card, detail, newPhone, soon } from './page.ts'
import { heart, open, signIn, world } from './world.ts'

/** Cars 0 to 4 are the oldest; 0 and 1 belong to the person who signs in. */
const day = 86_400_000
const cars = (count: number): CarCard[] =>
  Array.from({ length: count }, (_, n) =>
    card(`car-${n}`, {
      created_at: new Date(Date.now() - 90 * day + n * 60_000).toISOString(),
      price: n,
      // This version is newer than the one in the server's other responses.
      version: 2,
      creator: n < 2 ? 'ada' : 'dealer-1',
    }),
  )
const windows = { small: 1500, usual: 5000 }

describe('What a person’s own is', () => {
  test('stays in the replica beyond its window: own ads, favourites and viewed cars [R-PWA-33]', async () => {
    const feed = new FakeFeed()
    feed.now = Date.now()
    feed.put(...cars(windows.small + 10))
    const server = world()
    const phone = newPhone()
    const start = () => {
      const tab: ReturnType<typeof open> = open(phone, server, {
        fetch: (url, init) =>
          url.includes('sync/catalogue') ? feed.fetch(url, init) : server.fetch(url, init),
        whenIdle: () => undefined,
        capabilities: { replica: { spawn: () => replicaWorkerOf(tab.env), savesData: () => false } },
      })
      return tab
    }
    const oldest = async ({ app }: ReturnType<typeof start>) => {
      const found = await (await app.load()).phone.listings(readListQuery({ max_price: 9, limit: 100 }))
      return found?.value.data.map((car) => car._id).sort()
    }
    const first = start()
    const engine = await first.app.load()
    await signIn(first.app, 'ada')
    await engine.settled()
    expect(await engine.replica.choose(windows.usual)).toBe(true)
    expect(await oldest(first)).toHaveLength(10)
    await heart(first.app, 'car-2')
    const data = detail('car-3', { price: 3, version: 2, created_at: cars(4)[3]?.created_at ?? '' })
    await engine.keep.car({ success: true, msg: '', data, recent_list: [], as_of: new Date().toISOString() })
    await engine.viewed('car-3')
    await expect.poll(() => first.app.views.get().edition, soon).toBe('car-2;car-3')

    const kept = ['car-0', 'car-1', 'car-2', 'car-3']
    expect(await engine.replica.choose(windows.small)).toBe(true)
    expect(await oldest(first)).toEqual(kept)
    first.close()
    const again = start()
    expect(await oldest(again)).toEqual(kept)

    // The phone fetches everything again, and the server sends none of these cars.
    feed.epoch = 'e2'
    feed.forget()
    expect(await (await again.app.load()).replica.refresh()).toBe(true)
    expect(await oldest(again)).toEqual(kept)
    again.close()
  })

  test('outlives other cached cars and is known by the people with data here', async () => {
    const store = memoryStore<PublicTables>(publicSchema)
    const see = (from: number, to: number) =>
      cacheList(
        store,
        readListQuery({ page: from + 1 }),
        {
          success: true,
          msg: '',
          data: cars(to).slice(from),
          count_records: to,
          as_of: new Date().toISOString(),
        },
        from,
      )
    await pin(store, userPartition('ada'), [])
    await see(0, 100)
    await tidy(store, cacheLimits.age * 2)
    const left = () =>
      store.transaction('read', ['cards'], async (tx) => (await tx.list('cards')).map(({ id }) => id))
    expect(await left()).toEqual(['car-0', 'car-1'])
    const others = [{ id: 'car-9', creator: 'somebody' }]
    await store.transaction('write', ['meta'], (tx) => pinAds(tx, others))
    // `pin` replaces the other pinned cars of the person; the person's own ads stay pinned.
    await pin(store, userPartition('ada'), ['car-5'])
    const pins = () => store.transaction('read', ['meta'], pinned)
    expect([...(await pins())].sort()).toEqual(['car-0', 'car-1', 'car-5'])
    await unpin(store, userPartition('ada'))
    expect([...(await pins())]).toEqual([])
    await tidy(store, cacheLimits.age * 2)
    expect(await left()).toEqual([])
  })
})
