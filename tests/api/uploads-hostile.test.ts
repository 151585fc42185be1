import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foreignWords } from '../../server/pictures/uploads/examine.ts'
import { imageIdOf, pictureWords, uploadPath, uploadsPath } from '#contract/sync/uploads.ts'
import { uploadServiceOf } from '../../server/pictures/uploads/upload-service.ts'
import { type TestServer, testServer } from '../support/api.ts'
import {
  boastingPng,
  boastingWebp,
  cmyk,
  endlessJpeg,
  heic,
  jpegAndPage,
  jpegAndZip,
  movingPng,
  movingWebp,
  noise,
  packedPng,
  wordyPng,
} from '../support/bad-pictures.ts'
import { addUser } from '../support/motorkin.ts'
import { idOf, keepPicture, sendPicture } from '../support/pictures.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await testServer()
  token = await server.token(await addUser(server.db, { id: 'ada' }), 90 * 86_400)
})
afterAll(() => server.close())

const get = (url: string) => server.app.inject({ method: 'GET', url })
const namesOf = async (id: string): Promise<string[]> => {
  const { parts, store } = uploadServiceOf(server.deps)
  const names = readdirSync(parts)
  for await (const page of store.list('masters')) names.push(...page)
  return names.filter((name) => name.includes(id))
}
const MB = 1024 * 1024

/** Returns the largest growth of memory during `work`, in bytes. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss()
  let most = before
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 5)
  await work()
  clearInterval(look)
  return Math.max(most, process.memoryUsage.rss()) - before
}

/** Expects that the server answers normally and accepts the next picture. */
async function isWell(): Promise<void> {
  expect([(await get('/healthz')).statusCode, (await get('/readyz')).statusCode]).toEqual([200, 200])
  const fine = await keepPicture(server, token, await noise())
  expect((await get(`/media/${fine}/320.webp`)).statusCode).toBe(200)
}

type Code = 'validation_failed' | 'unsupported_media_type'
const damaged = pictureWords.damaged
const refused: [string, () => Buffer | Promise<Buffer>, Code, string][] = [
  ['half a JPEG', async () => (await noise()).subarray(0, 9000), 'validation_failed', damaged],
  ['half a PNG', async () => (await noise('png')).subarray(0, 9000), 'validation_failed', damaged],
  ['half a WebP', async () => (await noise('webp')).subarray(0, 9000), 'validation_failed', damaged],
  [
    'a JPEG of which only the header is true',
    async () => Buffer.concat([(await noise()).subarray(0, 200), randomBytes(9000)]),
    'validation_failed',
    damaged,
  ],
  [
    'a PNG with a broken header',
    async () => {
      const png = await noise('png')
      png.fill(0xff, 12, 33)
      return png
    },
    'validation_failed',
    damaged,
  ],
  [
    'a PNG that boasts of 1.6 billion pixels',
    () => boastingPng(40_000, 40_000),
    'validation_failed',
    pictureWords.pixels,
  ],
  [
    'a PNG that boasts of a line too long to be',
    () => boastingPng(2_000_000_000, 1),
    'validation_failed',
    damaged,
  ],
  ['a WebP that boasts of 268 million pixels', boastingWebp, 'validation_failed', pictureWords.pixels],
  [
    '60 KB of PNG that unpack to 400 million pixels',
    () => packedPng(20_000, 20_000),
    'validation_failed',
    pictureWords.pixels,
  ],
  ['a JPEG that never ends', () => endlessJpeg(1000), 'validation_failed', damaged],
  ['a JPEG in name only', () => Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2]), 'validation_failed', damaged],
  ['a HEIC', heic, 'unsupported_media_type', foreignWords.heic],
  [
    'an AVIF',
    async () =>
      sharp(await noise())
        .avif({ effort: 0 })
        .toBuffer(),
    'unsupported_media_type',
    foreignWords.avif,
  ],
  [
    'a GIF',
    async () =>
      sharp(await noise())
        .gif()
        .toBuffer(),
    'unsupported_media_type',
    foreignWords.gif,
  ],
  [
    'a TIFF',
    async () =>
      sharp(await noise())
        .tiff()
        .toBuffer(),
    'unsupported_media_type',
    foreignWords.tiff,
  ],
  [
    'an SVG that reads files',
    () =>
      Buffer.from(
        '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
      ),
    'unsupported_media_type',
    foreignWords.svg,
  ],
  [
    'a page',
    () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    'unsupported_media_type',
    foreignWords.page,
  ],
  [
    'a PDF called .jpg',
    () => Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n'),
    'unsupported_media_type',
    foreignWords.pdf,
  ],
  [
    'a video',
    () => Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2mp41'),
    'unsupported_media_type',
    foreignWords.video,
  ],
  ['an archive', () => Buffer.from('PK\x03\x04\x14\0\0\0'), 'unsupported_media_type', foreignWords.archive],
  [
    'nothing anybody knows',
    () => randomBytes(3000).fill(7, 0, 16),
    'unsupported_media_type',
    pictureWords.type,
  ],
]

