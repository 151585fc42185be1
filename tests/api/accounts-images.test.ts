import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageIdOf } from '#contract/sync/uploads.ts'
import { accountRoutes } from '#contract/users/account.ts'
import { profileRoutes, type Profile } from '#contract/users/profile.ts'
import { mergeFields } from '../../src/local/outbox/merge.ts'
import { reapUploads } from '../../server/pictures/uploads/reaper.ts'
import { uploadServiceOf } from '../../server/pictures/uploads/upload-service.ts'
import { type AccountsServer, accountsServer, type Browser } from '../support/accounts.ts'

let server: AccountsServer
let browser: Browser
beforeAll(async () => {
  server = await accountsServer()
  await server.member('ada@example.org')
  browser = server.browser()
  await browser.signIn('ada@example.org')
})
afterAll(() => server.close())

interface Answer {
  status: number
  data: Profile
  fields: Record<string, string> | undefined
  code: string | undefined
}
async function send(
  parts: Record<string, string | Buffer>,
  o: { headers?: Record<string, string>; token?: string; url?: string; method?: 'PUT' | 'POST' } = {},
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') form.set(name, value)
    else form.set(name, new Blob([new Uint8Array(value)], { type: 'image/png' }), 'picture.png')
  }
  const written = new Response(form)
  const response = await server.app.inject({
    method: o.method ?? 'PUT',
    url: o.url ?? '/api/v1/users/update-user-details',
    headers: {
      authorization: `Bearer ${o.token ?? browser.token}`,
      'content-type': written.headers.get('content-type') ?? '',
      ...o.headers,
    },
    payload: Buffer.from(await written.arrayBuffer()),
  })
  const body = response.json<{ data: Profile; fields?: Record<string, string>; code?: string }>()
  return { status: response.statusCode, data: body.data, fields: body.fields, code: body.code }
}
let shade = 0
const photo = (type: 'jpeg' | 'png' | 'webp' = 'png') =>
  sharp({
    create: { width: 300, height: 200, channels: 3, background: { r: (shade += 7) % 256, g: 9, b: 9 } },
  })
    .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '6/1 27/1 0/1', GPSLatitudeRef: 'N' } })
    .toFormat(type)
    .toBuffer()
const idOf = (bytes: Buffer) => imageIdOf(createHash('sha256').update(bytes).digest('hex'))
const shown = async (url: string | undefined) => server.app.inject({ method: 'GET', url: url ?? '' })
const profile = async () =>
  (await server.call(profileRoutes.getUserProfileData, { token: browser.token })).reply.data

test('A form with avatar, logo and text changes all of them at once [R-API-33 R-PROF-06 R-PROF-07 R-VAL-38]', async () => {
  const [avatar, logo] = [await photo('jpeg'), await photo('webp')]
  const week = JSON.stringify([null, null, null, null, null, null, { open: '10:00', close: '12:00' }])
  const { version } = await profile()
  const parts = { avatar, logo, businessname: 'Ada Cars', opening_hours: week, base_version: String(version) }
  const { status, data } = await send(parts)
  expect(status).toBe(200)
  expect(data).toMatchObject({
    version: version + 1,
    fields: { businessname: 'Ada Cars', opening_hours: JSON.parse(week) as unknown },
  })
  expect(await profile()).toMatchObject({ avatarurl: data.avatarurl, logourl: data.logourl })
  for (const url of [data.avatarurl, data.logourl]) {
    const picture = await shown(url)
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
    const { exif, width } = await sharp(picture.rawPayload).metadata()
    expect([exif, width]).toEqual([undefined, 300])
  }
})

test('A form sent again gets its first answer; an outdated version is refused [I9]', async () => {
  const avatar = await photo()
  const { version } = await profile()
  const headers = { 'idempotency-key': '"form.1"' }
  const first = await send({ avatar, base_version: String(version) }, { headers })
  const again = await send({ avatar, base_version: String(version) }, { headers })
  expect([first.status, again]).toEqual([200, first])
  const other = await send({ avatar: await photo(), base_version: String(version) }, { headers })
  expect(other.code).toBe('key_reused')
  expect((await send({ avatar, base_version: String(version) })).code).toBe('version_conflict')
})

