import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adRoutes } from '#contract/ads.ts'
import { carHead } from '#contract/heads/car-head.ts'
import { cutDescription, siteDescription } from '#contract/heads/head.ts'
import { pages } from '#contract/pages.ts'
import { carRoutes } from '#contract/cars.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { DatabaseAway } from '../../server/kernel/db/failures.ts'
import { pageDescriber } from '../../server/web/found/found.ts'
import type { TestServer } from '../support/api.ts'
import { newCar, sellers } from '../support/cars.ts'
import { foundServer, look, publicUrl } from '../support/found.ts'
import { hostileHtml } from '../support/hostile-html.ts'
import { addUser, furnish } from '../support/motorkin.ts'
import { adForm } from '../support/writes.ts'

let server: TestServer
let token: string
const drawn = '/media/suv-0e5a43-coast-flip-five/1280.webp'
const hostile = `"><script>alert(1)</script><!--</title>' onload=x &amp; \u2028 </script>`
const cars = [
  newCar(1, { pictures: [{ url: drawn, blur: '', alt: 'side' }], drive: '4WD' }),
  newCar(2, { status: 'sold' }),
  newCar(3, { status: 'inactive' }),
  newCar(4, { title: hostile, city: hostile, make: hostile, creator: 'dealer' }),
  newCar(5, { creator: 'suspended', status: 'inactive' }),
  newCar(6),
]

