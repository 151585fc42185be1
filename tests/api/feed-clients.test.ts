import fc from '../support/property.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { insertCars } from '../../server/cars/cars-write.ts'
import { forgetOldChanges } from '../../server/cars/feed/feed-store.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, sellers, testId } from '../support/cars.ts'
import { forSale, PlainPhone, untilServed } from '../support/feed.ts'
import { addUser, furnish } from '../support/motorkin.ts'

/** `FEED_RUNS` and `FEED_SEED` run more histories or repeat a history. */
const runs = Number(process.env['FEED_RUNS'] ?? 30)
const seed = Number(process.env['FEED_SEED'] ?? 20_261_122)
const day = 86_400_000
const idRow = z.object({ id: z.string() })
const priceRow = z.object({ id: z.string(), price: z.number(), version: z.int() })

let server: TestServer
beforeAll(async () => {
  server = await testServer({ seed: ({ db }) => furnish(db).then(() => undefined) })
})
afterAll(() => server.close())

const car = fc.nat(24).map((n) => testId('car', n))
const status = fc.constantFrom('active', 'sold', 'inactive')
type FeedStep =
  | { do: 'add'; from: number; count: number }
  | { do: 'price' | 'remove' | 'views'; id: string }
  | { do: 'status'; id: string; to: string }
  | { do: 'relist'; id: string; minute: number }
  | { do: 'account' | 'forget' }
  | { do: 'pull'; who: number; whole: boolean }
const steps: fc.Arbitrary<FeedStep[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('add' as const), from: fc.nat(24), count: fc.nat(8) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constantFrom('price' as const, 'remove', 'views'), id: car }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('status' as const), id: car, to: status }) },
    fc.record({ do: fc.constant('relist' as const), id: car, minute: fc.nat(50) }),
    fc.record({ do: fc.constantFrom('account' as const, 'forget') }),
    {
      weight: 8,
      arbitrary: fc.record({ do: fc.constant('pull' as const), who: fc.nat(4), whole: fc.boolean() }),
    },
  ),
  { minLength: 5, maxLength: 40 },
)

async function change(step: Exclude<FeedStep, { do: 'pull' }>): Promise<void> {
  const run = (text: string, ...values: unknown[]) => server.db.run({ text, values })
  switch (step.do) {
    case 'add': {
      const there = new Set(await allIds())
      const fresh = Array.from({ length: step.count }, (_, i) => step.from + i)
        .filter((n) => !there.has(testId('car', n)))
        .map((n) =>
          newCar(n, { creator: sellers[n % 3] ?? sellers[0], status: n % 5 === 4 ? 'inactive' : 'active' }),
        )
      await server.db.tx((sql) => insertCars(sql, fresh))
      return
    }
    case 'price':
      await run('update cars set price = price + 1, version = version + 1 where id = $1', step.id)
      return
    case 'views':
      await run('update cars set clicks = clicks + 1 where id = $1', step.id)
      return
    case 'remove':
      await run('delete from cars where id = $1', step.id)
      return
    case 'status':
      await run('update cars set status = $2, version = version + 1 where id = $1', step.id, step.to)
      return
    case 'relist':
      await run(
        `update cars set created_at = '2026-01-01T00:00:00Z'::timestamptz + $2 * interval '1 minute', version = version + 1
          where id = $1`,
        step.id,
        step.minute,
      )
      return
    case 'account':
      await run('delete from users where id = $1', sellers[2])
      await addUser(server.db, { id: sellers[2] })
      return
    case 'forget':
      await forgetOldChanges(server.db, new Date(Date.now() + 61 * day))
  }
}
const allIds = async () => (await server.db.rows(idRow, { text: 'select id from cars' })).map(({ id }) => id)

test('After any changes, every phone knows what the server knows at its cursor [S55 I21]', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      await server.db.run({ text: 'delete from cars' })
      await untilServed(server.db)
      const measures = [{}, { limit: 1 }, { limit: 3, window: 5 }, { window: 12, limit: 2 }, { window: 1 }]
      const phones = measures.map((m) => new PlainPhone(server.app, m))
      const away = await new PlainPhone(server.app).follow()
      const same = async (p: PlainPhone) => {
        await untilServed(server.db)
        expect((await p.follow()).ids()).toEqual(await forSale(server.db, p.floor))
      }
      for (const step of history) {
        if (step.do !== 'pull') await change(step)
        else {
          const p = phones[step.who]
          if (!p) continue
          if (!step.whole) await p.pull()
          else await same(p)
        }
      }
      await change({ do: 'add', from: 40, count: 1 })
      await change({ do: 'remove', id: testId('car', 40) })
      await change({ do: 'add', from: 41, count: 1 })
      await change({ do: 'forget' })
      for (const p of [away, ...phones]) await same(p)
      // The phone that was offline all the time had to fetch everything again.
      expect(away.resyncs).toBe(2)
      const [everything] = phones
      const known = await server.db.rows(priceRow, {
        text: `select id, price::float8 as price, version from cars where status = 'active' order by id`,
      })
      expect(known.map((k) => everything?.cars.get(k.id))).toMatchObject(
        known.map(({ price, version }) => ({ price, version })),
      )
    }),
    { numRuns: runs, seed },
  )
}, 300_000)
