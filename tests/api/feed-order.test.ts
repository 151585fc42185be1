import fc from '../support/property.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { insertCars } from '../../server/cars/cars-write.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, testId } from '../support/cars.ts'
import { askFeed, forSale, PlainPhone, untilServed } from '../support/feed.ts'
import { furnish } from '../support/motorkin.ts'

/** `FEED_RUNS` and `FEED_SEED` run more histories or repeat a history. */
const runs = Number(process.env['FEED_RUNS'] ?? 25)
const seed = Number(process.env['FEED_SEED'] ?? 20_261_122)

let server: TestServer
beforeAll(async () => {
  server = await testServer({ seed: ({ db }) => furnish(db).then(() => undefined) })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.run({ text: 'delete from cars' })
  const cars = Array.from({ length: 12 }, (_, i) => newCar(i, { status: i % 4 === 3 ? 'sold' : 'active' }))
  await server.db.tx((sql) => insertCars(sql, cars))
})

/**
 * Another process with a transaction of its own; the embedded database has one connection, so there the changes wait for the
 * commit.
 */
interface Writer {
  begin: () => Promise<void>
  run: (text: string, ...values: unknown[]) => Promise<void>
  end: (how: 'commit' | 'rollback') => Promise<void>
  close: () => Promise<void>
}

async function postgresWriter(given: string): Promise<Writer> {
  const own = { text: 'select current_database() as name' }
  const row = await server.db.row(z.object({ name: z.string() }), own)
  const url = new URL(given)
  url.pathname = `/${row?.name}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  return {
    // The transaction draws its number at once, so the order of `begin` is the order of the numbers.
    begin: () => client.query('begin; select pg_current_xact_id()').then(() => undefined),
    run: (text, ...values) => client.query(text, values).then(() => undefined),
    end: (how) => client.query(how).then(() => undefined),
    close: () => client.end(),
  }
}
function queueingWriter(): Writer {
  let waiting: { text: string; values: unknown[] }[] = []
  return {
    begin: async () => {
      waiting = []
    },
    run: async (text, ...values) => {
      waiting.push({ text, values })
    },
    end: async (how) => {
      const all = waiting
      waiting = []
      if (how === 'rollback') return
      await server.db.tx(async (sql) => {
        for (const statement of all) await sql.run(statement)
      })
    },
    close: async () => {},
  }
}
async function writer(): Promise<Writer> {
  const given = process.env['TEST_DATABASE_URL']
  return given === undefined ? queueingWriter() : await postgresWriter(given)
}
async function withWriters<T>(count: number, work: (writers: Writer[]) => Promise<T>): Promise<T> {
  const writers: Writer[] = []
  for (let i = 0; i < count; i++) writers.push(await writer())
  try {
    return await work(writers)
  } finally {
    for (const { close } of writers) await close()
  }
}

const reprice = `update cars set price = price + 1 where id = $1`
const decide = `update cars set status = $2 where id = $1`
const sell = `update cars set status = 'sold' where id = $1`
const phone = () => new PlainPhone(server.app).follow()
const overlap = process.env['TEST_DATABASE_URL'] !== undefined

test('A change held open is not missed when a later one commits first [S54 I21]', async () => {
  await withWriters(2, async ([first, second]) => {
    if (!first || !second) throw new Error('There are no writers.')
    const client = await phone()
    await first.begin()
    await first.run(sell, testId('car', 0))
    await second.begin()
    await second.run(sell, testId('car', 1))
    await second.end('commit')
    await client.follow()
    // A client that received the later change here would never receive the earlier one.
    expect(client.cars.has(testId('car', 1))).toBe(overlap)
    await first.end('commit')
    await untilServed(server.db)
    await client.follow()
    expect(client.ids()).toEqual(await forSale(server.db))
    expect(client.cars.has(testId('car', 0))).toBe(false)
    expect(client.cars.has(testId('car', 1))).toBe(false)
  })
})

test('A change made first by the transaction that began last is not missed either [S54 I21]', async () => {
  await withWriters(2, async ([early, late]) => {
    if (!early || !late) throw new Error('There are no writers.')
    const client = await phone()
    await early.begin()
    await late.begin()
    await late.run(sell, testId('car', 0))
    await early.run(sell, testId('car', 1))
    await early.end('commit')
    await untilServed(server.db)
    await client.follow()
    expect(client.cars.has(testId('car', 1))).toBe(false)
    await late.end('commit')
    await untilServed(server.db)
    await client.follow()
    expect(client.ids()).toEqual(await forSale(server.db))
  })
})

test('A phone that fetches everything during an open transaction receives its change afterwards [S54 I21]', async () => {
  await withWriters(1, async ([slow]) => {
    if (!slow) throw new Error('There are no writers.')
    await slow.begin()
    await slow.run(sell, testId('car', 0))
    const client = await phone()
    expect(client.cars.has(testId('car', 0))).toBe(true)
    await slow.end('commit')
    await untilServed(server.db)
    expect((await client.follow()).ids()).toEqual(await forSale(server.db))
  })
})

test('A change that is taken back leaves no trace and holds nothing up [S54]', async () => {
  await withWriters(1, async ([slow]) => {
    if (!slow) throw new Error('There are no writers.')
    const client = await phone()
    await slow.begin()
    await slow.run(sell, testId('car', 0))
    await server.db.run({ text: reprice, values: [testId('car', 1)] })
    await slow.end('rollback')
    await untilServed(server.db)
    const { cursor = '' } = client
    expect((await askFeed(server.app, { cursor })).page).toMatchObject({ deletes: [], total_active: 9 })
    await client.follow()
    expect(client.ids()).toEqual(await forSale(server.db))
  })
})

test('However transactions overlap, no phone misses anything once they have ended [S54 I21]', async () => {
  const step = fc.record({
    who: fc.nat(2),
    what: fc.constantFrom(
      'begin',
      'sell',
      'revive',
      'reprice',
      'commit',
      'commit',
      'rollback',
      'pull',
      'pull',
    ),
    car: fc.nat(3),
  })
  await withWriters(3, async (writers) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 60 }), async (steps) => {
        const open = new Set<Writer>()
        const clients = [await phone(), new PlainPhone(server.app, { limit: 2 })]
        for (const { who, what, car } of steps) {
          const w = writers[who]
          if (!w) continue
          // Each writer has its own cars, so that no writer waits for another.
          const id = testId('car', who * 4 + car)
          if (what === 'pull') for (const client of clients) await client.pull()
          else if (what === 'commit' || what === 'rollback') {
            if (open.delete(w)) await w.end(what)
          } else {
            if (!open.has(w)) await w.begin()
            open.add(w)
            if (what === 'reprice') await w.run(reprice, id)
            else if (what !== 'begin') await w.run(decide, id, what === 'sell' ? 'sold' : 'active')
          }
        }
        for (const w of open) await w.end('commit')
        await untilServed(server.db)
        const there = await forSale(server.db)
        for (const client of clients) expect((await client.follow()).ids()).toEqual(there)
      }),
      { numRuns: runs, seed },
    )
  })
}, 300_000)
