import { afterAll, beforeAll, expect, test } from 'vitest'
import { carRoutes } from '#contract/cars.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { forgetOldChanges } from '../../server/cars/feed/feed-store.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, sellers, testId } from '../support/cars.ts'
import { askFeed, carsOf, forSale, PlainPhone, untilServed } from '../support/feed.ts'
import { furnish } from '../support/motorkin.ts'

const day = 86_400_000
let server: TestServer

const cars = Array.from({ length: 30 }, (_, i) =>
  newCar(i, { status: i % 10 === 9 ? 'sold' : 'active', creator: sellers[i % 3] ?? sellers[0] }),
)
beforeAll(async () => {
  server = await testServer({ seed: ({ db }) => furnish(db, cars).then(() => undefined) })
})
afterAll(() => server.close())

async function run(text: string, ...values: unknown[]) {
  await server.db.run({ text, values })
  await untilServed(server.db)
}
const ask = (asked = {}, headers = {}) => askFeed(server.app, asked, headers)
const phone = (asked = {}) => new PlainPhone(server.app, asked)
/** Returns the feed's page about one change, for a phone that knew everything else. */
async function newsOf(change: () => Promise<unknown>) {
  const { cursor } = await phone().follow()
  await change()
  await untilServed(server.db)
  const { page } = await ask({ cursor })
  return { ids: carsOf(page).map((c) => c._id), deletes: page.deletes, more: page.more, page }
}

test('A starting phone gets every car for sale, newest first, with its card fields [R-PWA-33 I21]', async () => {
  const { page } = await ask()
  expect(page).toMatchObject({ full: true, more: false, total_active: 27, floor: null, deletes: [] })
  expect(page.as_of).toBe('2026-03-01T09:00:00.000Z')
  const { reply } = await server.call(carRoutes.getCarList, { body: { limit: 100 } })
  const cards = reply.data.map(
    ({ status: _s, is_favorite: _f, images: _i, featured_image, pictures: _p, ...card }) => ({
      ...card,
      cover: featured_image,
    }),
  )
  expect(carsOf(page)).toEqual(cards)
})

test('A large market comes in pages and is the same market in the end [I21]', async () => {
  for (const limit of [1, 4, 27, 28]) {
    const client = await phone({ limit }).follow()
    expect(client.ids()).toEqual(await forSale(server.db))
  }
})

test('A changed car is sent once, with its current data [I21]', async () => {
  const news = await newsOf(() =>
    run('update cars set price = 1, version = version + 1 where id = $1', testId('car', 3)),
  )
  expect(news).toMatchObject({ ids: [testId('car', 3)], deletes: [] })
  expect(carsOf(news.page)[0]).toMatchObject({ price: 1, version: 2 })
  expect((await ask({ cursor: news.page.cursor })).page).toMatchObject({ cursor: news.page.cursor })
})

test('Looking at cars is no news: views alone change nothing a phone must fetch', async () => {
  const news = await newsOf(async () => {
    await run('update cars set clicks = clicks + 1')
    await server.call(carRoutes.getSingleCar, { params: { slug: 'car-1' } })
  })
  expect(news).toMatchObject({ ids: [], deletes: [] })
})

test('A car that is sold, hidden, deleted or renamed leaves the phone [S55 I21]', async () => {
  const id = (n: number) => testId('car', n)
  expect(await newsOf(() => run(`update cars set status = 'sold' where id = $1`, id(1)))).toMatchObject({
    ids: [],
    deletes: [id(1)],
  })
  expect(await newsOf(() => run(`update cars set status = 'active' where id = $1`, id(1)))).toMatchObject({
    ids: [id(1)],
    deletes: [],
  })
  expect(await newsOf(() => run(`update cars set status = 'inactive' where id = $1`, id(1)))).toMatchObject({
    deletes: [id(1)],
  })
  expect(await newsOf(() => run('delete from cars where id = $1', id(2)))).toMatchObject({
    deletes: [id(2)],
  })
  expect(await newsOf(() => run(`update cars set id = 'car-new' where id = $1`, id(3)))).toMatchObject({
    ids: ['car-new'],
    deletes: [id(3)],
  })
  expect(await newsOf(() => run('update cars set price = 7 where id = $1', id(9)))).toMatchObject({
    ids: [],
    deletes: [],
  })
  expect(await newsOf(() => run('delete from cars where id = $1', id(9)))).toMatchObject({
    ids: [],
    deletes: [],
  })
})

test('The feed notices every kind of write: bulk, upsert, account deletion and rollback [I21]', async () => {
  const many = [newCar(200), newCar(201, { status: 'sold' }), newCar(202)]
  const added = await newsOf(() => server.db.tx((sql) => insertCars(sql, many)))
  expect(added.ids.sort()).toEqual([testId('car', 200), testId('car', 202)])

  const before = await forSale(server.db)
  const account = await newsOf(() => run('delete from users where id = $1', sellers[2]))
  const left = await forSale(server.db)
  expect(account.deletes.sort()).toEqual(before.filter((id) => !left.includes(id)))
  expect(account.deletes.length).toBeGreaterThan(5)

  const undone = await newsOf(() =>
    expect(
      server.db.tx(async (sql) => {
        await sql.run({ text: 'delete from cars' })
        throw new Error('never mind')
      }),
    ).rejects.toThrow('never mind'),
  )
  expect(undone).toMatchObject({ ids: [], deletes: [] })
  const twice = await newsOf(() =>
    server.db.tx(async (sql) => {
      await sql.run({ text: `update cars set status = 'sold' where id = $1`, values: [testId('car', 200)] })
      await sql.run({ text: `update cars set status = 'active' where id = $1`, values: [testId('car', 200)] })
    }),
  )
  expect(twice).toMatchObject({ ids: [testId('car', 200)], deletes: [] })
})