test('An empty file is refused at its field; nothing of its form is kept', async () => {
  const before = await profile()
  const { status, fields } = await send({ fullname: 'Somebody', avatar: Buffer.alloc(0) })
  expect([status, Object.keys(fields ?? {})]).toEqual([422, ['avatar']])
  expect(await profile()).toEqual(before)
})

test('Files may be named as in the profile; an unknown one is refused [R-API-33]', async () => {
  const [avatarurl, logourl] = [await photo(), await photo('jpeg')]
  const { data } = await send({ avatarurl, logourl })
  expect([data.fields.avatar_image, data.fields.logo_image]).toEqual([idOf(avatarurl), idOf(logourl)])
  const before = await profile()
  const odd = await send({ fullname: 'Somebody', avatar: await photo(), profile_picture: await photo() })
  expect([odd.status, odd.fields]).toEqual([
    422,
    { profile_picture: 'This form takes no file of this name.' },
  ])
  expect(await profile()).toEqual(before)
})

test('An uploaded picture is set by its id and removed by an empty one [R-API-33]', async () => {
  const bytes = await photo()
  await send({ avatar: bytes })
  const edit = async (body: object) =>
    server.call(profileRoutes.updateUserDetails, { body, token: browser.token })
  expect((await edit({ avatar_image: '' })).reply.data.avatarurl).toBe('')
  const back = await edit({ avatar_image: idOf(bytes), logo_image: idOf(bytes) })
  expect(back.reply.data.avatarurl).toBe(`/media/${idOf(bytes)}/640.webp`)
  expect((await profile()).logourl).toBe(back.reply.data.avatarurl)
  expect((await edit({ avatar_image: `img_${'0'.repeat(32)}` })).error.fields).toEqual({
    avatar_image: 'This picture has not arrived. Please add it again.',
  })
  expect((await edit({ avatar_image: 'https://evil.example/track.png' })).status).toBe(422)
  await server.member('bola@example.org')
  const other = server.browser()
  await other.signIn('bola@example.org')
  const theirs = await server.call(profileRoutes.updateUserDetails, {
    body: { avatar_image: idOf(bytes) },
    token: other.token,
  })
  expect(theirs.status).toBe(422)
})

test('When two devices change the picture, the later one receives the current version [I9 S21]', async () => {
  const [mine, theirs] = [await photo(), await photo()]
  const logo = await photo()
  const { data: before } = await send({ avatar: mine, logo })
  expect(before.fields).toMatchObject({ avatar_image: idOf(mine), logo_image: idOf(logo) })
  expect((await profile()).fields).toEqual(before.fields)
  const { data: now } = await send({ avatar: theirs, base_version: String(before.version) })
  const body = { avatar_image: idOf(mine), base_version: before.version }
  const late = await server.call(profileRoutes.updateUserDetails, { body, token: browser.token })
  expect(late.error.current).toEqual({ version: now.version, fields: now.fields })
  expect(now.fields.avatar_image).toBe(idOf(theirs))
  const snapshot = { ...before.fields }
  const { overlaps } = mergeFields({
    before: snapshot,
    mine: { avatar_image: idOf(logo) },
    theirs: { ...late.error.current?.fields },
    sets: [],
  })
  expect(overlaps).toEqual(['avatar_image'])
})

test('An avatar stays as long as it is shown', async () => {
  const [kept, left] = [await photo(), await photo()]
  const { data } = await send({ avatar: left })
  await send({ avatar: kept })
  server.clock.advance(8 * 24 * 3600_000)
  await browser.signIn('ada@example.org')
  await reapUploads(server.deps, uploadServiceOf(server.deps))
  expect((await shown((await profile()).avatarurl)).statusCode).toBe(200)
  expect((await shown(data.avatarurl)).statusCode).toBe(404)
})

