import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { packCars } from '#contract/sync/feed-pack.ts'
import { feedRoute, type FeedPage } from '#contract/sync/feed.ts'
import { openPublic } from '../../../src/local/database/dexie.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { PublicTables } from '../../../src/local/database/records.ts'
import { publicSchema } from '../../../src/local/database/schema.ts'
import { followFeed } from '../../../src/local/catalogue-replica/feed/follow.ts'
import { readPlainPage, createPull } from '../../../src/local/catalogue-replica/feed/pull.ts'
import {
  createReplicaStore,
  type ReplicaDatabase,
} from '../../../src/local/catalogue-replica/feed/replica-store.ts'
import {
  followInBackground,
  type BackgroundFollowEnv,
} from '../../../src/local/catalogue-replica/background-follow.ts'
import { FakeFeed, feedCarOf } from '../../support/fake-feed.ts'
import { readReplica } from '../../support/local-replica.ts'
import { card, channels, fakeLocks } from './page.ts'

const timers = {
  setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
  clearTimeout: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
}
const at = (n: number) => new Date(Date.parse('2026-01-01T00:00:00.000Z') + n * 60_000).toISOString()
const cars = (from: number, to: number, version = 1) =>
  Array.from({ length: to - from }, (_, i) => card(`car-${from + i}`, { created_at: at(from + i), version }))
const versions = async (store: ReplicaDatabase) =>
  new Map((await readReplica(store))?.cards.map((c) => [c._id, c.version]))
const wanted = (server: FakeFeed) => new Map(server.cars.map((c) => [c._id, c.version]))
const plain = (server: FakeFeed, store: ReplicaDatabase) => {
  const replicaStore = createReplicaStore(store)
  return () =>
    followFeed({ pull: createPull({ fetch: server.fetch, ...timers }), replicaStore, window: 5000 })
}

test('A feed response that breaks the contract anywhere is rejected; a valid one passes', () => {
  const data: FeedPage = {
    ...packCars(cars(0, 2).map(feedCarOf)),
    epoch: 'e',
    cursor: 'c',
    full: true,
    more: false,
    deletes: ['a'],
    outside: ['b'],
    total_active: 2,
    as_of: at(0),
    floor: null,
  }
  const whole = { success: true, msg: '', data }
  expect(readPlainPage(whole)).toEqual(feedRoute.reply.parse(whole).data)
  expect(readPlainPage({ ...whole, data: { ...data, floor: at(1) } })).toBeDefined()
  let broken = 0
  const holders = [
    [whole, (v: object) => v],
    [data, (v: object) => ({ ...whole, data: v })],
    [data.dict, (v: object) => ({ ...whole, data: { ...data, dict: v } })],
    [data.upserts, (v: object) => ({ ...whole, data: { ...data, upserts: v } })],
  ] as const
  for (const [holder, around] of holders)
    for (const name of Object.keys(holder))
      for (const wrong of [undefined, null, 7, 'x', [null], [[1, 2]], [0.5], {}, true]) {
        const body = around({ ...holder, [name]: wrong })
        const told = [name, wrong, readPlainPage(body) !== undefined]
        expect(told).toEqual([name, wrong, feedRoute.reply.safeParse(body).success])
        broken += told[2] === false ? 1 : 0
      }
  expect(broken).toBeGreaterThan(300)
})

test('A change is written without rereading the catalogue, even after failures or tab switches [I21 I18]', async () => {
  const server = new FakeFeed()
  server.page = 500
  server.put(...cars(0, 2000))
  const inner = memoryStore<PublicTables>(publicSchema)
  let read = 0
  let fails = false
  const store: ReplicaDatabase = {
    ...inner,
    transaction: (mode, tables, work) =>
      inner.transaction(mode, tables, async (tx) => {
        const result = await work({
          ...tx,
          list: async (table, range) => {
            const rows = await tx.list(table, range)
            if (table === 'facts') read += rows.length
            return rows
          },
        })
        if (fails && mode === 'write') throw new Error('killed')
        return result
      }),
  }
  const [one, two] = [plain(server, store), plain(server, store)]
  await one()
  for (let round = 2; round < 5; round++) {
    read = 0
    server.put(...cars(round * 10, round * 10 + 9, round))
    await one()
    expect(read).toBe(0)
  }
  server.put(...cars(20, 30, 7))
  server.drop('car-3')
  await two()
  server.put(...cars(25, 40, 8))
  fails = true
  await expect(one()).rejects.toThrow('killed')
  fails = false
  server.put(...cars(2000, 2010))
  await one()
  expect(await versions(inner)).toEqual(wanted(server))
})

test('A woken worker updates the catalogue unless data saver is on or pages do [R-PWA-33 S29]', async () => {
  const server = new FakeFeed()
  server.put(...cars(0, 30))
  const indexedDB = new IDBFactory()
  const store = await openPublic('public', { indexedDB, keyRange: IDBKeyRange, timers })
  if (!store) throw new Error('did not open')
  const locks = fakeLocks()
  const channel = channels()
  const heard: unknown[] = []
  channel('motorkin-market').onmessage = ({ data }) => heard.push(data)
  const env: BackgroundFollowEnv = {
    ...timers,
    fetch: server.fetch,
    now: () => server.now,
    locks,
    channel,
    indexedDB,
    keyRange: IDBKeyRange,
    savesData: false,
  }
  expect(await followInBackground(env)).toBe(true)
  expect(server.asked).toEqual([])
  await plain(server, store)()
  server.put(...cars(20, 40, 2))
  server.asked.length = 0
  expect(await followInBackground({ ...env, savesData: true })).toBe(true)
  let release: () => void = () => undefined
  const page = locks.request('motorkin-market', {}, () => new Promise<void>((done) => (release = done)))
  expect(await followInBackground(env)).toBe(true)
  expect(server.asked).toEqual([])
  release()
  await page
  server.silent = 1
  expect(await followInBackground(env)).toBe(false)
  expect(await followInBackground(env)).toBe(true)
  expect(await versions(store)).toEqual(wanted(server))
  expect(heard).toEqual(['grown'])
  expect(await followInBackground(env)).toBe(true)
  expect(heard).toHaveLength(1)
  store.close()
})
