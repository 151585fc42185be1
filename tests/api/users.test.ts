import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { carRoutes } from '#contract/cars.ts'
import { dealerRoutes } from '#contract/users/dealers.ts'
import { userRoutes } from '#contract/users/users.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { hashPassword } from '../../server/kernel/secrets.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar } from '../support/cars.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'

let server: TestServer
const password = 'correct horse'

beforeAll(async () => {
  const password_hash = await hashPassword(password)
  server = await testServer({
    seed: async ({ db }) => {
      await furnish(db)
      await addUser(db, {
        id: 'thandi',
        email: 'Thandi@Example.org',
        password_hash,
        fullname: 'Thandi Nkosi',
      })
      await addUser(db, { id: 'basic', email: 'basic@example.org', password_hash })
      await addUser(db, { id: 'paid', email: 'paid@example.org', password_hash })
      await addUser(db, {
        id: 'dealer',
        kind: 'dealer',
        email: 'dealer@example.org',
        country_code: '+234',
        gsm: '803123456',
        businessname: 'Lagos Wheels',
        business_address: '5 Marina',
        logourl: '/logo.webp',
        address: 'Lagos Island',
        city: 'Lagos',
      })
      await addUser(db, { id: 'older', kind: 'dealer' })
      await addUser(db, { id: 'lapsed', kind: 'dealer' })
      await subscribe(db, 'basic', 'basic', { until: '2027-01-01T00:00:00Z' })
      await subscribe(db, 'paid', 'platinum', { until: '2026-03-02T00:00:00Z' })
      await subscribe(db, 'dealer', 'featured', { until: '2027-01-01T00:00:00Z' })
      await subscribe(db, 'older', 'featured', {
        until: '2027-01-01T00:00:00Z',
        since: '2025-01-01T00:00:00Z',
      })
      await subscribe(db, 'older', 'featured', { until: '2027-01-01T00:00:00Z' })
      await subscribe(db, 'lapsed', 'featured', { until: '2026-02-01T00:00:00Z' })
      await subscribe(db, 'lapsed', 'featured', { until: '2027-01-01T00:00:00Z', status: 'pending' })
      await insertCars(db, [
        newCar(1, { creator: 'dealer' }),
        newCar(2, { creator: 'dealer' }),
        newCar(3, { creator: 'dealer', status: 'sold' }),
        newCar(4, { creator: 'dealer', status: 'inactive' }),
        newCar(5, { creator: 'thandi' }),
      ])
    },
  })
})
afterAll(() => server.close())

const signIn = (email: string, secret = password, headers = {}) =>
  server.call(userRoutes.userLogin, { body: { email, password: secret }, headers })

test('A person signs in with address and password and gets an identifying token [R-API-24 R-API-25 R-ENT-19 R-ENT-23 R-ENT-24]', async () => {
  const { reply } = await signIn(' thandi@EXAMPLE.org ')
  const thandi = {
    id: 'thandi',
    fullname: 'Thandi Nkosi',
    email: 'Thandi@Example.org',
    avatarurl: '',
    is_subscriber: false,
    role: 'user',
  }
  expect(reply.data).toEqual(thandi)
  expect(decodeJwt(reply.token)).toMatchObject(thandi)
  const answer = await server.call(carRoutes.getFavoriteList, { body: {}, token: reply.token })
  expect(answer.status).toBe(200)
})

test('The token of the app lasts a quarter of an hour and not longer [R-ENT-25]', async () => {
  // The app's sign-in names its device and is renewable.
  const app = { 'x-device': 'a-phone-of-the-tests' }
  const { token } = (await signIn('thandi@example.org', password, app)).reply
  const { iat = 0, exp = 0 } = decodeJwt(token)
  expect(exp - iat).toBe(15 * 60)
  const before = server.clock.now()
  server.clock.advance(15 * 60_000 + 2000)
  const answer = await server.call(carRoutes.getFavoriteList, { body: {}, token })
  server.clock.set(before)
  expect([answer.status, answer.error.code]).toEqual([401, 'token_expired'])
})

