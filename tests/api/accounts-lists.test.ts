import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDriveRoutes } from '#contract/forms/test-drives.ts'
import { profileRoutes } from '#contract/users/profile.ts'
import { type AccountsServer, accountsServer, type Browser } from '../support/accounts.ts'
import { subscribe } from '../support/motorkin.ts'

let server: AccountsServer
const ids: Record<string, string> = {}
const browsers: Record<string, Browser> = {}
beforeAll(async () => {
  server = await accountsServer()
  for (const name of ['ada', 'bola']) {
    ids[name] = await server.member(`${name}@example.org`)
    const browser = server.browser()
    await browser.signIn(`${name}@example.org`)
    browsers[name] = browser
  }
})
afterAll(() => server.close())
const tokenOf = (name: string) => browsers[name]?.token ?? ''

const book = (n: number, token?: string) => {
  server.clock.advance(1000)
  return server.call(testDriveRoutes.bookTestDrive, {
    body: {
      fullname: 'Ada',
      email: `drive${n}@example.org`,
      mobile_number: '821234567',
      state: 'Gauteng',
      city: 'Pretoria',
      postcode: '1',
      car_brand: 'Toyota',
      car_model: 'Corolla',
      datetime: '2031-01-01T10:00:00Z',
    },
    ...(token !== undefined && { token }),
  })
}

test('A person sees only their own test drives, newest first, nine to a page [R-API-18 R-ENT-31 R-PROF-16 R-PROF-18 R-ROLE-09]', async () => {
  for (let n = 1; n <= 11; n += 1) await book(n, tokenOf('ada'))
  await book(12, tokenOf('bola'))
  await book(13)
  const list = async (name: string, body: object = {}) =>
    (await server.call(testDriveRoutes.getTestDriveList, { body, token: tokenOf(name) })).reply
  const first = await list('ada')
  expect([first.totalCount, first.count_records, first.data.length]).toEqual([11, 11, 9])
  expect(first.data[0]).toMatchObject({
    email: 'drive11@example.org',
    car_brand: 'Toyota',
    car_model: 'Corolla',
    mobile_number: '+27821234567',
    datetime: '2031-01-01T10:00:00.000Z',
    status: 'pending',
  })
  expect((await list('ada', { page: 2 })).data.map((d) => d.email)).toEqual([
    'drive2@example.org',
    'drive1@example.org',
  ])
  expect((await list('ada', { page: 3, limit: 5 })).data).toHaveLength(1)
  expect((await list('bola')).data.map((d) => d.email)).toEqual(['drive12@example.org'])
})

test('One sees every plan one has or had, the one that runs longest first [R-API-32 R-ENT-27 R-PROF-12]', async () => {
  const { db } = server
  const ada = ids['ada'] ?? ''
  await subscribe(db, ada, 'basic', { until: '2026-01-31T00:00:00Z' })
  await subscribe(db, ada, 'platinum', { until: '2027-02-01T00:00:00Z' })
  await subscribe(db, ids['bola'] ?? '', 'featured', { until: '2027-02-01T00:00:00Z' })
  const { data } = (await server.call(profileRoutes.getMySubscriptionHistory, { token: tokenOf('ada') }))
    .reply
  expect(data).toEqual([
    { name: 'Platinum', amount: 0, duration: 12, price: 5000, expirycdate: '01-02-2027', status: 'active' },
    { name: 'Basic', amount: 0, duration: 12, price: 0, expirycdate: '31-01-2026', status: 'active' },
  ])
})
