import { createHash, randomBytes } from 'node:crypto'
import { connect, type AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { AdVersion } from '#contract/ads.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { imageIdOf } from '#contract/sync/uploads.ts'
import { buildApp } from '../../server/app.ts'
import { adFormReader } from '../../server/cars/ads/ads-routes.ts'
import { formParts, type FormParts } from '../../server/kernel/http/form-parts.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { sellers } from '../support/cars.ts'
import { furnish } from '../support/motorkin.ts'
import { adForm } from '../support/writes.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await testServer({ seed: async ({ db }) => void (await furnish(db)) })
  const who = {
    id: sellers[0],
    fullname: '',
    email: '',
    avatarurl: '',
    is_subscriber: false,
    role: 'user',
  } as const
  token = await server.token(who)
})
afterAll(() => server.close())
beforeEach(() =>
  server.db.run({
    text: 'delete from cars; delete from car_ledger; delete from idempotency; delete from uploads',
  }),
)

let shade = 0
/** Returns a unique picture. */
const photo = (type: 'jpeg' | 'png' | 'webp' = 'jpeg', width = 320): Promise<Buffer> => {
  shade += 1
  const background = { r: shade % 256, g: 99, b: (shade * 7) % 256 }
  return sharp({ create: { width, height: 240, channels: 3, background } })
    .toFormat(type)
    .toBuffer()
}
const urlOf = (bytes: Buffer) =>
  `/media/${imageIdOf(createHash('sha256').update(bytes).digest('hex'))}/1280.webp`

type Part = [name: string, value: string | Buffer, filename?: string]
const { image_ids: _, carfeatures, ...typed } = adForm
const textParts = (over: Record<string, string> = {}): Part[] =>
  Object.entries({ ...typed, carfeatures: carfeatures.join(','), ...over }).map(([name, value]) => [
    name,
    String(value),
  ])

