import zlib, { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import fc from '../support/property.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readQuery } from '#catalogue'
import { readListQuery } from '#contract/list-query.ts'
import type { User } from '#contract/users/users.ts'
import { findCars } from '../../server/cars/cars-search.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { setFavourite } from '../../server/cars/favourites-store.ts'
import { testDeps, type TestDeps } from '../support/api.ts'
import { anyCar, anyQuery, newCar, testId, world } from '../support/cars.ts'
import { ledDb, listing, listUrl, warm, type Listing } from '../support/listing.ts'
import { furnish } from '../support/motorkin.ts'

/** `PARITY_RUNS` and `PARITY_SEED` run more queries or repeat a run. */
const runs = Number(process.env['PARITY_RUNS'] ?? 150)
const seed = Number(process.env['PARITY_SEED'] ?? 20_261_122)

let there: TestDeps
let users: User[]
let led: ReturnType<typeof ledDb>
const open: Listing[] = []

beforeAll(async () => {
  const cars = fc.sample(anyCar, { seed, numRuns: 300 })
  there = await testDeps({
    seed: async ({ db }) => {
      const rows = cars.map((car, i) =>
        newCar(i, { ...car, id: testId('car', (i * 7919) % 300), slug: `car-${i}` }),
      )
      users = await furnish(db, rows)
    },
  })
  led = ledDb(there.deps.db)
})
afterEach(async () => {
  led.lead.before = () => undefined
  for (const one of open.splice(0)) await one.close()
})
afterAll(() => there.end())

const run = (text: string, ...values: unknown[]) => led.db.run({ text, values })
async function start(o: Parameters<typeof listing>[1] & { env?: Partial<TestDeps['deps']['config']> } = {}) {
  const { deps } = there
  const one = await listing({ ...deps, db: led.db, config: { ...deps.config, ...o.env } }, o)
  open.push(one)
  return one
}
async function warmed(o: Parameters<typeof start>[0] = {}) {
  const one = await start(o)
  await warm(one)
  return one
}
/** Makes every page query of the database fail from now on. */
const onlyMemory = () => {
  led.lead.before = (name) => {
    if (/^cars-(page|count|facets)/.test(name)) throw new Error(`${name} was asked for`)
  }
}
const ids = async (one: Listing, body = {}) => (await one.ask({ limit: 100, ...body })).data.map((c) => c._id)

/** Compares the index with the database. Returns how many queries found several cars. */
async function compare(one: Listing, times: number): Promise<number> {
  let filled = 0
  await fc.assert(
    fc.asyncProperty(anyQuery, async (query) => {
      const found = await findCars(led.db, readQuery(query, world), { user: undefined, facets: query.facets })
      expect(one.list.live.fresh).toBeDefined()
      const { data, count_records, facets } = await one.ask(query)
      expect({ data, count_records, facets }).toEqual({
        data: found.cars,
        count_records: found.total,
        facets: found.facets,
      })
      if (data.length > 1) filled += 1
    }),
    { numRuns: times, seed },
  )
  return filled
}

test('For any query the index answers as the database, in every card field [R-API-09 R-CONST-06]', async () => {
  expect(await compare(await warmed(), runs)).toBeGreaterThan(runs / 8)
})

test('The index still matches the database after cars came, changed and went [R-API-09 I21]', async () => {
  const one = await warmed()
  const more = fc.sample(anyCar, { seed: seed + 1, numRuns: 400 })
  await led.db.tx((sql) =>
    insertCars(
      sql,
      more.map((car, i) => newCar(1000 + i, { ...car, id: testId('more', i), slug: `more-${i}` })),
    ),
  )
  await run(`update cars set price = price + 77, version = version + 1 where id like '%3'`)
  await run(`update cars set status = 'sold' where id like '%7'`)
  await run(`delete from cars where id like 'more-%9'`)
  for (const i of [11, 12, 13])
    await run('update cars set make = $2, model = $3 where id = $1', testId('car', i), 'BMW', 'X5')
  await one.ask()
  expect(await compare(one, runs)).toBeGreaterThan(runs / 8)
  await run(`delete from cars where id like 'more-%'`)
})

test('A process’s own write is in its next answer, even for a cached query [R-LIST-32 I21]', async () => {
  const one = await warmed()
  onlyMemory()
  const bmw = { make: ['Škoda'], model: ['Octavia'], sortBy: 'price_low_high' as const }
  const before = await ids(one, bmw)
  for (let i = 0; i < 3; i++) expect(await ids(one, bmw)).toEqual(before)
  const kind = { make: 'Škoda', model: 'Octavia', price: 0.5, title: 'Brand new' }
  await led.db.tx((sql) => insertCars(sql, [newCar(5000, { ...kind, id: 'fresh', slug: 'fresh' })]))
  expect((await one.ask(bmw)).data.map((c) => c.title)).toContain('Brand new')
  await run(`update cars set title = 'Renamed', version = 2 where id = 'fresh'`)
  expect((await one.ask(bmw)).data.map((c) => c.title)).toContain('Renamed')
  await run(`update cars set status = 'sold' where id = 'fresh'`)
  expect(await ids(one, bmw)).toEqual(before)
  await run(`update cars set status = 'active' where id = 'fresh'`)
  expect(await ids(one, bmw)).toContain('fresh')
  await run(`delete from cars where id = 'fresh'`)
  expect(await ids(one, bmw)).toEqual(before)
})

test('A person’s favourites are never in another person’s answer or in the cache [R-ENT-11]', async () => {
  const [buyer, other] = users
  if (!buyer || !other) throw new Error('nobody is there')
  const one = await warmed()
  onlyMemory()
  const [first, second] = await ids(one)
  const want = (car = '', yes = true) =>
    setFavourite(led.db, { user: buyer.id, car, now: there.clock.now(), want: yes })
  const hearts = async (user?: User) =>
    (await one.ask({ limit: 100 }, user && { user })).data
      .filter((c) => c.is_favorite === 'yes')
      .map((c) => c._id)
  await want(first)
  await want(second)
  for (let i = 0; i < 3; i++) {
    expect(await hearts(buyer)).toEqual([first, second])
    expect(await hearts()).toEqual([])
    expect(await hearts(other)).toEqual([])
  }
  await want(first, false)
  expect(await hearts(buyer)).toEqual([second])
  // Both people get the same response, apart from the hearts.
  const { as_of: _, data, ...rest } = await one.ask({}, { user: buyer })
  const { as_of: _a, data: plain, ...others } = await one.ask()
  expect([rest, data.map((c) => ({ ...c, is_favorite: 'no' }))]).toEqual([others, plain])
  await want(second, false)
})

test('A compressed answer says what the plain one says, and again after something changed [R-API-09]', async () => {
  const one = await warmed()
  const encoded = async (accept: string) => {
    const headers = { 'accept-encoding': accept }
    return one.app.inject({ method: 'POST', url: listUrl, headers, payload: {} })
  }
  for (const price of [1111, 2222]) {
    await run('update cars set price = $1 where id = $2', price, (await ids(one))[0])
    const plain = JSON.stringify(await one.ask())
    for (let i = 0; i < 3; i++) {
      const br = await encoded('gzip, br')
      expect([br.headers['content-encoding'], br.headers.vary]).toEqual(['br', 'Accept-Encoding'])
      expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain)
      const gz = await encoded('gzip;q=0.5, br;q=0')
      expect(gunzipSync(gz.rawPayload).toString()).toBe(plain)
      expect((await encoded('identity')).body).toBe(plain)
    }
  }
})

