import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { adRoutes, typedAd } from '#contract/ads.ts'
import { editAd } from '../../server/cars/ads/write-ad.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { type Sql, sqlForms } from '../../server/kernel/db/sql.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, sellers, testId } from '../support/cars.ts'
import { furnish, subscribe } from '../support/motorkin.ts'
import { adForm } from '../support/writes.ts'

let server: TestServer
let mine: string
let theirs: string
beforeAll(async () => {
  server = await testServer({ seed: async ({ db }) => void (await furnish(db)) })
  const person = (id: string) =>
    server.token(
      { id, fullname: id, email: '', avatarurl: '', is_subscriber: false, role: 'user' },
      90 * 86_400,
    )
  mine = await person(sellers[0])
  theirs = await person(sellers[1])
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set('2026-03-01T09:00:00.000Z')
  await server.db.run({
    text: 'delete from cars; delete from car_ledger; delete from idempotency; delete from subscriptions',
  })
})

const hour = 3_600_000
const publish = (over: object = {}, o: { token?: string; key?: string } = {}) =>
  server.call(adRoutes.addCar, {
    body: { ...adForm, ...over },
    token: o.token ?? mine,
    ...(o.key !== undefined && { headers: { 'idempotency-key': `"${o.key}"` } }),
  })
const edit = (car_id: string, patch: object, token = mine) =>
  server.call(adRoutes.updateCarDetails, { body: { car_id, ...patch }, token })
const remove = (id: string) => server.call(adRoutes.deleteCar, { params: { id }, token: mine, body: {} })
const count = async (where = 'true') =>
  (
    await server.db.row(z.object({ n: z.int() }), {
      text: `select count(*)::int as n from cars where ${where}`,
    })
  )?.n

test('The server refuses a repost within 48 hours and names the earlier ad [R-POST-18 R-POST-22]', async () => {
  const first = (await publish({ price: 1 })).reply.data
  server.clock.advance(47 * hour)
  const again = await publish({ title: '  BMW x5: ONE CAREFUL OWNER!! ', price: 2, mileage: '68 200 Km' })
  expect([again.status, again.error.code, again.headers['retry-after']]).toEqual([
    422,
    'repost_too_soon',
    '3600',
  ])
  const msg =
    'You posted this car as “BMW X5, one careful owner” less than 48 hours ago. ' +
    'It may be posted again from 3 March 2026 at 09:00 UTC.'
  expect([again.error.msg, again.error.fields]).toEqual([msg, { title: msg }])
  expect(await count()).toBe(1)
  server.clock.advance(hour)
  expect((await publish()).reply.data._id).not.toBe(first._id)
})

test('An ad that was deleted counts for 48 hours more [R-POST-18 R-POST-22]', async () => {
  const { _id } = (await publish()).reply.data
  server.clock.advance(40 * hour)
  await remove(_id)
  server.clock.advance(47 * hour)
  const again = await publish()
  expect(again.error.msg).toBe(
    'You deleted this car as “BMW X5, one careful owner” less than 48 hours ago. ' +
      'It may be posted again from 5 March 2026 at 01:00 UTC.',
  )
  server.clock.advance(hour)
  expect((await publish()).status).toBe(200)
})

test('Deleting an ad that no phone published blocks reposts of its last title [R-POST-18]', async () => {
  await insertCars(server.db, [newCar(1, { created_at: new Date('2025-01-01T00:00:00Z') })])
  await edit(testId('car', 1), { title: 'My old car' })
  await remove(testId('car', 1))
  const like = { make: 'BMW', model: 'X5', year: 2020 }
  expect((await publish({ ...like, title: 'my OLD car' })).error.code).toBe('repost_too_soon')
  expect((await publish({ ...like, title: 'Another car' })).status).toBe(200)
})

test('Another car, another seller’s same car or a repeated write is no repost [R-POST-18 I2 S49]', async () => {
  await subscribe(server.db, sellers[0], 'platinum', { until: '2027-01-01T00:00:00Z' })
  const id = '0190a0b0-0000-7000-8000-000000000077'
  const first = (await publish({ id }, { key: 'ad.1' })).reply
  expect((await publish({ id }, { key: 'ad.1' })).reply).toEqual(first)
  expect((await publish({ id }, { key: 'ad.2' })).reply.data).toEqual(first.data)
  await remove(id)
  expect((await publish({ id }, { key: 'ad.3' })).reply.data).toEqual(first.data)
  expect((await publish({}, { token: theirs })).status).toBe(200)
  for (const other of [{ title: 'BMW X5, two owners' }, { year: 2018 }, { make: 'Mazda', model: 'CX-5' }])
    expect((await publish(other)).status).toBe(200)
  expect((await publish()).error.code).toBe('repost_too_soon')
})