/** Returns a picture of a few bytes whose header claims an enormous size. */
function bomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(60_000, 0)
  head.writeUInt32BE(60_000, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const mark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    mark,
    chunk('IHDR', head),
    chunk('IDAT', Buffer.alloc(9)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

test('A too large, too wide, damaged or fake picture is refused and changes nothing [R-VAL-35 R-VAL-36 R-VAL-37 R-ERR-21]', async () => {
  const whole = await photo('jpeg')
  const before = await profile()
  const size = 'File size must be less than or equal to 1.5MB'
  const type = 'Only image files are allowed'
  const damaged = 'This picture is damaged. Please choose another one.'
  const hostile: [string, Buffer, string][] = [
    ['too large', Buffer.concat([whole, randomBytes(1_500_001 - whole.length)]), size],
    ['svg with a script', Buffer.from(svg), type],
    ['svg behind a space', Buffer.from(` \n<?xml version="1.0"?>${svg}`), type],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), type],
    ['a gif', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'), type],
    ['a program', Buffer.from('MZ\x90\x00', 'latin1'), type],
    ['random bytes', randomBytes(5000), type],
    ['a bomb', bomb(), 'This picture has too many pixels. Please use a smaller one.'],
    ['cut off', whole.subarray(0, whole.length / 2), damaged],
    ['only the start of one', whole.subarray(0, 4), damaged],
    ['svg behind the start of a jpeg', Buffer.concat([whole.subarray(0, 3), Buffer.from(svg)]), damaged],
  ]
  for (const [name, bytes, msg] of hostile) {
    for (const field of ['avatar', 'logo']) {
      const answer = await send({ [field]: bytes, businessname: 'Hostile' })
      expect([name, answer.status, answer.fields]).toEqual([name, 422, { [field]: msg }])
    }
  }
  expect(await profile()).toEqual(before)
  expect(readdirSync(uploadServiceOf(server.deps).parts)).toEqual([])
})

test('A picture of exactly 1.5 MB is accepted; a far larger form is refused [R-VAL-35]', async () => {
  const png = await photo()
  const filled = Buffer.concat([png, Buffer.alloc(1_500_000 - png.length)])
  expect((await send({ avatar: filled })).status).toBe(200)
  expect((await send({ avatar: Buffer.alloc(6_000_000) })).status).toBe(413)
})

test('A file that hides something behind its pixels is kept as its pixels', async () => {
  const png = Buffer.concat([await photo(), Buffer.from('<script>alert(1)</script>')])
  const { data } = await send({ avatar: png })
  const picture = await shown(data.avatarurl)
  expect(picture.rawPayload.includes('<script>')).toBe(false)
  expect(picture.headers['x-content-type-options']).toBe('nosniff')
  // Feed readers and other sites show the picture.
  expect(picture.headers['cross-origin-resource-policy']).toBe('cross-origin')
})

test('Forms work for this call and signed-in people only; a broken one is refused', async () => {
  const avatar = await photo()
  const url = '/api/v1/users/change-email'
  expect((await send({ avatar }, { url, method: 'POST' })).code).toBe('unsupported_media_type')
  expect((await send({ avatar }, { token: 'nonsense' })).status).toBe(401)
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=other']) {
    const broken = await send({ avatar }, { headers: { 'content-type': type } })
    expect([type, broken.status]).toEqual([type, 422])
  }
  expect((await send({ opening_hours: 'never' })).fields).toEqual({
    opening_hours: 'Please enter the hours of seven days',
  })
  const json = 'x'.repeat(70_000)
  const large = await server.call(profileRoutes.updateUserDetails, {
    body: { city: json },
    token: browser.token,
  })
  expect(large.status).toBe(413)
  expect((await server.call(accountRoutes.forgotPassword, { body: { email: json } })).status).toBe(413)
})
