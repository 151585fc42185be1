import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import fc from '../../support/property.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { insertCars } from '../../../server/cars/cars-write.ts'
import { forgetOldChanges } from '../../../server/cars/feed/feed-store.ts'
import { pin, tidy } from '../../../src/local/cache/eviction.ts'
import { openPublic } from '../../../src/local/database/dexie.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { PublicTables } from '../../../src/local/database/records.ts'
import { publicSchema } from '../../../src/local/database/schema.ts'
import type { Store } from '../../../src/local/database/store.ts'
import { followFeed } from '../../../src/local/catalogue-replica/feed/follow.ts'
import { createPull, type Pull } from '../../../src/local/catalogue-replica/feed/pull.ts'
import { createReplicaStore } from '../../../src/local/catalogue-replica/feed/replica-store.ts'
import type { HttpClient } from '../../../src/local/transport/http-client.ts'
import { testServer, type TestServer } from '../../support/api.ts'
import { newCar, sellers, testId } from '../../support/cars.ts'
import { forSale } from '../../support/feed.ts'
import { readReplica } from '../../support/local-replica.ts'
import { furnish } from '../../support/motorkin.ts'
import { card } from './page.ts'

/** The phone's side of the feed, against the real server. `FEED_RUNS` and `FEED_SEED` run more histories or repeat a history. */
const runs = Number(process.env['FEED_RUNS'] ?? 15)
const seed = Number(process.env['FEED_SEED'] ?? 20_261_122)
const day = 86_400_000
// A real server is slow on a busy machine.

let server: TestServer
beforeAll(async () => {
  server = await testServer({ seed: ({ db }) => furnish(db).then(() => undefined) })
})
afterAll(() => server.close())
beforeEach(async () => {
  await run('delete from cars')
  await add(0, 8)
})

const run = (text: string, ...values: unknown[]) => server.db.run({ text, values })
async function add(from: number, to: number) {
  const cars = Array.from({ length: to - from }, (_, i) =>
    newCar(from + i, { creator: sellers[(from + i) % 3] ?? sellers[0] }),
  )
  await server.db.tx((sql) => insertCars(sql, cars))
}
/** Status and size of the server's responses. */
const statuses: number[] = []
const bytes: number[] = []
const http: HttpClient = {
  async fetch(url, init) {
    const asked = init.headers as Record<string, string>
    const { statusCode, headers, payload, rawPayload } = await server.app.inject({ url, headers: asked })
    statuses.push(statusCode)
    bytes.push(rawPayload.length)
    const given = Object.entries({ ...headers, date: server.clock.now().toUTCString() }).map(
      ([name, value]): [string, string] => [name, String(value)],
    )
    return new Response(statusCode === 304 ? null : payload, { status: statusCode, headers: given })
  },
  setTimeout: (work, ms) => setTimeout(work, ms),
  clearTimeout: (handle) => {
    clearTimeout(handle as NodeJS.Timeout)
  },
}
const online = createPull(http)
/** Returns a network that delivers `pages` pages and then fails. */
function dying(pages: number): Pull {
  let left = pages
  return (asked) =>
    left-- > 0 ? online(asked) : Promise.resolve({ ok: false, error: new AppError('network') })
}

const opened: Store<PublicTables>[] = []
afterEach(() => {
  for (const store of opened.splice(0)) store.close()
})
async function indexed(): Promise<Store<PublicTables>> {
  const store = await openPublic('public', {
    indexedDB: new IDBFactory(),
    keyRange: IDBKeyRange,
    timers: http,
  })
  if (!store) throw new Error('did not open')
  opened.push(store)
  return store
}
const inMemory = () => memoryStore<PublicTables>(publicSchema)

interface Measures {
  window?: number
  limit?: number
}
function phone(store: Store<PublicTables>, { window = 100, limit = 3 }: Measures = {}) {
  const replicaStore = createReplicaStore(store)
  return {
    store,
    replicaStore,
    follow: (pull: Pull = online) => followFeed({ pull, replicaStore, window, limit }),
    ids: async () => (await readReplica(store))?.cards.map((c) => c._id).sort(),
    floor: async () => (await replicaStore.generations()).shown?.floor ?? undefined,
  }
}
type Phone = ReturnType<typeof phone>
const same = (given: unknown, wanted: unknown) => expect(given).toEqual(wanted)
const isUpToDate = async (p: Phone) =>
  expect(await p.ids()).toEqual(await forSale(server.db, await p.floor()))

