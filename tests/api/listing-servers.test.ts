import { cpSync, rmSync } from 'node:fs'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { carRoutes } from '#contract/cars.ts'
import type { User } from '#contract/users/users.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { migrate } from '../../server/kernel/db/migrate.ts'
import { openDb } from '../../server/kernel/db/open.ts'
import type { Db } from '../../server/kernel/db/sql.ts'
import { mintId } from '../../server/kernel/ids.ts'
import { freshDataDir, freshPostgres, testConfig } from '../support/api.ts'
import { newCar, sellers, testId } from '../support/cars.ts'
import { ledDb, listing, warm, type Listing } from '../support/listing.ts'
import { furnish, subscribe } from '../support/motorkin.ts'
import { place, type ServerProcess } from '../support/processes.ts'
import { adForm } from '../support/writes.ts'

/** Servers over PostgreSQL with `npm run test:pg`, each with connections of its own; else over one embedded database. */
const postgres = process.env['TEST_DATABASE_URL']
const quiet = { info: () => {}, error: () => {} }
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

interface Site {
  a: Listing
  b: Listing
  /** Database connections of the two servers. */
  dbs: readonly [a: Db, b: Db]
  /** A connection for writes that neither server makes itself, where the database supports it. */
  write: Db
  url: string | undefined
}
interface SiteOptions {
  now?: () => Date
  /** Milliseconds between two checks of an idle server. */
  every?: number
  /** Called before every statement of the second server. */
  before?: (name: string) => void
}
async function site({ now = () => new Date(), every, before }: SiteOptions = {}): Promise<Site> {
  const own = postgres === undefined ? undefined : await freshPostgres(postgres)
  const { dir, remove } = await freshDataDir()
  cleanups.push(remove)
  if (own) cleanups.push(own.drop)
  const config = testConfig({ DATA_DIR: dir, ...(own && { DATABASE_URL: own.url }) })
  const opened = async () => {
    const db = await openDb(config, quiet)
    cleanups.push(() => db.close())
    return db
  }
  const write = await opened()
  await migrate(write)
  await furnish(
    write,
    Array.from({ length: 30 }, (_, n) => newCar(n)),
  )
  const [first, other] = own ? [await opened(), await opened()] : [write, write]
  const second = ledDb(other)
  if (before) second.lead.before = before
  // An embedded database has no other process; `apart` simulates one that gets no notice of these writes.
  const apart: Db = { ...second.db, kind: 'postgres', writes: 0 }
  const dbs = [first, before && !own ? apart : second.db] as const
  const one = async (db: Db) => {
    const deps = { config, db, now, newId: () => mintId(), log: false }
    const server = await listing(deps, every === undefined ? {} : { every })
    cleanups.push(server.close)
    await warm(server)
    return server
  }
  return { a: await one(dbs[0]), b: await one(dbs[1]), dbs, write, url: own?.url }
}
const ids = async (server: Listing) => (await server.ask({ limit: 100 })).data.map((c) => c._id)
const sold = `update cars set status = 'sold' where id = $1`

test('A server shows its own write at once, and other servers within a second [I21 S54]', async () => {
  let ms = Date.UTC(2026, 2, 1)
  const looks: string[] = []
  const { a, b, dbs } = await site({
    now: () => new Date(ms),
    // Only queries cause a check here; checks between queries would only make changes visible sooner.
    every: 1e9,
    before: (name) => void (name === 'list-changes' && looks.push(name)),
  })
  const [own] = dbs
  const written: [write: () => Promise<unknown>, id: string, there: boolean][] = [
    [() => own.run({ text: sold, values: [testId('car', 3)] }), testId('car', 3), false],
    [() => own.tx((sql) => insertCars(sql, [newCar(100)])), testId('car', 100), true],
    [
      () => own.run({ text: 'delete from cars where id = $1', values: [testId('car', 100)] }),
      testId('car', 100),
      false,
    ],
  ]
  for (const [write, id, there] of written) {
    await write()
    expect((await ids(a)).includes(id)).toBe(there)
    looks.length = 0
    ms += 1001
    expect((await ids(b)).includes(id)).toBe(there)
    expect(looks).toHaveLength(1)
  }
  expect(await ids(a)).toEqual(await ids(b))
})

test.runIf(postgres === undefined)(
  'A list over an embedded database asks it nothing while nobody writes [I21]',
  async () => {
    let ms = Date.UTC(2026, 2, 1)
    const { a, write } = await site({ now: () => new Date(ms), every: 1e9 })
    const before = await ids(a)
    const asked = vi.spyOn(write, 'rows')
    ms += 9000
    expect(await ids(a)).toEqual(before)
    expect(asked).not.toHaveBeenCalled()
    await write.run({ text: sold, values: [testId('car', 3)] })
    expect(await ids(a)).toEqual(before.filter((id) => id !== testId('car', 3)))
    expect(asked).toHaveBeenCalled()
  },
)

test('Two servers show writes made outside of them, and show the same [I21 S54]', async () => {
  const { a, b, write: own } = await site()
  for (const n of [3, 4, 5]) {
    await own.run({ text: sold, values: [testId('car', n)] })
    for (const server of [a, b])
      await expect.poll(() => ids(server), { timeout: 20_000 }).not.toContain(testId('car', n))
  }
  await own.tx((sql) => insertCars(sql, [newCar(100)]))
  for (const server of [a, b])
    await expect.poll(() => ids(server), { timeout: 20_000 }).toContain(testId('car', 100))
  await own.run({ text: 'delete from cars where id = $1', values: [testId('car', 100)] })
  for (const server of [a, b])
    await expect.poll(() => ids(server), { timeout: 20_000 }).not.toContain(testId('car', 100))
  expect(await ids(a)).toEqual(await ids(b))
})

