import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pictureFormats, pictureWidths } from '#contract/limits.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { buildApp } from '../../server/app.ts'
import { readStorageUrl } from '../../server/kernel/storage-address.ts'
import { openStore, uploadServiceOf } from '../../server/pictures/uploads/upload-service.ts'
import type { PictureStore } from '../../server/pictures/uploads/picture-store.ts'
import { reapUploads } from '../../server/pictures/uploads/reaper.ts'
import { s3Store } from '../../server/pictures/uploads/s3-store.ts'
import { type TestServer, testServer } from '../support/api.ts'
import { newCar } from '../support/cars.ts'
import { addUser, furnish } from '../support/motorkin.ts'
import { idOf, keepPicture, sendPicture } from '../support/pictures.ts'
import { type S3, startS3 } from '../support/s3.ts'

let s3: S3
let dir: string
beforeAll(async () => {
  s3 = await startS3()
  dir = mkdtempSync(join(tmpdir(), 'motorkin-store-'))
})
afterAll(async () => {
  await s3.close()
  rmSync(dir, { recursive: true, force: true })
})

const photo = () =>
  sharp(randomBytes(300 * 200 * 3), { raw: { width: 300, height: 200, channels: 3 } })
    .jpeg()
    .toBuffer()
const namesIn = async (store: PictureStore, folder: string) => {
  const names: string[] = []
  for await (const page of store.list(folder)) names.push(...page)
  return names
}

test('A picture is on the disk by its name before it counts as saved', async () => {
  const store = openStore({ dataDir: join(dir, 'durable'), storageUrl: undefined })
  const handle = await open(dir, 'r')
  const synced: boolean[] = []
  const file = Object.getPrototypeOf(handle) as FileHandle
  vi.spyOn(file, 'sync').mockImplementation(async function (this: FileHandle) {
    synced.push((await this.stat()).isDirectory())
  })
  await store.put('masters/a.webp', Buffer.from('bytes'))
  vi.restoreAllMocks()
  await handle.close()
  expect(synced).toEqual([false, true])
})

