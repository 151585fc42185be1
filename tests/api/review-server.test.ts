import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { adRoutes } from '#contract/ads.ts'
import { syncRoutes } from '#contract/sync/sync.ts'
import { testDriveRoutes } from '#contract/forms/test-drives.ts'
import { chunkType, imageIdOf, uploadPath, uploadsPath, type UploadReply } from '#contract/sync/uploads.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { forgetOld } from '../../server/start-jobs.ts'
import { claimImages } from '../../server/pictures/uploads/form-images.ts'
import { buildApp } from '../../server/app.ts'
import { callerOf, testServer, type TestServer } from '../support/api.ts'
import { newCar, sellers, testId, testPicture } from '../support/cars.ts'
import { askFeed } from '../support/feed.ts'
import { addPicture, furnish } from '../support/motorkin.ts'
import { adForm, testDriveForm } from '../support/writes.ts'

let server: TestServer
let mine: string
const day = 86_400_000

beforeAll(async () => {
  server = await testServer({ seed: ({ db }) => furnish(db).then(() => undefined) })
  const who = { fullname: 'Ada', email: '', avatarurl: '', is_subscriber: false, role: 'user' } as const
  mine = await server.token({ id: sellers[0], ...who }, 9e8)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.run({ text: 'delete from cars; delete from uploads; delete from mail_outbox' })
  await insertCars(server.db, [newCar(1), newCar(2)])
})

const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const placeOf = async () => {
  const { cursor } = (await askFeed(server.app)).page
  return JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[]
}

test('A made-up cursor is refused or answered and never breaks the server [I21]', async () => {
  const [epoch, mark, tx, id] = await placeOf()
  const far = 1e16
  const forged = [
    [epoch, mark, tx, 'a\0b'],
    ['\0', mark, tx, id],
    [epoch, mark, tx, id, far, 0, ''],
    [epoch, mark, tx, id, -far, 0, ''],
    [epoch, mark, tx, id, null, far, ''],
    [epoch, mark, tx, id, null, -far, ''],
    [epoch, mark, tx, id, null, 0, '\0'],
    [epoch, mark, '9'.repeat(19), id],
    [epoch, '9'.repeat(19), tx, id],
    [epoch, mark, tx, '\ud800'],
  ]
  const answers = await Promise.all(
    forged.map(async (place) => {
      const url = `/api/v1/sync/catalogue?cursor=${coded(place)}`
      return (await server.app.inject({ method: 'GET', url })).statusCode
    }),
  )
  expect(answers.filter((status) => ![200, 410, 422].includes(status))).toEqual([])
})

test('A call with a wrong HTTP method gets 405 with the allowed methods', async () => {
  const wrong = async (method: 'POST' | 'PUT' | 'DELETE' | 'GET' | 'PATCH', path: string) => {
    const answer = await server.app.inject({ method, url: `/api/v1/${path}` })
    return [answer.statusCode, answer.headers['allow']]
  }
  expect(await wrong('POST', 'sync/catalogue')).toEqual([405, 'GET'])
  expect(await wrong('DELETE', 'sync/receipt/k1')).toEqual([405, 'GET'])
  expect(await wrong('GET', 'sync/receipt/k1/void')).toEqual([405, 'POST'])
  expect(await wrong('GET', 'uploads')).toEqual([405, 'POST, OPTIONS'])
  expect(await wrong('DELETE', `uploads/${imageIdOf('0'.repeat(64))}`)).toEqual([405, 'HEAD, PATCH'])
  expect((await wrong('GET', 'sync/nothing'))[0]).toBe(404)
  expect((await wrong('GET', 'sync/receipt'))[0]).toBe(404)
})

test('A test drive needs a real calendar time; a similar text is refused [R-VAL-60]', async () => {
  const book = async (datetime: string) =>
    (await server.call(testDriveRoutes.bookTestDrive, { body: { ...testDriveForm, datetime } })).status
  expect(await book('2026-04-01T10:00:00.000Z')).toBe(200)
  expect(await book('2026-04-01T10:00:00+02:00')).toBe(200)
  expect(await book('2026-04-01T10:00Z')).toBe(200)
  expect(await book('2026-04-01T10:00')).toBe(200)
  for (const odd of [
    '+275760-09-12T00:00:00.000Z',
    '+020260-09-12T00:00:00.000Z',
    '99999',
    'Sat 2030 (now)',
    // Dates that `Date` turns into the next month, and years outside the range of the form and the database.
    '2026-04-31T10:00',
    '2027-02-29T10:00:00.000Z',
    '3000-01-01T10:00',
    '9999-12-31T23:59',
    '9999-12-31T23:59-23:59',
  ]) {
    expect([odd, await book(odd)]).toEqual([odd, 422])
  }
})