test('A small phone has the newest cars and gets only ids of older ones [I21]', async () => {
  const client = await phone({ window: 10, limit: 4 }).follow()
  expect(client.cars.size).toBe(10)
  expect(client.ids()).toEqual(await forSale(server.db, client.floor))
  const all = await forSale(server.db)
  const old = all.find((id) => !client.cars.has(id))
  await run('update cars set price = price + 1 where id = any($1)', [old, client.ids()[0]])
  const { cursor = '', floor = '' } = client
  const { page } = await ask({ cursor, floor })
  expect(page.outside).toEqual([old])
  expect(carsOf(page).map((c) => c._id)).toEqual([client.ids()[0]])
  expect(page.total_active).toBe(all.length)
  await run(`update cars set created_at = '2025-01-01' where id = $1`, client.ids()[0])
  await client.follow()
  expect(client.ids()).toEqual(await forSale(server.db, client.floor))
  expect(client.cars.size).toBe(9)
})

test('An unchanged feed answers 304 without a body until a car changes', async () => {
  const { cursor = '' } = await phone().follow()
  const first = await ask({ cursor })
  const tag = String(first.headers['etag'])
  const again = await ask({ cursor }, { 'if-none-match': tag })
  expect(again).toMatchObject({ status: 304, bytes: 0 })
  expect(again.headers).toMatchObject({ etag: tag, 'x-api': '1', 'cache-control': 'no-cache' })
  expect(await ask({}, { 'if-none-match': String((await ask()).headers['etag']) })).toMatchObject({
    status: 304,
  })
  await run('update cars set price = price + 1 where id = $1', testId('car', 4))
  expect(await ask({ cursor }, { 'if-none-match': tag })).toMatchObject({ status: 200 })
})

const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
test.each([
  ['a word', 'nonsense'],
  ['numbers', coded([1, 2, 3])],
  ['too little', coded(['e', '1', '2'])],
  ['a place below zero', coded(['e', '1', '-2', 'x'])],
  ['a walk to nowhere', coded(['e', '1', '2', 'x', null, 'y', 'z'])],
  ['a long one', 'x'.repeat(400)],
])('A cursor that no server wrote is refused as such: %s', async (_, cursor) => {
  const answer = await ask({ cursor })
  expect(answer.status).toBe(422)
  expect(answer.error).toMatchObject({ code: 'validation_failed' })
  expect(Object.keys(answer.error.fields ?? {})).toEqual(['cursor'])
})

test.each([
  { limit: 0 },
  { limit: 5001 },
  { limit: 'all' },
  { window: 60_000 },
  { floor: 'yesterday' },
  { floor: 'yesterday, or the day before' },
])('A page is asked for in sensible measures: %o is refused', async (asked) => {
  expect((await ask(asked)).status).toBe(422)
})

test('A cursor from the future or from another database is told to start anew [S53]', async () => {
  const { cursor = '' } = await phone().follow()
  const [epoch = '', mark = '', tx = ''] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[]
  const forged = async (...place: string[]) => (await ask({ cursor: coded([...place, 'a']) })).status
  expect(await forged(epoch, mark, tx)).toBe(200)
  expect(await forged(epoch, '123', tx)).toBe(410)
  expect(await forged('another', mark, tx)).toBe(410)
  expect(await forged(epoch, mark, '999999999')).toBe(410)
})

test('A phone that was away too long starts over and keeps no deleted car [S55 I21]', async () => {
  const away = await phone().follow()
  const present = await phone().follow()
  const ghost = testId('car', 6)
  await run('delete from cars where id = $1', ghost)
  await run('update cars set price = price + 1 where id = $1', testId('car', 7))
  await present.follow()

  await forgetOldChanges(server.db, new Date(Date.now() + 59 * day))
  expect((await ask({ cursor: away.cursor ?? '' })).page.deletes).toEqual([ghost])
  expect(await forgetOldChanges(server.db, new Date(Date.now() + 61 * day))).toBeGreaterThan(0)
  expect((await ask({ cursor: away.cursor ?? '' })).error).toMatchObject({ code: 'gone' })
  expect((await ask({ cursor: present.cursor ?? '' })).status).toBe(200)

  expect(away.cars.has(ghost)).toBe(true)
  await away.follow()
  expect(away.resyncs).toBe(2)
  expect(away.ids()).toEqual(await forSale(server.db))
})

test('The feed reports a suddenly empty catalogue and leaves a usable cursor [S55]', async () => {
  const client = await phone({ limit: 5 }).follow()
  await run('delete from cars')
  await client.follow()
  expect(client.ids()).toEqual([])
  expect(client.resyncs).toBe(1)
  await forgetOldChanges(server.db, new Date(Date.now() + 90 * day))
  await forgetOldChanges(server.db, new Date(Date.now() + 120 * day))
  const fresh = await phone().follow()
  await fresh.follow()
  await run('truncate cars cascade')
  await server.db.tx((sql) => insertCars(sql, [newCar(900)]))
  await untilServed(server.db)
  expect((await fresh.follow()).ids()).toEqual([testId('car', 900)])
  expect(fresh.resyncs).toBe(1)
  await run('truncate cars cascade')
  expect((await fresh.follow()).ids()).toEqual([])
})