test('Under load the first answers are compressed well, later ones lightly, all correctly [R-API-09]', async () => {
  const one = await warmed()
  const headers = { 'accept-encoding': 'br' }
  const asked = Array.from({ length: 40 }, (_, i) => ({ min_price: i + 1 }))
  const plain = await Promise.all(asked.map(async (body) => JSON.stringify(await one.ask(body))))
  const anew = asked.map((body) => ({ ...body, max_kms: 9_999_999 }))
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: window } = constants
  const light = (text: string) => brotliCompressSync(text, { params: { [quality]: 0, [window]: 16 } })
  // Few queries that come twice come a third time.
  const packedLightly: number[] = []
  for (const _ of ['first', 'second']) {
    let lightly = 0
    const answers = await Promise.all(
      anew.map((payload) => one.app.inject({ method: 'POST', url: listUrl, headers, payload })),
    )
    for (const [i, answer] of answers.entries()) {
      expect(answer.headers['content-encoding']).toBe('br')
      expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(plain[i])
      if (answer.rawPayload.equals(light(plain[i] ?? ''))) lightly += 1
    }
    packedLightly.push(lightly)
  }
  expect(Math.min(...packedLightly)).toBeGreaterThan(0)
  expect(packedLightly[0]).toBeLessThan(asked.length)
})