beforeAll(async () => {
  server = await foundServer({
    seed: async ({ db }) => {
      const [seller] = await furnish(db)
      if (!seller) throw new Error('no seller')
      await addUser(db, {
        id: 'dealer',
        kind: 'dealer',
        businessname: hostile,
        business_address: '1 Long Street',
        city: 'Durban',
      })
      await addUser(db, { id: 'suspended' })
      await db.tx((sql) => insertCars(sql, cars))
      await db.run({ text: `update users set suspended_at = now() where id = 'suspended'` })
      await db.run({
        text: `update cars set status = 'inactive', hidden_at = now(), hidden_for = 'fraud', hidden_by = 'operator',
          status_before = 'active' where id = $1`,
        values: [cars[5]?.id],
      })
      const blogs = [
        ['brakes', 'Brakes', '2026-01-01'],
        ['hostile', hostile, '2026-01-01'],
        ['later', 'Later', '2027-01-01'],
      ]
      for (const [slug, title, at] of blogs)
        await db.run({
          text: `insert into blogs (id, slug, title, description, excerpt, image, blur, search_tokens, published_at,
              created_at, updated_at) values ($1, $1, $2, $3, '', '', '', '{}', $4, $4, $4)`,
          values: [slug, title, `<h2>First</h2><p>Look at them &amp; ${'listen well, '.repeat(30)}</p>`, at],
        })
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
afterAll(() => server.close())

describe('A shared link of a car', () => {
  test('It says title, description, canonical address and price without any script [R-NAV-47 R-NAV-48]', async () => {
    const page = await look(server, '/listing/car-1?from=chat')
    const { reply } = await server.call(carRoutes.getSingleCar, { params: { slug: 'car-1' } })
    const head = carHead(reply.data)
    expect(page.status).toBe(200)
    expect(page.title).toBe('2020 BMW X5 | Motorkin')
    expect(page.meta.get('description')).toBe(cutDescription(head.description, 160))
    expect(page.canonical).toBe(`${publicUrl}/listing/car-1`)
    expect(page.meta.get('robots')).toBe('index, follow')
    expect(Object.fromEntries(page.meta)).toMatchObject({
      'og:title': '2020 BMW X5',
      'og:url': `${publicUrl}/listing/car-1`,
      'og:type': 'product',
      'product:price:amount': '450000',
      'product:price:currency': 'NGN',
      'twitter:card': 'summary_large_image',
    })
    expect(page.meta.get('og:image')).toMatch(
      /^https:\/\/cars\.example\/og\/car\/car-1\.jpg\?v=[0-9a-f]{16}$/,
    )
    expect(page.meta.get('twitter:image')).toBe(page.meta.get('og:image'))
  })

  test('Its data names the car, the offer and the seller', async () => {
    const { things } = await look(server, '/listing/car-1')
    expect(things.get('Car')).toMatchObject({
      name: '2020 BMW X5',
      brand: { name: 'BMW' },
      model: 'X5',
      vehicleModelDate: '2020',
      mileageFromOdometer: { value: 68_123, unitCode: 'KMT' },
      image: [`${publicUrl}${drawn}`],
      offers: {
        '@type': 'Offer',
        price: '450000',
        priceCurrency: 'NGN',
        availability: 'https://schema.org/InStock',
        seller: { '@type': 'Person', name: `Name of ${sellers[0]}` },
        url: `${publicUrl}/listing/car-1`,
      },
    })
    expect(things.get('BreadcrumbList')).toMatchObject({
      itemListElement: [
        { position: 1, name: 'Home', item: `${publicUrl}/` },
        { position: 2, name: 'Listing', item: `${publicUrl}/listings` },
        { position: 3, name: '2020 BMW X5', item: `${publicUrl}/listing/car-1` },
      ],
    })
  })

  test('A sold car has a page, marked as sold and excluded from search engines', async () => {
    const sold = await look(server, '/listing/car-2')
    expect([sold.status, sold.meta.get('robots')]).toEqual([200, 'noindex'])
    expect(sold.things.get('Car')).toMatchObject({ offers: { availability: 'https://schema.org/SoldOut' } })
    const inactive = await look(server, '/listing/car-3')
    expect([inactive.status, inactive.meta.get('robots')]).toEqual([200, 'noindex'])
  })

  test('An unknown car gives 404, a removed one 410, by slug and by id', async () => {
    const { reply } = await server.call(adRoutes.addCar, { body: { ...adForm, _id: 'own-ad' }, token })
    const { slug, _id: id } = reply.data
    expect((await look(server, `/listing/${slug}`)).status).toBe(200)
    await server.call(adRoutes.deleteCar, { params: { id }, token })
    for (const [url, status] of [
      [`/listing/${slug}`, 410],
      [`/listing/${id}`, 410],
      ['/listing/car-6', 410],
      ['/listing/car-5', 404],
      ['/listing/never-was', 404],
      [`/listing/${'x'.repeat(300)}`, 404],
      ['/listing/%00', 404],
    ] as const) {
      const page = await look(server, url)
      expect([url, page.status, page.title, page.meta.get('robots')]).toEqual([
        url,
        status,
        '404 | Motorkin',
        'noindex',
      ])
      expect(page.things.size).toBe(0)
    }
  })

  test('Looking at the head counts no view', async () => {
    const views = async () =>
      (await server.call(carRoutes.getSingleCar, { params: { slug: 'car-3' } })).reply.data.clicks
    const before = await views()
    await look(server, '/listing/car-3')
    expect(await views()).toBe(before + 1)
  })
})

describe('What people write', () => {
  test('No title, place or name leaves its tag or its block of data', async () => {
    for (const url of ['/listing/car-4', '/dealer/dealer', '/blog/hostile', '/listings']) {
      const page = await look(server, url)
      expect(page.status).toBe(200)
      expect(page.body).not.toMatch(/<script>|alert\(1\)<\/script|<!--/)
      const own = page.body.slice(page.body.indexOf('<title>'), page.body.indexOf('<meta name="theme-color"'))
      expect(own.match(/<script/g)?.length).toBe(page.things.size)
      expect(page.things.size).toBeGreaterThan(0)
    }
    const page = await look(server, '/listing/car-4')
    expect(page.meta.get('og:title')).toBe(hostile)
    expect(page.things.get('Car')).toMatchObject({ name: hostile, brand: { name: hostile } })
    expect(page.things.get('Car')).toMatchObject({
      offers: { seller: { '@type': 'AutoDealer', name: hostile } },
    })
  })

  test('Nothing that has broken filters before adds a tag to the head', async () => {
    const plain = (await look(server, '/listing/car-3')).body.match(/<[a-z]+/gi)?.length
    for (const title of hostileHtml.filter((text) => !text.includes('\0'))) {
      await server.db.run({ text: `update cars set title = $1 where id = $2`, values: [title, cars[2]?.id] })
      const page = await look(server, '/listing/car-3')
      expect([title, page.body.match(/<[a-z]+/gi)?.length]).toEqual([title, plain])
      expect(page.things.get('Car')?.['name']).toBe(title)
    }
  })
})

test('Every page below another says the way to it, each step by its address', async () => {
  const news = 'News & Reviews'
  for (const [url, ...steps] of [
    ['/listings?brands=bmw', ['Listing', '/listings']],
    ['/listing/car-1', ['Listing', '/listings'], ['2020 BMW X5', '/listing/car-1']],
    ['/dealers', ['Dealers', '/dealers']],
    ['/dealer/dealer', ['Dealers', '/dealers'], [hostile, '/dealer/dealer']],
    ['/blog', [news, '/blog']],
    ['/blog/brakes', [news, '/blog'], ['Brakes', '/blog/brakes']],
  ] as const) {
    const way = [['Home', '/'], ...steps].map(([name = '', path = ''], i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: publicUrl + path,
    }))
    const { things } = await look(server, url)
    expect([url, things.get('BreadcrumbList')?.['itemListElement']]).toEqual([url, way])
  }
  for (const url of ['/', '/about', '/profile'])
    expect((await look(server, url)).things.has('BreadcrumbList')).toBe(false)
})

describe('Other pages', () => {
  test('Home names the site and how to search it', async () => {
    const { title, things, meta, canonical } = await look(server, '/')
    expect([title, meta.get('description'), canonical]).toEqual([
      'cars personified | Motorkin',
      siteDescription,
      `${publicUrl}/`,
    ])
    expect(things.get('WebSite')).toMatchObject({
      potentialAction: { target: { urlTemplate: `${publicUrl}/listings?q={search_term_string}` } },
    })
    expect(things.get('Organization')).toMatchObject({ name: 'Motorkin' })
  })

  test('A search page names brand and body, lists its cars and links its feed', async () => {
    const page = await look(server, '/listings?utm=x&types=SUV&brands=bmw&sortby=price_low_high')
    expect(page.title).toBe('BMW SUV cars for sale | Motorkin')
    expect(page.canonical).toBe(`${publicUrl}/listings?brands=bmw&types=SUV&sortby=price_low_high`)
    expect(page.feed).toBe(`${publicUrl}/listings.rss?brands=bmw&amp;types=SUV`)
    expect(page.things.get('ItemList')).toMatchObject({
      itemListElement: [{ position: 1, name: '2020 BMW X5', url: `${publicUrl}/listing/car-1` }],
    })
  })

  test('A search page names no brand that nobody knows', async () => {
    const page = await look(server, '/listings?brands=trabant&types=SUV')
    expect(page.title).toBe('SUV cars for sale | Motorkin')
  })

  test('A dealer page gives place and number of cars; an unknown dealer gives 404', async () => {
    const page = await look(server, '/dealer/dealer')
    expect(page.things.get('AutoDealer')).toMatchObject({
      url: `${publicUrl}/dealer/dealer`,
      address: { streetAddress: '1 Long Street', addressLocality: 'Durban' },
    })
    expect(page.meta.get('description')).toMatch(/in Durban: 1 car for sale/)
    expect((await look(server, '/dealer/dealer?make=BMW')).meta.get('robots')).toBe('noindex')
    for (const id of ['nobody', 'suspended']) expect((await look(server, `/dealer/${id}`)).status).toBe(404)
  })

  test('An article page is described by its first words; an unpublished article gives 404', async () => {
    const page = await look(server, '/blog/brakes')
    expect(page.title).toBe('Brakes | Motorkin')
    expect(page.meta.get('description')).toMatch(/^First Look at them & listen well.*…$/)
    expect(page.meta.get('description')?.length).toBeLessThanOrEqual(160)
    expect(page.things.get('Article')).toMatchObject({
      headline: 'Brakes',
      datePublished: '2026-01-01T00:00:00.000Z',
    })
    for (const slug of ['later', 'never']) expect((await look(server, `/blog/${slug}`)).status).toBe(404)
  })

  test('Pages of one person are not for search engines; no page is without head [R-NAV-29]', async () => {
    for (const { path, title, noIndex = false } of pages) {
      if (/^\/(listing|dealer|blog)\/:/.test(path)) continue
      const page = await look(server, path.replace(/:[a-z]+/g, 'x'))
      expect([path, page.status, page.meta.get('robots')]).toEqual([
        path,
        200,
        noIndex ? 'noindex' : 'index, follow',
      ])
      expect(page.title.toLowerCase()).toBe(`${title} | Motorkin`.toLowerCase())
      expect(page.meta.get('description')).not.toBe('')
    }
    expect((await look(server, '/nowhere')).meta.get('robots')).toBe('noindex')
  })
})

describe('Everybody', () => {
  test('They read the same bytes, signed in or not', async () => {
    const own = { authorization: `Bearer ${token}`, cookie: 'session=x', 'x-device': 'phone' }
    for (const url of ['/', '/listings', '/listing/car-1', '/profile']) {
      const [guest, person] = [await look(server, url), await look(server, url, own)]
      expect(person.body).toBe(guest.body)
    }
  })

  test('They get an already prepared page from memory, and 304 when they have it', async () => {
    const accept = { accept: 'text/html', 'accept-encoding': 'br' }
    const first = await server.app.inject({ url: '/listing/car-1', headers: accept })
    const again = await server.app.inject({
      url: '/listing/car-1',
      headers: { ...accept, 'if-none-match': String(first.headers['etag']) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('They get a page during a database failure, without claims about any car', async () => {
    const gone = async () => Promise.reject(new DatabaseAway('gone'))
    const db = { ...server.db, row: gone, rows: gone } as unknown as TestServer['db']
    const told = pageDescriber({ ...server.deps, db })
    for (const [path, status, title] of [
      ['/listing/car-1', 503, 'Car'],
      ['/dealer/dealer', 503, 'Dealer'],
      ['/blog/brakes', 503, 'News &amp; Reviews'],
      ['/listings', 200, 'Cars for sale'],
      ['/about', 200, 'About'],
    ] as const) {
      const said = await told(new URL(path, publicUrl))
      expect([path, said.status, said.late]).toEqual([path, status, true])
      expect(said.tags()).toContain(`<title>${title} | Motorkin</title>`)
    }
  })

  test('A drawn screen has the last word about its head', async () => {
    const told = pageDescriber(server.deps)
    const said = await told(new URL('/listing/car-1', publicUrl))
    expect(said.late).toBe(false)
    const tags = said.tags({ title: 'Drawn', noIndex: true })
    expect(tags).toContain('<title>Drawn | Motorkin</title>')
    expect(tags).toContain('content="noindex"')
    expect(tags).toContain('"@type":"Car"')
  })
})
