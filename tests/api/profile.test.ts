import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { dealerRoutes } from '#contract/users/dealers.ts'
import { hasDigits, regionOf, markets } from '#contract/values/region.ts'
import { profileRoutes } from '#contract/users/profile.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { setFavourite } from '../../server/cars/favourites-store.ts'
import { seedDemo } from '../../demo/seed.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, testId } from '../support/cars.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'

let server: TestServer
let token: string
const person = (id: string) =>
  server.token({ id, fullname: id, email: '', avatarurl: '', is_subscriber: false, role: 'user' })

beforeAll(async () => {
  server = await testServer({ seed: ({ db }) => furnish(db).then(() => undefined) })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.run({ text: "delete from idempotency; delete from users where id in ('seller', 'other')" })
  await addUser(server.db, {
    id: 'seller',
    fullname: 'Thandi Nkosi',
    country_code: '+27',
    gsm: '821234567',
    province: 'Gauteng',
    city: 'Pretoria',
    avatarurl: '/media/avatar.webp',
  })
  await addUser(server.db, { id: 'other' })
  token = await person('seller')
})

const profile = async (of = token) =>
  (await server.call(profileRoutes.getUserProfileData, { token: of })).reply.data
const edit = (body: object, headers: Record<string, string> = {}, as = token) =>
  server.call(profileRoutes.updateUserDetails, { body, token: as, headers })

test("One sees all of one's own account: fields, counts, plans [R-API-31 R-ENT-20 R-ENT-21 R-ENT-22 R-ENT-27 R-ROLE-18]", async () => {
  await insertCars(server.db, [
    newCar(1, { creator: 'seller' }),
    newCar(2, { creator: 'seller', status: 'sold' }),
    newCar(3, { creator: 'seller', status: 'inactive' }),
  ])
  const wish = { user: 'seller', car: testId('car', 1), now: server.clock.now() }
  await setFavourite(server.db, { ...wish, want: true })
  await subscribe(server.db, 'seller', 'platinum', { until: '2026-04-01T00:00:00Z' })
  await subscribe(server.db, 'seller', 'featured', { until: '2026-05-01T00:00:00Z', status: 'pending' })
  const fields = {
    fullname: 'Thandi Nkosi',
    gsm: '821234567',
    province: 'Gauteng',
    city: 'Pretoria',
    businessname: '',
    businessAddress: '',
    opening_hours: [],
    chat_emails: true,
  }
  expect(await profile()).toEqual({
    ...fields,
    fields: { ...fields, avatar_image: '/media/avatar.webp', logo_image: '' },
    id: 'seller',
    email: 'seller@motorkin.test',
    country_code: '+27',
    avatarurl: '/media/avatar.webp',
    logourl: '',
    sold_cars_count: 1,
    listing_cars_count: 1,
    favourite_cars_count: 1,
    subscriptions: [
      {
        name: 'Platinum',
        car_limit: 1000,
        expirycdate: '01-04-2026',
        expirytimes: Date.UTC(2026, 3, 1) / 1000,
      },
    ],
    histories: [
      {
        name: 'Featured Dealership',
        amount: 0,
        duration: 12,
        price: 500,
        expirycdate: '01-05-2026',
        status: 'pending',
      },
      { name: 'Platinum', amount: 0, duration: 12, price: 5000, expirycdate: '01-04-2026', status: 'active' },
    ],
    is_subscriber: true,
    free_ads: 2,
    version: 1,
  })
})

test('The ads that everybody may have are those of the free plan by now [R-SUBS-02]', async () => {
  const allow = (ads: number) =>
    server.db.run({ text: 'update plans set car_limit = $1 where price = 0', values: [ads] })
  await allow(5)
  expect((await profile()).free_ads).toBe(5)
  await allow(2)
})

test('Only the given fields change; the answer is the profile as it is [R-API-33 R-PROF-06 R-PROF-07]', async () => {
  const { reply } = await edit({ businessname: 'Nkosi Cars', city: 'Johannesburg', base_version: 1 })
  expect(reply.msg).toBe('Your profile has been updated')
  expect(reply.data).toMatchObject({
    id: 'seller',
    version: 2,
    fields: { businessname: 'Nkosi Cars', city: 'Johannesburg' },
    avatarurl: '/media/avatar.webp',
  })
  expect(reply.data).toEqual(await profile())
  expect((await edit({})).reply.data.version).toBe(2)
  expect((await profile(await person('other'))).version).toBe(1)
})

test('An edit of an outdated account changes nothing and returns the current profile [S21 I9]', async () => {
  await edit({ city: 'Johannesburg', base_version: 1 })
  const { status, error } = await edit({ city: 'Newtown', base_version: 1 })
  expect([status, error.code]).toEqual([409, 'version_conflict'])
  expect(error.current).toEqual({ version: 2, fields: (await profile()).fields })
  expect((await profile()).city).toBe('Johannesburg')
  expect((await edit({ city: 'Newtown' })).reply.data).toMatchObject({
    version: 3,
    fields: { city: 'Newtown' },
  })
})