describe.each(['a folder', 'an S3 bucket', 'a folder of an S3 bucket'])('%s', (kind) => {
  const env = (): Record<string, string> => {
    if (kind === 'a folder') return {}
    return { STORAGE_URL: kind === 'an S3 bucket' ? s3.url : s3.with({ folder: '/motorkin/live' }) }
  }
  let store: PictureStore
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await testServer({ env: env(), seed: ({ db }) => furnish(db).then(() => undefined) })
    token = await server.token(await addUser(server.db, { id: 'ada' }), 90 * 86_400)
    const storageUrl = env()['STORAGE_URL']
    store = openStore({ dataDir: dir, storageUrl })
  })
  afterAll(async () => {
    store.close()
    await server.close()
  })
  const media = (key: string, file = '640.webp', app = server.app) =>
    app.inject({ method: 'GET', url: `/media/${key}/${file}` })

  test('returns what was saved or replaced, and nothing after its removal', async () => {
    const [one, two] = [randomBytes(700_000), randomBytes(10)]
    await store.put('masters/a.webp', one)
    await store.put('masters/b.webp', Buffer.alloc(0))
    expect((await store.get('masters/a.webp'))?.equals(one)).toBe(true)
    expect((await store.get('masters/b.webp'))?.length).toBe(0)
    await store.put('masters/a.webp', two)
    expect((await store.get('masters/a.webp'))?.equals(two)).toBe(true)
    expect([await store.has('masters/a.webp'), await store.has('masters/c.webp')]).toEqual([true, false])
    expect(await store.get('masters/c.webp')).toBeUndefined()
    for (const name of ['a', 'b', 'b']) await store.remove(`masters/${name}.webp`)
    expect([await store.has('masters/a.webp'), await store.get('masters/b.webp')]).toEqual([false, undefined])
  })

  test('tells every name in a folder, and of no other one', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `${String(i).padStart(2, '0')}.webp`)
    await Promise.all(names.map((name) => store.put(`many/${name}`, Buffer.from('x'))))
    await store.put('many-more/other.webp', Buffer.from('x'))
    expect((await namesIn(store, 'many')).sort()).toEqual(names)
    expect(await namesIn(store, 'none')).toEqual([])
    // The names also come in pages, as from a bucket with more than a thousand names.
    const address = readStorageUrl(env()['STORAGE_URL'] ?? '')
    const paged = address ? s3Store(address, { page: 7 }) : store
    expect((await namesIn(paged, 'many')).sort()).toEqual(names)
  })

  test('passes the operator’s check, which leaves no trace', async () => {
    await store.check(true)
    await store.check()
    expect(await store.has('check')).toBe(false)
    expect((await server.app.inject('/readyz')).statusCode).toBe(200)
  })

  test('saves an uploaded picture in every width and format, without metadata', async () => {
    const source = await sharp(await photo())
      .withExif({
        IFD0: { Make: 'Secretphone' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 55/1 0/1' },
      })
      .jpeg()
      .toBuffer()
    const key = await keepPicture(server, token, source)
    for (const width of pictureWidths) {
      for (const format of pictureFormats) {
        const shown = await media(key, `${width}.${format}`)
        expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, `image/${format}`])
        expect(shown.headers['cache-control']).toBe('public, max-age=31536000, immutable')
        expect(shown.headers['x-content-type-options']).toBe('nosniff')
        const { exif, width: wide } = await sharp(shown.rawPayload).metadata()
        expect([exif, wide, shown.rawPayload.includes('Secretphone')]).toEqual([
          undefined,
          Math.min(width, 300),
          false,
        ])
      }
    }
    expect(
      (await uploadServiceOf(server.deps).store.get(`masters/${key}.webp`))?.includes('Secretphone'),
    ).toBe(false)
  })

  test('holds a picture of two people once, until neither of them needs it [S51]', async () => {
    const own = uploadServiceOf(server.deps).store
    const bytes = await photo()
    const bola = await server.token(await addUser(server.db, { id: 'bola' }), 90 * 86_400)
    const before = (await namesIn(own, 'masters')).length
    const key = await keepPicture(server, token, bytes)
    expect(await keepPicture(server, bola, bytes)).toBe(key)
    expect((await namesIn(own, 'masters')).length).toBe(before + 1)
    expect((await media(key)).statusCode).toBe(200)
    const pictures = [{ url: `/media/${key}/1280.webp`, blur: '', alt: '' }]
    await insertCars(server.db, [newCar(1, { creator: 'bola', pictures })])
    const reap = async () => {
      server.clock.advance(8 * 86_400_000)
      await reapUploads(server.deps, uploadServiceOf(server.deps))
    }
    await reap()
    expect((await media(key)).statusCode).toBe(200)
    await server.db.run({ text: 'delete from cars' })
    await reap()
    expect([(await media(key)).statusCode, (await media(key, '320.avif')).statusCode]).toEqual([404, 404])
    expect(await namesIn(own, 'masters')).toEqual([])
    expect(await namesIn(own, `variants/${key}`)).toEqual([])
    // The picture is complete again.
    expect((await sendPicture(server, token, bytes)).statusCode).toBe(204)
    expect((await media(key)).statusCode).toBe(200)
  })
})

describe('Two processes on one S3 bucket', () => {
  test('One process shows the other’s uploads and reuses its resized pictures', async () => {
    const env = { STORAGE_URL: s3.with({ folder: '/two' }) }
    const one = await testServer({ env })
    const token = await one.token(await addUser(one.db, { id: 'ada' }))
    // A server with another data directory over the same database.
    const dataDir = join(dir, 'other')
    const config = { ...one.deps.config, dataDir }
    const other = await buildApp({ ...one.deps, config }, { limits: false })
    const bytes = await photo()
    const key = await keepPicture(one, token, bytes)
    const from = (app: TestServer['app']) => app.inject(`/media/${key}/480.avif`)
    const shown = await from(one.app)
    expect(shown.statusCode).toBe(200)
    // The master is unreadable from here on, so no server can draw the picture again.
    await uploadServiceOf(one.deps).store.put(`masters/${key}.webp`, Buffer.from('no picture'))
    const there = await from(other)
    expect([there.statusCode, there.rawPayload.equals(shown.rawPayload)]).toEqual([200, true])
    expect(readdirSync(join(dataDir, 'uploads')).sort()).toEqual(['parts', 'photos'])
    await other.close()
    await one.close()
  })
})