test.runIf(postgres !== undefined)(
  'A change held open hides no later ones and appears when it commits [S54 I21]',
  async () => {
    const { a, b, write, url } = await site()
    const slow = new pg.Client({ connectionString: url })
    await slow.connect()
    cleanups.push(() => slow.end())
    await slow.query('begin; select pg_current_xact_id()')
    await slow.query(sold, [testId('car', 1)])
    await write.run({ text: sold, values: [testId('car', 2)] })
    for (const server of [a, b]) {
      await server.list.live.look()
      expect(await ids(server)).toContain(testId('car', 1))
      expect(await ids(server)).not.toContain(testId('car', 2))
    }
    await write.run({ text: sold, values: [testId('car', 3)] })
    await slow.query('commit')
    for (const server of [a, b]) {
      await server.list.live.look()
      for (const n of [1, 2, 3]) expect(await ids(server)).not.toContain(testId('car', n))
      expect(await ids(server)).toHaveLength(27)
    }
  },
)

test('A change larger than one reading comes whole [I21]', { tags: ['full'] }, async () => {
  const { a, write } = await site()
  const many = Array.from({ length: 2300 }, (_, n) => newCar(1000 + n))
  await write.tx((sql) => insertCars(sql, many))
  await a.list.live.look()
  expect((await a.ask()).count_records).toBe(2330)
  await write.run({ text: `update cars set status = 'sold' where id >= $1`, values: [testId('car', 1000)] })
  await a.list.live.look()
  expect((await a.ask()).count_records).toBe(30)
})

test('After a backup restore a server shows no lost changes and all new ones [S53 I21]', async () => {
  const { dir, remove } = await freshDataDir()
  const backup = `${dir}-backup`
  cleanups.push(remove, () => rmSync(backup, { recursive: true, force: true }))
  const opened = (dataDir: string) => openDb({ dataDir, databaseUrl: undefined }, quiet)
  let db = await opened(dir)
  await furnish(
    db,
    [1, 2, 3].map((n) => newCar(n)),
  )
  await db.close()
  cpSync(dir, backup, { recursive: true, filter: (from) => !from.endsWith('.lock') })
  db = await opened(dir)
  const led = ledDb(db)
  const config = testConfig({ DATA_DIR: dir })
  const server = await listing({
    config,
    db: led.db,
    now: () => new Date(),
    newId: () => mintId(),
    log: false,
  })
  cleanups.push(() => led.lead.to.close(), server.close)
  await warm(server)
  const before = server.list.live.fresh
  await db.run({ text: sold, values: [testId('car', 1)] })
  await db.tx((sql) => insertCars(sql, [newCar(9)]))
  expect(await ids(server)).toEqual([9, 3, 2].map((n) => testId('car', n)))
  await db.close()

  led.lead.to = await opened(backup)
  await led.lead.to.run({ text: 'update cars set price = 7 where id = $1', values: [testId('car', 2)] })
  await server.list.live.look()
  expect(await ids(server)).toEqual([3, 2, 1].map((n) => testId('car', n)))
  await warm(server)
  expect(server.list.live.fresh).not.toBe(before)
  const { data } = await server.ask()
  expect(data.map((c) => [c._id, c.price])).toEqual(
    [3, 2, 1].map((n) => [testId('car', n), n === 2 ? 7 : newCar(n).price]),
  )
})

test(
  'A server killed during writes loses nothing it acknowledged, on either server [I2 I21]',
  { tags: ['full'] },
  async () => {
    let users: User[] = []
    const where = await place(async (db) => {
      users = await furnish(
        db,
        [1, 2, 3].map((n) => newCar(n)),
      )
      await subscribe(db, sellers[0], 'platinum', { until: '2099-01-01T00:00:00Z' })
    })
    cleanups.push(where.remove)
    const [user] = users
    if (!user) throw new Error('nobody is there')
    const token = await issueToken(user, { config: testConfig(), now: () => new Date() }, 3600)
    const start = () => where.start()
    const a = await start()
    // The embedded database has one process.
    const other = postgres === undefined ? undefined : await start()
    const listed = async (server: ServerProcess) => {
      const heard = await server.ask({
        method: 'POST',
        path: carRoutes.getCarList.path,
        body: { limit: 100 },
      })
      return z
        .object({ data: z.array(z.object({ _id: z.string() })) })
        .parse(heard.body)
        .data.map((c) => c._id)
    }
    const known: string[] = []
    const shown: boolean[] = []
    const writing = (async () => {
      for (let n = 0; n < 500; n++) {
        const id = `written-${n}`
        const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `"${id}"` }
        const heard = await a.ask({
          method: 'POST',
          path: 'cars/add-car',
          body: { ...adForm, title: `${adForm.title} ${n}`, id },
          headers,
        })
        if (heard.status !== 200) throw new Error(JSON.stringify(heard.body))
        known.push(id)
        shown.push((await listed(a)).includes(id))
      }
    })()
    const cut = writing.catch((error: unknown) => error)
    await expect.poll(() => known.length, { timeout: 20_000 }).toBeGreaterThan(12)
    await a.kill()
    expect(await cut).toBeInstanceOf(Error)
    expect(shown).not.toContain(false)
    const again = await start()
    const rows = new Set(await listed(again))
    for (const server of [again, ...(other ? [other] : [])]) {
      await expect.poll(async () => known.filter((id) => rows.has(id)).length).toBe(known.length)
      await expect
        .poll(async () => (await listed(server)).filter((id) => known.includes(id)).length, {
          timeout: 20_000,
        })
        .toBe(known.length)
    }
  },
)