test('A repeated edit returns the current profile; without its key its version is checked [S49 S01 I2]', async () => {
  const key = { 'idempotency-key': '"profile.1"' }
  expect((await edit({ city: 'Johannesburg', base_version: 1 }, key)).reply.data.version).toBe(2)
  await edit({ fullname: 'Thandi N' })
  const again = await edit({ city: 'Johannesburg', base_version: 1 }, key)
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(again.reply.data).toMatchObject({ version: 3, fields: (await profile()).fields })
  await server.db.run({ text: 'delete from idempotency' })
  const late = await edit({ city: 'Johannesburg', base_version: 1 }, key)
  expect(late.error.current).toMatchObject({
    version: 3,
    fields: { city: 'Johannesburg', fullname: 'Thandi N' },
  })
})

test('Each field is asked for in the documented words [R-VAL-28 R-VAL-21 R-VAL-22 R-VAL-23 R-VAL-26 R-VAL-29 R-VAL-30 R-VAL-64]', async () => {
  const empty = { fullname: '', gsm: '', province: '', city: '', businessname: '', businessAddress: '' }
  expect((await edit(empty)).error.fields).toEqual({
    fullname: 'Please enter full name',
    gsm: 'Contact no. is required',
    province: 'Please select province',
    city: 'Please select city',
    businessname: 'Please enter business name',
    businessAddress: 'Please enter business address',
  })
  expect((await edit({ gsm: '-5' })).error.fields).toEqual({ gsm: 'Must be positive numbers' })
  for (const gsm of ['82123456', '0821234567', '012345678', '+27821234567', 8_212_345_678]) {
    expect((await edit({ gsm })).error.fields).toEqual({ gsm: 'Must be exactly 9 digits' })
  }
  expect((await edit({ gsm: '82 123-4568' })).reply.data.fields.gsm).toBe('821234568')
  expect((await edit({ gsm: 821_234_569 })).reply.data.fields.gsm).toBe('821234569')
  expect((await profile()).version).toBe(3)
})

test('A number from before the rule stays, is dialled right, and blocks nothing [R-VAL-64]', async () => {
  await server.db.run({ text: "update users set gsm = '0821234567' where id = 'seller'" })
  expect((await edit({ fullname: 'Thandi', gsm: '0821234567' })).reply.data.fields).toMatchObject({
    fullname: 'Thandi',
    gsm: '0821234567',
  })
  expect((await edit({ gsm: '0821234568' })).error.fields).toEqual({ gsm: 'Must be exactly 9 digits' })
  await insertCars(server.db, [newCar(1, { creator: 'seller' })])
  const { data } = (await server.call(dealerRoutes.getDealerProfile, { params: { id: 'seller' } })).reply
  expect(data.gsm).toBe('+27821234567')
})

test.each(markets)(
  'Every demo account saves its unchanged profile in the market %s [R-VAL-64]',
  async (market) => {
    const demo = await testServer({
      env: { MARKET: market },
      seed: async (deps) => void (await seedDemo(deps, { cars: 1 })),
    })
    const people = await demo.db.rows(
      z.object({ id: z.string(), fullname: z.string(), email: z.string(), avatarurl: z.string() }),
      { text: 'select id, fullname, email, avatarurl from users' },
    )
    expect(people.length).toBeGreaterThan(200)
    for (const one of people) {
      const as = await demo.token({ ...one, is_subscriber: false, role: 'user' })
      const { data } = (await demo.call(profileRoutes.getUserProfileData, { token: as })).reply
      const { fullname, gsm, province, city } = data
      const saved = await demo.call(profileRoutes.updateUserDetails, {
        body: { fullname, gsm, province, city },
        token: as,
      })
      expect(saved.reply.data.fields).toMatchObject({ fullname, gsm, province, city })
      expect(hasDigits(gsm, regionOf[market])).toBe(true)
    }
    await demo.close()
  },
)

test('A place must be one that sign-up offers, and is checked only when changed [R-VAL-28]', async () => {
  const fields = async (body: object) => (await edit(body)).error.fields
  expect(await fields({ city: 'Atlantis' })).toEqual({ city: 'Please select city' })
  expect(await fields({ city: 'Durban' })).toEqual({ city: 'Please select city' })
  expect(await fields({ province: 'Lagos' })).toEqual({ city: 'Please select city' })
  expect(await fields({ province: 'Atlantis', city: 'Pretoria' })).toEqual({
    province: 'Please select province',
    city: 'Please select city',
  })
  expect((await profile()).version).toBe(1)
  const moved = { province: 'KwaZulu-Natal', city: 'Durban' }
  expect((await edit(moved)).reply.data.fields).toMatchObject(moved)
  // A person keeps a city that is no longer offered.
  await server.db.run({ text: "update users set city = 'Port Natal' where id = 'seller'" })
  expect((await edit({ fullname: 'Thandi', city: 'Port Natal' })).reply.data.fields.city).toBe('Port Natal')
})

test("A number gets its market's country code where there was none", async () => {
  const other = await person('other')
  await edit({ gsm: '821234567' }, {}, other)
  expect(await profile(other)).toMatchObject({ country_code: '+234', gsm: '821234567' })
})

test('A token outlives its account: then nobody is signed in [R-API-31]', async () => {
  const nobody = await person('nobody')
  expect((await server.call(profileRoutes.getUserProfileData, { token: nobody })).error.code).toBe(
    'unauthenticated',
  )
  expect((await edit({ city: 'Johannesburg' }, {}, nobody)).error.code).toBe('unauthenticated')
  expect((await edit({ city: 'Johannesburg' }, {}, '')).status).toBe(401)
})