test('An owner restores an ad deleted elsewhere at once, with its original date [R-POST-18 S23 I5]', async () => {
  const old = (await publish()).reply.data
  const listed = async () =>
    (await server.call(adRoutes.myCarList, { body: {}, token: mine })).reply.data.map((ad) => ad.created_at)
  const [posted] = await listed()
  server.clock.advance(hour)
  await remove(old._id)
  expect((await publish()).error.code).toBe('repost_too_soon')
  expect((await publish({ replaces: 'nothing-of-mine' })).error.code).toBe('repost_too_soon')
  const { data } = (await publish({ replaces: old._id, price: 7 })).reply
  expect([data._id === old._id, data.fields.price, await listed()]).toEqual([false, 7, [posted]])
  expect((await publish({ replaces: old._id })).error.code).toBe('repost_too_soon')
})

test('An ad restored by two devices exists once and keeps its original date [R-POST-18 S23 I5]', async () => {
  const old = (await publish()).reply.data
  const listed = async () => (await server.call(adRoutes.myCarList, { body: {}, token: mine })).reply.data
  const posted = (await listed())[0]?.created_at
  server.clock.advance(72 * hour)
  await remove(old._id)
  const phone = (await publish({ replaces: old._id })).reply.data
  const laptop = await publish({ replaces: old._id })
  expect(laptop.error.msg).toBe(
    'You posted this car as “BMW X5, one careful owner” less than 48 hours ago. ' +
      'It may be posted again from 6 March 2026 at 09:00 UTC.',
  )
  server.clock.advance(49 * hour)
  await remove(phone._id)
  await publish({ replaces: phone._id })
  expect((await listed()).map((ad) => ad.created_at)).toEqual([posted])
})

test('Two ads of one car that arrive at the same moment end as one [R-POST-18]', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => publish()))
  expect(answers.map((a) => a.status).sort((a, b) => a - b)).toEqual([200, 422, 422, 422])
  expect(await count()).toBe(1)
})

test('A posted or edited ad with an e-mail address or phone number is refused [R-POST-21 R-POST-22]', async () => {
  const bad = { title: 'BMW X5, call 082 123 4567', description: 'Write to thandi (at) gmail dot com' }
  const { status, error } = await publish({ ...bad, city: 'Durban' })
  expect([status, error.code]).toEqual([422, 'validation_failed'])
  expect(error.fields).toEqual({
    city: 'Please select a city',
    title: 'Please leave the phone number out of the title. Buyers reach you through the ad.',
    description: 'Please leave the e-mail address out of the description. Buyers reach you through the ad.',
  })
  const { _id } = (await publish()).reply.data
  expect(Object.keys((await edit(_id, bad)).error.fields ?? {})).toEqual(['title', 'description'])
  expect((await edit(_id, { title: 'BMW X5 3.0d 2019 68 123 km R 450 000' })).status).toBe(200)
})

test('A phone number in an old ad does not block edits of other fields [R-POST-22]', async () => {
  const title = 'BMW X5 0821234567'
  await insertCars(server.db, [newCar(1, { title, description: 'Mail ada@example.com' })])
  const id = testId('car', 1)
  expect((await edit(id, { status: 'sold' })).status).toBe(200)
  // Some phones send all fields with an edit.
  expect((await edit(id, { title, price: 5 })).status).toBe(200)
  expect((await edit(id, { description: 'All is well.' })).status).toBe(200)
  expect((await edit(id, { title: `${title}!` })).error.fields).toHaveProperty('title')
})

test('Without a plan a seller has two ads for sale; a third is refused [R-SUBS-13 S40]', async () => {
  const ids = []
  for (const n of [1, 2]) ids.push((await publish({ title: `Car ${n}` })).reply.data._id)
  const third = await publish({ title: 'Car 3' })
  expect([third.status, third.error.code, third.error.msg]).toEqual([
    403,
    'plan_limit',
    'Your Basic plan includes 2 ads for sale at a time, and you have 2. ' +
      'Mark one as Sold or InActive, or choose a larger plan.',
  ])
  // An inactive ad needs no place of the plan, but activating it does.
  const later = (await publish({ title: 'Car 3', status: 'inactive' })).reply.data._id
  expect((await edit(later, { status: 'active' })).error.code).toBe('plan_limit')
  expect((await edit(later, { price: 7 })).status).toBe(200)
  expect((await edit(ids[0] ?? '', { status: 'active' })).status).toBe(200)
  expect((await edit(ids[0] ?? '', { status: 'sold' })).status).toBe(200)
  expect((await edit(later, { status: 'active' })).status).toBe(200)
  expect(await count(`status = 'active'`)).toBe(2)
})

