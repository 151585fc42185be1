import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { carRoutes } from '#contract/cars.ts'
import { dealerRoutes } from '#contract/users/dealers.ts'
import { profileRoutes } from '#contract/users/profile.ts'
import type { User } from '#contract/users/users.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { ownChats } from '../../server/chat/own-chats.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar } from '../support/cars.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'

const minute = 60_000
const day = 24 * 60 * minute
let server: TestServer
let said = 0
const start = '2026-03-01T09:00:00.000Z'
const somebody: Omit<User, 'id' | 'email'> = {
  fullname: 'Somebody',
  avatarurl: '',
  is_subscriber: false,
  role: 'user',
}

beforeAll(async () => {
  server = await testServer({
    seed: async ({ db }) => {
      await furnish(db)
      for (const id of ['quick', 'slow', 'silent', 'few', 'asks', 'known'])
        await addUser(db, { id, kind: 'dealer', businessname: `Cars of ${id}` })
      for (let n = 0; n < 12; n += 1) await addUser(db, { id: `buyer-${n}` })
      await insertCars(db, [
        newCar(1, { creator: 'known' }),
        newCar(2, { creator: 'known', status: 'sold' }),
        newCar(3, { creator: 'known', status: 'inactive' }),
      ])
    },
  })
})
afterAll(() => server.close())

/** Returns the time `ms` milliseconds ago. */
const ago = (ms: number) => new Date(server.clock.now().getTime() - ms)
const write = (sender: string, receiver: string, at: Date) => {
  said += 1
  return ownChats.append(server.db, { id: `m${said}`, sender, receiver, message: `Words ${said}`, at })
}
/** A buyer writes `asked` milliseconds ago; the dealer answers `minutes` minutes later, or never. */
async function talk(dealer: string, buyer: number, asked: number, minutes?: number) {
  await write(`buyer-${buyer}`, dealer, ago(asked))
  if (minutes !== undefined) await write(dealer, `buyer-${buyer}`, ago(asked - minutes * minute))
}
const page = async (id: string) =>
  (await server.call(dealerRoutes.getDealerProfile, { params: { id } })).reply
const within = async (id: string) => (await page(id)).data.answers_within_minutes

test('A dealer’s page shows verification, the date of joining and the opening hours [R-API-22]', async () => {
  const week = [...Array.from({ length: 5 }, () => ({ open: '08:00', close: '17:00' })), null, null]
  await server.db.run({
    text: `update users set email_verified_at = now(), opening_hours = $1 where id = 'known'`,
    values: [JSON.stringify(week)],
  })
  expect((await page('known')).data).toMatchObject({
    email_verified: true,
    mobile_verified: false,
    member_since: '2025-06-01T00:00:00.000Z',
    opening_hours: week,
  })
})

test('Active and sold cars are counted from the ads, withdrawn ones are not [R-API-22]', async () => {
  const { data, sold_cars_count, listing_cars_count } = await page('known')
  expect([data.total_cars, sold_cars_count, listing_cars_count]).toEqual([2, 1, 1])
})

