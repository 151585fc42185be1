import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { picture } from '#contract/cars.ts'
import { carRoutes } from '#contract/cars.ts'
import { pictureUrl } from '#contract/values/pictures.ts'
import { referenceRoutes } from '#contract/reference.ts'
import { dealerRoutes } from '#contract/users/dealers.ts'
import { userRoutes } from '#contract/users/users.ts'
import { seedDemo } from '../../demo/seed.ts'
import { drawnPictures } from '../../demo/index.ts'
import { openPictureService, type PictureService } from '../../demo/pictures/picture-service.ts'
import { type TestServer, testServer } from '../support/api.ts'

let server: TestServer
let shop: PictureService
beforeAll(async () => {
  server = await testServer({
    seed: async (deps) => {
      shop = openPictureService(deps.config)
      deps.drawn = drawnPictures(shop)
      await seedDemo(deps, { cars: 120 })
    },
  })
})
afterAll(() => server.close())
const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url, headers })

describe('GET /media/:key/:file', () => {
  const url = '/media/suv-0e5a43-studio-side-five/640.avif'

  test('A picture is drawn on demand and may be kept for a year', async () => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('image/avif')
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin')
    const { width, height } = await sharp(answer.rawPayload).metadata()
    expect([width, height]).toEqual([640, 480])
  })

  test('Who has the picture already is told so without a body', async () => {
    const etag = String((await get(url)).headers.etag)
    const again = await get(url, { 'if-none-match': `"other", W/${etag}` })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test('Asking a second time gives the same bytes', async () => {
    const [a, b] = [await get(url), await get(url)]
    expect(a.rawPayload.equals(b.rawPayload)).toBe(true)
  })

  test.each([
    '/media/suv-0e5a43-studio-side-five/641.avif',
    '/media/suv-0e5a43-studio-side-five/0640.avif',
    '/media/suv-0e5a43-studio-side-five/640.png',
    '/media/suv-0e5a43-studio-side-five/640.avif.webp',
    '/media/suv-123456-studio-side-five/640.avif',
    '/media/dash-tan-left-1000000/640.avif',
    '/media/..%2f..%2fauth-secret/640.avif',
    '/media/%00/640.avif',
    '/media/constructor/640.avif',
  ])('%s is not found and nothing is drawn for it', async (wrong) => {
    const before = await shop.size()
    const answer = await get(wrong)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ success: false, code: 'not_found' })
    expect(await shop.size()).toBe(before)
  })
})

describe('the demo market', () => {
  test('A first page of cars is there, each with pictures the server answers [R-API-09 R-ENT-01]', async () => {
    const { data, count_records } = (await server.call(carRoutes.getCarList, { body: {} })).reply
    expect(data).toHaveLength(15)
    expect(count_records).toBeGreaterThan(100)
    for (const car of data.slice(0, 4)) {
      expect(car.picture_count).toBeGreaterThanOrEqual(4)
      const answer = await get(pictureUrl(car.images[0] ?? '', 320, 'webp'))
      expect(answer.headers['content-type']).toBe('image/webp')
      const whole = await server.call(carRoutes.getSingleCar, { params: { slug: car.slug } })
      for (const { alt } of whole.reply.data.pictures) expect(alt).toContain(car.make)
    }
  })

  test('All 62 brands, nine provinces and 37 states are listed [R-API-04 R-API-07]', async () => {
    const brands = (await server.call(referenceRoutes.getAllMakes)).reply.data
    expect(brands).toHaveLength(62)
    expect(brands.every((b) => b.count_models === b.models.length && b.count_models >= 4)).toBe(true)
    expect((await server.call(referenceRoutes.getAllStates)).reply.data).toHaveLength(46)
  })

  test('The demo sign-ins open, those with a paid plan as subscribers [R-API-24]', async () => {
    const subscriber = async (who: string) => {
      const body = { email: `${who}@motorkin.test`, password: 'motorkin-demo' }
      return (await server.call(userRoutes.userLogin, { body })).reply.data.is_subscriber
    }
    expect(await subscriber('buyer')).toBe(false)
    expect(await subscriber('seller')).toBe(true)
    expect(await subscriber('dealer')).toBe(true)
    expect(await subscriber('admin')).toBe(false)
  })

  test('Some dealerships pay to be shown on the home page [R-API-20 R-SUBS-06]', async () => {
    const dealers = (await server.call(dealerRoutes.getDealershipList)).reply.data
    expect(dealers.length).toBeGreaterThanOrEqual(6)
    expect(dealers.every((d) => d.businessname !== '')).toBe(true)
  })

  test('The demo dealer is verified and answers, and some dealers are not verified', async () => {
    const { data } = (await server.call(dealerRoutes.getDealerList, { body: { limit: 100 } })).reply
    const ours = data.find(({ email }) => email === 'dealer@motorkin.test')
    expect(ours?.verified).toBe(true)
    const params = { id: ours?._id ?? '' }
    const own = (await server.call(dealerRoutes.getDealerProfile, { params })).reply.data
    expect(own).toMatchObject({ verified: true, answers_within_minutes: 31 })
    expect(own.opening_hours).toHaveLength(7)
    const verified = data.filter((dealer) => dealer.verified).length
    expect(verified).toBeGreaterThan(data.length / 3)
    expect(verified).toBeLessThan(data.length)
  })

  test('Every ad’s pictures are well formed, with a blur of at most 200 characters', async () => {
    const rows = await server.db.rows(z.object({ pictures: z.array(picture) }), {
      text: 'select pictures from cars',
    })
    expect(rows).toHaveLength(120)
    for (const { url, blur } of rows.flatMap((r) => r.pictures)) {
      expect(url).toMatch(/^\/media\/[a-z0-9-]+\/1280\.webp$/)
      expect(blur.length).toBeLessThanOrEqual(200)
    }
  })

  test('A market with people in it is left alone', async () => {
    expect(await seedDemo(server.deps, { cars: 5 })).toBe(false)
    const count = await server.db.row(z.object({ n: z.int() }), {
      text: 'select count(*)::int as n from cars',
    })
    expect(count?.n).toBe(120)
  })
})
