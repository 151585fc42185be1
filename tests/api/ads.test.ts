import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { adRoutes } from '#contract/ads.ts'
import { carRoutes } from '#contract/cars.ts'
import { enquiryRoutes } from '#contract/forms/enquiries.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { clicksOf } from '../../server/cars/clicks.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, sellers, testId, testPicture } from '../support/cars.ts'
import { furnish } from '../support/motorkin.ts'
import { adFieldsOf, adForm } from '../support/writes.ts'

let server: TestServer
let mine: string
let theirs: string
const car = testId('car', 1)
const pictures = [testPicture(0), testPicture(1), testPicture(2)]

beforeAll(async () => {
  server = await testServer({
    seed: async ({ db }) => {
      await furnish(db)
    },
  })
  const year = 365 * 24 * 3600
  const person = (id: string) =>
    server.token({ id, fullname: id, email: '', avatarurl: '', is_subscriber: false, role: 'user' }, year)
  mine = await person(sellers[0])
  theirs = await person(sellers[1])
})
afterAll(() => server.close())
beforeEach(async () => {
  // A view of an earlier test is counted a moment later, and the car of the next test has the same id.
  await clicksOf(server.db).flush()
  await server.db.run({ text: 'delete from cars; delete from car_ledger; delete from idempotency' })
  await insertCars(server.db, [newCar(1, { pictures }), newCar(2, { creator: sellers[1] })])
})

const adId = '0190a0b0-0000-7000-8000-000000000001'
const publish = (over: object = {}, token = mine, headers: Record<string, string> = {}) =>
  server.call(adRoutes.addCar, { body: { ...adForm, id: adId, ...over }, token, headers })
const edit = (patch: object, token = mine, headers: Record<string, string> = {}) =>
  server.call(adRoutes.updateCarDetails, { body: { car_id: car, ...patch }, token, headers })
const remove = (id = car, token = mine) =>
  server.call(adRoutes.deleteCar, { params: { id }, token, body: {} })
const removeImage = (image_url: string, o: { car_id?: string; token?: string } = {}) =>
  server.call(adRoutes.deleteCarSingleImage, {
    body: { car_id: o.car_id ?? car, image_url },
    token: o.token ?? mine,
  })
const own = async (body: object = {}, token = mine) =>
  (await server.call(adRoutes.myCarList, { body, token })).reply
const shown = (slug: string) => server.call(carRoutes.getSingleCar, { params: { slug } })
const found = async (search: string) =>
  (await server.call(carRoutes.getCarList, { body: { search } })).reply.data.map((c) => c._id)
const derived = z.object({
  search_tokens: z.array(z.string()),
  mileage_km: z.int(),
  transmission_key: z.string(),
  updated_at: z.date(),
  clicks: z.int(),
})
const row = (id = car) => server.db.row(derived, { text: 'select * from cars where id = $1', values: [id] })

test('An ad is published under its phone’s id, and everybody finds it [R-API-13 R-POST-35 I2]', async () => {
  const { data, msg } = (await publish()).reply
  expect(msg).toBe('Your ad has been published')
  expect(data).toMatchObject({ _id: adId, version: 1 })
  expect(data.fields).toEqual(adFieldsOf)
  expect(data.slug).toMatch(/^bmw-x5-one-careful-owner-[0-9a-f]{12}$/)
  expect((await shown(data.slug)).reply.data).toMatchObject({ _id: adId, version: 1, mileage_km: 68_123 })
  expect(await found('careful')).toEqual([adId])
  expect(await row(adId)).toMatchObject({ transmission_key: 'semiautomatic' })
})

test('A plain client gets an id and may send numbers and lists as text [R-API-13 R-ENT-08]', async () => {
  const form = {
    id: undefined,
    year: '2019',
    price: '450000.5',
    carfeatures: 'Bluetooth, Sunroof,, Bluetooth',
  }
  const { data } = (await publish(form)).reply
  expect(data.fields).toMatchObject({ year: 2019, price: 450_000.5, carfeatures: ['Bluetooth', 'Sunroof'] })
  expect(data._id).not.toBe(adId)
})