describe('A verified dealer', () => {
  const approved = { kind: 'dealer', proof_approved_at: '2026-01-05T00:00:00Z' } as const
  const until = '2027-01-01T00:00:00Z'
  const sees = async (id: string) => {
    const { data } = (await server.call(dealerRoutes.getDealerList, { body: { search: id } })).reply
    const slug = `car-of-${id}`
    const car = (await server.call(carRoutes.getSingleCar, { params: { slug } })).reply
    const shown = [data[0]?.verified, (await page(id)).data.verified, car.data.creator.verified.dealer]
    expect(new Set(shown).size).toBe(1)
    return shown[0]
  }
  /** Adds a dealer with one car, named by their id. */
  async function join(id: string, over: object, plan?: 'basic' | 'platinum', o?: object) {
    await addUser(server.db, { id, businessname: `${id} Motors`, ...over })
    if (plan) await subscribe(server.db, id, plan, { until, ...o })
    said += 1
    await insertCars(server.db, [newCar(100 + said, { creator: id, slug: `car-of-${id}` })])
  }

  test('needs a running plan and an approved proof, on card, page and car [R-ROLE-15 R-DEAL-19]', async () => {
    await join('proved', approved, 'platinum')
    expect(await sees('proved')).toBe(true)
  })

  test.each([
    ['nameonly', { kind: 'dealer', business_address: '1 Road' }, undefined, {}],
    ['planonly', { kind: 'dealer' }, 'platinum', {}],
    ['proofonly', approved, undefined, {}],
    ['basicplan', approved, 'basic', {}],
    ['lapsed', approved, 'platinum', { until: '2026-02-28T00:00:00Z' }],
    ['unpaid', approved, 'platinum', { status: 'pending' }],
  ] as const)('is none of those who lack a part of it: %s [R-ROLE-15]', async (id, over, plan, o) => {
    await join(id, over, plan, o)
    expect(await sees(id)).toBe(false)
  })

  test('stops being one when the plan ends', async () => {
    await join('ending', approved, 'platinum', { until: '2026-03-01T10:00:00Z' })
    expect(await sees('ending')).toBe(true)
    server.clock.set('2026-03-01T10:00:01Z')
    expect(await sees('ending')).toBe(false)
    server.clock.set(start)
  })

  test('stops being one under another business name, and stays one with another number', async () => {
    await join('renamed', { ...approved, gsm: '821234567' }, 'platinum')
    const token = await server.token({ ...somebody, id: 'renamed', email: 'renamed@motorkin.test' })
    const edit = (body: object) => server.call(profileRoutes.updateUserDetails, { body, token })
    expect((await edit({ gsm: '831234567' })).status).toBe(200)
    expect(await sees('renamed')).toBe(true)
    expect((await edit({ businessname: 'Renamed Royal Motors' })).status).toBe(200)
    expect(await sees('renamed')).toBe(false)
  })
})

test('How fast a dealer answers is the time half of their conversations took', async () => {
  const minutes = [4, 9, 30, 200, 5000]
  for (const [buyer, took] of minutes.entries()) await talk('slow', buyer, 20 * day, took)
  // Later messages do not count.
  await write('buyer-0', 'slow', ago(10 * day))
  await write('slow', 'buyer-0', ago(9 * day))
  expect(await within('slow')).toBe(30)
})

test('Fewer than five conversations, or older ones than ninety days, say nothing', async () => {
  for (const buyer of [0, 1, 2, 3]) await talk('few', buyer, 3 * day, 5)
  await talk('few', 4, 91 * day, 5)
  // A dealer who starts a chat answers nobody.
  for (const buyer of [5, 6, 7]) await write('few', `buyer-${buyer}`, ago(3 * day))
  expect(await within('few')).toBeUndefined()
})

test('Questions that were never answered count, those of today are waited for', async () => {
  for (const buyer of [0, 1, 2, 3, 4]) await talk('silent', buyer, 5 * day, 1)
  for (const buyer of [5, 6, 7, 8, 9, 10]) await talk('silent', buyer, 5 * day)
  expect(await within('silent')).toBeUndefined()

  for (const buyer of [0, 1, 2, 3, 4]) await talk('quick', buyer, 5 * day, 2)
  for (const buyer of [5, 6, 7, 8, 9, 10]) await talk('quick', buyer, 60 * minute)
  expect(await within('quick')).toBe(2)
})

test('It is counted once an hour, however often the page is looked at', async () => {
  for (const buyer of [0, 1, 2, 3]) await talk('asks', buyer, 5 * day, 7)
  expect(await within('asks')).toBeUndefined()
  await talk('asks', 4, 5 * day, 7)
  expect(await within('asks')).toBeUndefined()
  server.clock.advance(61 * minute)
  expect(await within('asks')).toBe(7)
})