describe('Refused with a sentence, without a trace, and the server is well', () => {
  test.each(refused)('%s', async (_, make, code, says) => {
    const bytes = await make()
    let answer: Awaited<ReturnType<typeof sendPicture>> | undefined
    const grown = await growth(async () => {
      answer = await sendPicture(server, token, bytes)
    })
    const { statusCode, headers } = answer ?? {}
    expect(statusCode).toBe(code === 'validation_failed' ? 422 : 415)
    expect([answer?.json(), headers?.['cache-control']]).toEqual([
      {
        success: false,
        code,
        msg: says,
        ...(code === 'validation_failed' && { fields: { image: says } }),
      },
      'no-store',
    ])
    expect(grown).toBeLessThan(150 * MB)
    expect(await namesOf(idOf(bytes))).toEqual([])
    expect((await get(`/media/${idOf(bytes)}/320.webp`)).statusCode).toBe(404)
    await isWell()
  })

  test('Zero bytes: before any byte is sent', async () => {
    const empty = await sendPicture(server, token, Buffer.alloc(0))
    expect([empty.statusCode, empty.json()]).toMatchObject([
      422,
      { code: 'validation_failed', msg: pictureWords.empty },
    ])
    await isWell()
  })

  test('One byte too many: before any byte is sent', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: uploadsPath,
      headers: {
        authorization: `Bearer ${token}`,
        'tus-resumable': '1.0.0',
        'upload-length': '30000001',
        'upload-metadata': `sha256 ${Buffer.from('a'.repeat(64)).toString('base64')}`,
      },
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      413,
      { code: 'payload_too_large', msg: pictureWords.bytes },
    ])
    const there = await server.app.inject({
      method: 'HEAD',
      url: uploadPath(imageIdOf('a'.repeat(64))),
      headers: { authorization: `Bearer ${token}` },
    })
    expect(there.statusCode).toBe(404)
  })

  test('Many bad ones at once do not keep a good one away', async () => {
    const bad = await Promise.all(
      [boastingWebp, () => endlessJpeg(500), async () => (await noise('webp')).subarray(0, 5000)].flatMap(
        (make) => Array.from({ length: 5 }, make),
      ),
    )
    const good = await noise()
    const answers = await Promise.all([...bad, good].map((bytes) => sendPicture(server, token, bytes)))
    expect(answers.map((a) => a.statusCode).sort((a, b) => a - b)).toEqual([204, ...bad.map(() => 422)])
    await isWell()
  })
})