test('A plan counts while paid and running; a lapsed one only blocks new ads [R-SUBS-13 S40]', async () => {
  const cars = Array.from({ length: 5 }, (_, n) => newCar(n + 1, { title: `Stock ${n}` }))
  await insertCars(server.db, cars)
  expect((await publish()).error.msg).toContain('includes 2 ads for sale at a time, and you have 5')
  await subscribe(server.db, sellers[0], 'platinum', { until: '2026-04-01T00:00:00Z', status: 'pending' })
  await subscribe(server.db, sellers[0], 'featured', { until: '2027-01-01T00:00:00Z' })
  expect((await publish()).error.code).toBe('plan_limit')
  await server.db.run({ text: `update subscriptions set status = 'active'` })
  expect((await publish()).status).toBe(200)
  server.clock.set('2026-04-02T00:00:00.000Z')
  expect((await publish({ title: 'One more' })).error.code).toBe('plan_limit')
  expect((await edit(testId('car', 1), { price: 9 })).status).toBe(200)
  expect(await count(`status = 'active'`)).toBe(6)
})

test('Two ads at the same moment cannot both take the last place [R-SUBS-13]', async () => {
  await publish({ title: 'The first' })
  const answers = await Promise.all([1, 2, 3].map((n) => publish({ title: `Wants the place ${n}` })))
  expect(answers.map((a) => a.status).sort((a, b) => a - b)).toEqual([200, 403, 403])
})

test('An ad without an image, or with an empty featured image, is refused [R-VAL-46 R-VAL-47 R-VAL-48]', async () => {
  for (const image_ids of [[], undefined]) {
    const { status, error } = await publish({ image_ids })
    expect([status, error.fields]).toEqual([422, { image_ids: 'Please upload atleast 1 image' }])
  }
  expect((await publish({ featured_image: '' })).error.fields).toEqual({
    featured_image: 'Please upload a featured image',
  })
  expect(await count()).toBe(0)
})

test('All pictures that an edit adds are claimed in one statement [R-API-15]', async () => {
  const letters = '0123456789'.split('')
  const image = (letter: string) => `img_${letter.repeat(32)}`
  const now = server.clock.now()
  for (const letter of letters)
    await server.db.run({
      text: `insert into uploads (user_id, image_id, sha256, size, file, state, width, height, blur, created_at, used_at)
        values ($1, $2, $2, 1, $2, 'done', 10, 10, 'data:image/webp;base64,AAAA', $3, $3)`,
      values: [sellers[0], image(letter), now],
    })
  await insertCars(server.db, [newCar(1, { creator: sellers[0], pictures: [] })])
  const asked: string[] = []
  const images = letters.map((letter) => `/media/${image(letter)}/1280.webp`)
  const edited = await server.db.tx((sql) => {
    const seen: Pick<Sql, 'rows' | 'row' | 'run'> = {
      rows: (row, statement) => (asked.push(statement.text), sql.rows(row, statement)),
      row: (row, statement) => (asked.push(statement.text), sql.row(row, statement)),
      run: (statement) => (asked.push(statement.text), sql.run(statement)),
    }
    const counted = Object.assign(Object.create(sql) as Sql, seen, sqlForms(seen))
    return editAd({ sql: counted, user: sellers[0], now }, { car_id: testId('car', 1), images })
  })
  expect(edited.fields.images).toEqual(images)
  expect(asked.filter((text) => text.includes('update uploads'))).toHaveLength(1)
})

test('A seller asks for one of their ads by its id, nobody else does [R-API-34]', async () => {
  const ads = Array.from({ length: 30 }, (_, n) => newCar(n, { creator: sellers[0] }))
  await insertCars(server.db, ads)
  const ask = async (token: string, id: string) =>
    (await server.call(adRoutes.myCarList, { body: { id }, token })).reply
  const found = await ask(mine, testId('car', 7))
  expect([found.data.map(({ _id }) => _id), found.totalCount]).toEqual([[testId('car', 7)], 1])
  expect((await ask(theirs, testId('car', 7))).data).toEqual([])
  expect((await ask(mine, 'no-such-ad')).data).toEqual([])
})

test('A new ad is answered in the very words that a phone has checked [I2 R-API-13]', async () => {
  const { image_ids: _, ...words } = adForm
  const said = {
    ...words,
    title: '  BMW\tX5 ',
    price: '450000.005',
    mileage: ' 68 123 Km',
    carfeatures: 'ABS, ABS',
  }
  const sent = typedAd.parse(said)
  const { data } = (await publish({ ...sent })).reply
  expect(data.fields).toMatchObject(sent)
})