test('An ad shows ten pictures at most, also after an edit [R-VAL-39]', async () => {
  const pictures = Array.from({ length: 9 }, (_, n) => testPicture(n))
  await insertCars(server.db, [newCar(3, { pictures })])
  const now = server.clock.now()
  const ids = Array.from({ length: 3 }, (_, n) => imageIdOf(String(n).repeat(64)))
  for (const [n, id] of ids.entries()) {
    await server.db.run({
      text: `insert into uploads (user_id, image_id, sha256, size, file, state, created_at, used_at)
        values ($1, $2, $3, 1, $4, 'done', $5, $5)`,
      values: [sellers[0], id, String(n).repeat(64), `f${n}`, now],
    })
  }
  const edit = (extra: string[]) =>
    server.call(adRoutes.updateCarDetails, {
      body: {
        car_id: testId('car', 3),
        images: [...pictures.map((p) => p.url), ...extra.map((id) => `/media/${id}/1280.webp`)],
      },
      token: mine,
    })
  expect((await edit(ids.slice(0, 1))).status).toBe(200)
  const over = await edit(ids)
  expect([over.status, Object.keys(over.error.fields ?? {})]).toEqual([422, ['images']])
})

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const begin = (hash: string, size: number) =>
  server.app.inject({
    method: 'POST',
    url: uploadsPath,
    headers: {
      authorization: `Bearer ${mine}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'upload-metadata': `sha256 ${Buffer.from(hash).toString('base64')}`,
    },
  })

const push = (id: string, bytes: Buffer, offset = 0) =>
  server.app.inject({
    method: 'PATCH',
    url: uploadPath(id),
    headers: {
      authorization: `Bearer ${mine}`,
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': chunkType,
    },
    payload: bytes,
  })
const picture = (background: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer()

test('Two phones that upload the same picture at once leave one whole picture [S51 I13]', async () => {
  for (let round = 0; round < 6; round += 1) {
    const bytes = await picture(`#00${round}${round}ff`)
    const id = imageIdOf(sha(bytes))
    await begin(sha(bytes), bytes.length)
    const half = Math.floor(bytes.length / 2)
    const all = await Promise.all([
      push(id, bytes.subarray(0, half)),
      push(id, bytes),
      begin(sha(bytes), bytes.length),
      push(id, bytes.subarray(half), half),
      push(id, bytes),
    ])
    expect(all.map((a) => a.statusCode).filter((status) => status >= 500)).toEqual([])
    const { offset, complete } = (await begin(sha(bytes), bytes.length)).json<UploadReply>().data
    if (!complete) await push(id, bytes.subarray(offset), offset)
    expect((await begin(sha(bytes), bytes.length)).json<UploadReply>().data.complete).toBe(true)
    const shown = await server.app.inject({ method: 'GET', url: `/media/${id}/640.webp` })
    expect((await sharp(shown.rawPayload).metadata()).width).toBe(400)
  }
})

test('A finished picture stays finished, whatever size somebody says it has [S51]', async () => {
  const bytes = await picture('#123456')
  const id = imageIdOf(sha(bytes))
  await begin(sha(bytes), bytes.length)
  expect((await push(id, bytes)).statusCode).toBe(204)
  const again = await begin(sha(bytes), bytes.length + 1)
  expect([again.statusCode, again.json<UploadReply>().data.complete]).toEqual([201, true])
  const claimed = await server.db.tx((sql) => claimImages(sql, sellers[0], [id], server.clock.now()))
  expect(claimed).toHaveLength(1)
})

test('One person cannot fill the disk with uploads that are never finished', async () => {
  const hash = (n: number) => createHash('sha256').update(String(n)).digest('hex')
  const all = Array.from({ length: 60 }, (_, n) => begin(hash(n), 30_000_000))
  const statuses = (await Promise.all(all)).map((answer) => answer.statusCode)
  expect(statuses.filter((status) => status === 201)).toHaveLength(50)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  // An upload that already exists can continue.
  const begun = statuses.indexOf(201)
  expect((await begin(hash(begun), 30_000_000)).statusCode).toBe(201)
})

