import fc from '../support/property.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readQuery } from '#catalogue'
import type { CarPage } from '#contract/cars.ts'
import type { ListQueryInput } from '#contract/list-query.ts'
import { findCars } from '../../server/cars/cars-search.ts'
import { fillTokens, insertCars } from '../../server/cars/cars-write.ts'
import { clicksOf } from '../../server/cars/clicks.ts'
import type { Db } from '../../server/kernel/db/sql.ts'
import { testDeps, type TestDeps } from '../support/api.ts'
import { anyCar, anyQuery, newCar, testId, world } from '../support/cars.ts'
import { ledDb, listing, listUrl, warm, type Listing } from '../support/listing.ts'
import { furnish } from '../support/motorkin.ts'

/** `PARITY_SEED` repeats a run. */
const seed = Number(process.env['PARITY_SEED'] ?? 20_261_122)
const cars = 200

let there: TestDeps
const open: Listing[] = []
beforeAll(async () => {
  there = await testDeps({
    seed: async ({ db }) => {
      const any = fc.sample(anyCar, { seed, numRuns: cars })
      await furnish(
        db,
        any.map((car, i) => newCar(i, { ...car, id: testId('car', i), slug: `car-${i}` })),
      )
    },
  })
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
afterAll(() => there.end())

async function start(db: Db = there.deps.db, o: Parameters<typeof listing>[1] = {}): Promise<Listing> {
  const one = await listing({ ...there.deps, db }, o)
  open.push(one)
  return one
}
const run = (text: string, ...values: unknown[]) => there.deps.db.run({ text, values })

test('Cached answers match the database after every change, as affected ones are recomputed [R-API-09 R-LIST-31 I21]', async () => {
  const one = await start()
  await warm(one)
  const queries = fc.sample(anyQuery, { seed, numRuns: 30 })
  for (let i = 0; i < 3; i++) for (const query of queries) await one.ask(query)
  const others = fc.sample(anyCar, { seed: seed + 1, numRuns: 28 })
  const before = one.list.answers.found
  for (const [i, other] of others.entries()) {
    const id = testId('car', (i * 37) % cars)
    const changes = [
      () => run('update cars set price = $2, version = version + 1 where id = $1', id, other.price),
      async () => {
        const what = 'title = $2, year = $3, search_tokens = null'
        await run(`update cars set ${what} where id = $1`, id, other.title, other.year)
        await fillTokens(there.deps.db)
      },
      () => run(`update cars set status = 'sold' where id = $1`, id),
      () => run(`update cars set status = 'active', created_at = $2 where id = $1`, id, other.created_at),
      () => run('update cars set fueltype = $2, city = $3 where id = $1', id, other.fueltype, other.city),
      () => insertCars(there.deps.db, [newCar(0, { ...other, id: `kept-${i}`, slug: `kept-${i}` })]),
      () => run('update cars set slug = $2 where id = $1', id, `other-${i}`),
    ]
    await changes[i % changes.length]?.()
    for (const query of queries) {
      const search = readQuery(query, world)
      const found = await findCars(there.deps.db, search, { user: undefined, facets: query.facets })
      const { data, count_records, facets } = await one.ask(query)
      expect({ data, count_records, facets }).toEqual({
        data: found.cars,
        count_records: found.total,
        facets: found.facets,
      })
    }
  }
  // If every change had invalidated every response, this test would prove nothing.
  expect(one.list.answers.found - before).toBeLessThan((queries.length * others.length) / 2)
})

test('A change recomputes only affected answers; all others are reused with a current time [R-API-09 I21]', async () => {
  const one = await start()
  await warm(one)
  await insertCars(there.deps.db, [
    newCar(0, { id: 'left', slug: 'left', make: 'Mazda', model: '3', price: 5000 }),
    newCar(0, { id: 'right', slug: 'right', make: 'BMW', model: 'X5', price: 5000 }),
  ])
  const left: ListQueryInput = { make: ['Mazda'], limit: 100 }
  const right: ListQueryInput = { make: ['BMW'], limit: 100 }
  for (let i = 0; i < 3; i++) for (const query of [left, right]) await one.ask(query)
  const { found } = one.list.answers
  there.clock.advance(6000)
  await run('update cars set price = price + 1 where id = $1', 'left')
  const { as_of, data } = await one.ask(right)
  expect(data.map((car) => car._id)).toContain('right')
  expect(Date.parse(as_of)).toBe(there.clock.now().getTime())
  expect(one.list.answers.found).toBe(found)
  expect((await one.ask(left)).data.find((car) => car._id === 'left')?.price).toBe(5001)
  expect(one.list.answers.found).toBe(found + 1)
})

test('Where answers are dear nobody waits for what somebody else has just written [I21]', async () => {
  const led = ledDb(there.deps.db)
  const one = await start(led.db, { largeFrom: 1 })
  await warm(one)
  let goOn = (): void => undefined
  const stuck = new Promise<void>((done) => (goOn = done))
  led.lead.before = (name) => {
    if (name === 'list-changes') return stuck
    if (name.startsWith('cars-')) throw new Error('The database was asked.')
  }
  await run('update cars set price = 1 where id = $1', testId('car', 1))
  expect((await one.ask({ limit: 1 })).data).toHaveLength(1)
  goOn()
})

test('The operator sees whether lists come from memory, their size, age and cached answers [R-API-09]', async () => {
  const led = ledDb(there.deps.db)
  let release = (): void => undefined
  const held = new Promise<void>((done) => (release = done))
  led.lead.before = (name) => (name === 'list-walk' ? held : undefined)
  const one = await start(led.db)
  const seen = async () => {
    const { body } = await one.app.inject({ url: '/metrics' })
    return (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(body)?.[1])
  }
  const cold = await seen()
  expect(['ready', 'cars', 'version', 'behind_seconds'].map((n) => cold(`list_index_${n}`))).toEqual([
    0, 0, 0, 0,
  ])
  release()
  await warm(one)
  for (let i = 0; i < 3; i++) await one.ask()
  const { count_records, data } = await one.ask()
  const before = await seen()
  expect([before('list_index_ready'), before('list_index_cars')]).toEqual([1, count_records])
  expect([before('list_answers_kept'), before('list_answers_bytes')]).toEqual([1, one.list.answers.bytes])
  await run('update cars set price = price + 1 where id = $1', data[0]?._id)
  await one.list.live.look()
  let goOn = (): void => undefined
  const stuck = new Promise<void>((done) => (goOn = done))
  led.lead.before = (name) => (name === 'list-changes' ? stuck : undefined)
  there.clock.advance(4000)
  const after = await seen()
  expect(after('list_index_version')).toBeGreaterThan(before('list_index_version'))
  expect(after('list_index_behind_seconds')).toBe(4)
  goOn()
})

describe('The list by address', () => {
  const by = (one: Listing, q?: string, more: Record<string, string> = {}) =>
    one.app.inject({
      url: `${listUrl}${q === undefined ? '' : `?q=${encodeURIComponent(q)}`}`,
      headers: { 'accept-encoding': 'identity', ...more },
    })

  test('gives the same cars as the call with a body, cacheable for seconds [R-API-09]', async () => {
    const one = await start()
    const question = JSON.stringify({ fueltype: ['Petrol'], limit: 5, facets: true })
    // Before the index is loaded, the database answers.
    for (const warmed of [false, true]) {
      if (warmed) await warm(one)
      const got = await by(one, question)
      const { as_of: _, ...page } = got.json<CarPage>()
      const { as_of: __, ...posted } = await one.ask(JSON.parse(question) as ListQueryInput)
      expect(page).toEqual(posted)
      expect(got.headers['cache-control']).toBe('public, max-age=5, stale-while-revalidate=30')
      expect(got.headers['vary']).toBe('Accept-Encoding')
    }
    expect((await by(one)).json<CarPage>().data).toHaveLength((await one.ask({})).data.length)
  })

  test('answers 304 until something that it shows has changed', async () => {
    const one = await start()
    await warm(one)
    const first = await by(one, '{"limit":3}')
    const tag = String(first.headers['etag'])
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
    await new Promise((later) => setTimeout(later, 20))
    await one.list.live.look()
    const again = await by(one, '{"limit":3}', { 'if-none-match': `"other", ${tag}` })
    expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', tag])
    const [shown] = first.json<CarPage>().data
    await run('update cars set price = price + 1, version = version + 1 where id = $1', shown?._id)
    await one.list.live.look()
    const changed = await by(one, '{"limit":3}', { 'if-none-match': tag })
    expect(changed.statusCode).toBe(200)
    expect(changed.headers['etag']).not.toBe(tag)
    expect(changed.json<CarPage>().data[0]?.price).toBe((shown?.price ?? 0) + 1)
  })

  test('is a 304 however many have looked at its cars meanwhile', async () => {
    const one = await start()
    await warm(one)
    const ask = (more: Record<string, string> = {}) => by(one, '{"limit":3}', more)
    const first = await ask()
    const [shown] = first.json<CarPage>().data
    clicksOf(there.deps.db).add(shown?._id ?? '')
    await clicksOf(there.deps.db).flush()
    there.clock.advance(61_000)
    await expect
      .poll(async () => {
        await one.list.live.look()
        return (await ask()).json<CarPage>().data[0]?.clicks
      })
      .toBe((shown?.clicks ?? 0) + 1)
    const again = await ask({ 'if-none-match': String(first.headers['etag']) })
    expect([again.statusCode, again.headers['etag']]).toEqual([304, first.headers['etag']])
  })

  test.each([
    ['another process has written them', (id: string) => JSON.stringify([id])],
    ['notices may have been missed', () => undefined],
  ])('shows the new views of a car after %s', async (_, payload) => {
    const listen = vi.spyOn(there.deps.db, 'listen')
    const one = await start()
    await warm(one)
    const ask = async () => (await by(one, '{"limit":3}')).json<CarPage>().data[0]
    const shown = await ask()
    await run('update cars set clicks = clicks + 1 where id = $1', shown?._id)
    there.clock.advance(61_000)
    await one.list.live.look()
    const heard = listen.mock.calls.filter(([topic]) => topic === 'views')
    for (const [, hear] of heard) hear(payload(shown?._id ?? ''))
    expect((await ask())?.clicks).toBe((shown?.clicks ?? 0) + 1)
  })

  test('is a guest’s answer for everybody: no token is looked at', async () => {
    const one = await start()
    await warm(one)
    const plain = await by(one, '{"limit":5}')
    const spoiled = await by(one, '{"limit":5}', { authorization: 'Bearer nonsense' })
    expect([spoiled.statusCode, spoiled.headers['etag']]).toEqual([200, plain.headers['etag']])
    expect(spoiled.json<CarPage>().data.every((car) => car.is_favorite === 'no')).toBe(true)
  })

  test('refuses a query that is invalid JSON, of unknown form, or given twice', async () => {
    const one = await start()
    for (const [address, status] of [
      [`${listUrl}?q={`, 400],
      [`${listUrl}?q=5`, 422],
      [`${listUrl}?q={}&q={}`, 422],
    ] as const) {
      const { statusCode, headers } = await one.app.inject(address)
      expect([address, statusCode, headers['cache-control']]).toEqual([address, status, 'no-store'])
    }
  })
})

test('Nobody waits while makes and places that are nearly old are read again', async () => {
  const { db, lead } = ledDb(there.deps.db)
  const one = await start(db)
  await warm(one)
  const { count_records } = await one.ask()
  there.clock.advance(9501)
  await warm(one)
  const read: string[] = []
  let goOn = () => {}
  const held = new Promise<void>((done) => {
    goOn = done
  })
  lead.before = (name) => {
    if (!name.startsWith('reference-')) return undefined
    read.push(name)
    return held
  }
  for (const page of [1, 2, 1]) expect(await one.ask({ page })).toMatchObject({ count_records })
  expect(read).toEqual(['reference-makes'])
  goOn()
  await expect.poll(() => read.length).toBeGreaterThan(1)
  // Data older than ten seconds may be outdated.
  there.clock.advance(20_000)
  await warm(one)
  read.length = 0
  let answered = false
  const waits = new Promise<void>((done) => {
    goOn = done
  })
  lead.before = (name) => (name === 'reference-makes' ? waits : undefined)
  const asked = one.ask().finally(() => {
    answered = true
  })
  await new Promise((turn) => setTimeout(turn, 20))
  expect(answered).toBe(false)
  goOn()
  expect(await asked).toMatchObject({ count_records })
})