test.each([
  ['IndexedDB', indexed],
  ['memory', async () => inMemory()],
])('A phone with its store in %s follows the market, car by car [R-PWA-33 I21]', async (_, open) => {
  const p = phone(await open())
  expect(await p.follow()).toEqual({ ok: true, news: true })
  await isUpToDate(p)
  await add(8, 12)
  await run('delete from cars where id = $1', testId('car', 1))
  await run(`update cars set status = 'sold' where id = $1`, testId('car', 2))
  await run('update cars set price = 12.5, version = version + 1 where id = $1', testId('car', 3))
  expect(await p.follow()).toEqual({ ok: true, news: true })
  await isUpToDate(p)
  const market = await readReplica(p.store)
  expect(market).toMatchObject({ total: 10, asOf: server.clock.now().getTime() })
  expect(market?.cards.find((c) => c._id === testId('car', 3))).toMatchObject({ price: 12.5, version: 2 })
  expect(await p.follow()).toEqual({ ok: true, news: false })
})

test('A poll without changes returns an empty response and refreshes the catalogue’s age [R-PWA-33]', async () => {
  const p = phone(await indexed())
  await p.follow()
  const before = await p.replicaStore.generations()
  server.clock.advance(5 * 60_000)
  statuses.length = 0
  bytes.length = 0
  expect(await p.follow()).toEqual({ ok: true, news: false })
  expect([statuses, bytes]).toEqual([[304], [0]])
  const after = await p.replicaStore.generations()
  expect(after).toEqual({ ...before, shown: { ...before.shown, asOf: after.shown?.asOf } })
  expect(after.shown?.asOf).toBe(server.clock.now().getTime())
  await run('update cars set price = 7, version = version + 1 where id = $1', testId('car', 3))
  expect(await p.follow()).toEqual({ ok: true, news: true })
  await isUpToDate(p)
})

test('A full download interrupted after any page resumes without refetching or losing old data [S55 R-PWA-33]', async () => {
  const p = phone(await indexed(), { limit: 2 })
  await p.follow()
  const before = await p.ids()
  await run('delete from cars where id = $1', testId('car', 7))
  await add(20, 24)
  await forgetOldChanges(server.db, new Date(Date.now() + 61 * day))
  await run('update feed_state set epoch = $1', `epoch-${seed}`)
  let pages = 0
  const counted: Pull = (asked) => {
    pages += 1
    return pages % 2 === 0 ? Promise.resolve({ ok: false, error: new AppError('network') }) : online(asked)
  }
  const inBetween: unknown[] = []
  let answer = await p.follow(counted)
  while (!answer.ok && pages < 40) {
    inBetween.push(await p.ids())
    answer = await p.follow(counted)
  }
  // One refusal, six pages of eleven cars, one page of changes; a failure followed each page but the last.
  expect(pages).toBe(15)
  expect(inBetween.slice(0, -1)).toEqual(inBetween.slice(0, -1).map(() => before))
  await isUpToDate(p)
})

test('A phone away too long drops removed cars but keeps the person’s saved ones [S55]', async () => {
  const p = phone(inMemory())
  await p.follow()
  const [saved, other] = [testId('car', 4), testId('car', 5)]
  await p.store.transaction('write', ['cards', 'details'], async (tx) => {
    for (const id of [saved, other]) await tx.put('cards', { id, card: card(id), asOf: 1, seenAt: 1 })
  })
  await pin(p.store, 'u_1', [saved])
  await run('delete from cars where id = any($1)', [saved, other])
  await run('update cars set price = 1')
  await forgetOldChanges(server.db, new Date(Date.now() + 61 * day))
  await p.follow()
  await isUpToDate(p)
  await tidy(p.store, 1)
  const kept = await p.store.transaction('read', ['cards'], (tx) => tx.list('cards'))
  expect(kept.map(({ id, card: c }) => [id, c.status])).toEqual([
    [saved, 'inactive'],
    [other, 'inactive'],
  ])
})

test('Two tabs that follow at the same time end with one whole market [S29 I21]', async () => {
  const store = await indexed()
  const tabs = [phone(store, { limit: 2 }), phone(store, { limit: 3 })]
  for (const change of [
    () => Promise.resolve(),
    () => add(30, 40),
    () => run('delete from cars where price > 0'),
  ]) {
    await change()
    for (const answer of await Promise.all(tabs.map((t) => t.follow()))) expect(answer.ok).toBe(true)
    await tabs[0]?.follow()
    for (const tab of tabs) await isUpToDate(tab)
  }
})

