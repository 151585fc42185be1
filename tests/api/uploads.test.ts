import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { chunkType, imageIdOf, uploadPath, uploadsPath, type UploadReply } from '#contract/sync/uploads.ts'
import { buildApp } from '../../server/app.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { claimImages } from '../../server/pictures/uploads/form-images.ts'
import { reapUploads } from '../../server/pictures/uploads/reaper.ts'
import { uploadServiceOf } from '../../server/pictures/uploads/upload-service.ts'
import { type TestServer, testServer } from '../support/api.ts'
import { newCar } from '../support/cars.ts'
import { addUser, furnish } from '../support/motorkin.ts'

let server: TestServer
const tokens: Record<string, string> = {}
beforeAll(async () => {
  server = await testServer()
  await furnish(server.db)
  for (const id of ['ada', 'bola'])
    tokens[id] = await server.token(await addUser(server.db, { id }), 90 * 86_400)
})
afterAll(() => server.close())

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const idOf = (bytes: Buffer) => imageIdOf(sha256(bytes))
let shade = 0
beforeEach(() => {
  shade += 1
})
/** Returns a unique picture, with noise so that it has many bytes. */
async function photo(
  o: { width?: number; height?: number; type?: 'jpeg' | 'png' | 'webp'; noisy?: boolean } = {},
) {
  const { width = 400, height = 300, type = 'jpeg' } = o
  const raw = o.noisy ? randomBytes(width * height * 3) : Buffer.alloc(width * height * 3, shade * 7)
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .toFormat(type)
    .toBuffer()
}

const auth = (who = 'ada') => ({ authorization: `Bearer ${tokens[who]}`, 'tus-resumable': '1.0.0' })
const named = (hash: string) => `sha256 ${Buffer.from(hash).toString('base64')}`
const create = (bytes: Buffer, o: { who?: string; hash?: string; size?: number; headers?: object } = {}) =>
  server.app.inject({
    method: 'POST',
    url: uploadsPath,
    headers: {
      ...auth(o.who),
      'upload-length': String(o.size ?? bytes.length),
      'upload-metadata': named(o.hash ?? sha256(bytes)),
      ...o.headers,
    },
  })
const patch = (id: string, offset: number, bytes: Buffer, who = 'ada') =>
  server.app.inject({
    method: 'PATCH',
    url: uploadPath(id),
    headers: { ...auth(who), 'upload-offset': String(offset), 'content-type': chunkType },
    payload: bytes,
  })
const head = (id: string, who = 'ada') =>
  server.app.inject({ method: 'HEAD', url: uploadPath(id), headers: auth(who) })
const said = (answer: { json: () => unknown }) => (answer.json() as UploadReply).data
const code = (answer: { json: () => unknown }) => (answer.json() as { code: string }).code
const wholly = async (bytes: Buffer, who = 'ada') => {
  await create(bytes, { who })
  return patch(idOf(bytes), 0, bytes, who)
}
const media = (id: string, file = '1280.webp') =>
  server.app.inject({ method: 'GET', url: `/media/${id}/${file}` })
const files = (kind: 'parts' | 'masters') => readdirSync(join(uploadServiceOf(server.deps).parts, '..', kind))
const claim = (who: string, ...ids: string[]) =>
  server.db.tx((sql) => claimImages(sql, who, ids, server.clock.now()))

