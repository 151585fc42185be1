import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { feedRoute } from '#contract/sync/feed.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, sellers, testId } from '../support/cars.ts'
import { askFeed, carsOf, feedAddress, untilServed } from '../support/feed.ts'
import { furnish } from '../support/motorkin.ts'

let server: TestServer
const cars = Array.from({ length: 40 }, (_, i) => newCar(i, { status: 'active', creator: sellers[0] }))
beforeAll(async () => {
  server = await testServer({ seed: ({ db }) => furnish(db, cars).then(() => undefined) })
})
afterAll(() => server.close())

/** Returns the names of the feed's statements that ran during `work`. */
async function statements(work: () => Promise<unknown>): Promise<string[]> {
  const asked = vi.spyOn(server.db, 'rows')
  const one = vi.spyOn(server.db, 'row')
  try {
    await work()
    return [...asked.mock.calls, ...one.mock.calls]
      .map(([, statement]) => statement.name ?? statement.text)
      .filter((name) => name.startsWith('feed'))
  } finally {
    asked.mockRestore()
    one.mockRestore()
  }
}
const priceOf = async (n: number, asked = {}) =>
  carsOf((await askFeed(server.app, asked)).page).find((c) => c._id === testId('car', n))?.price

test('Fifty phones that start at once cost the database no more than one [R-PWA-33]', async () => {
  const start = () => askFeed(server.app, { window: 5000 })
  const first = await statements(() => Promise.all(Array.from({ length: 50 }, start)))
  for (const name of ['feed-cars', 'feed-floor', 'feed-total'])
    expect([name, first.filter((asked) => asked === name).length]).toEqual([name, 1])
  // The statement runs twice when nobody has written since the start of the database.
  expect(first.filter((asked) => asked === 'feed-head').length).toBeLessThanOrEqual(2)
  expect(await statements(start)).toEqual(['feed-head'])
})

test('A phone that starts after a change gets the current catalogue, whatever is cached [I21 R-PWA-33]', async () => {
  const asked = { window: 30, limit: 25 }
  const before = (await askFeed(server.app, asked)).page
  await server.db.run({
    text: 'update cars set price = 4321, version = version + 1 where id = $1',
    values: [testId('car', 3)],
  })
  await untilServed(server.db)
  const after = (await askFeed(server.app, asked)).page
  expect(after.cursor).not.toBe(before.cursor)
  expect(await priceOf(3)).toBe(4321)
  await server.db.run({ text: `update cars set status = 'sold' where id = $1`, values: [testId('car', 4)] })
  await untilServed(server.db)
  expect((await askFeed(server.app, asked)).page.total_active).toBe(39)
  expect(await priceOf(4)).toBeUndefined()
})

test('Each caller gets its requested number of cars in an encoding it accepts [R-PWA-33]', async () => {
  expect((await askFeed(server.app, { limit: 5 })).page.upserts.id).toHaveLength(5)
  expect((await askFeed(server.app, { limit: 6 })).page.upserts.id).toHaveLength(6)
  const ask = (encoding: string) =>
    server.app.inject({ url: feedAddress({ window: 20 }), headers: { 'accept-encoding': encoding } })
  const plain = await ask('identity')
  const page = feedRoute.reply.parse(plain.json())
  for (const [encoding, open] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)
    for (const time of ['made', 'kept']) {
      const reply = await ask(encoding)
      expect([time, reply.headers['content-encoding'], reply.headers['vary']]).toEqual([
        time,
        encoding,
        'Accept-Encoding',
      ])
      expect(JSON.parse(open(reply.rawPayload).toString())).toEqual(page)
    }
})