const pack = async (parts: readonly Part[]) => {
  const form = new FormData()
  for (const [name, value, filename] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)]), filename ?? 'photo.jpg')
  }
  const whole = new Response(form)
  return {
    payload: Buffer.from(await whole.arrayBuffer()),
    headers: { 'content-type': whole.headers.get('content-type') ?? '' },
  }
}
interface Answer {
  status: number
  data: AdVersion
  error: ErrorBody
}
async function send(
  path: string,
  parts: readonly Part[],
  more: Record<string, string> = {},
): Promise<Answer> {
  const { payload, headers } = await pack(parts)
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/v1/cars/${path}`,
    headers: { authorization: `Bearer ${token}`, ...headers, ...more },
    payload,
  })
  return {
    status: answer.statusCode,
    data: answer.json<{ data: AdVersion }>().data,
    error: answer.json<ErrorBody>(),
  }
}
const add = (parts: readonly Part[], more?: Record<string, string>) => send('add-car', parts, more)
const edit = (parts: readonly Part[]) => send('update-car-details', parts)

test('A form publishes an ad with its images, the featured one as cover [R-API-13 R-VAL-46 R-VAL-47 R-VAL-39]', async () => {
  const [a, b, cover] = [await photo('png'), await photo('webp'), await photo()]
  const { status, data } = await add([
    ...textParts(),
    ['images', a],
    ['images', b],
    ['featured_image', cover],
  ])
  expect(status).toBe(200)
  expect(data.fields.images).toEqual([cover, a, b].map(urlOf))
  expect(data.fields).toMatchObject({ title: adForm.title, year: 2019, price: 450_000, carfeatures })
  const shown = await server.app.inject({ method: 'GET', url: urlOf(a) })
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
})

test('A form may send features as text, JSON or repeated entries [R-API-13 R-ENT-08]', async () => {
  const one = await photo()
  const text = textParts().filter(([name]) => name !== 'carfeatures')
  const entries: Part[] = [
    ['carfeatures[]', 'Bluetooth'],
    ['carfeatures[]', 'Sunroof, Bluetooth'],
  ]
  const { data } = await add([...text, ...entries, ['images[]', one], ['featured_image', one]])
  expect([data.fields.carfeatures, data.fields.images]).toEqual([['Bluetooth', 'Sunroof'], [urlOf(one)]])
  const written: Part[] = [
    ['car_id', data._id],
    ['carfeatures', '["ABS","Sunroof"]'],
  ]
  expect((await edit(written)).data.fields.carfeatures).toEqual(['ABS', 'Sunroof'])
})

test('A form names uploaded pictures in one text, with or without blanks [R-API-13]', async () => {
  const [a, b, cover] = [await photo(), await photo(), await photo()]
  const images: Part[] = [a, b].map((one) => ['images', one])
  const { data } = await add([...textParts(), ...images, ['featured_image', cover]])
  await server.db.run({ text: 'delete from cars; delete from car_ledger' })
  const ids = data.fields.images.slice(1).map((url) => url.split('/')[2])
  const again = await add([...textParts(), ['image_ids', ids.join(', ')], ['featured_image', cover]])
  expect([again.status, again.data?.fields.images]).toEqual([200, [cover, a, b].map(urlOf)])
})

test('A form without image, featured image or text is refused in the documented words [R-VAL-43 R-VAL-46 R-VAL-48]', async () => {
  const empty: Part = ['images', Buffer.alloc(0), '']
  const { error } = await add([...textParts(), empty])
  expect(error.fields).toEqual({
    image_ids: 'Please upload atleast 1 image',
    featured_image: 'Please upload a featured image',
  })
  const noCover = await add([...textParts({ title: ' ' }), ['images', await photo()]])
  expect(noCover.error.fields).toEqual({
    title: 'Please enter a title',
    featured_image: 'Please upload a featured image',
  })
})

test('A form repeated under its key gets its first answer, unless a picture changed [R-API-13 I2]', async () => {
  const [image, cover] = [await photo(), await photo()]
  const parts: Part[] = [...textParts(), ['images', image], ['featured_image', cover]]
  const key = { 'idempotency-key': '"form.1"' }
  const first = await add(parts, key)
  expect([first.status, await add(parts, key)]).toEqual([200, first])
  const other = await add([...textParts(), ['images', await photo()], ['featured_image', cover]], key)
  expect(other.error.code).toBe('key_reused')
})

test('A form can change a status, and an edit with files adds pictures [R-API-14 R-API-15 R-VAL-49]', async () => {
  const [image, cover, more, front] = [await photo(), await photo(), await photo(), await photo()]
  const { data } = await add([...textParts(), ['images', image], ['featured_image', cover]])
  const id: Part = ['car_id', data._id]
  const sold = await edit([id, ['status', 'sold']])
  expect([sold.status, sold.data.fields.status, sold.data.fields.images]).toEqual([
    200,
    'sold',
    [cover, image].map(urlOf),
  ])
  const added = await edit([
    id,
    ['title', 'Another title'],
    ['price', '7'],
    ['images', more],
    ['images', image],
  ])
  expect(added.data.fields).toMatchObject({
    title: 'Another title',
    price: 7,
    images: [cover, image, more].map(urlOf),
  })
  const fronted = await edit([id, ['featured_image', front], ['base_version', String(added.data.version)]])
  expect(fronted.data.fields.images).toEqual([front, cover, image, more].map(urlOf))
  expect((await edit([id, ['title', 'Late'], ['base_version', '1']])).error.code).toBe('version_conflict')
})

test('A file nobody asked for is refused at its name; nothing changes', async () => {
  const [image, cover] = [await photo(), await photo()]
  const files: Part[] = [
    ['images', image],
    ['featured_image', cover],
  ]
  const odd = async (answer: Promise<Answer>) => [(await answer).status, (await answer).error.fields]
  const said = (name: string) => [422, { [name]: 'This form takes no file of this name.' }]
  expect(await odd(add([...textParts(), ...files, ['photos', await photo()]]))).toEqual(said('photos'))
  expect(await odd(add([...textParts(), ['title', image], ...files]))).toEqual(said('title'))
  const { data } = await add([...textParts(), ...files])
  const status: Part[] = [
    ['car_id', data._id],
    ['status', 'sold'],
  ]
  expect(await odd(edit([...status, ['picture', await photo()]]))).toEqual(said('picture'))
  expect((await edit(status)).data.version).toBe(2)
})

test('A too large, unsupported or damaged picture is refused at its form field [R-VAL-35 R-VAL-38 R-VAL-39]', async () => {
  const [image, cover] = [await photo(), await photo()]
  const said = async (...parts: Part[]) => (await add([...textParts(), ...parts])).error.fields
  const large = await sharp(randomBytes(900 * 900 * 3), { raw: { width: 900, height: 900, channels: 3 } })
    .png()
    .toBuffer()
  expect(large.length).toBeGreaterThan(1_500_000)
  expect(await said(['images', image], ['featured_image', large])).toEqual({
    featured_image: 'File size must be less than or equal to 1.5MB',
  })
  const huge = Buffer.concat([image, Buffer.alloc(30_000_001 - image.length)])
  expect(await said(['images', huge], ['featured_image', cover])).toEqual({
    images: 'A picture may have 30 MB at most.',
  })
  expect(await said(['images', Buffer.from('GIF89a…'), 'photo.jpg'], ['featured_image', cover])).toEqual({
    images: 'Only JPEG, PNG and WebP pictures can be used.',
  })
  const damaged = image.subarray(0, image.length - 200)
  expect(Object.keys((await said(['images', damaged], ['featured_image', cover])) ?? {})).toEqual(['images'])
  const eleven = await Promise.all(Array.from({ length: 11 }, () => photo()))
  expect(await said(...eleven.map((bytes): Part => ['images', bytes]))).toEqual({
    images: 'An ad can have at most 10 images.',
  })
  const ten: Part[] = eleven.slice(1).map((bytes) => ['images', bytes])
  expect((await add([...textParts(), ...ten, ['featured_image', cover]])).data.fields.images).toHaveLength(11)
})

test('A form with too long or too many texts is refused before parsing [R-API-13]', async () => {
  const long: Part = ['carfeatures', 'x'.repeat(60_000)]
  expect((await add([...textParts(), long, long, long])).error.code).toBe('payload_too_large')
  const many = Array.from({ length: 12_000 }, (): Part => ['carfeatures[]', ''])
  expect((await add([...textParts(), ...many])).error.code).toBe('payload_too_large')
  expect((await add([...textParts({ description: 'ü'.repeat(20_001) })])).error.fields).toHaveProperty(
    'description',
  )
})

test('A picture in a form counts towards a person’s daily limit of pictures [R-API-13]', async () => {
  await server.db.run({
    text: `insert into uploads (user_id, image_id, sha256, size, file, state, created_at, used_at)
      select $1, 'img_' || n, n, 1, n, 'done', $2, $2 from generate_series(1, 3000) n`,
    values: [sellers[0], server.deps.now()],
  })
  const full = await add([...textParts(), ['images', await photo()]])
  expect([full.status, full.error.code]).toEqual([429, 'rate_limited'])
})

test('A picture that is sent once more in a form is wanted anew [R-API-13 S51]', async () => {
  const parts: Part[] = [...textParts({ title: '' }), ['images', await photo()]]
  const wanted = async () => {
    expect((await add(parts)).status).toBe(422)
    const row = z.object({ used_at: z.date() })
    return (await server.db.row(row, { text: 'select used_at from uploads' }))?.used_at
  }
  const first = await wanted()
  server.clock.advance(60_000)
  expect(await wanted()).toEqual(new Date((first?.getTime() ?? 0) + 60_000))
})

test('A person who is sending a form blocks only their own next one', async () => {
  const read = adFormReader(server.deps)
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  async function* slow(): FormParts {
    await ended
    yield { name: 'title', filename: undefined, bytes: Buffer.from('x') }
  }
  const first = read(slow(), { user: 'ada', isNew: false })
  await expect(read(slow(), { user: 'ada', isNew: false })).rejects.toMatchObject({ code: 'unavailable' })
  const other = read(slow(), { user: 'bola', isNew: false })
  await expect(read(slow(), { user: 'chidi', isNew: false })).rejects.toMatchObject({ code: 'unavailable' })
  end()
  expect(await Promise.all([first, other])).toEqual([{ title: 'x' }, { title: 'x' }])
  expect(await read(slow(), { user: 'ada', isNew: false })).toEqual({ title: 'x' })
})

test('A form without a login is not read, and an unreadable one is refused', async () => {
  const { payload, headers } = await pack([...textParts(), ['images', await photo()]])
  const post = (over: { headers?: Record<string, string>; payload?: Buffer | string }) =>
    server.app.inject({ method: 'POST', url: '/api/v1/cars/add-car', headers, payload, ...over })
  expect((await post({})).statusCode).toBe(401)
  const authorization = `Bearer ${token}`
  const no = async (over: { headers?: Record<string, string>; payload?: Buffer | string }) =>
    (await post({ ...over, headers: { ...headers, authorization, ...over.headers } })).json<ErrorBody>().msg
  const unreadable = 'The form could not be read.'
  expect(await no({ payload: payload.subarray(0, payload.length - 10) })).toBe(unreadable)
  expect(await no({ headers: { 'content-type': 'multipart/form-data' } })).toBe(unreadable)
  expect(await no({ payload: 'nothing of the kind' })).toBe(unreadable)
  expect(await no({ headers: { 'content-type': 'multipart/form-data; boundary=other' } })).toBe(unreadable)
})

test('A client gets the reason for a refused large form while still sending it', async () => {
  const app = await buildApp(server.deps, { limits: false })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const { payload, headers } = await pack([
    ['images', Buffer.alloc(1000, 'x')],
    ['images', Buffer.alloc(8_000_000)],
  ])
  const heard = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8')
      if (text.includes('}')) socket.destroy()
    })
    socket.on('error', () => resolve(text))
    socket.on('close', () => resolve(text))
    socket.write(
      `POST /api/v1/cars/add-car HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: ${headers['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`,
    )
    socket.write(payload)
  })
  expect(heard).toContain('Only JPEG, PNG and WebP pictures can be used.')
  await app.close()
})