test('A client may send features as a list, comma-separated text or JSON text [R-ENT-08 R-ENT-40]', async () => {
  const kept = async (carfeatures: unknown) => (await edit({ carfeatures })).reply.data.fields.carfeatures
  expect(await kept('["ABS", "Sunroof", "ABS"]')).toEqual(['ABS', 'Sunroof'])
  expect(await kept(' ["A/C: Front, cold"]')).toEqual(['A/C: Front, cold'])
  expect(await kept('ABS, Sunroof')).toEqual(['ABS', 'Sunroof'])
  expect(await kept(['ABS', ' Sunroof '])).toEqual(['ABS', 'Sunroof'])
  expect(await kept('[not JSON, Sunroof')).toEqual(['[not JSON', 'Sunroof'])
  for (const none of ['[]', '[""]', '', []])
    expect((await edit({ carfeatures: none })).error.fields).toEqual({
      carfeatures: 'Please select atleast one car feature',
    })
})

test('An ad without a place stands where its seller lives [R-API-13]', async () => {
  const nowhere = { province: undefined, city: undefined }
  const live = (province: string, city: string) =>
    server.db.run({
      text: 'update users set province = $1, city = $2 where id = $3',
      values: [province, city, sellers[0]],
    })
  expect((await publish(nowhere)).error.fields).toEqual({
    province: 'Please select a province',
    city: 'Please select a city',
  })
  await live('KwaZulu-Natal', 'Durban')
  const { data } = (await publish(nowhere)).reply
  expect(data.fields).toMatchObject({ province: 'KwaZulu-Natal', city: 'Durban' })
  // A city of one province is not searched in another province.
  expect(
    (await publish({ id: undefined, title: 'Next', ...nowhere, province: 'Lagos' })).error.fields,
  ).toEqual({
    city: 'Please select a city',
  })
  await live('', '')
})

test.each([
  ['year', [2050, 2027, 2000, 1999], 'Please select a year'],
  ['exteriorcolor', ['Neon', 'white', 'Not stated'], 'Please select an exterior colour'],
  ['interiorcolor', ['Neon'], 'Please select an interior colour'],
  ['fueltype', ['Steam', ''], 'Please select a fuel type'],
  ['transmission', ['Magic'], 'Please select a transmission'],
  ['bodytype', ['Spaceship'], 'Please select a body type'],
  ['drive', ['9WD'], 'Please select a drive'],
  ['condition', ['Broken'], 'Please select a condition'],
  ['make', ['Nonesuch'], 'Please select a make'],
  ['model', ['Nonesuch'], 'Please select a model'],
])('A %s that no list offers is refused at its field', async (field, values, words) => {
  for (const value of values) {
    for (const answer of [await publish({ [field]: value }), await edit({ [field]: value })])
      expect([answer.status, answer.error.fields?.[field]]).toEqual([422, words])
  }
  expect((await own()).totalCount).toBe(1)
})

test('The years are the current one and the 24 before, New Year aside [R-POST-26]', async () => {
  const took = async (now: string, year: number) => {
    server.clock.set(now)
    return (await edit({ year })).status
  }
  try {
    expect(await took('2026-08-01T00:00:00Z', 2026)).toBe(200)
    expect(await took('2026-08-01T00:00:00Z', 2002)).toBe(200)
    expect(await took('2026-08-01T00:00:00Z', 2001)).toBe(422)
    expect(await took('2026-12-31T12:00:00Z', 2027)).toBe(200)
    expect(await took('2027-01-31T00:00:00Z', 2002)).toBe(200)
  } finally {
    server.clock.set('2026-03-01T09:00:00.000Z')
  }
})

