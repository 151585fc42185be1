import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { carRoutes } from '#contract/cars.ts'
import { dealerRoutes } from '#contract/users/dealers.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, sellers } from '../support/cars.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'

const countRow = z.object({ n: z.int() })
let server: TestServer
/** People other than dealers: buyers and private sellers. */
const others = [...sellers, 'private', 'buyer']

beforeAll(async () => {
  server = await testServer({
    seed: async ({ db }) => {
      await furnish(db)
      await addUser(db, {
        id: 'lagos',
        kind: 'dealer',
        fullname: 'Ọbinna Eze',
        businessname: 'Lagos Wheels',
        business_address: '5 Marina',
        city: 'Lagos',
        country_code: '+234',
        gsm: '803123456',
        logourl: '/logo.webp',
      })
      await addUser(db, { id: 'unnamed', kind: 'dealer', fullname: 'Kagiso Mokoena', city: 'Pretoria' })
      await addUser(db, { id: 'named', fullname: 'Thandi Nkosi', businessname: 'Auto-Haus', city: 'Durban' })
      for (let n = 1; n <= 20; n += 1) {
        const nn = String(n).padStart(2, '0')
        await addUser(db, { id: `d${nn}`, kind: 'dealer', businessname: `Nine ${nn}`, fullname: 'Zola' })
      }
      await addUser(db, { id: 'private', email_verified_at: '2026-01-01T00:00:00Z' })
      await addUser(db, { id: 'buyer' })
      await insertCars(db, [
        newCar(1, { creator: 'lagos' }),
        newCar(2, { creator: 'lagos', status: 'sold' }),
        newCar(3, { creator: 'lagos', status: 'inactive' }),
        newCar(4, { creator: 'private' }),
      ])
    },
  })
})
afterAll(() => server.close())

const list = async (body: object = {}) => (await server.call(dealerRoutes.getDealerList, { body })).reply
const found = async (search: string) => (await list({ search })).data.map(({ _id }) => _id)

test('A visitor sees dealers under their trading name, twelve at a time [R-API-21]', async () => {
  const first = await list()
  expect(first.data).toHaveLength(12)
  expect(first.totalCount).toBe(23)
  const all = await list({ limit: 100 })
  expect(all.data.map((d) => d._id).slice(0, 4)).toEqual(['named', 'unnamed', 'lagos', 'd01'])
  expect(all.data.filter((d) => others.includes(d._id))).toEqual([])
})

test('Every dealer is on exactly one page; beyond the last the total remains [R-API-21]', async () => {
  const pages = [await list({ page: 1 }), await list({ page: 2 }), await list({ page: 3 })]
  const ids = pages.flatMap(({ data }) => data.map(({ _id }) => _id))
  expect(new Set(ids).size).toBe(23)
  expect(ids).toHaveLength(23)
  expect(pages.map(({ totalCount }) => totalCount)).toEqual([23, 23, 23])
})

test('A dealer’s card shows business, person, place, number and cars offered or sold [R-API-21 R-ENT-17]', async () => {
  const { data } = await list({ search: 'lagos' })
  expect(data).toEqual([
    {
      _id: 'lagos',
      fullname: 'Ọbinna Eze',
      avatarurl: '',
      businessname: 'Lagos Wheels',
      logourl: '/logo.webp',
      businessAddress: '5 Marina',
      address: '',
      city: 'Lagos',
      gsm: '+234803123456',
      email: 'lagos@motorkin.test',
      total_cars: 2,
      soldCarsCount: 1,
      listingCarsCount: 1,
      verified: false,
      email_verified: false,
      mobile_verified: false,
      member_since: '2025-06-01T00:00:00.000Z',
    },
  ])
})

test('A search finds dealers by beginnings of business, person or city, ignoring accents [R-API-21]', async () => {
  expect(await found('WHEE')).toEqual(['lagos'])
  expect(await found('obinna')).toEqual(['lagos'])
  expect(await found('haus durb')).toEqual(['named'])
  expect(await found('pretoria')).toEqual(['unnamed'])
  expect(await found('heels')).toEqual([])
  expect(await found('lagos nowhere')).toEqual([])
  expect(await found("%_'\\")).toHaveLength(12)
  expect((await list({ search: 'nine' })).totalCount).toBe(20)
})

test('How many people have an account is told to anybody [R-API-23 R-STAT-12]', async () => {
  const [row] = await server.db.rows(countRow, { text: 'select count(*)::int as n from users' })
  expect((await server.call(dealerRoutes.allActiveUserCount)).reply.users_count).toBe(row?.n)
})

test('Where sign-in requires a verified address, unverified accounts are not counted as active [R-API-23]', async () => {
  const strict = await testServer({
    env: { REQUIRE_VERIFIED_EMAIL: '1' },
    seed: async ({ db }) => {
      await addUser(db, { id: 'proved', email_verified_at: '2026-01-01T00:00:00Z' })
      await addUser(db, { id: 'unproved' })
    },
  })
  expect((await strict.call(dealerRoutes.allActiveUserCount)).reply.users_count).toBe(1)
  await strict.close()
})

test('Every dealer in the list has a page, before a first car as well [R-API-22 R-ROLE-15]', async () => {
  const page = async (id: string) =>
    (await server.call(dealerRoutes.getDealerProfile, { params: { id } })).status
  const { data } = await list({ limit: 100 })
  expect(await Promise.all(data.map(({ _id }) => page(_id)))).toEqual(data.map(() => 200))
  // The home page shows those who pay for it, also under their own name.
  await addUser(server.db, { id: 'shown', fullname: 'Lindiwe Dube' })
  await subscribe(server.db, 'shown', 'featured', { until: '2100-01-01T00:00:00Z' })
  const { data: featured } = (await server.call(dealerRoutes.getDealershipList)).reply
  expect(featured.map(({ _id }) => _id)).toEqual(['shown'])
  expect([await page('shown'), await page('buyer')]).toEqual([200, 404])
})

test('A seller with a business name is shown as a dealer on their cars', async () => {
  await insertCars(server.db, [newCar(50, { creator: 'named', slug: 'car-of-named' })])
  const kindOf = async (slug: string) =>
    (await server.call(carRoutes.getSingleCar, { params: { slug } })).reply.data.creator.kind
  expect([await kindOf('car-of-named'), await kindOf(newCar(4).slug)]).toEqual(['dealer', 'private'])
})