describe('Uploading', () => {
  test('A picture arrives in pieces and is served in every size without metadata [S14]', async () => {
    const place = { IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 55/1 0/1' } }
    const source = await sharp(await photo({ width: 3000, height: 1500 }))
      .withExif({ IFD0: { Make: 'Secretphone' }, ...place })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(source.includes('Secretphone')).toBe(true)
    const id = idOf(source)
    const created = await create(source)
    expect([created.statusCode, created.headers['location'], created.headers['x-api']]).toEqual([
      201,
      uploadPath(id),
      '1',
    ])
    expect(said(created)).toEqual({ id, offset: 0, complete: false })
    const middle = Math.floor(source.length / 2)
    const first = await patch(id, 0, source.subarray(0, middle))
    expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, String(middle)])
    const standing = await head(id)
    expect([standing.statusCode, standing.headers['upload-offset'], standing.headers['x-api']]).toEqual([
      200,
      String(middle),
      '1',
    ])
    expect((await patch(id, middle, source.subarray(middle))).statusCode).toBe(204)

    const master = await sharp(await uploadServiceOf(server.deps).store.get(`masters/${id}.webp`)).metadata()
    expect([master.format, master.width, master.height]).toEqual(['webp', 1024, 2048])
    expect([master.exif, master.xmp, master.icc]).toEqual([undefined, undefined, undefined])
    for (const file of ['1280.webp', '320.avif']) {
      const shown = await media(id, file)
      expect([shown.statusCode, shown.headers['cache-control']]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ])
      expect(shown.rawPayload.includes('Secretphone')).toBe(false)
      expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined()
    }
    expect(await claim('ada', id)).toEqual([
      { url: `/media/${id}/1280.webp`, blur: expect.stringMatching(/^data:image\/webp;base64,/) },
    ])
  })

  test('The same picture sent again or from another device is saved only once [S51]', async () => {
    const bytes = await photo()
    const id = idOf(bytes)
    const before = files('masters').length
    expect((await wholly(bytes)).statusCode).toBe(204)
    expect(said(await create(bytes))).toEqual({ id, offset: bytes.length, complete: true })
    const standing = await head(id)
    expect(standing.headers['upload-offset']).toBe(String(bytes.length))
    // Another person must prove that they have the bytes.
    expect(said(await create(bytes, { who: 'bola' }))).toEqual({ id, offset: 0, complete: false })
    expect((await patch(id, 0, bytes, 'bola')).statusCode).toBe(204)
    expect(files('masters').length).toBe(before + 1)
    expect(files('parts').filter((name) => name.includes(id))).toEqual([])
  })

  test('A restarted upload continues where it was, even from another device [S04 I13]', async () => {
    const bytes = await photo({ noisy: true })
    const id = idOf(bytes)
    await create(bytes)
    await patch(id, 0, bytes.subarray(0, 1000))
    expect(said(await create(bytes))).toEqual({ id, offset: 1000, complete: false })
    const wrong = await patch(id, 0, bytes.subarray(0, 1000))
    expect([wrong.statusCode, code(wrong)]).toEqual([409, 'key_in_progress'])
    expect((await patch(id, 1000, bytes.subarray(1000))).statusCode).toBe(204)
    expect((await media(id)).statusCode).toBe(200)
  })

  test('A fully received picture is finished on request after the server died [S52 I13]', async () => {
    const bytes = await photo()
    const id = idOf(bytes)
    await wholly(bytes)
    // This is the state between the last byte and the verdict.
    await server.db.run({ text: `update uploads set state = 'open' where image_id = $1`, values: [id] })
    const [row] = await openRows(id)
    writeFileSync(join(uploadServiceOf(server.deps).parts, row ?? ''), bytes)
    expect((await head(id)).headers['upload-offset']).toBe(String(bytes.length))
    expect(said(await create(bytes)).complete).toBe(true)
    expect(await claim('ada', id)).toHaveLength(1)
  })

  test('A person cannot see another’s upload, and a guest sees none at all [I7]', async () => {
    const bytes = await photo()
    const id = idOf(bytes)
    await create(bytes)
    expect((await head(id, 'bola')).statusCode).toBe(404)
    expect((await patch(id, 0, bytes, 'bola')).statusCode).toBe(404)
    await expect(claim('bola', id)).rejects.toMatchObject({ code: 'validation_failed' })
    const nobody = await create(bytes, { headers: { authorization: 'Bearer no' } })
    expect([nobody.statusCode, nobody.headers['x-api']]).toEqual([401, '1'])
    expect((await head('img_../../auth-secret')).statusCode).toBe(404)
  })

  test('An ad gets its finished pictures in its own order, each of them once', async () => {
    const [a, b] = [await photo(), await photo({ noisy: true })]
    await wholly(a)
    await create(b)
    await expect(claim('ada', idOf(a), idOf(b))).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { image_ids: expect.any(String) },
    })
    await patch(idOf(b), 0, b)
    const pictures = await claim('ada', idOf(b), idOf(a), idOf(b))
    expect(pictures.map((p) => p.url.split('/')[2])).toEqual([idOf(b), idOf(a)])
    expect(await claim('ada')).toEqual([])
  })
})

const openRows = async (id: string): Promise<string[]> => {
  const rows = await server.db.rows(z.object({ file: z.string() }), {
    text: 'select file from uploads where image_id = $1',
    values: [id],
  })
  return rows.map((row) => row.file)
}