test('What an ad says already is no reason to refuse another change of it [R-API-15]', async () => {
  const words = { year: 1998, exteriorcolor: 'Not stated', interiorcolor: 'Two shades of sand' }
  await insertCars(server.db, [newCar(3, { ...words, make: 'BMW', model: 'X5' })])
  const whole = { ...words, car_id: testId('car', 3), make: 'BMW', model: 'X5', price: 7 }
  expect((await edit(whole)).reply.data.fields).toMatchObject({ ...words, price: 7 })
})

test('An ad sent again stays one ad with its first answer, even after deletion [S49 S01 I2]', async () => {
  const key = { 'idempotency-key': '"ad.1"' }
  const first = (await publish({}, mine, key)).reply
  expect((await publish({}, mine, key)).reply).toEqual(first)
  await edit({ car_id: adId, title: 'Another title', price: 1 })
  await server.db.run({ text: 'delete from idempotency' })
  for (const headers of [key, { 'idempotency-key': '"ad.2"' }, {}]) {
    expect((await publish({}, mine, headers)).reply.data).toEqual(first.data)
  }
  expect((await own()).data.filter((ad) => ad._id === adId).map((ad) => ad.version)).toEqual([2])
  await remove(adId)
  expect((await publish()).reply.data).toEqual(first.data)
  expect((await shown(adId)).status).toBe(404)
})

test('A picture’s alt text follows the ad’s title unless a person wrote it [R-API-14]', async () => {
  const { slug } = (await publish()).reply.data
  await edit({ car_id: adId, title: 'Another title' })
  const alts = async (of: string) => (await shown(of)).reply.data.pictures.map(({ alt }) => alt)
  expect(await alts(slug)).toEqual(['Picture of Another title'])
  const { data } = (await edit({ title: 'Another title' })).reply
  expect(await alts(data.slug)).toEqual(['Picture 1', 'Picture 2', 'Picture 3'])
})

test("Somebody else's id is refused without a word about the ad behind it [I7 R-ROLE-14]", async () => {
  await publish()
  for (const id of [adId, testId('car', 1)]) {
    const { status, error } = await publish({ id, title: 'Mine now' }, theirs)
    expect([status, Object.keys(error)]).toEqual([403, ['success', 'code', 'msg']])
    expect(error.code).toBe('forbidden')
  }
  await remove(adId)
  expect((await publish({}, theirs)).error.code).toBe('forbidden')
  // An ad that no phone published has no publication to repeat.
  expect((await publish({ id: car })).error.code).toBe('forbidden')
})

test('The server names each missing field in the documented words and saves nothing [R-VAL-43 R-VAL-44 R-VAL-45 R-VAL-46]', async () => {
  const { status, error } = await server.call(adRoutes.addCar, { body: {}, token: mine })
  expect([status, error.code]).toEqual([422, 'validation_failed'])
  expect(error.fields).toEqual({
    title: 'Please enter a title',
    condition: 'Please select a condition',
    year: 'Please select a year',
    make: 'Please select a make',
    model: 'Please select a model',
    bodytype: 'Please select a body type',
    mileage: 'Please enter a mileage',
    fueltype: 'Please select a fuel type',
    engine: 'Please enter an engine',
    transmission: 'Please select a transmission',
    drive: 'Please select a drive',
    exteriorcolor: 'Please select an exterior colour',
    interiorcolor: 'Please select an interior colour',
    price: 'Please enter a price',
    description: 'Please enter a description',
    carfeatures: 'Please select atleast one car feature',
    address: 'Please enter an address',
    image_ids: 'Please upload atleast 1 image',
  })
  const empty = { title: ' ', year: '', price: '', carfeatures: [], condition: '' }
  expect((await publish(empty)).error.fields).toEqual({
    title: 'Please enter a title',
    year: 'Please select a year',
    price: 'Please enter a price',
    carfeatures: 'Please select atleast one car feature',
    condition: 'Please select a condition',
  })
  const names = { make: 'Bmw', model: 'C3', province: 'Lagos', city: 'Durban' }
  expect((await publish(names)).error.fields).toEqual({
    make: 'Please select a make',
    model: 'Please select a model',
    city: 'Please select a city',
  })
  expect((await publish({ mileage: 'like new' })).error.fields).toEqual({ mileage: 'Please enter a mileage' })
  expect((await own()).data.map((ad) => ad._id)).toEqual([car])
})