test('A client that accepts Zstandard gets it under load, if this Node supports it [R-API-09]', async () => {
  const one = await warmed()
  const headers = { 'accept-encoding': 'gzip, br, zstd' }
  const asked = Array.from({ length: 40 }, (_, i) => ({ min_price: i + 1 }))
  const plain = await Promise.all(asked.map(async (body) => JSON.stringify(await one.ask(body))))
  const answers = await Promise.all(
    asked.map((body) => {
      const payload = { ...body, max_kms: 9_999_999 }
      return one.app.inject({ method: 'POST', url: listUrl, headers, payload })
    }),
  )
  const { zstdDecompressSync: unpack } = zlib as typeof zlib & {
    zstdDecompressSync?: (all: Buffer) => Buffer
  }
  const used = new Set(answers.map((answer) => answer.headers['content-encoding']))
  expect(used).toEqual(new Set(unpack ? ['br', 'zstd'] : ['br']))
  for (const [i, { headers: of, rawPayload }] of answers.entries()) {
    const all = of['content-encoding'] === 'br' ? brotliDecompressSync(rawPayload) : unpack?.(rawPayload)
    expect(all?.toString()).toBe(plain[i])
  }
})

test('Who takes Zstandard alone gets it without load, where this Node has it [R-API-09]', async () => {
  const one = await warmed()
  const plain = JSON.stringify(await one.ask({ min_price: 3 }))
  // The repeated response is cached, and never served as brotli.
  for (let i = 0; i < 3; i += 1) {
    const answer = await one.app.inject({
      method: 'POST',
      url: listUrl,
      headers: { 'accept-encoding': 'zstd' },
      payload: { min_price: 3 },
    })
    const { zstdDecompressSync: unpack } = zlib as typeof zlib & {
      zstdDecompressSync?: (all: Buffer) => Buffer
    }
    expect(answer.headers['content-encoding']).toBe(unpack ? 'zstd' : undefined)
    expect((unpack?.(answer.rawPayload) ?? answer.rawPayload).toString()).toBe(plain)
  }
})

test('An answer gives the time of its data, even when it is cached [R-API-09]', async () => {
  const one = await warmed()
  for (let i = 0; i < 3; i++) await one.ask()
  there.clock.advance(30_000)
  const { as_of } = await one.ask()
  expect(there.clock.now().getTime() - Date.parse(as_of)).toBeLessThanOrEqual(5000)
})

test('The database answers while the index loads, is off or has too many cars [R-API-09]', async () => {
  let release = (): void => undefined
  const held = new Promise<void>((done) => (release = done))
  led.lead.before = (name) => (name === 'list-walk' ? held : undefined)
  const loading = await start()
  const expected = await ids(loading)
  expect([expected.length > 10, loading.list.live.fresh]).toEqual([true, undefined])
  release()
  await warm(loading)
  expect(await ids(loading)).toEqual(expected)
  for (const listIndexMaxCars of [0, 10]) {
    const without = await start({ env: { listIndexMaxCars } })
    await without.list.live.stop()
    expect([await ids(without), without.list.live.fresh]).toEqual([expected, undefined])
  }
})

test('When changes cannot be read, requests fail instead of returning old data [R-API-50]', async () => {
  const one = await warmed()
  led.lead.before = (name) => {
    if (/^(list|cars)-/.test(name)) throw new Error('away')
  }
  there.clock.advance(11_000)
  const answer = await one.send('{}')
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([500, 'internal'])
})

