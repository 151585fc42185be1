import { brotliDecompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { adRoutes } from '#contract/ads.ts'
import { asOfHeader, type Draw } from '#contract/first-view.ts'
import { basePath, headers, pathOf } from '#contract/http.ts'
import { carRoutes } from '#contract/cars.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { drawingsAMinute } from '../../server/web/web-routes.ts'
import type { TestServer } from '../support/api.ts'
import { newCar, sellers } from '../support/cars.ts'
import { foundServer } from '../support/found.ts'
import { furnish } from '../support/motorkin.ts'
import { adForm } from '../support/writes.ts'

let server: TestServer
let token: string
/** Addresses that were drawn, in order. */
const drawn: string[] = []
/** Delays a drawing. */
let before: (address: string) => Promise<unknown> | undefined
/** Another call that a drawing makes, beside the list of makes. */
let extra: string | undefined

/** Draws the response of the page's call as text. */
const draw: Draw = async ({ address, origin, settings, at, fetch }) => {
  drawn.push(address)
  await before(address)
  const slug = /^\/listing\/([^?]+)/.exec(address)?.[1]
  const url = slug
    ? pathOf(carRoutes.getSingleCar, { slug: decodeURIComponent(slug) })
    : `${basePath}common/get-all-makes`
  const answers = []
  for (const one of [url, ...(extra === undefined ? [] : [extra])])
    answers.push(await fetch({ method: 'GET', url: one, headers: {}, body: undefined }))
  const [first] = answers
  if (!first || answers.some(({ status }) => status !== 200)) return undefined
  const value = JSON.parse(first.body) as { data: { title?: string; price?: number } }
  const html = `<main>${value.data.title ?? 'Makes'} ${value.data.price ?? ''}</main>`
  return {
    html,
    head: { title: 'Drawn' },
    view: { at, origin, settings, reads: [{ key: [url], value, asOf: at - 5 }] },
  }
}

beforeAll(async () => {
  server = await foundServer({
    draw,
    seed: async ({ db }) => {
      await furnish(
        db,
        [1, 2].map((n) => newCar(n, { creator: sellers[1] })),
      )
    },
  })
  token = await server.token({
    id: sellers[0],
    fullname: 'Ann',
    email: '',
    avatarurl: '',
    is_subscriber: false,
    role: 'user',
  })
})
beforeEach(() => {
  drawn.length = 0
  before = () => undefined
  extra = undefined
  // The documents of earlier tests expire.
  server.clock.advance(60_000)
})
afterEach(() => vi.useRealTimers())
afterAll(() => server.close())

const open = (url: string, more: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { accept: 'text/html', 'accept-encoding': 'identity', ...more } })
const failures = async () => {
  const { body } = await server.app.inject('/metrics')
  return Number(/^page_drawing_failures_total (\d+)$/m.exec(body)?.[1] ?? 0)
}
/** Draws as many other addresses as may wait, until the returned function is called. */
async function busy(): Promise<() => Promise<unknown>> {
  let release = (): void => undefined
  const held = new Promise<void>((done) => (release = done))
  before = (address) => (address.startsWith('/dealers') ? held : undefined)
  const others = Array.from({ length: 24 }, (_, n) => open(`/dealers?page=${n + 2}`))
  await expect.poll(() => drawn.filter((address) => address.startsWith('/dealers')).length).toBe(24)
  return () => {
    release()
    return Promise.all(others)
  }
}
async function postAd(key: string): Promise<{ url: string; remove: () => Promise<unknown> }> {
  const { reply } = await server.call(adRoutes.addCar, { body: { ...adForm, _id: key }, token })
  const { slug, _id: id } = reply.data
  return { url: `/listing/${slug}`, remove: () => server.call(adRoutes.deleteCar, { params: { id }, token }) }
}

describe('A deleted ad', () => {
  test('It is gone even when it was rendered yesterday and the server is busy', async () => {
    const ad = await postAd('yesterday')
    expect((await open(ad.url)).headers[headers.firstView]).toBeDefined()
    await ad.remove()
    server.clock.advance(86_400_000)
    const end = await busy()
    const page = await open(ad.url)
    await end()
    expect([page.statusCode, page.body.includes('InStock')]).toEqual([410, false])
  })

  test('It is drawn from no memory once it was found to be gone', async () => {
    // After three days the same car may be posted again.
    server.clock.advance(3 * 86_400_000)
    const ad = await postAd('just-now')
    await open(ad.url)
    await ad.remove()
    server.clock.advance(1500)
    expect((await open(ad.url)).statusCode).toBe(410)
    server.clock.advance(6000)
    const end = await busy()
    const page = await open(ad.url)
    await end()
    expect(page.statusCode).toBe(410)
  })
})

test('A document that is young is given also while the server is busy drawing', async () => {
  const first = await open('/listing/car-1')
  server.clock.advance(2000)
  const end = await busy()
  const page = await open('/listing/car-1')
  await end()
  expect([page.statusCode, page.body]).toEqual([200, first.body])
})

test('A document asked for again is the same text in fewer bytes', async () => {
  const packed = async () => (await open('/listing/car-1', { 'accept-encoding': 'br' })).rawPayload
  const first = await packed()
  await expect.poll(async () => (await packed()).length).toBeLessThan(first.length)
  expect(brotliDecompressSync(await packed())).toEqual(brotliDecompressSync(first))
})

