import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { userPartition } from '../../src/local/database/schema.ts'
import { heart, signIn } from '../support/acts.ts'
import { adForm } from '../support/writes.ts'
import { uploadPath } from '#contract/sync/uploads.ts'
import { controlled, dispatchSync, openPhone, stopWorkers, until } from '../support/browser.ts'
import type { Phone } from '../support/browser.ts'
import { cars, emails, signedIn } from '../support/people.ts'
import { startProxy } from '../support/proxy.ts'
import type { Proxy } from '../support/proxy.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'
import { enterLab, labDist } from './lab/serve-lab.ts'

// Photos on a real page in a real browser, against the real server.
const uploads = /\/api\/v1\/uploads/
let server: Server
let proxy: Proxy
let phone: Phone
let token: string
let files: string
let forget: () => void

beforeAll(async () => {
  const lab = await labDist()
  forget = lab.remove
  files = mkdtempSync(join(tmpdir(), 'motorkin-e2e-photos-'))
  server = await startServer({ dist: lab.dist })
  proxy = await startProxy(() => server.origin)
  token = (await signedIn(server.origin, emails.seller)).token
  phone = await openPhone({ serviceWorkers: 'block' })
})
afterEach(() => {
  proxy.clear()
  proxy.forget()
})
afterAll(async () => {
  await phone.dispose()
  await proxy.close()
  await server.stop()
  rmSync(files, { recursive: true, force: true })
  forget()
})

interface Camera {
  width: number
  height: number
  /** Strength of the noise, which makes the file large. */
  grain?: number
  alpha?: boolean
}
/** Creates a photo as a camera does: rotated, with location and camera model. */
async function camera(name: string, { width, height, grain = 12, alpha = false }: Camera): Promise<string> {
  const path = join(files, name)
  const noise = { type: 'gaussian', mean: 128, sigma: grain } as const
  const side = Math.min(500, width, height)
  const tile = { create: { width: side, height: side, channels: 3, background: '#0e5a43', noise } } as const
  const image = sharp({ create: { width, height, channels: 3, background: '#0e5a43' } }).composite([
    { input: await sharp(tile).png().toBuffer(), tile: true },
  ])
  if (alpha) await image.ensureAlpha(0.5).png().toFile(path)
  else
    await image
      .withExif({
        IFD0: { Make: 'Secretphone' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 55/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 92 })
      .toFile(path)
  return path
}
async function newPage(): Promise<Page> {
  const page = await phone.context.newPage()
  await enterLab(page, proxy.origin)
  return page
}
async function keep(page: Page, path: string, owner: string, where: 'worker' | 'page' = 'worker') {
  await page.locator('#lab-photo').setInputFiles(path)
  return page.evaluate(([o, w]) => globalThis.lab.keep(o, w), [owner, where] as const)
}
const rowOf = (page: Page, id: string) => page.evaluate((asked) => globalThis.lab.row(asked), id)
const upload = (page: Page, id: string) =>
  page.evaluate(([i, t]) => globalThis.lab.upload(i, t), [id, token] as const)
async function kept(page: Page, path: string, owner: string, where?: 'worker' | 'page') {
  const result = await keep(page, path, owner, where)
  if (!result.ok) throw new Error(`It was not kept: ${result.error.code}`)
  return result
}
/** Returns the chunks that reached the server. */
const pieces = () =>
  proxy
    .seen('PATCH', uploads)
    .filter((seen) => seen.forwarded)
    .map((seen) => ({
      from: Number(seen.headers['upload-offset']),
      length: Number(seen.headers['content-length']),
    }))
/** Whether the person's own database exists, with the token that the worker needs. */
function mirrored(page: Page, database: string): Promise<boolean> {
  return page.evaluate(async (name) => {
    if (!(await indexedDB.databases()).some((db) => db.name === name)) return false
    return new Promise<boolean>((done) => {
      const opening = indexedDB.open(name)
      opening.addEventListener('error', () => done(false))
      opening.addEventListener('success', () => {
        const db = opening.result
        const asking = db.transaction('meta').objectStore('meta').get('token')
        asking.addEventListener('success', () => {
          db.close()
          done(asking.result !== undefined)
        })
      })
    })
  }, database)
}
/** Waits until the number of bytes has stayed the same for a while. Returns that number. */
async function settled(look: () => Promise<number>): Promise<number> {
  let last = Number.NaN
  let same = 0
  await until('nothing more arrives', async () => {
    const now = await look()
    same = now === last ? same + 1 : 0
    last = now
    return same === 5
  })
  return last
}
async function standing(imageId: string, of = token): Promise<number> {
  const headers = { authorization: `Bearer ${of}`, 'tus-resumable': '1.0.0' }
  const answer = await fetch(server.origin + uploadPath(imageId), { method: 'HEAD', headers })
  return Number(answer.headers.get('upload-offset'))
}
const shown = (imageId: string) => fetch(`${server.origin}/media/${imageId}/1280.webp`)

test('A 48-megapixel photo is saved small, upright and without location while the page responds [S14]', async () => {
  const path = await camera('48mp.jpg', { width: 8000, height: 6000 })
  const page = await newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(() => globalThis.lab.stillness())
  const begun = performance.now()
  const { id, imageId } = await kept(page, path, 'ad-48')
  const took = performance.now() - begun
  const still = await page.evaluate(() => globalThis.lab.stillness())
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  // Decoding on the page would block it for nearly all of that time.
  expect(still).toBeLessThan(took / 2)
  const row = await rowOf(page, id)
  expect([row?.type, row?.width, row?.height]).toEqual(['image/webp', 1536, 2048])
  for (const [base64, width, height] of [
    [row?.buf, 1536, 2048],
    [row?.thumb, 240, 320],
  ] as const) {
    const bytes = Buffer.from(base64 ?? '', 'base64')
    const picture = await sharp(bytes).metadata()
    expect([picture.format, picture.width, picture.height]).toEqual(['webp', width, height])
    expect([picture.exif, picture.orientation, bytes.includes('Secretphone')]).toEqual([
      undefined,
      undefined,
      false,
    ])
  }
  // The same photo picked again gives the same photo, also when the page processes it.
  expect(await kept(page, path, 'ad-48')).toEqual({ ok: true, id, imageId, again: true })
  expect(await kept(page, path, 'ad-48', 'page')).toMatchObject({ ok: true, imageId })
  await page.close()
})

test(
  'Transparent pixels become white, and a file is rejected by content, not name [S14]',
  { tags: ['full'] },
  async () => {
    const page = await newPage()
    const { id } = await kept(
      page,
      await camera('logo.png', { width: 40, height: 20, alpha: true }),
      'ad-png',
    )
    expect(await rowOf(page, id)).toMatchObject({ width: 40, height: 20 })
    const text = join(files, 'car.jpg')
    writeFileSync(text, '<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect(await keep(page, text, 'ad-png')).toMatchObject({
      ok: false,
      error: { code: 'unsupported_media_type' },
    })
    writeFileSync(
      text,
      (
        await sharp({ create: { width: 900, height: 900, channels: 3, background: 'red' } })
          .jpeg()
          .toBuffer()
      ).subarray(0, 200),
    )
    expect(await keep(page, text, 'ad-png')).toMatchObject({
      ok: false,
      error: { code: 'validation_failed' },
    })
    await page.close()
  },
)

