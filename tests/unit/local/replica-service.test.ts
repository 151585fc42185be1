import { afterEach, describe, expect, test, vi } from 'vitest'
import { readListQuery } from '#contract/list-query.ts'
import { cacheList, readList, type ListSource } from '../../../src/local/cache/cached-reads.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { PublicTables } from '../../../src/local/database/records.ts'
import { publicSchema } from '../../../src/local/database/schema.ts'
import { createLocalApp } from '../../../src/local/index.ts'
import type { Capabilities } from '../../../src/local/platform/env.ts'
import { world } from '../../support/cars.ts'
import { FakeFeed } from '../../support/fake-feed.ts'
import { replicaWorkerOf } from '../../support/local-replica.ts'
import { card, newPhone, serverOf, soon, tabOf, type Phone } from './page.ts'
import { turns } from '../../support/turns.ts'

const minute = 60_000
const at = (n: number) => new Date(Date.parse('2026-01-01T00:00:00.000Z') + n * minute).toISOString()
const cars = (count: number) =>
  Array.from({ length: count }, (_, n) => card(`car-${n}`, { created_at: at(n), price: n }))
const ends: (() => void)[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0)) end()
})

interface Options {
  phone?: Phone
  capabilities?: Capabilities
  savesData?: boolean
  server?: FakeFeed
}
/** Opens a whole phone with its listings on the page; the server otherwise knows only two cars. */
async function open({
  phone = newPhone(),
  capabilities = {},
  savesData = false,
  server = new FakeFeed(),
}: Options = {}) {
  server.reference ??= world
  if (server.cars.length === 0) server.put(...cars(40))
  const rest = serverOf(({ path }) =>
    path === 'cars/get-car-list'
      ? {
          body: {
            data: [card('car-1'), card('car-2')],
            count_records: 2,
            as_of: new Date(server.now).toISOString(),
          },
          headers: { date: new Date(server.now).toUTCString() },
        }
      : undefined,
  )
  const idle: (() => void)[] = []
  const state = { visible: true, rests: false }
  const tab = tabOf(phone, {
    fetch: (url, init) => (url.includes('get-car-list') ? rest.fetch(url, init) : server.fetch(url, init)),
    now: () => server.now,
    isVisible: () => state.visible,
    whenIdle: (work) => void (state.rests ? setTimeout(work) : idle.push(work)),
    setTimeout: (work, ms) => setTimeout(work, ms <= 2000 ? 0 : ms).unref(),
    capabilities: {
      ...capabilities,
      replica: { spawn: () => replicaWorkerOf(tab.env), savesData: () => savesData },
    },
  })
  const app = createLocalApp(tab.env)
  const stop = app.start()
  const engine = await app.load()
  ends.push(() => {
    stop()
    engine.close()
  })
  const status = () => engine.replica.status.get()
  /** Makes the page idle from now on. */
  const rests = () => {
    state.rests = true
    for (const work of idle.splice(0)) work()
  }
  return { ...tab, app, engine, server, rest, status, rests, state, phone }
}
const windowsOf = (server: FakeFeed) =>
  server.asked.flatMap(({ query }) => (query['cursor'] ? [] : query['window']))
const find = (query: object = {}) => readListQuery({ limit: 100, ...query })