describe('One document serves every address', () => {
  test.each([
    ['a car', '/listing/car-1', ['?fbclid=a', '?utm_source=x&utm_medium=y', '?x=2', '?page=2&source=pwa']],
    ['a car, however it is escaped', '/listing/car-2', []],
    ['a search', '/listings?brands=bmw&page=2', ['&x=1', '&fbclid=b', '&page=3&brands=audi', '&source=&q=']],
    ['a list', '/blog?page=2', ['&make=bmw', '&utm_campaign=z', '&search=']],
    ['Home', '/', ['?page=2', '?gclid=1']],
  ])('of %s', async (_, url, more) => {
    const addresses = [url, ...more.map((part) => url + part)]
    if (url === '/listing/car-2') addresses.push('/listing/%63ar-2', '/listing/c%61r%2D2')
    for (const address of addresses) expect((await open(address)).statusCode).toBe(200)
    expect(drawn).toEqual([url])
  })

  test('and what says something else has one of its own', async () => {
    for (const query of ['page=2', 'page=3', 'brands=bmw', 'q=a%26b', 'q=a&b=c'])
      await open(`/listings?${query}`)
    expect(drawn).toEqual([
      '/listings?page=2',
      '/listings?page=3',
      '/listings?brands=bmw',
      '/listings?q=a%26b',
      '/listings?q=a',
    ])
  })
})

test('A client with hundreds of searches a minute gets plain pages, others rendered ones', async () => {
  const limited = await foundServer({ draw, limits: true })
  const ask = (n: number, remoteAddress = '192.0.2.1') =>
    limited.app.inject({ url: `/listings?page=${n}`, headers: { accept: 'text/html' }, remoteAddress })
  for (let n = 1; n <= drawingsAMinute; n += 1) await ask(n)
  expect(drawn.length).toBe(drawingsAMinute)
  const plain = await ask(9999)
  expect([plain.statusCode, plain.headers[headers.firstView], drawn.length]).toEqual([200, undefined, 240])
  expect((await ask(9999, '192.0.2.2')).headers[headers.firstView]).toBeDefined()
  // All callers can get a document that is already drawn.
  expect((await ask(9999)).headers[headers.firstView]).toBeDefined()
  limited.clock.advance(61_000)
  expect((await ask(9998)).headers[headers.firstView]).toBeDefined()
  await limited.close()
})

test('A missing page costs one database query per few seconds and no rendering', async () => {
  const looks = vi.spyOn(server.db, 'row')
  const count = () => looks.mock.calls.filter(([, { name }]) => name === 'cars-detail').length
  for (let i = 0; i < 3; i += 1) expect((await open(`/listing/car-77?x=${i}`)).statusCode).toBe(404)
  expect([count(), drawn]).toEqual([1, []])
  await server.db.tx((sql) => insertCars(sql, [newCar(77)]))
  server.clock.advance(6000)
  expect((await open('/listing/car-77')).statusCode).toBe(200)
})

describe('While the database is slow', () => {
  test('The page of a car says so, and nothing of it is kept', async () => {
    const before = await failures()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const row = server.db.row.bind(server.db)
    let reach = () => {}
    const reached = new Promise<void>((done) => (reach = done))
    const slow = vi.spyOn(server.db, 'row').mockImplementation((shape, statement) => {
      if (statement.name !== 'cars-detail') return row(shape, statement)
      reach()
      return new Promise(() => undefined)
    })
    const asked = open('/listing/car-1')
    await reached
    await vi.advanceTimersByTimeAsync(4500)
    const page = await asked
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '5'])
    expect(page.body).toContain('<title>Car | ')
    vi.useRealTimers()
    slow.mockRestore()
    const next = await open('/listing/car-1')
    expect([next.statusCode, next.body.includes('product:price:amount')]).toEqual([200, true])
    expect(await failures()).toBe(before + 1)
  })
})

describe('page_drawing_failures_total', () => {
  test('It counts pages with a failed read, and none whose car has just gone', async () => {
    const before = await failures()
    extra = `${basePath}cars/get-single-car/never-was`
    const gone = await open('/listing/car-1')
    expect([gone.statusCode, gone.headers[headers.firstView], await failures()]).toEqual([
      200,
      undefined,
      before,
    ])
    extra = `${basePath}cars/get-car-list?q={`
    const failed = await open('/listing/car-1')
    expect([failed.statusCode, failed.headers[headers.firstView]]).toEqual([200, undefined])
    expect(await failures()).toBe(before + 1)
  })
})

describe('A document that says the same after it is drawn again', () => {
  const again = (etag: unknown) => open('/listing/car-1', { 'if-none-match': String(etag) })

  test('costs a 304, which tells since when it is right', async () => {
    const first = await open('/listing/car-1')
    expect(first.headers['etag']).toMatch(/^W\/"[\w-]{22}"$/)
    expect(first.headers[asOfHeader]).toBe(String(server.clock.now().getTime() - 5))
    server.clock.advance(46_000)
    await server.db.run({ text: `update cars set clicks = clicks + 1 where slug = 'car-1'` })
    const same = await again(first.headers['etag'])
    expect([same.statusCode, same.body]).toEqual([304, ''])
    expect(same.headers[asOfHeader]).toBe(String(server.clock.now().getTime() - 5))
    expect(drawn.length).toBe(2)
  })

  test('is sent when something in it has changed', async () => {
    const first = await open('/listing/car-1')
    await server.db.run({
      text: `update cars set price = price + 1, version = version + 1 where slug = 'car-1'`,
    })
    server.clock.advance(1500)
    const other = await again(first.headers['etag'])
    expect([other.statusCode, other.headers['etag'] === first.headers['etag']]).toEqual([200, false])
  })
})