describe('Uploads that are not what they say', () => {
  test('An upload that is too large, empty or badly described is refused beforehand', async () => {
    const bytes = await photo()
    const answers = [
      await create(bytes, { size: 30_000_001 }),
      await create(bytes, { size: 0 }),
      await create(bytes, { hash: 'abc' }),
      await create(bytes, { headers: { 'tus-resumable': '0.2.2' } }),
      await create(bytes, { headers: { 'upload-length': '-1' } }),
    ]
    expect(answers.map((a) => [a.statusCode, code(a)])).toEqual([
      [413, 'payload_too_large'],
      [422, 'validation_failed'],
      [422, 'validation_failed'],
      [422, 'validation_failed'],
      [422, 'validation_failed'],
    ])
    expect((await head(idOf(bytes))).statusCode).toBe(404)
  })

  test('More bytes than were announced are not taken', async () => {
    const bytes = await photo()
    await create(bytes)
    const answer = await patch(idOf(bytes), 0, Buffer.concat([bytes, bytes]))
    expect([answer.statusCode, code(answer)]).toEqual([413, 'payload_too_large'])
    expect((await head(idOf(bytes))).headers['upload-offset']).toBe('0')
    expect((await patch(idOf(bytes), 0, bytes)).statusCode).toBe(204)
  })

  test('The server limits the rate of upload requests, as with any write', async () => {
    const app = await buildApp(server.deps, { limits: true })
    const url = uploadPath(`img_${'0'.repeat(32)}`)
    for (const method of ['HEAD', 'PATCH'] as const) {
      for (let n = 0; n < 300; n += 1) expect((await app.inject({ method, url })).statusCode).toBe(401)
      expect((await app.inject({ method, url })).statusCode).toBe(429)
    }
    await app.close()
  })

  test('After corrupted bytes the phone starts over, and the upload then succeeds', async () => {
    const bytes = await photo()
    const other = Buffer.from(bytes)
    other.writeUInt8(other.readUInt8(300) ^ 1, 300)
    await create(bytes)
    const garbled = await patch(idOf(bytes), 0, other)
    expect([garbled.statusCode, code(garbled)]).toEqual([410, 'gone'])
    expect((await head(idOf(bytes))).statusCode).toBe(404)
    expect((await wholly(bytes)).statusCode).toBe(204)
  })
})

describe('What nobody came back for', () => {
  const reap = () => reapUploads(server.deps, uploadServiceOf(server.deps))
  const hours = (n: number) => server.clock.advance(n * 3_600_000)

  test('An unfinished upload is deleted a day after its last request, with its bytes', async () => {
    const bytes = await photo()
    const id = idOf(bytes)
    await create(bytes)
    await patch(id, 0, bytes.subarray(0, 100))
    hours(20)
    expect((await head(id)).statusCode).toBe(200)
    hours(20)
    await reap()
    expect((await head(id)).headers['upload-offset']).toBe('100')
    hours(25)
    await reap()
    expect((await head(id)).statusCode).toBe(404)
    expect(files('parts').filter((name) => name.includes(id))).toEqual([])
    // The upload starts again from zero.
    expect((await wholly(bytes)).statusCode).toBe(204)
  })

  test('A finished picture is deleted after seven days unless an ad shows it [S51]', async () => {
    const [loose, shown] = [await photo(), await photo({ noisy: true })]
    await wholly(loose)
    await wholly(shown)
    const pictures = (await claim('ada', idOf(shown))).map((p) => ({ ...p, alt: 'A car' }))
    await insertCars(server.db, [newCar(1, { creator: 'ada', pictures })])
    hours(6 * 24)
    await reap()
    expect([(await media(idOf(loose))).statusCode, (await media(idOf(shown))).statusCode]).toEqual([200, 200])
    hours(2 * 24)
    await reap()
    expect([(await media(idOf(loose))).statusCode, (await media(idOf(shown))).statusCode]).toEqual([404, 200])
    expect(said(await create(loose)).complete).toBe(false)
    expect(said(await create(shown)).complete).toBe(true)
    // The upload of another person keeps the same picture.
    await wholly(loose)
    hours(6 * 24)
    await wholly(loose, 'bola')
    hours(2 * 24)
    await reap()
    expect((await media(idOf(loose))).statusCode).toBe(200)
  })
})
