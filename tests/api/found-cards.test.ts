import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertCars } from '../../server/cars/cars-write.ts'
import { createCardService } from '../../server/web/found/cards/card-routes.ts'
import type { CardWords } from '../../server/web/found/cards/card-words.ts'
import { drawCard } from '../../server/web/found/cards/draw-card.ts'
import { lines, outline, widthOf } from '../../server/web/found/cards/lettering.ts'
import type { TestServer } from '../support/api.ts'
import { newCar } from '../support/cars.ts'
import { foundServer, look, publicUrl } from '../support/found.ts'
import { furnish } from '../support/motorkin.ts'

let server: TestServer
const drawn = '/media/suv-0e5a43-coast-flip-five/1280.webp'
const hostile = `</svg><script>alert(1)</script> &amp; "漢字🚗"`

beforeAll(async () => {
  server = await foundServer({
    seed: async ({ db }) => {
      await furnish(db)
      await db.tx((sql) =>
        insertCars(sql, [
          newCar(1, { pictures: [{ url: drawn, blur: '', alt: '' }] }),
          newCar(2, { pictures: [] }),
          newCar(3, { title: hostile }),
          newCar(4, { status: 'sold', pictures: [{ url: drawn, blur: '', alt: '' }] }),
        ]),
      )
      await db.run({
        text: `insert into blogs (id, slug, title, description, excerpt, image, blur, search_tokens, published_at,
            created_at, updated_at)
          values ('blog', 'brakes', 'Brakes', '', '', $1, '', '{}', '2026-01-01', '2026-01-01', '2026-01-01')`,
        values: [drawn],
      })
    },
  })
})
afterAll(() => server.close())

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })
const words: CardWords = { title: 'Car', kicker: 'Old soul', line: '₦1', brand: 'Motorkin', picture: '' }

/** Returns the mean colour of an area of a picture. */
async function colourIn(bytes: Buffer, area: { left: number; top: number; width: number; height: number }) {
  const { channels } = await sharp(await sharp(bytes).extract(area).toBuffer()).stats()
  return channels.map((c) => Math.round(c.mean))
}

describe('The picture of a shared link', () => {
  test('Every page names an existing picture that decodes and has the stated size', async () => {
    for (const url of [
      '/',
      '/listings',
      '/listing/car-1',
      '/listing/car-2',
      '/listing/car-3',
      '/blog/brakes',
      '/about',
    ]) {
      const { meta } = await look(server, url)
      const address = meta.get('og:image') ?? ''
      expect(address.startsWith(`${publicUrl}/og/`)).toBe(true)
      const response = await get(address.replace(publicUrl, ''))
      expect([url, response.statusCode, response.headers['content-type']]).toEqual([url, 200, 'image/jpeg'])
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(response.headers).not.toHaveProperty('content-security-policy')
      // Other sites show the picture.
      expect(response.headers['cross-origin-resource-policy']).toBe('cross-origin')
      const { width, height, format } = await sharp(response.rawPayload).metadata()
      expect([width, height, format]).toEqual([1200, 630, 'jpeg'])
      expect(String(width)).toBe(meta.get('og:image:width'))
      expect(String(height)).toBe(meta.get('og:image:height'))
      // Messengers ignore larger pictures.
      expect(response.rawPayload.length).toBeLessThan(300_000)
    }
  })

  test('It shows the car; a car without a picture shows the site’s logo', async () => {
    const [car, bare] = [
      (await get('/og/car/car-1.jpg')).rawPayload,
      (await get('/og/car/car-2.jpg')).rawPayload,
    ]
    const sky = { left: 1100, top: 10, width: 80, height: 20 }
    const [, , blueOfSky = 0] = await colourIn(car, sky)
    const [r = 0, g = 0, b = 0] = await colourIn(bare, sky)
    expect(blueOfSky).toBeGreaterThan(180)
    expect([Math.abs(r - 0x0e), Math.abs(g - 0x5a), Math.abs(b - 0x43)].every((d) => d < 6)).toBe(true)
  })

  test('Its address changes with price, title and status, so caches may keep it forever', async () => {
    const address = async () => (await look(server, '/listing/car-2')).meta.get('og:image')
    const before = await address()
    await server.db.run({ text: `update cars set price = price + 1 where slug = 'car-2'` })
    const after = await address()
    expect(after).not.toBe(before)
    const old = await get(String(before).replace(publicUrl, ''))
    expect(old.headers['cache-control']).toBe('public, max-age=300')
    const again = await get(String(after).replace(publicUrl, ''), {
      'if-none-match': String((await get('/og/car/car-2.jpg')).headers['etag']),
    })
    expect(again.statusCode).toBe(304)
  })

  test('There is none of what there is not', async () => {
    for (const url of [
      '/og/car/nobody.jpg',
      '/og/car/car-1.png',
      '/og/car/%00.jpg',
      '/og/blog/none.jpg',
      '/og/x.jpg',
    ])
      expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  })
})

describe('Drawing', () => {
  test('Text is drawn with our own fonts, without any font on the machine', async () => {
    const bytes = await drawCard(words, undefined)
    const title = { left: 40, top: 120, width: 120, height: 70 }
    const [ink = 255] = await colourIn(bytes, title)
    expect(ink).toBeLessThan(235)
    const none = await drawCard({ ...words, title: '漢字' }, undefined)
    expect((await colourIn(none, title))[0]).toBeGreaterThan(ink)
  })

  test('Outlines hold numbers only, wherever a letter stands', () => {
    const mails = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ₦.,-–’&%ẹọéëŵ'
    for (let x = 0; x < 40; x++)
      for (const face of ['display', 'text'] as const)
        expect(outline(mails, { face, size: 46 + x / 7, x: x * 3.37, y: 100 })).toMatch(/^[MLQCZ\d .-]+$/)
  })

  test('A line never leaves its column, however long its words are', () => {
    const o = { face: 'display', size: 46, width: 400, most: 4 } as const
    for (const text of [
      'W'.repeat(200),
      `A ${'m'.repeat(100)} b`,
      'word '.repeat(60),
      '2021 Toyota Hilux',
      '🚗'.repeat(99),
    ]) {
      const made = lines(text, o)
      expect(made.lines.length).toBeLessThanOrEqual(4)
      for (const line of made.lines) expect(widthOf(line, o.face, o.size)).toBeLessThanOrEqual(400)
    }
  })

  test('One card is drawn once for all requests; too many waiting requests are refused', async () => {
    let draws = 0
    let open = () => {}
    const opened = new Promise<void>((done) => (open = done))
    const draw = async () => {
      draws++
      await opened
      return Buffer.from('card')
    }
    const limits = { diskBytes: 1000, memoryBytes: 1000, places: 1, waiting: 2 }
    const shop = createCardService(
      `${server.deps.config.dataDir}/cards-test`,
      async () => undefined,
      limits,
      draw,
    )
    const same = [shop(words), shop(words), shop(words)]
    const others = [1, 2, 3].map((n) => shop({ ...words, title: `Car ${n}` }))
    const results = Promise.allSettled([...same, ...others])
    await expect.poll(() => draws).toBe(1)
    open()
    const settled = await results
    expect(settled.map((r) => r.status)).toEqual([
      ...Array.from({ length: 5 }, () => 'fulfilled'),
      'rejected',
    ])
    expect(draws).toBe(3)
    await shop(words)
    expect(draws).toBe(3)
  })
})