test('An edit changes the given fields alone, and search, kilometres and gearbox follow [R-API-15 R-ENT-04 R-VAL-10]', async () => {
  const [before] = (await own()).data
  await server.db.run({ text: 'update cars set clicks = 7 where id = $1', values: [car] })
  server.clock.advance(60_000)
  const patch = { title: 'Quite ünique', mileage: '30k miles', transmission: 'Semi-Autometic' }
  const { data, msg } = (await edit(patch)).reply
  expect(msg).toBe('Your ad has been updated')
  expect(data).toMatchObject({ _id: car, slug: 'car-1', version: 2 })
  expect(data.fields).toEqual({ ...before?.fields, ...patch })
  expect(await found('unique')).toEqual([car])
  expect(await row()).toMatchObject({
    mileage_km: 48_280,
    transmission_key: 'semiautomatic',
    updated_at: server.clock.now(),
    clicks: 7,
  })
  expect((await own()).data[0]).toMatchObject({ version: 2, created_at: before?.created_at })
})

test('A status is changed by its owner in one field [R-API-14 R-PROF-08 R-CONST-18]', async () => {
  for (const status of ['sold', 'inactive', 'active'] as const) {
    const { data } = (await edit({ status })).reply
    expect([data.status, data.fields.status]).toEqual([status, status])
    // The response replaces the row of the list, so both have the same members and values.
    expect(data).toEqual((await own()).data.find((ad) => ad._id === car))
  }
  expect((await edit({ status: 'gone' })).error.fields).toEqual({ status: 'Please select a status' })
})

test('An edit of an outdated version changes nothing and returns the current ad [S21 S22 I9]', async () => {
  await edit({ price: 400_000, base_version: 1 })
  const { status, error } = await edit({ price: 300_000, base_version: 1 })
  expect([status, error.code]).toEqual([409, 'version_conflict'])
  expect(error.current).toEqual({
    version: 2,
    fields: (await own()).data[0]?.fields,
  })
  expect(error.current?.fields['price']).toBe(400_000)
  // A server restored from an older backup may know fewer versions than the phone.
  expect((await edit({ price: 1, base_version: 9 })).error.code).toBe('version_conflict')
  // Plain API clients send no versions: the last write wins.
  expect((await edit({ price: 200_000 })).reply.data.version).toBe(3)
})

test('An edit with a forgotten key meets its version check and is not repeated [S49 I2 I9]', async () => {
  const key = { 'idempotency-key': '"edit.1"' }
  const again = () => edit({ price: 400_000, base_version: 1 }, mine, key)
  const first = (await again()).reply
  expect([(await again()).reply, first.data.version]).toEqual([first, 2])
  await edit({ engine: '4.4L' })
  await server.db.run({ text: 'delete from idempotency' })
  const late = await edit({ price: 400_000, base_version: 1 }, mine, key)
  expect(late.error.current).toMatchObject({ version: 3, fields: { price: 400_000, engine: '4.4L' } })
})

test('A conflict leaves the key free, so the merged edit may use it [S21 I2]', async () => {
  const key = { 'idempotency-key': '"edit.1"' }
  await edit({ engine: '4.4L' })
  expect((await edit({ price: 1, base_version: 1 }, mine, key)).status).toBe(409)
  expect((await edit({ price: 1, base_version: 2 }, mine, key)).reply.data.version).toBe(3)
})