test('A wrong password and an unknown address are answered alike [R-API-24]', async () => {
  const wrong = await signIn('thandi@example.org', 'wrong horse')
  const unknown = await signIn('nobody@example.org', 'wrong horse')
  expect(wrong.status).toBe(401)
  expect(wrong.error).toMatchObject({ code: 'wrong_credentials', msg: 'E-mail or password is not correct.' })
  expect([unknown.status, unknown.error]).toEqual([wrong.status, wrong.error])
})

test('An empty sign-in is asked for what is missing [R-VAL-18 R-VAL-19 R-VAL-20]', async () => {
  const { status, error } = await server.call(userRoutes.userLogin, { body: {} })
  expect(status).toBe(422)
  expect(error.fields).toEqual({ email: 'Please enter an email', password: 'Please enter a password' })
})

test('An expired token does not stand in the way of signing in again [R-ENT-25 R-API-24]', async () => {
  const { data } = (await signIn('thandi@example.org')).reply
  const old = await server.token(data, -60)
  expect((await signIn('thandi@example.org', password, { authorization: `Bearer ${old}` })).status).toBe(200)
})

test('A person with a running paid plan is a subscriber; Basic does not count [R-ENT-19]', async () => {
  const subscriber = async (email: string) => (await signIn(email)).reply.data.is_subscriber
  expect(await subscriber('basic@example.org')).toBe(false)
  expect(await subscriber('paid@example.org')).toBe(true)
  const before = server.clock.now()
  server.clock.set('2026-03-02T00:00:00Z')
  expect(await subscriber('paid@example.org')).toBe(false)
  server.clock.set(before)
})

test('Signing out answers everybody, signed in or not [R-API-45]', async () => {
  const { token } = (await signIn('thandi@example.org')).reply
  expect((await server.call(userRoutes.logout, { token })).reply.success).toBe(true)
  expect((await server.call(userRoutes.logout)).reply.success).toBe(true)
})

test('The home page shows dealers with a running Featured plan, each once, longest first [R-API-20 R-SUBS-06]', async () => {
  const { reply } = await server.call(dealerRoutes.getDealershipList)
  expect(reply.data.map((d) => d._id)).toEqual(['older', 'dealer'])
})

test('A dealer’s public page shows business, number and counts of listed and sold cars [R-API-22 R-ENT-17]', async () => {
  const { reply } = await server.call(dealerRoutes.getDealerProfile, { params: { id: 'dealer' } })
  expect(reply).toMatchObject({ sold_cars_count: 1, listing_cars_count: 2 })
  expect(reply.data).toEqual({
    _id: 'dealer',
    fullname: 'Name of dealer',
    avatarurl: '',
    businessname: 'Lagos Wheels',
    logourl: '/logo.webp',
    businessAddress: '5 Marina',
    address: 'Lagos Island',
    city: 'Lagos',
    gsm: '+234803123456',
    email: 'dealer@example.org',
    total_cars: 3,
    soldCarsCount: 1,
    listingCarsCount: 2,
    verified: false,
    email_verified: false,
    mobile_verified: false,
    member_since: '2025-06-01T00:00:00.000Z',
    opening_hours: [],
  })
})

test('Every poster has a public page, whoever sells nothing has none [R-API-22 R-ROLE-15]', async () => {
  expect((await server.call(dealerRoutes.getDealerProfile, { params: { id: 'thandi' } })).status).toBe(200)
  for (const id of ['basic', 'nobody']) {
    const { status, error } = await server.call(dealerRoutes.getDealerProfile, { params: { id } })
    expect([status, error.code]).toEqual([404, 'not_found'])
  }
})

test('Guessing passwords is slowed down [R-API-51]', async () => {
  const limited = await testServer({ limits: true })
  const guess = () => limited.call(userRoutes.userLogin, { body: { email: 'a@example.org', password: 'x' } })
  const codes = []
  for (let n = 0; n < 25; n += 1) codes.push((await guess()).error.code)
  expect(codes[0]).toBe('wrong_credentials')
  expect(codes.at(-1)).toBe('rate_limited')
  await limited.close()
})