test(
  'Another page resumes a frozen app’s upload at the byte the server has [S04 I13]',
  { tags: ['full'] },
  async () => {
    const first = await newPage()
    const { id, imageId } = await kept(
      first,
      await camera('grain.jpg', { width: 3000, height: 2200, grain: 80 }),
      'ad-04',
    )
    const size = (await rowOf(first, id))?.size ?? 0
    expect(size).toBeGreaterThan(600_000)
    // The second chunk is sent, and then no response arrives.
    const before = proxy.rule({ method: 'PATCH', path: uploads, fault: { kind: 'hang' } })
    proxy.rule({ method: 'PATCH', path: uploads, times: 1, fault: { kind: 'pass' } })
    const running = upload(first, id).catch(() => 'closed')
    await until('the second piece is on its way', () => before.hits() >= 1)
    const session = await first.context().newCDPSession(first)
    await session.send('Page.setWebLifecycleState', { state: 'frozen' })
    await first.close()
    await running
    before.end()

    const second = await newPage()
    expect((await rowOf(second, id))?.upload?.offset).toBe(256 * 1024)
    // The browser may still deliver the chunk of the closed page.
    const there = await settled(() => standing(imageId))
    expect(there).toBeGreaterThanOrEqual(256 * 1024)
    proxy.forget()
    expect(await upload(second, id)).toBe('there')
    const sent = pieces()
    expect(sent[0]?.from).toBe(there)
    expect(sent.reduce((sum, piece) => sum + piece.length, 0)).toBe(size - there)
    expect((await shown(imageId)).status).toBe(200)
    await second.close()
  },
)

