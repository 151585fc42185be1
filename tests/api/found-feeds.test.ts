import { gunzipSync } from 'node:zlib'
import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { insertCars } from '../../server/cars/cars-write.ts'
import { mountSitemap } from '../../server/web/found/sitemap/sitemap-routes.ts'
import type { TestServer } from '../support/api.ts'
import { newCar, testPicture } from '../support/cars.ts'
import { foundServer, publicUrl } from '../support/found.ts'
import { ledDb } from '../support/listing.ts'
import { addUser, furnish } from '../support/motorkin.ts'

let server: TestServer
/** The same sitemap, split into small parts. */
let small: FastifyInstance
const hostile = `<x>&"'\u0001 ]]> \ud800`.replace('\ud800', '')
const cars = Array.from({ length: 45 }, (_, i) =>
  newCar(i + 1, {
    title: i === 44 ? hostile : `Car ${i + 1}`,
    bodytype: i % 2 === 0 ? 'SUV' : 'Sedan',
    status: i === 10 ? 'sold' : 'active',
    pictures: i === 43 ? [] : [testPicture(i)],
  }),
)

beforeAll(async () => {
  server = await foundServer({
    seed: async ({ db }) => {
      await furnish(db)
      await db.tx((sql) => insertCars(sql, cars))
      await addUser(db, { id: 'dealer one', kind: 'dealer', businessname: 'One' })
      await addUser(db, { id: 'gone', kind: 'dealer', suspended_at: '2026-01-01' })
      for (const [slug, at] of [
        ['brakes', '2026-01-01'],
        ['later', '2027-01-01'],
      ])
        await db.run({
          text: `insert into blogs (id, slug, title, description, excerpt, image, blur, search_tokens, published_at,
              created_at, updated_at) values ($1, $1, $1, '', '', '', '', '{}', $2, $2, $2)`,
          values: [slug, at],
        })
    },
  })
  small = fastify()
  mountSitemap(small, server.deps, { part: 10, most: 12, step: 3, believed: 3_600_000 })
  await small.ready()
})
afterAll(async () => {
  await small.close()
  await server.close()
})

const get = (url: string, headers: Record<string, string> = {}, app: FastifyInstance = server.app) =>
  app.inject({ url, headers })
const all = (text: string, tag: string): string[] =>
  [...text.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, inside = '']) => inside)
const unescaped = (text: string) => text.replaceAll('&amp;', '&')

