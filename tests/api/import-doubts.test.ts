import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adRoutes } from '#contract/ads.ts'
import { noCounts } from '#contract/selling/import.ts'
import type { User } from '#contract/users/users.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { imported, tableHead, tableRow } from '../support/import.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'

/** Rows that are readable but implausible. */

let server: TestServer
let dealer: User
beforeAll(async () => {
  server = await testServer({ seed: async ({ db }) => void (await furnish(db)) })
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server
  await db.run({ text: "delete from users where id = 'dealer'" })
  dealer = await addUser(db, { id: 'dealer', businessname: 'Cars & Co', city: 'Pretoria' })
  await db.run({ text: "update users set province = 'Gauteng'" })
  await subscribe(db, 'dealer', 'platinum', { until: '2027-01-01T00:00:00Z' })
})

const ads = async (who: User) => {
  const body = { limit: 100 }
  return (await server.call(adRoutes.myCarList, { body, token: await server.token(who) })).reply
}

test('An ad with an unlikely mileage or price is public only after confirmation', async () => {
  const table = (mileage: string, price: number) =>
    tableHead + tableRow(1, { mileage: '85' }) + tableRow(2, { price }) + tableRow(3, { mileage })
  const trial = await imported(server, dealer, table('120', 185), 'dry_run=1')
  expect(trial.counts).toEqual({ ...noCounts, rows: 3, added: 3, doubtful: 3 })
  const groups = [
    {
      column: 'mileage',
      kind: 'doubtful',
      count: 2,
      examples: [
        { line: 2, value: '2019 BMW X5: 85 km' },
        { line: 4, value: '2019 BMW X5: 120 km' },
      ],
    },
    { column: 'price', kind: 'doubtful', count: 1, examples: [{ line: 3, value: '2019 BMW X5: NGN 185' }] },
  ]
  expect(trial.problem_groups).toMatchObject(groups)
  expect(trial.columns.filter((column) => column.thousands).map((column) => column.field)).toEqual([
    'mileage',
  ])
  const statuses = async () =>
    (await ads(dealer)).data.map((car) => `${car.mileage} ${car.price} ${car.status}`).toSorted()

  const first = await imported(server, dealer, table('120', 185))
  expect(first.problem_groups).toMatchObject(groups)
  expect(await statuses()).toEqual([
    '120 Km 100003 inactive',
    '40002 Km 185 inactive',
    '85 Km 100001 inactive',
  ])
  // The dealer corrects the table, or declares thousands: the ads become active.
  const second = await imported(server, dealer, table('52000', 985_000), 'thousands=mileage')
  expect(second.counts).toEqual({ ...noCounts, rows: 3, changed: 3 })
  const right = ['40002 Km 985000 active', '52000 Km 100003 active', '85000 Km 100001 active']
  expect(await statuses()).toEqual(right)
  // Existing ads keep their values.
  const third = await imported(server, dealer, table('52', 9), 'thousands=price')
  expect(third.counts).toMatchObject({ changed: 0, unchanged: 3, doubtful: 3 })
  expect(await statuses()).toEqual(right)
  const fourth = await imported(server, dealer, table('52', 985_000), 'take_doubts=1')
  expect(fourth.counts).toMatchObject({ changed: 2, unchanged: 1, doubtful: 0 })
  expect(await statuses()).toEqual(['40002 Km 985000 active', '52 Km 100003 active', '85 Km 100001 active'])
})

test.each([
  ['year', 'bmw,x5,2019,Used', 'bmw,x5,2004,Used', '5000'],
  ['condition', 'bmw,x5,2019,Used', 'bmw,x5,2019,New', '40000'],
  ['stock number', 'bmw,x5,2019,Used', 'Mazda,CX-5,2004,Used', '5000'],
])('A slip in the %s that makes mileage doubtful leaves an active ad alone', async (_, now, slip, km) => {
  const table = (cells: string, price = 100_000) =>
    `stock,make,model,year,condition,price,mileage\nS1,${cells},${price},${km}\n`
  await imported(server, dealer, table(now))
  const before = (await ads(dealer)).data
  expect(before).toMatchObject([{ year: 2019, condition: 'Used', status: 'active' }])
  const slipped = await imported(server, dealer, table(slip))
  expect(slipped.counts).toMatchObject({ changed: 0, unchanged: 1, doubtful: 1 })
  expect((await ads(dealer)).data).toEqual(before)
  // Values without doubt are imported; the held values are imported once the dealer confirms them.
  await imported(server, dealer, table(slip, 770_000))
  expect((await ads(dealer)).data).toMatchObject([{ year: 2019, title: before[0]?.title, price: 770_000 }])
  await imported(server, dealer, table(slip, 770_000), 'take_doubts=1')
  const [, , year, condition] = slip.split(',')
  expect((await ads(dealer)).data).toMatchObject([{ year: Number(year), condition, price: 770_000 }])
})

test('A doubtful ad that its dealer published by hand stays public with their edits', async () => {
  await imported(server, dealer, tableHead + tableRow(1, { mileage: '85' }))
  const [car] = (await ads(dealer)).data
  const body = { car_id: car?._id ?? '', mileage: '85000 Km', status: 'active' as const }
  await server.call(adRoutes.updateCarDetails, { body, token: await server.token(dealer) })
  await imported(server, dealer, tableHead + tableRow(1, { mileage: '85', price: 770_000 }))
  expect((await ads(dealer)).data).toMatchObject([{ mileage: '85000 Km', price: 770_000, status: 'active' }])
})