async function* cutInto(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test('A form is parsed the same however its bytes are split, even boundary-like content', async () => {
  const tricky = Buffer.from('line\r\n--almost\r\n\r\n--bound\r\n-- bound--\r\n', 'latin1')
  const parts: Part[] = [
    ['a', ''],
    ['b"c', 'ü'],
    ['file', tricky, 'naïve "name".jpg'],
    ['empty', Buffer.alloc(0), ''],
  ]
  const { payload, headers } = await pack(parts)
  const read = async (size: number) => {
    const all: [string, boolean, string][] = []
    for await (const { name, filename, bytes } of formParts(
      cutInto(payload, size),
      headers['content-type'],
      1e6,
    ))
      all.push([name, filename !== undefined, bytes.toString('latin1')])
    return all
  }
  const whole = await read(1e6)
  expect(whole.map(([name, isFile]) => [name, isFile])).toEqual([
    ['a', false],
    ['b"c', false],
    ['file', true],
    ['empty', true],
  ])
  expect(whole[2]?.[2]).toBe(tricky.toString('latin1'))
  for (const size of [1, 2, 3, 7, 64]) expect(await read(size)).toEqual(whole)
  const tooMuch = formParts(cutInto(payload, 50), headers['content-type'], 100)
  const all = async () => {
    for await (const part of tooMuch) expect(part.name).not.toBe('file')
  }
  await expect(all()).rejects.toMatchObject({ code: 'payload_too_large' })
})