test('A field that breaks a rule refuses the whole edit at that field [R-VAL-43 R-VAL-49]', async () => {
  const said = async (patch: object) => (await edit({ engine: 'changed', ...patch })).error.fields
  expect(await said({ title: '' })).toEqual({ title: 'Please enter a title' })
  expect(await said({ make: 'Škoda' })).toEqual({ model: 'Please select a model' })
  expect(await said({ city: 'Durban' })).toEqual({ city: 'Please select a city' })
  expect(await said({ mileage: 'none' })).toEqual({ mileage: 'Please enter a mileage' })
  expect(await said({ images: ['/media/elsewhere/1280.webp'] })).toEqual({
    images: 'Please upload this image first.',
  })
  expect((await own()).data[0]).toMatchObject({ version: 1 })
  expect((await edit({ make: 'Škoda', model: 'Octavia', colour: 'unknown field' })).reply.data.version).toBe(
    2,
  )
})

test('An edit without a field says what the ad is and makes no version', async () => {
  expect((await edit({ base_version: 1 })).reply.data.version).toBe(1)
  expect((await edit({ base_version: 2 })).error.code).toBe('version_conflict')
})

test('Nobody but its owner edits, empties or deletes an ad [R-ROLE-13 R-ROLE-14]', async () => {
  const attempts = [
    await edit({ price: 1 }, theirs),
    await remove(car, theirs),
    await removeImage(pictures[0]?.url ?? '', { token: theirs }),
  ]
  for (const { status, error } of attempts) {
    expect([status, error.code, error.current]).toEqual([403, 'forbidden', undefined])
  }
  expect((await edit({ price: 1 }, '')).status).toBe(401)
  expect((await own()).data[0]).toMatchObject({ version: 1, picture_count: 3 })
})

test('Editing a deleted ad gives 410; an ad that never existed gives 404 [S23 R-API-15]', async () => {
  await remove()
  const gone = await edit({ price: 1, base_version: 1 })
  expect([gone.status, gone.error.code]).toEqual([410, 'gone'])
  expect((await removeImage(pictures[0]?.url ?? '')).status).toBe(410)
  expect((await edit({ price: 1 }, theirs)).error.code).toBe('forbidden')
  const never = await edit({ car_id: 'nothing-here' })
  expect([never.status, never.error.code]).toEqual([404, 'not_found'])
})

test('Deleting an ad again is harmless, with its key, another one or none [R-API-16 I2]', async () => {
  expect((await remove()).reply).toMatchObject({ msg: 'Your ad has been deleted', data: { _id: car } })
  const deletedAt = server.clock.now()
  server.clock.advance(1000)
  expect((await remove()).reply.data).toEqual({ _id: car })
  expect((await remove('nothing-here')).status).toBe(404)
  expect((await shown('car-1')).status).toBe(404)
  expect((await own()).totalCount).toBe(0)
  const note = z.object({ creator: z.string(), deleted_at: z.date() })
  const text = 'select creator, deleted_at from car_ledger where car_id = $1'
  expect(await server.db.row(note, { text, values: [car] })).toEqual({
    creator: sellers[0],
    deleted_at: deletedAt,
  })
})

test('An enquiry or a favourite for a deleted ad is refused permanently [S17 S12]', async () => {
  await remove()
  const ask = await server.call(enquiryRoutes.sendCarEnquiryMail, {
    body: {
      car_id: car,
      name: 'Thandi',
      email: 'thandi@example.org',
      countryCode: '+27',
      gsm: '821234567',
      message: 'Is it there?',
    },
  })
  expect([ask.status, ask.error.code]).toEqual([410, 'gone'])
  const heart = await server.call(carRoutes.likeDislikeCar, {
    body: { car_id: car, want: 'yes' },
    token: mine,
  })
  expect(heart.status).toBe(404)
})

test('A favourite sent twice stays as wanted and does not toggle [S12 I4]', async () => {
  const tap = async (headers: Record<string, string>) =>
    (
      await server.call(carRoutes.likeDislikeCar, {
        body: { car_id: car, want: 'yes', seq: 1 },
        token: mine,
        headers: { 'x-device': 'phone-1', ...headers },
      })
    ).reply.data.is_favorite
  const key = { 'idempotency-key': '"heart.1"' }
  expect([
    await tap(key),
    await tap(key),
    await tap({}),
    await tap({ 'idempotency-key': '"heart.2"' }),
  ]).toEqual(['yes', 'yes', 'yes', 'yes'])
})