const left = z.object({ n: z.int() })
test('The daily job deletes unsent e-mails after 30 days and others after 90 [R-STAT-17]', async () => {
  const mail = (id: string, sent: Date | null) =>
    server.db.run({
      text: `insert into mail_outbox (id, dedup_key, recipient, subject, body_text, body_html, created_at, sent_at,
        next_at) values ($1, $1, 'a@b.test', '', '', '', $2, $3, $2)`,
      values: [id, server.clock.now(), sent],
    })
  await mail('carried', server.clock.now())
  await mail('waits', null)
  const count = async () =>
    (await server.db.row(left, { text: 'select count(*)::int as n from mail_outbox' }))?.n
  await forgetOld(server.deps)
  expect(await count()).toBe(2)
  server.clock.advance(31 * day)
  await forgetOld(server.deps)
  expect(await count()).toBe(1)
  server.clock.advance(60 * day)
  await forgetOld(server.deps)
  expect(await count()).toBe(0)
})

test('One kind of forgetting that fails does not keep the others from theirs', async () => {
  const sent = '2020-01-01'
  await server.db.run({
    text: `insert into mail_outbox (id, dedup_key, recipient, subject, body_text, body_html, created_at, sent_at, next_at)
      values ('old', 'old', '', '', '', '', $1, $1, $1)`,
    values: [sent],
  })
  await server.db.run({ text: 'alter table idempotency rename to hidden' })
  try {
    await expect(forgetOld(server.deps)).rejects.toThrow('idempotency')
  } finally {
    await server.db.run({ text: 'alter table hidden rename to idempotency' })
  }
  const text = 'select count(*)::int as n from mail_outbox'
  expect((await server.db.row(left, { text }))?.n).toBe(0)
})

test('No number a person types breaks the server: it is saved or rejected [R-VAL-43 R-ENT-04]', async () => {
  const odd: object[] = [
    { mileage: '99999999999 km' },
    { mileage: `${'9'.repeat(36)} km` },
    { mileage: '9'.repeat(40) },
    { price: 1e300 },
    { price: '1e12' },
    { price: 999_999_999_999 },
    { price: -0.001 },
    { year: '2020.5' },
    { year: 1e21 },
    { title: '\ud800 BMW' },
    { description: '\u0000x\udfff' },
    { carfeatures: '\ud800' },
    { base_version: 2 ** 40 },
  ]
  const broken = []
  for (const patch of odd) {
    const { status } = await server.call(adRoutes.updateCarDetails, {
      body: { car_id: testId('car', 1), ...patch },
      token: mine,
      headers: { 'idempotency-key': `"odd-${odd.indexOf(patch)}"` },
    })
    if (![200, 409, 422].includes(status)) broken.push({ patch, status })
  }
  expect(broken).toEqual([])
})

test('The server forgets a deleted ad’s publishing answer in time, but never its owner [S49 I2]', async () => {
  const id = '0190a0b0-0000-7000-8000-0000000000aa'
  const post = () => server.call(adRoutes.addCar, { body: { ...adForm, id, status: 'sold' }, token: mine })
  await addPicture(server.db, sellers[0])
  const first = (await post()).reply
  await server.call(adRoutes.deleteCar, { params: { id }, token: mine, body: {} })
  server.clock.advance(80 * day)
  await forgetOld(server.deps)
  expect((await post()).reply).toEqual(first)
  server.clock.advance(11 * day)
  await forgetOld(server.deps)
  expect((await post()).error.code).toBe('gone')
  const text = 'select count(*)::int as n from car_ledger where reply is not null'
  expect((await server.db.row(left, { text }))?.n).toBe(0)
})

test('One person cannot leave more than a few hundred taken-back keys a minute [R-API-51]', async () => {
  const app = await buildApp(server.deps, { limits: true, checkReplies: true })
  const call = callerOf(app)
  const back = async (n: number) =>
    (await call(syncRoutes.voidReceipt, { params: { key: `flood.${n}` }, token: mine })).status
  const statuses = await Promise.all(Array.from({ length: 310 }, (_, n) => back(n)))
  await app.close()
  expect(statuses.filter((status) => status === 200)).toHaveLength(300)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})