describe('robots.txt', () => {
  test('It names the sitemap and keeps search engines from pages of one person', async () => {
    const { body, headers } = await get('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`)
    const kept = body.split('\n').flatMap((line) => line.match(/^Disallow: (.+)$/)?.[1] ?? [])
    expect(kept).toEqual(
      expect.arrayContaining(['/api/', '/profile', '/chat', '/admin', '/order/', '/saved']),
    )
    for (const open of [
      '/',
      '/listings',
      '/listing/a',
      '/dealers',
      '/blog/a',
      '/about',
      '/og/site.jpg',
      '/sitemap.xml',
    ])
      expect(kept.filter((path) => open.startsWith(path))).toEqual([])
  })
})

describe('The sitemap', () => {
  const partsOf = async (app: FastifyInstance): Promise<string[]> =>
    all((await get('/sitemap.xml', {}, app)).body, 'loc').map((url) => unescaped(url).replace(publicUrl, ''))
  const placesIn = async (path: string, app?: FastifyInstance) =>
    all((await get(path, {}, app)).body, 'loc').map((url) => url.replace(publicUrl, ''))

  test('It lists exactly the pages, cars for sale, dealers and published articles', async () => {
    const parts = await partsOf(server.app)
    expect(parts).toEqual([
      '/sitemap/pages.xml',
      '/sitemap/cars.xml',
      '/sitemap/dealers.xml',
      '/sitemap/articles.xml',
    ])
    const places = (await Promise.all(parts.map((part) => placesIn(part)))).flat()
    expect(places.filter((path) => path.startsWith('/listing/')).toSorted()).toEqual(
      cars
        .filter((car) => car.status === 'active')
        .map((car) => `/listing/${car.slug}`)
        .toSorted(),
    )
    const others = places.filter((path) => !path.startsWith('/listing/'))
    expect(others).toEqual(
      expect.arrayContaining(['/', '/listings', '/about', '/dealer/dealer%20one', '/blog/brakes']),
    )
    for (const hidden of ['/profile', '/login', '/dealer/gone', '/blog/later', '/listing/car-11'])
      expect(places).not.toContain(hidden)
  })

  test('Its parts hold few enough addresses each, and together each address once', async () => {
    const parts = (await partsOf(small)).filter((path) => path.startsWith('/sitemap/cars'))
    expect(parts.length).toBe(5)
    const places: string[] = []
    for (const part of parts) {
      const inside = await placesIn(part, small)
      expect(inside.length).toBeLessThanOrEqual(10)
      places.push(...inside)
    }
    expect(places.length).toBe(44)
    expect(new Set(places).size).toBe(44)
  })

  test('It serves a part that another server named, within the search engines’ size limit', async () => {
    const after = encodeURIComponent(String(cars[4]?.id))
    expect((await placesIn(`/sitemap/cars.xml?after=${after}`, small)).length).toBe(12)
    expect((await get('/sitemap/cars.xml?after=zzz', {}, small)).body).toContain('<urlset')
    for (const wrong of ['after=%00', `after=${'x'.repeat(300)}`, 'after=a&after=b'])
      expect((await get(`/sitemap/cars.xml?${wrong}`)).statusCode).toBe(404)
  })

  test('A part that was written is answered at once while others are being written', async () => {
    const app = fastify()
    const { db, lead } = ledDb(server.db)
    mountSitemap(app, { ...server.deps, db })
    const first = await get('/sitemap/cars.xml', {}, app)
    let release = (): void => undefined
    const held = new Promise<void>((done) => (release = done))
    let writing = 0
    lead.before = (asked) => {
      if (!asked.startsWith('select id as key, part, changed')) return undefined
      writing += 1
      return held
    }
    const others = Array.from({ length: 8 }, (_, n) => get(`/sitemap/cars.xml?after=none-${n}`, {}, app))
    // This sitemap is known, and written for the first time.
    const dealers = get('/sitemap/dealers.xml', {}, app)
    await expect.poll(() => writing).toBe(2)
    const again = await get('/sitemap/cars.xml', {}, app)
    expect([again.statusCode, again.body]).toEqual([200, first.body])
    release()
    expect((await dealers).statusCode).toBe(200)
    const codes = (await Promise.all(others)).map(({ statusCode }) => statusCode)
    // One part is written and four wait: the server tells the others to retry later.
    expect(codes.filter((code) => code === 200).length).toBe(5)
    await app.close()
  })

  test('Every address has its date of change, and unchanged parts are not sent again', async () => {
    const plain = await get('/sitemap/cars.xml')
    expect(all(plain.body, 'lastmod').length).toBe(44)
    expect(all((await get('/sitemap.xml')).body, 'lastmod').length).toBe(2)
    const gz = await get('/sitemap/cars.xml', { 'accept-encoding': 'gzip' })
    expect(gz.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gz.rawPayload).toString()).toBe(plain.body)
    expect(gz.headers['etag']).not.toBe(plain.headers['etag'])
    const again = await get('/sitemap/cars.xml', { 'if-none-match': String(plain.headers['etag']) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('A new car appears in it an hour later, and no request waits', async () => {
    const count = async () => (await placesIn('/sitemap/cars.xml')).length
    const before = await count()
    await server.db.tx((sql) => insertCars(sql, [newCar(99)]))
    expect(await count()).toBe(before)
    server.clock.advance(3_700_000)
    await expect.poll(count).toBe(before + 1)
    await server.db.run({ text: `delete from cars where slug = 'car-99'` })
  })
})

test(
  'The sitemap of 120,000 cars comes in parts while the server answers other requests',
  { tags: ['full'], timeout: 600_000 },
  async () => {
    const many = await foundServer({
      env: { LIST_INDEX_MAX_CARS: '0' },
      seed: async ({ db }) => {
        await furnish(db, [newCar(1)])
        const found = await db.rows(z.object({ name: z.string() }), {
          text: `select column_name as name from information_schema.columns
            where table_name = 'cars' and column_name not in ('id', 'slug')`,
        })
        const columns = found.map(({ name }) => name).join(', ')
        await db.run({
          text: `insert into cars (id, slug, ${columns}) select lpad(n::text, 8, '0'), 'some-car-' || n, ${columns}
            from cars, generate_series(1, 120000) n where slug = 'car-1'`,
        })
      },
    })
    const parts = all((await get('/sitemap.xml', {}, many.app)).body, 'loc')
      .filter((url) => url.includes('/cars.xml'))
      .map((url) => unescaped(url).replace(publicUrl, ''))
    const before = process.memoryUsage().rss
    const sizes: number[] = []
    const seen = new Set<string>()
    for (const part of parts) {
      const reading = get(part, {}, many.app)
      expect((await get('/robots.txt', {}, many.app)).statusCode).toBe(200)
      const places = all((await reading).body, 'loc')
      sizes.push(places.length)
      for (const place of places) seen.add(place)
    }
    expect(sizes).toEqual([...Array<number>(12).fill(10_000), 1])
    expect(seen.size).toBe(120_001)
    // The memory holds the texts and the set above; a server that loaded all rows at once would need more.
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000)
    await many.close()
  },
)

describe('The feed of a search', () => {
  test('It holds the search’s newest cars first, with price, day and picture', async () => {
    const { body, headers } = await get('/listings.rss?types=Sedan&sortby=price_low_high&page=3')
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    const titles = all(body, 'title')
    expect(titles[0]).toBe('Sedan cars for sale | Motorkin')
    expect(titles.slice(1)).toEqual(
      Array.from({ length: 22 }, (_, i) => 44 - 2 * i).map((n) => `Car ${n}, ₦450,000`),
    )
    expect(all(body, 'link').slice(0, 2)).toEqual([
      `${publicUrl}/listings?types=Sedan`,
      `${publicUrl}/listing/car-44`,
    ])
    expect(body).toContain(`<guid isPermaLink="true">${publicUrl}/listing/car-44</guid>`)
    expect(body).toContain(`<atom:link href="${publicUrl}/listings.rss?types=Sedan" rel="self"`)
    expect(body).toContain(
      `<enclosure url="${publicUrl}/media/test41/640.webp" type="image/webp" length="0"/>`,
    )
    expect(body.match(/<enclosure/g)?.length).toBe(21)
    for (const day of all(body, 'pubDate')) {
      expect(day).toMatch(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/)
      expect(Number.isNaN(Date.parse(day))).toBe(false)
    }
  })

  test('It holds at most thirty cars, the same for everybody', async () => {
    const first = await get('/listings.rss')
    expect(all(first.body, 'guid').length + (first.body.match(/<guid/g)?.length ?? 0)).toBe(30)
    const own = await get('/listings.rss', { authorization: 'Bearer x', cookie: 'session=x' })
    expect(own.body).toBe(first.body)
    const again = await get('/listings.rss', { 'if-none-match': String(first.headers['etag']) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('Nothing that a person wrote ends a tag or breaks the document', async () => {
    const { body } = await get(`/listings.rss?brands=${encodeURIComponent(hostile)}&q=%00%3Cx%3E`)
    const whole = (await get('/listings.rss')).body
    for (const text of [body, whole]) {
      expect(text).not.toMatch(/<x>|(?!\n)\p{Cc}|&(?!(?:amp|lt|gt|quot|#39);)/u)
    }
    expect(whole).toContain('<title>&lt;x&gt;&amp;&quot;&#39; ]]&gt; , ₦450,000</title>')
  })
})