test('An image is removed once, whatever its width; removing it again changes nothing [R-API-17 R-POST-37]', async () => {
  const { data } = (await removeImage('/media/test1/320.avif')).reply
  expect(data).toMatchObject({ version: 2, fields: { images: [pictures[0]?.url, pictures[2]?.url] } })
  expect((await removeImage('/media/test1/1280.webp')).reply.data).toEqual(data)
  await edit({ price: 1 })
  expect((await removeImage('/media/test1/1280.webp')).reply.data.version).toBe(3)
})

test('The last image of an ad stays [R-VAL-50]', async () => {
  await removeImage('/media/test0/1280.webp')
  await removeImage('/media/test1/1280.webp')
  const { status, error } = await removeImage('/media/test2/1280.webp')
  expect([status, error.code]).toEqual([422, 'validation_failed'])
  expect(error.fields).toEqual({ image_url: error.msg })
  expect((await edit({ images: [] })).error.fields).toEqual({ images: error.msg })
  expect((await own()).data[0]).toMatchObject({ version: 3, picture_count: 1 })
})

test('Images are put in another order and left out by an edit [R-POST-40]', async () => {
  const urls = pictures.map((p) => p.url)
  const images = [urls[2] ?? '', urls[0] ?? '']
  expect((await edit({ images: [...images, images[0] ?? ''] })).reply.data.fields.images).toEqual(images)
  expect((await shown('car-1')).reply.data.featured_image).toBe(images[0])
})

test('An ad takes only pictures uploaded by its owner, when posted and later [R-API-13 R-POST-40 I7]', async () => {
  const image = (n: number) => `img_${String(n).repeat(32)}`
  const url = (n: number) => `/media/${image(n)}/1280.webp`
  for (const [n, user] of [sellers[0], sellers[0], sellers[1]].entries()) {
    await server.db.run({
      text: `insert into uploads (user_id, image_id, sha256, size, file, state, width, height, blur, created_at, used_at)
        values ($1, $2, $2, 1, $2, 'done', 10, 10, 'data:image/webp;base64,AAAA', $3, $3)`,
      values: [user, image(n), server.clock.now()],
    })
  }
  const foreign = await publish({ image_ids: [image(0), image(2)] })
  expect([foreign.status, Object.keys(foreign.error.fields ?? {})]).toEqual([422, ['image_ids']])
  const { data } = (await publish({ image_ids: [image(0)] })).reply
  expect(data.fields.images).toEqual([url(0)])
  const more = await edit({ car_id: adId, images: [url(1), url(0)], base_version: 1 })
  expect(more.reply.data.fields.images).toEqual([url(1), url(0)])
  expect((await edit({ car_id: adId, images: [url(2)] })).status).toBe(422)
})

test('A seller sees all their ads in every status, newest first, with editable fields [R-API-34 R-PROF-18 R-API-52]', async () => {
  server.clock.advance(1000)
  await publish({ status: 'inactive' })
  const all = await own()
  expect(all.data.map((ad) => [ad._id, ad.status, ad.version])).toEqual([
    [adId, 'inactive', 1],
    [car, 'active', 1],
  ])
  expect(all).toMatchObject({ totalCount: 2, as_of: server.clock.now().toISOString() })
  expect(all.data[1]?.fields.images).toEqual(pictures.map((p) => p.url))
  expect((await own({ search: 'Careful bmw' })).data.map((ad) => ad._id)).toEqual([adId])
  expect(await own({ search: 'careful nothing' })).toMatchObject({ data: [], totalCount: 0 })
  expect((await own({ page: 2, limit: 1 })).data.map((ad) => ad._id)).toEqual([car])
  expect((await own({}, theirs)).data.map((ad) => ad._id)).toEqual([testId('car', 2)])
})