describe('The market comes to a phone', () => {
  test('when the page has nothing better to do, and not before [R-PWA-33]', async () => {
    const { server, rests, status } = await open()
    await turns()
    expect(server.asked).toEqual([])
    rests()
    await vi.waitFor(() => expect(status()).toMatchObject({ state: 'ready', searched: 40, of: 40 }), soon)
    expect(windowsOf(server)).toEqual(['5000'])
  })

  test.each([
    [
      'where data is saved',
      { savesData: true, capabilities: { persisted: () => Promise.resolve(true) } },
      '1500',
    ],
    [
      'where the browser promised to keep it',
      { capabilities: { persisted: () => Promise.resolve(true) } },
      '20000',
    ],
    [
      'anywhere else',
      { capabilities: { persisted: () => Promise.reject(new DOMException('No.', 'NotAllowedError')) } },
      '5000',
    ],
  ])('with as many cars as fit %s', async (_, options, window) => {
    const { server, engine } = await open(options)
    expect(await engine.replica.refresh()).toBe(true)
    expect(windowsOf(server)).toEqual([window])
  })

  test('again when a person returns after five minutes; a pull does not wait [R-PWA-33]', async () => {
    const { server, engine, document, rests } = await open()
    await engine.replica.refresh()
    server.asked.length = 0
    server.now += 4 * minute
    document.fire('visibilitychange')
    await turns()
    rests()
    await turns()
    expect(server.asked).toEqual([])
    expect(await engine.replica.refresh()).toBe(true)
    expect(server.asked.map((asked) => asked.status)).toEqual([304])
    server.now += 6 * minute
    document.fire('visibilitychange')
    await vi.waitFor(() => expect(server.asked).toHaveLength(2), soon)
  })

  test('when the signal is back, after it could not be had [R-PWA-33]', async () => {
    const { server, engine, app, rests, status } = await open()
    server.silent = 6
    expect(await engine.replica.refresh()).toBe(false)
    expect(await engine.replica.refresh()).toBe(false)
    expect(app.connection.get().state).toBe('offline')
    await app.reads.listings(find())
    expect(app.connection.get().state).toBe('online')
    rests()
    await vi.waitFor(() => expect(status()).toMatchObject({ state: 'ready' }), soon)
  })

  test('not at all to a page that nobody looks at', async () => {
    const { server, rests, state } = await open()
    state.visible = false
    rests()
    await turns()
    expect(server.asked).toEqual([])
  })
})

describe('A search', () => {
  test('returns the cached page until the catalogue is newer, then the catalogue’s results [R-PWA-35 I22]', async () => {
    const { engine, app, server } = await open()
    await app.reads.listings(find())
    await vi.waitFor(async () => expect(await engine.phone.listings(find())).toBeDefined(), soon)
    const seen = await engine.phone.listings(find())
    expect([seen?.value.count_records, seen?.scope]).toEqual([2, undefined])
    server.now += minute
    await engine.replica.refresh()
    const here = await engine.phone.listings(find())
    expect(here?.value.count_records).toBe(40)
    expect(here?.scope).toEqual({ searched: 40, of: 40, asOf: Math.floor(server.now / 1000) * 1000 })
    server.now += minute
    await app.reads.listings(find())
    await vi.waitFor(
      async () => expect((await engine.phone.listings(find()))?.value.count_records).toBe(2),
      soon,
    )
    const other = await engine.phone.listings(find({ min_price: 38, facets: true }))
    expect(other?.value.data.map((c) => c._id)).toEqual(['car-39', 'car-38'])
    expect(other?.value.facets?.make).toEqual([{ value: 'Audi', count: 2 }])
  })

  test('is answered from what was seen where the market cannot be read [R-PWA-35]', async () => {
    const store = memoryStore<PublicTables>(publicSchema)
    const page = { success: true as const, msg: '', data: [card('a')], count_records: 1, as_of: at(1) }
    await cacheList(store, find(), page, 1)
    const asked: unknown[] = []
    const broken: ListSource = {
      asOf: () => Promise.resolve(Date.parse(at(2))),
      find: (query) => {
        asked.push(query)
        return Promise.reject(new DOMException('Gone.', 'UnknownError'))
      },
    }
    expect((await readList(store, find(), broken))?.value.count_records).toBe(1)
    const other = await readList(store, find({ make: 'Audi' }), broken)
    expect(other?.value.data.map((c) => c._id)).toEqual(['a'])
    expect(asked).toHaveLength(2)
  })

  test('finds the market of the day before when the phone starts without signal', async () => {
    const { engine, phone, server } = await open()
    await engine.replica.refresh()
    engine.close()
    server.now += 24 * 60 * minute
    server.silent = Infinity
    const next = await open({ phone, server })
    const found = await next.engine.phone.listings(find({ max_price: 1, sortBy: 'price_low_high' }))
    expect(found?.value.data.map((c) => c._id)).toEqual(['car-0', 'car-1'])
    expect(found?.scope?.asOf).toBeLessThan(server.now - 23 * 60 * minute)
    await vi.waitFor(() => expect(next.status()).toMatchObject({ state: 'ready', searched: 40 }), soon)
  })
})