describe('A store that fails', () => {
  const sentence = (url: string) =>
    openStore({ dataDir: dir, storageUrl: url })
      .check(true)
      .then(
        () => 'fine',
        (error: unknown) => (error instanceof Error ? error.message : 'no error'),
      )
  test('is reported with its cause: wrong secret, missing bucket, no answer, wrong folder', async () => {
    expect(await sentence(s3.with({ secret: 'wrong' }))).toMatch(
      /refuses the key, or the key may not use "pictures"/,
    )
    expect(await sentence(s3.with({ bucket: 'none' }))).toMatch(/has no bucket "none"\.$/)
    expect(await sentence('s3://k:hush@127.0.0.1:1/pictures')).toBe(
      'The picture store of STORAGE_URL (http://127.0.0.1:1) does not answer (ECONNREFUSED).',
    )
    writeFileSync(join(dir, 'file'), '')
    const inFile = openStore({ dataDir: join(dir, 'file'), storageUrl: undefined })
    await expect(inFile.check(true)).rejects.toThrow(/Pictures cannot be kept in .* \(ENOTDIR\)\./)
  })

  test('is not waited for without end when it accepts and never answers', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await new Promise((done) => silent.once('listening', done))
    const { port } = silent.address() as AddressInfo
    const address = readStorageUrl(`s3://k:s@127.0.0.1:${port}/pictures`)
    if (!address) throw new Error('no address')
    const store = s3Store(address, { patience: 300 })
    // Without the time limit these calls would hang as long as the server does.
    await expect(store.get('masters/a.webp')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(store.check()).rejects.toMatchObject({ code: 'unavailable' })
    store.close()
    silent.close()
  })

  test('makes pictures unavailable, loses no upload, and recovers when it is back [S42]', async () => {
    const own = await startS3()
    const server = await testServer({ env: { STORAGE_URL: own.url } })
    const token = await server.token(await addUser(server.db, { id: 'ada' }))
    const [before, during] = [await photo(), await photo()]
    const key = await keepPicture(server, token, before)
    await own.stop()
    server.clock.advance(120_000)
    const shown = await server.app.inject(`/media/${key}/320.webp`)
    expect([shown.statusCode, shown.headers['cache-control']]).toEqual([503, 'no-store'])
    expect((await server.app.inject('/readyz')).statusCode).toBe(503)
    expect((await server.app.inject('/healthz')).statusCode).toBe(200)
    expect((await sendPicture(server, token, during)).statusCode).toBe(503)
    await own.start()
    // The server has every byte, so a repeat of the request succeeds.
    const again = await sendPicture(server, token, during)
    expect(again.statusCode).toBe(201)
    expect((await server.app.inject(`/media/${idOf(during)}/320.webp`)).statusCode).toBe(200)
    expect((await server.app.inject(`/media/${key}/320.webp`)).statusCode).toBe(200)
    expect((await server.app.inject('/readyz')).statusCode).toBe(200)
    await server.close()
    await own.close()
  })
})

test.each([
  ['s3://key:secret@127.0.0.1:9000/pictures', 'http://127.0.0.1:9000', 'key', 'secret', ''],
  ['s3://key:secret@s3.example/pictures/', 'https://s3.example', 'key', 'secret', ''],
  [
    's3://AKIA:a/b+c@d%40e@s3.example:443/pictures/a/b',
    'https://s3.example:443',
    'AKIA',
    'a/b+c@d@e',
    'a/b/',
  ],
  ['s3://k:s@[::1]:9000/pictures?tls=1', 'https://[::1]:9000', 'k', 's', ''],
])('STORAGE_URL %s is understood', (url, endpoint, key, secret, prefix) => {
  const region = 'us-east-1'
  expect(readStorageUrl(url)).toEqual({ endpoint, region, bucket: 'pictures', prefix, key, secret })
})

test.each([
  's3://host:9000/bucket',
  's3://key:secret@host:9000',
  's3://key:sec%ret@host/b',
  's3://key:secret@ho st/b',
  'https://key:secret@host/b',
  's3://key:secret@host/b?tls=yes',
])('STORAGE_URL %s is refused', (url) => {
  expect(readStorageUrl(url)).toBeUndefined()
})