test('A costly answer may be a second old, except for a recent writer [I21]', async () => {
  const add = (app: Listing['app']) => void app.post('/api/v1/some-write', () => ({ ok: true }))
  // Only responses cause a check here.
  const one = await warmed({ largeFrom: 1, every: 1e9, add })
  const [first = ''] = await ids(one)
  for (let i = 0; i < 3; i++) await one.ask()
  const price = async (device: string) =>
    (await one.ask({}, { headers: { 'x-device': device } })).data.find((c) => c._id === first)?.price
  const before = await price('reader')
  await run('update cars set price = 4321 where id = $1', first)
  there.clock.advance(300)
  expect(await price('reader')).toBe(before)
  const from = { remoteAddress: '10.0.0.9', headers: { 'x-device': 'writer' } }
  await one.app.inject({ method: 'POST', url: '/api/v1/some-write', ...from })
  expect(await price('writer')).toBe(4321)
  await run('update cars set price = 1234 where id = $1', first)
  expect(await price('reader')).toBe(4321)
  there.clock.advance(1100)
  expect(await price('reader')).toBe(1234)
})

test('However many questions come, what is kept of them stays within its bounds [R-API-09]', async () => {
  const one = await warmed({ env: { listCacheMb: 1 } })
  const { answers, questions } = one.list
  let most = 0
  for (let i = 0; i < 400; i++) {
    // The query runs twice, since only repeated responses are cached.
    for (const _ of [1, 2]) await one.ask({ limit: 15, max_kms: 100_000 + i, search: 'x'.repeat(i % 3) })
    most = Math.max(most, answers.bytes)
    expect(answers.bytes).toBeLessThanOrEqual((1024 * 1024 * 3) / 16)
    expect(questions.bytes).toBeLessThanOrEqual((1024 * 1024) / 16)
  }
  expect(most).toBeGreaterThan(100_000)
})

test('Many who ask the same at once are answered by one making [R-API-09]', async () => {
  const one = await warmed({ env: { listCacheMb: 1 } })
  let readings = 0
  led.lead.before = (name) => void (readings += name === 'list-cards' ? 1 : 0)
  await run('update cars set title = title')
  await run(`update cars set version = version + 1 where status = 'active'`)
  const answers = await Promise.all(Array.from({ length: 30 }, () => one.ask({ limit: 50 })))
  expect(new Set(answers.map((a) => JSON.stringify(a))).size).toBe(1)
  expect(readings).toBe(1)
})

const tooLarge = JSON.stringify({ search: 'x'.repeat(70_000) })
test.each([
  ['not json', 400, 'bad_json'],
  ['{"page":1', 400, 'bad_json'],
  ['{"__proto__":{"page":2}}', 400, 'bad_json'],
  ['{"constructor":{"prototype":{"page":2}}}', 400, 'bad_json'],
  ['[]', 422, 'validation_failed'],
  ['"text"', 422, 'validation_failed'],
  [tooLarge, 413, 'payload_too_large'],
])(
  'A body that is none is refused as before, however often it comes [R-API-50 R-API-51]',
  async (body, status, code) => {
    const one = await warmed()
    for (let i = 0; i < 3; i++) {
      const answer = await one.send(body)
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code])
    }
  },
)

test('An empty body asks for everything; a body of another type is refused [R-API-50]', async () => {
  const one = await warmed()
  const all = await one.ask()
  for (const body of ['', '{}', 'null', ' {} ']) expect((await one.send(body)).json()).toEqual(all)
  expect((await one.app.inject({ method: 'POST', url: listUrl })).json()).toEqual(all)
  expect((await one.send('<a/>', 'text/xml')).statusCode).toBe(415)
  const forged = { authorization: 'Bearer nothing' }
  expect(
    (await one.app.inject({ method: 'POST', url: listUrl, headers: forged, payload: {} })).statusCode,
  ).toBe(401)
})

test('A page behind the last one is empty but keeps the count', async () => {
  const one = await warmed()
  const { count_records } = await one.ask()
  const deep = await one.ask(readListQuery({ page: 90_000 }))
  expect([deep.data, deep.count_records]).toEqual([[], count_records])
})