describe('Kept clean: nothing but the pixels of one upright picture', () => {
  const kept: [string, () => Promise<Buffer>][] = [
    ['a JPEG with a page in it', jpegAndPage],
    ['a JPEG that is an archive too', jpegAndZip],
    ['a PNG called .jpg', () => noise('png')],
    ['a WebP that moves', movingWebp],
    ['a PNG that moves', movingPng],
    ['a PNG whose words unpack to 200 MB', () => wordyPng(200 * MB)],
    ['a JPEG of one line of 60,000 pixels', () => noise('jpeg', { width: 60_000, height: 1 })],
    ['a picture of one pixel', () => noise('png', { width: 1, height: 1 })],
    ['a JPEG for printing', () => cmyk('#c02020')],
    [
      'a picture one can look through',
      async () =>
        sharp(await noise('png'))
          .ensureAlpha(0.5)
          .png()
          .toBuffer(),
    ],
    [
      'a grey one',
      async () =>
        sharp(await noise())
          .greyscale()
          .png()
          .toBuffer(),
    ],
    [
      'one of 16 bits a colour',
      async () =>
        sharp(await noise())
          .toColourspace('rgb16')
          .png()
          .toBuffer(),
    ],
  ]
  test.each(kept)('%s', async (_, make) => {
    const bytes = await make()
    const id = idOf(bytes)
    const grown = await growth(() => keepPicture(server, token, bytes))
    expect(grown).toBeLessThan(250 * MB)
    const master = (await uploadServiceOf(server.deps).store.get(`masters/${id}.webp`)) ?? Buffer.alloc(0)
    for (const file of ['320.webp', '640.avif']) {
      const shown = await get(`/media/${id}/${file}`)
      expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, `image/${file.split('.')[1]}`])
      expect(shown.headers['x-content-type-options']).toBe('nosniff')
      for (const served of [shown.rawPayload, master]) {
        const { pages, exif, icc, xmp, comments, hasAlpha, space, width, height } =
          await sharp(served).metadata()
        expect({ pages: pages ?? 1, exif, icc, xmp, comments, hasAlpha, space }).toEqual({
          pages: 1,
          hasAlpha: false,
          space: 'srgb',
        })
        expect(Math.max(width, height)).toBeLessThanOrEqual(2048)
        expect(['polyglot', 'script', 'PK\x03\x04'].filter((words) => served.includes(words))).toEqual([])
      }
    }
    await isWell()
  })

  test('Colours for printing are seen as they were meant', async () => {
    const id = await keepPicture(server, token, await cmyk('#1040b0'))
    const { channels } = await sharp((await get(`/media/${id}/320.webp`)).rawPayload).stats()
    const [r = 0, g = 0, b = 0] = channels.map((c) => c.mean)
    expect(b).toBeGreaterThan(130)
    expect([r, g].every((c) => c < 110)).toBe(true)
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'A picture held as orientation %i is upright in every size',
    async (orientation) => {
      // Upright, the picture is red above and blue below.
      const upright = sharp({
        create: { width: 90, height: 60, channels: 3, background: '#1030c0' },
      }).composite([
        {
          input: { create: { width: 90, height: 30, channels: 3, background: '#c01010' } },
          top: 0,
          left: 0,
        },
      ])
      const turned: Record<number, (image: Sharp) => Sharp> = {
        2: (i) => i.flop(),
        3: (i) => i.rotate(180),
        4: (i) => i.flip(),
        5: (i) => i.rotate(270).flop(),
        6: (i) => i.rotate(270),
        7: (i) => i.rotate(90).flop(),
        8: (i) => i.rotate(90),
      }
      const flat = sharp(await upright.png().toBuffer())
      const held = await sharp(await (turned[orientation]?.(flat) ?? flat).png().toBuffer())
        .withMetadata({ orientation })
        .jpeg({ quality: 95 })
        .toBuffer()
      const id = await keepPicture(server, token, held)
      for (const file of ['320.webp', '640.avif']) {
        const { rawPayload } = await get(`/media/${id}/${file}`)
        const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
        expect([info.width, info.height]).toEqual([90, 60])
        const at = (y: number) => data.subarray((y * 90 + 45) * 3, (y * 90 + 45) * 3 + 3)
        expect([(at(10)[0] ?? 0) > 120, (at(50)[2] ?? 0) > 120]).toEqual([true, true])
      }
    },
  )
})