test('A server kill or dropped connection during upload costs one piece at most [S03 S04 S44 I13]', async () => {
  const page = await newPage()
  const { id, imageId } = await kept(
    page,
    await camera('storm.jpg', { width: 2300, height: 1700, grain: 70 }),
    'ad-44',
  )
  const size = (await rowOf(page, id))?.size ?? 0
  proxy.rule({ method: 'PATCH', path: uploads, fault: { kind: 'request-lost' } })
  proxy.rule({ method: 'PATCH', path: uploads, times: 1, fault: { kind: 'answer-lost' } })
  expect(await upload(page, id)).toBe('0 network')
  proxy.clear()
  await server.kill()
  expect(await upload(page, id)).toBe('0 network')
  await server.restart()
  expect(await upload(page, id)).toBe('there')
  // Chunks that the browser repeated on a broken socket never arrived. No other byte was sent twice: the response to the first
  // chunk was lost, its bytes were not.
  const sent = pieces()
  expect(sent.reduce((sum, piece) => sum + piece.length, 0)).toBe(size)
  expect((await shown(imageId)).status).toBe(200)
  // The server knows the picture now: one request, no bytes.
  await upload(page, id)
  expect(pieces()).toHaveLength(sent.length)
  await page.close()
})

test(
  'A full phone names the unsaved photo and keeps the text and earlier photos [S15 I12]',
  { tags: ['full'] },
  async () => {
    const small = await camera('small.jpg', { width: 300, height: 200 })
    const large = await camera('large.jpg', { width: 2400, height: 1800, grain: 90 })
    const poor = await openPhone({ serviceWorkers: 'block' })
    try {
      const { page } = poor
      const session = await page.context().newCDPSession(page)
      // The limit comes before the first use: Chromium does not enforce a later quota.
      await session.send('Storage.overrideQuotaForOrigin', { origin: proxy.origin, quotaSize: 1_000_000 })
      await enterLab(page, proxy.origin)
      await page.evaluate(() => globalThis.lab.draft('Toyota, one owner'))
      const first = await kept(page, small, 'draft')
      expect(await keep(page, large, 'draft')).toEqual({ ok: false, error: { code: 'storage_full' } })
      expect(await page.evaluate(() => globalThis.lab.draft())).toBe('Toyota, one owner')
      expect(await rowOf(page, first.id)).toMatchObject({ width: 200, height: 300 })
    } finally {
      await poor.dispose()
    }
  },
)

test('A stopped worker resumes an ad’s photos when woken and then publishes it once [S44 S43 I13 I2]', async () => {
  const seller = await openPhone()
  try {
    const { page } = seller
    await signIn(page, proxy.origin, emails.dealer)
    await controlled(page)
    const dealer = await signedIn(server.origin, emails.dealer)
    const [like] = await cars(server.origin)
    if (!like) throw new Error('There is no car to copy.')
    // The first write opens the person's own database.
    await page.goto(`${proxy.origin}/listing/${like.slug}`)
    await heart(page).click()
    const own = userPartition(dealer.user.id)
    await until('the worker can know who is signed in', () => mirrored(page, own))
    // No page of the app is open from here on: only the worker sends.
    await enterLab(page, proxy.origin, '/healthz')
    await page.evaluate((name) => globalThis.lab.use(name), own)
    const adId = randomUUID()
    const photos = [
      await kept(page, await camera('front.jpg', { width: 2600, height: 1900, grain: 80 }), adId),
      await kept(page, await camera('back.jpg', { width: 1200, height: 800 }), adId),
    ]
    const { make, model, province, city } = like
    const ad = { ...adForm, make, model, province, city, title: 'Sold by a worker' }
    const blobIds = photos.map((photo) => photo.id)
    await page.evaluate(([id, a, b]) => globalThis.lab.publish(id, a, b), [adId, ad, blobIds] as const)

    const silence = proxy.rule({ method: 'PATCH', path: uploads, fault: { kind: 'hang' } })
    proxy.rule({ method: 'PATCH', path: uploads, times: 1, fault: { kind: 'pass' } })
    await dispatchSync(page, proxy.origin, 'outbox')
    await until('the second piece is on its way', () => silence.hits() > 0)
    await stopWorkers(page)
    silence.end()
    const there = await settled(() => standing(photos[0]?.imageId ?? '', dealer.token))
    expect(there).toBeGreaterThanOrEqual(256 * 1024)
    proxy.forget()
    await dispatchSync(page, proxy.origin, 'outbox')
    const state = () => page.evaluate((id) => globalThis.lab.item(id), adId)
    await until('the ad is published', async () => (await state()) === 'done', 60_000)
    expect(pieces()[0]?.from).toBe(there)
    const mine = await cars(server.origin, { creator: dealer.user.id, limit: 100 })
    const published = mine.filter((car) => car.title === ad.title)
    expect(published).toHaveLength(1)
    const answer = await fetch(`${server.origin}/api/v1/cars/get-car-pictures/${published[0]?._id}`)
    const { data } = (await answer.json()) as { data: { images: string[] } }
    expect(data.images.map((url) => url.split('/')[2])).toEqual(photos.map((photo) => photo.imageId))
  } finally {
    await seller.dispose()
  }
})