test('A failing, invalid or foreign response leaves the catalogue as it was [S09 S34]', async () => {
  const p = phone(inMemory())
  await p.follow()
  const before = await p.ids()
  await add(50, 52)
  const portal = new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } })
  const other = { success: true, msg: '', data: { cars: [] } }
  const answers: (() => Promise<Response>)[] = [
    () => Promise.reject(new TypeError('Load failed')),
    () => Promise.resolve(portal),
    () => Promise.resolve(Response.json(other, { headers: { 'x-api': '1' } })),
    () => Promise.resolve(Response.json(other, { headers: { 'x-from': 'cache' } })),
    () => Promise.resolve(new Response('', { status: 500, headers: { 'x-api': '1' } })),
  ]
  for (const answer of answers) {
    expect(await p.follow(createPull({ ...http, fetch: answer }))).toMatchObject({ ok: false, news: false })
    expect(await p.ids()).toEqual(before)
  }
  await p.follow()
  await isUpToDate(p)
})

const id = fc.nat(15).map((n) => testId('car', n))
type Step =
  | { do: 'add'; from: number; count: number }
  | { do: keyof typeof statements; id: string }
  | { do: 'forget' | 'restore' }
  | { do: 'follow'; who: number; pages: number }
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('add' as const), from: fc.nat(15), count: fc.nat(5) }),
    },
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constantFrom('sell' as const, 'revive', 'reprice', 'remove'), id }),
    },
    fc.record({ do: fc.constantFrom('forget' as const, 'restore') }),
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('follow' as const),
        who: fc.nat(3),
        pages: fc.constantFrom(1, 2, 3, 99),
      }),
    },
  ),
  { minLength: 4, maxLength: 30 },
)
const status = (to: string) => `update cars set status = '${to}', version = version + 1 where id = $1`
const statements = {
  sell: status('sold'),
  revive: status('active'),
  reprice: 'update cars set price = price + 1, version = version + 1 where id = $1',
  remove: 'delete from cars where id = $1',
}
let highest = 0
async function change(step: Exclude<Step, { do: 'follow' }>): Promise<void> {
  if (step.do === 'add') {
    const there = new Set(await forSale(server.db))
    const wanted = Array.from({ length: step.count }, (_, i) => newCar(step.from + i)).filter(
      (c) => !there.has(c.id),
    )
    const ids = wanted.map((c) => c.id)
    // A car that is listed again under its id continues its version count.
    highest += 100
    await run('delete from cars where id = any($1)', ids)
    await server.db.tx((sql) => insertCars(sql, wanted))
    await run('update cars set version = $2 where id = any($1)', ids, highest)
  } else if ('id' in step) await run(statements[step.do], step.id)
  else if (step.do === 'forget') await forgetOldChanges(server.db, new Date(Date.now() + 61 * day))
  else await run('update feed_state set epoch = gen_random_uuid()::text')
}

const versionRow = z.object({ id: z.string(), version: z.int() })
const carVersions = () => server.db.rows(versionRow, { text: 'select id, version from cars' })

test('After any history a phone shows the server’s catalogue, and never half of one [S53 S54 S55 I21]', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      await run('delete from cars')
      const phones = [
        phone(inMemory()),
        phone(inMemory(), { limit: 1 }),
        phone(inMemory(), { limit: 2, window: 4 }),
        phone(inMemory(), { limit: 7, window: 9 }),
      ]
      for (const step of history) {
        if (step.do !== 'follow') {
          await change(step)
          continue
        }
        const p = phones[step.who]
        if (!p) continue
        const before = { set: (await p.replicaStore.generations()).shown?.set, ids: await p.ids() }
        const answer = await p.follow(dying(step.pages))
        if (answer.ok) await isUpToDate(p)
        const { shown, fresh } = await p.replicaStore.generations()
        // Nothing of a new copy is visible while it is being fetched.
        if (fresh && shown?.set === before.set) same(await p.ids(), before.ids)
      }
      for (const p of phones) {
        expect((await p.follow()).ok).toBe(true)
        await isUpToDate(p)
        const versions = new Map((await carVersions()).map((row) => [row.id, row.version]))
        for (const { _id, version } of (await readReplica(p.store))?.cards ?? [])
          expect(version).toBe(versions.get(_id))
      }
    }),
    { numRuns: runs, seed },
  )
}, 300_000)
