import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { adRoutes } from '#contract/ads.ts'
import { syncRoutes } from '#contract/sync/sync.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, sellers, testId } from '../support/cars.ts'
import { furnish } from '../support/motorkin.ts'

let server: TestServer
let mine: string
const car = testId('car', 1)

beforeAll(async () => {
  server = await testServer({ seed: async ({ db }) => void (await furnish(db)) })
  const [id] = sellers
  mine = await server.token({
    id,
    fullname: id,
    email: '',
    avatarurl: '',
    is_subscriber: false,
    role: 'user',
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.run({ text: 'delete from cars; delete from car_ledger; delete from idempotency' })
  await insertCars(server.db, [newCar(1)])
})

const edit = (patch: object, token = mine, headers: Record<string, string> = {}) =>
  server.call(adRoutes.updateCarDetails, { body: { car_id: car, ...patch }, token, headers })
const remove = () => server.call(adRoutes.deleteCar, { params: { id: car }, token: mine, body: {} })
const own = async () => (await server.call(adRoutes.myCarList, { body: {}, token: mine })).reply

test('A repeated edit is answered with the current ad and its matching version [R-PWA-22 S01 I9]', async () => {
  const key = { 'idempotency-key': '"edit.1"' }
  const again = () => edit({ price: 400_000, base_version: 1 }, mine, key)
  await again()
  await edit({ engine: '4.4L' })
  const { reply, headers } = await again()
  expect([reply.data.version, headers['idempotency-replayed']]).toEqual([3, 'true'])
  expect(reply.data.fields).toEqual((await own()).data[0]?.fields)
  expect(reply.data.fields).toMatchObject({ price: 400_000, engine: '4.4L' })
  const receipt = async () =>
    (await server.call(syncRoutes.getReceipt, { params: { key: 'edit.1' }, token: mine })).reply
  expect((await receipt()).data).toEqual({ state: 'applied', reply })
  await remove()
  const gone = { _id: car, slug: 'car-1', version: 2 }
  expect((await again()).reply).toEqual({ success: true, msg: reply.msg, data: gone })
  expect((await receipt()).data).toMatchObject({ state: 'applied', reply: { data: gone } })
})

const tableNames = z.object({ name: z.string() })
/** Returns the size of all rows of all tables, in bytes. */
async function storedBytes(): Promise<number> {
  const text = "select tablename as name from pg_tables where schemaname = 'public'"
  let sum = 0
  for (const { name } of await server.db.rows(tableNames, { text })) {
    const size = `select coalesce(sum(pg_column_size(t.*)), 0)::int as n from ${name} t`
    sum += (await server.db.row(z.object({ n: z.int() }), { text: size }))?.n ?? 0
  }
  return sum
}

test('A 20 KB ad edited many times stores under 600 bytes per edit [R-API-51]', async () => {
  // Random letters, which a database cannot compress much; digits would look like phone numbers.
  const words = () => {
    const text = Array.from(randomBytes(19_900), (byte) => String.fromCharCode(97 + (byte % 26)))
    return text.map((letter, n) => (n % 9 === 8 ? ' ' : letter)).join('')
  }
  await edit({ description: words() })
  const before = await storedBytes()
  const edits = 20
  for (let n = 0; n < edits; n += 1) {
    const answer = await edit({ description: words() }, mine, { 'idempotency-key': `"all-day-${n}"` })
    expect(answer.status).toBe(200)
  }
  expect((await storedBytes()) - before).toBeLessThan(edits * 600)
})
