import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { adRoutes } from '#contract/ads.ts'
import { carRoutes } from '#contract/cars.ts'
import { basePath } from '#contract/http.ts'
import { importLimits, importRoutes } from '#contract/selling/import.ts'
import type { User } from '#contract/users/users.ts'
import { bringBackCar } from '../../server/cars/ads/hidden-ads.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { imported, jobDone, jobNow, sendTable, tableHead, tableOf, tableRow } from '../support/import.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'

let server: TestServer
let dealer: User
let other: User
let buyer: User
beforeAll(async () => {
  server = await testServer({ seed: async ({ db }) => void (await furnish(db)) })
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server
  await db.run({
    text: "delete from users where id in ('dealer', 'other', 'buyer'); delete from idempotency",
  })
  const place = { businessname: 'Cars & Co', city: 'Pretoria', address: '1 Main Road' }
  dealer = await addUser(db, { id: 'dealer', ...place })
  other = await addUser(db, { id: 'other', kind: 'dealer', city: 'Pretoria' })
  buyer = await addUser(db, { id: 'buyer' })
  await db.run({ text: "update users set province = 'Gauteng'" })
  await subscribe(db, 'dealer', 'platinum', { until: '2027-01-01T00:00:00Z' })
  await subscribe(db, 'other', 'platinum', { until: '2027-01-01T00:00:00Z' })
})

const ads = async (who: User) => {
  const body = { limit: 100 }
  return (await server.call(adRoutes.myCarList, { body, token: await server.token(who) })).reply
}
const filesHere = () => readdir(join(server.deps.config.dataDir, 'imports'))
const zero = { added: 0, changed: 0, unchanged: 0, refused: 0, inactive: 0, doubles: 0, doubtful: 0 }

test('A dealer sends a table, and its cars are in the list for everybody', async () => {
  const job = await imported(server, dealer, tableOf(320), 'name=stock.csv')
  expect(job).toMatchObject({ state: 'done', progress: 1, file_name: 'stock.csv', failure: '' })
  expect(job.counts).toEqual({ ...zero, rows: 320, added: 320 })
  const list = await server.call(carRoutes.getCarList, { body: { creator: 'dealer', search: 'bmw x5' } })
  expect(list.reply.count_records).toBe(320)
  expect(list.reply.data[0]).toMatchObject({
    make: 'BMW',
    model: 'X5',
    city: 'Pretoria',
  })
  expect(await filesHere()).toEqual([])
})

test('A trial shows its first ten ads and counts all problems by reason', async () => {
  const bad = (n: number) => tableRow(n, { model: 'nonesuch' })
  const twins = tableRow(1) + tableRow(2)
  const table = bad(900) + bad(901) + tableOf(120).slice(tableHead.length) + twins + bad(902)
  const trial = await imported(server, dealer, tableHead + table, 'dry_run=1')
  expect(trial.preview.map((ad) => [ad.line, ad.stock_no, ad.price])).toEqual(
    Array.from({ length: 10 }, (_, i) => [i + 4, `S${i + 1}`, 100_001 + i]),
  )
  expect(trial.preview[0]).toMatchObject({
    make: 'BMW',
    model: 'X5',
    city: 'Pretoria',
    exteriorcolor: 'White',
  })
  expect(trial.problem_groups).toMatchObject([
    { column: 'model', reason: 'This model of BMW is not known here.', kind: 'refused', count: 3 },
    {
      column: 'stock',
      reason: 'An earlier line has this stock number already.',
      kind: 'refused',
      count: 2,
    },
  ])
  const run = { dry_run: false, options: trial.options }
  const token = await server.token(dealer)
  await server.call(importRoutes.runImport, { params: { id: trial._id }, body: run, token })
  const done = await jobDone(server, dealer, trial._id)
  expect(done.preview).toEqual([])
  expect(done.problem_groups).toEqual(trial.problem_groups)
})

test('Importing the same table again changes nothing; a changed row changes only its ad', async () => {
  await imported(server, dealer, tableOf(20))
  const before = await ads(dealer)
  const again = await imported(server, dealer, tableOf(20))
  expect(again.counts).toEqual({ ...zero, rows: 20, unchanged: 20 })
  expect(await ads(dealer)).toMatchObject({ data: before.data, totalCount: 20 })

  const third = await imported(
    server,
    dealer,
    tableOf(20).replace(tableRow(7), tableRow(7, { price: 500_000 })),
  )
  expect(third.counts).toEqual({ ...zero, rows: 20, changed: 1, unchanged: 19 })
  const after = await ads(dealer)
  expect(after.data.filter((car) => car.version > 1).map((car) => car.price)).toEqual([500_000])
})

test('A dealer’s own edits stay unless the table changes that very field', async () => {
  await imported(server, dealer, tableHead + tableRow(1))
  const [car] = (await ads(dealer)).data
  const token = await server.token(dealer)
  const body = { car_id: car?._id ?? '', title: 'My own title', status: 'sold' as const }
  await server.call(adRoutes.updateCarDetails, { body, token })
  await imported(server, dealer, tableHead + tableRow(1, { price: 770_000 }))
  expect((await ads(dealer)).data).toMatchObject([{ title: 'My own title', status: 'sold', price: 770_000 }])
})

test('A table cannot republish an ad that the operator has hidden, and says so', async () => {
  const head = tableHead.replace('\n', ',status\n')
  const row = (status: string) => head + tableRow(1).replace('\n', `,${status}\n`)
  await imported(server, dealer, row('inactive'))
  const [car] = (await ads(dealer)).data
  await server.db.run({
    text: `update cars set status = 'inactive', status_before = status, hidden_for = 'Stolen', hidden_by = 'operator',
      hidden_at = now() where id = $1`,
    values: [car?._id],
  })
  const job = await imported(server, dealer, row('active'))
  expect(job.problems.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('We have hidden this ad'),
  ])
  expect((await ads(dealer)).data).toMatchObject([{ status: 'inactive', hidden: { reason: 'Stolen' } }])
  await server.db.tx((sql) => bringBackCar(sql, car?._id ?? '', server.clock.now()))
  await imported(server, dealer, row('active'))
  expect((await ads(dealer)).data).toMatchObject([{ status: 'active' }])
})

test('Without stock numbers rows are known by what they say, twins by their number', async () => {
  const head = tableHead.replace('stock', 'remark')
  const rows = [tableRow(1, { stock: 'x' }), tableRow(1, { stock: 'x' }), tableRow(2, { stock: 'x' })].join(
    '',
  )
  expect((await imported(server, dealer, head + rows)).counts).toMatchObject({ added: 3 })
  expect((await imported(server, dealer, head + rows)).counts).toMatchObject({ added: 0, unchanged: 3 })
  const more = rows + tableRow(1, { stock: 'x' })
  expect((await imported(server, dealer, head + more)).counts).toMatchObject({ added: 1, unchanged: 3 })
})

test('A trial counts cars that would be imported twice, with or without stock numbers', async () => {
  const without = tableHead.replace('stock', 'remark')
  const cars = (prices: number[]) => prices.map((price, i) => tableRow(i + 1, { price })).join('')
  const trial = async (table: string) => (await imported(server, dealer, table, 'dry_run=1')).counts
  expect(await trial(without + cars([5, 5]))).toMatchObject({ added: 2, doubles: 0 })
  await imported(server, dealer, without + cars([5, 5]))
  // One price changed; the other row is recognised by its values; a third car is new.
  expect(await trial(without + cars([6, 5, 5]))).toMatchObject({ added: 2, unchanged: 1, doubles: 1 })
  // Stock numbers come later: both ads exist without them.
  expect(await trial(tableHead + cars([5, 5]))).toMatchObject({ added: 2, doubles: 2 })
  await server.db.run({ text: "delete from cars where creator = 'dealer'" })
  await imported(server, dealer, tableHead + cars([5, 5]))
  const twin = tableRow(1, { stock: 'another' })
  expect(await trial(tableHead + twin)).toMatchObject({ added: 1, doubles: 0 })
  expect(await trial(without + cars([5]))).toMatchObject({ added: 1, doubles: 1 })
  // Ads of other dealers are never duplicates.
  expect((await imported(server, other, without + cars([5]), 'dry_run=1')).counts).toMatchObject({
    doubles: 0,
  })
})

test('Rows with an ambiguous encoding wait until their dealer chooses the encoding', async () => {
  const colours = ['Weiß', 'Weiß', 'Grün', 'Grün']
  const lines = colours.map((colour, i) => tableRow(i + 1).replace('white', colour))
  const table = Buffer.concat([
    Buffer.from(tableHead + lines.join('')),
    Buffer.from(tableRow(5).replace('white', 'Weiß'), 'latin1'),
  ])
  const trial = await imported(server, dealer, table, 'dry_run=1')
  expect(trial.counts).toMatchObject({ added: 4, refused: 1 })
  expect(trial.reading).toMatchObject({ encoding: 'utf-8', asks: true, lines: [{ line: 6 }, { line: 2 }] })
  expect(trial.problems).toMatchObject([
    { line: 6, reason: expect.stringContaining('two readings') as string },
  ])
  const options = { ...trial.options, encoding: 'utf-8' as const }
  const token = await server.token(dealer)
  await server.call(importRoutes.runImport, {
    params: { id: trial._id },
    body: { dry_run: false, options },
    token,
  })
  expect(await jobDone(server, dealer, trial._id)).toMatchObject({
    counts: { added: 5 },
    reading: { asks: false },
  })
  const found = (await ads(dealer)).data.map((car) => car.fields.exteriorcolor)
  expect(found.filter((colour) => colour === 'White')).toHaveLength(3)
  const again = await imported(server, other, table, 'encoding=windows-1252')
  expect(again).toMatchObject({ counts: { added: 5 }, reading: { encoding: 'windows-1252', asks: false } })
})

test('The stock numbers of one dealer are nothing to another', async () => {
  await imported(server, dealer, tableOf(3))
  expect((await imported(server, other, tableOf(3))).counts).toMatchObject({ added: 3 })
  expect((await ads(dealer)).totalCount).toBe(3)
})

test('An ad that was deleted comes back with the table that still has it', async () => {
  await imported(server, dealer, tableOf(2))
  const [car] = (await ads(dealer)).data
  await server.call(adRoutes.deleteCar, { params: { id: car?._id ?? '' }, token: await server.token(dealer) })
  expect((await imported(server, dealer, tableOf(2))).counts).toMatchObject({ added: 1, unchanged: 1 })
})

test('Bad rows are refused by line, column and reason, and all others are imported', async () => {
  const table = `${tableHead}${tableRow(1)}S2,Nonesuch,x5,2019,1,1,Diesel,Manual,=cmd()\nS3,bmw,x5,2019,"=1+1",1,Steam,Manual,red\n${tableRow(1)}`
  const job = await imported(server, dealer, table)
  expect(job.counts).toEqual({ ...zero, rows: 4, added: 1, refused: 3 })
  expect(job.problems.map((p) => [p.line, p.stock_no, p.column, p.reason])).toEqual([
    [3, 'S2', 'make', 'This make is not known here.'],
    [4, 'S3', 'price', 'This is not a price.'],
    [4, 'S3', 'fuel', 'This is no fuel type we know.'],
    [5, 'S1', 'stock', 'Line 2 has this stock number already.'],
  ])
  const report = await server.app.inject({
    url: `${basePath}cars/import/${job._id}/report`,
    headers: { authorization: `Bearer ${await server.token(dealer)}` },
  })
  expect(report.headers['content-type']).toContain('text/csv')
  expect(report.body.split('\r\n')).toHaveLength(6)
  expect(report.body).toContain(`"'=1+1"`)
})

test('A trial writes nothing, and its table then imports without being sent again', async () => {
  const trial = await imported(server, dealer, tableOf(30), 'dry_run=1')
  expect(trial).toMatchObject({ dry_run: true, counts: { added: 30 }, state: 'done' })
  expect(trial.columns.map((c) => c.field)).toEqual([
    'stock_no',
    'make',
    'model',
    'year',
    'price',
    'mileage',
    'fueltype',
    'transmission',
    'exteriorcolor',
  ])
  expect((await ads(dealer)).totalCount).toBe(0)
  const columns = {
    ...Object.fromEntries(trial.columns.map((c) => [c.name, c.field])),
    colour: 'interiorcolor',
  }
  const run = await server.call(importRoutes.runImport, {
    params: { id: trial._id },
    body: { dry_run: false, options: { columns, values: { condition: 'New' }, unit: 'miles' } },
    token: await server.token(dealer),
  })
  expect(run.reply.data.state).toBe('waiting')
  expect((await jobDone(server, dealer, trial._id)).counts).toMatchObject({ added: 30 })
  const [car] = (await ads(dealer)).data
  expect(car?.fields).toMatchObject({ interiorcolor: 'White', exteriorcolor: 'Not stated', condition: 'New' })
  expect(car?.mileage).toContain('miles')
  const second = await server.call(importRoutes.runImport, {
    params: { id: trial._id },
    body: { dry_run: false, options: {} },
    token: await server.token(dealer),
  })
  expect(second.error.code).toBe('gone')
})

test('A table without prices is refused and can be reread with other columns', async () => {
  const job = await imported(server, dealer, tableOf(2).replace('price', 'worth'), 'dry_run=1')
  expect(job).toMatchObject({ state: 'failed', failure: expect.stringContaining('the price') as string })
  const columns = { ...Object.fromEntries(job.columns.map((c) => [c.name, c.field])), worth: 'price' }
  await server.call(importRoutes.runImport, {
    params: { id: job._id },
    body: { dry_run: true, options: { columns } },
    token: await server.token(dealer),
  })
  expect(await jobDone(server, dealer, job._id)).toMatchObject({ state: 'done', counts: { added: 2 } })
})

test('Ads beyond the plan are imported as inactive and activate once there is room', async () => {
  await server.db.run({ text: "delete from subscriptions where user_id = 'dealer'" })
  const job = await imported(server, dealer, tableOf(5), 'dry_run=0')
  expect(job.counts).toMatchObject({ added: 5, inactive: 3 })
  expect([job.problem_count, job.problems]).toEqual([0, []])
  const count = async (status: string) =>
    (await ads(dealer)).data.filter((car) => car.status === status).length
  expect([await count('active'), await count('inactive')]).toEqual([2, 3])

  const still = await imported(server, dealer, tableOf(5))
  expect(still.counts).toMatchObject({ added: 0, changed: 0, unchanged: 5, inactive: 3 })
  await subscribe(server.db, 'dealer', 'platinum', { until: '2027-01-01T00:00:00Z' })
  expect((await imported(server, dealer, tableOf(5))).counts).toMatchObject({ changed: 3, unchanged: 2 })
  expect(await count('active')).toBe(5)
})

test('A trial counts the room of the plan over the whole table', async () => {
  await server.db.run({ text: "delete from subscriptions where user_id = 'dealer'" })
  expect((await imported(server, dealer, tableOf(400), 'dry_run=1')).counts).toMatchObject({
    added: 400,
    inactive: 398,
  })
})

test('A table that was only checked is replaced by its dealer’s next one', async () => {
  const before = await filesHere()
  await imported(server, dealer, tableOf(1), 'dry_run=1')
  await imported(server, dealer, tableOf(2), 'dry_run=1')
  expect(await filesHere()).toHaveLength(before.length + 1)
})

test('A repeated key gives the same import; with another table it is refused', async () => {
  const before = await filesHere()
  const first = await sendTable(server, dealer, tableOf(2), { key: 'import-1' })
  await jobDone(server, dealer, first.body.data._id)
  const late = await sendTable(server, dealer, tableOf(2), { key: 'import-1' })
  expect(late.body.data._id).toBe(first.body.data._id)
  expect(late.headers['idempotency-replayed']).toBe('true')
  expect((await sendTable(server, dealer, tableOf(3), { key: 'import-1' })).body.code).toBe('key_reused')
  expect((await ads(dealer)).totalCount).toBe(2)
  expect(await filesHere()).toEqual(before)
})

test('A table may come packed, or in a form with its options', async () => {
  const packed = await sendTable(server, dealer, gzipSync(tableOf(4)), { type: 'application/gzip' })
  expect((await jobDone(server, dealer, packed.body.data._id)).counts).toMatchObject({ added: 4 })
  const form = new FormData()
  form.set('file', new Blob([tableOf(6)]), 'mine.csv')
  form.set('dry_run', '1')
  form.set('unit', 'miles')
  const request = new Request('http://form/', { method: 'POST', body: form })
  const type = request.headers.get('content-type') ?? ''
  const sent = await sendTable(server, other, Buffer.from(await request.arrayBuffer()), { type })
  expect(sent.body.data).toMatchObject({ file_name: 'mine.csv', dry_run: true, options: { unit: 'miles' } })
  expect((await jobDone(server, other, sent.body.data._id)).counts).toMatchObject({ added: 6 })
  const long = await imported(server, dealer, tableOf(1), `name=${'n'.repeat(199)}%F0%9F%98%80.csv`)
  expect(long).toMatchObject({ state: 'done', file_name: 'n'.repeat(199) })
})

test('Rows in a foreign currency are refused until their dealer gives an exchange rate', async () => {
  const table = tableOf(2).replace(/^(.*?)\bprice\b/im, '$1Price (ZAR)')
  const asked = await imported(server, dealer, table, 'dry_run=1')
  expect(asked.counts).toMatchObject({ added: 0, refused: 2 })
  expect(asked.columns.find((c) => c.field === 'price')?.currencies).toEqual(['ZAR'])
  expect(asked.problem_groups.map((group) => group.reason)).toEqual([
    'This price is in ZAR, and ads are in NGN. Say how much 1 ZAR is.',
  ])
  const plain = await imported(server, dealer, tableOf(2), 'dry_run=1')
  const answered = await imported(server, dealer, table, 'dry_run=1&rates=zar%3A85')
  expect(answered.preview.map((ad) => ad.price)).toEqual(plain.preview.map((ad) => ad.price * 85))
  expect(answered.assumed.price).toBe('1 ZAR is 85 NGN; rounded')
  expect(answered.options.rates).toEqual({ ZAR: 85 })
  for (const rate of ['0', '-1', 'many', '']) {
    const sent = await sendTable(server, dealer, table, { query: `rates=ZAR%3A${rate}` })
    expect({ rate, code: sent.body.code }).toEqual({ rate, code: 'validation_failed' })
  }
})

test('Money that first appears far down a table is refused there and asked about', async () => {
  const lines = tableOf(2100).trimEnd().split('\n')
  const header = (lines[0] ?? '').split(',')
  const cells = (lines[2050] ?? '').split(',')
  const price = header.findIndex((name) => /price/i.test(name))
  lines[2050] = cells.with(price, '£9995').join(',')
  const table = lines.join('\n')
  const asked = await imported(server, dealer, table, 'dry_run=1')
  expect(asked.counts).toMatchObject({ rows: 2100, added: 2099, refused: 1 })
  expect(asked.problems.map(({ line, column, reason }) => [line, column, reason])).toEqual([
    [2051, 'price', 'This price is in GBP, and ads are in NGN. Say how much 1 GBP is.'],
  ])
  expect(asked.columns.find((c) => c.field === 'price')?.currencies).toEqual(['GBP'])
  const answered = await imported(server, dealer, table, 'dry_run=1&rates=gbp%3A2000')
  expect(answered.counts).toMatchObject({ added: 2100, refused: 0 })
})

test('Only dealers import, and each sees only their own imports and reports', async () => {
  expect((await sendTable(server, buyer, tableOf(1))).body).toMatchObject({ code: 'forbidden' })
  const job = await imported(server, dealer, tableOf(1), 'dry_run=1')
  const token = await server.token(other)
  const params = { id: job._id }
  const body = { dry_run: true, options: {} }
  expect((await server.call(importRoutes.getImport, { params, token })).error.code).toBe('not_found')
  expect((await server.call(importRoutes.runImport, { params, body, token })).error.code).toBe('not_found')
  const report = { url: `${basePath}cars/import/${job._id}/report` }
  const theirs = await server.app.inject({ ...report, headers: { authorization: `Bearer ${token}` } })
  expect(theirs.statusCode).toBe(404)
  expect((await server.app.inject(report)).statusCode).toBe(401)
})

test('Nothing too large, empty, unknown or unreadable gets in, and the server stays well', async () => {
  const big = Buffer.alloc(importLimits.file + 1, 'a')
  expect((await sendTable(server, dealer, big)).body.code).toBe('payload_too_large')
  expect((await sendTable(server, dealer, '')).body.code).toBe('validation_failed')
  expect((await sendTable(server, dealer, '{}', { type: 'application/json' })).body.code).toBe(
    'unsupported_media_type',
  )
  expect((await sendTable(server, dealer, tableOf(1), { query: 'unit=leagues' })).body.code).toBe(
    'validation_failed',
  )
  expect((await sendTable(server, dealer, tableOf(1), { query: 'map=price%3Dnonsense' })).body.code).toBe(
    'validation_failed',
  )
  const binary = await imported(server, dealer, Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 0]))
  expect(binary).toMatchObject({ state: 'failed', failure: expect.stringContaining('.csv') as string })
  const bomb = await imported(server, dealer, gzipSync(Buffer.alloc(importLimits.unfolded + 1000, 'a,b\n')))
  expect(bomb).toMatchObject({ state: 'failed', failure: expect.stringContaining('too large') as string })
  expect((await server.app.inject({ url: '/readyz' })).statusCode).toBe(200)
})

test('A dealer has a few tables at a time and so many a day', async () => {
  await server.db.run({
    text: `insert into imports (id, dealer, file_name, bytes, state, dry_run, options, counts, created_at, updated_at)
      select 'open' || n, 'dealer', 'x', 1, 'waiting', false, '{}', '{}', '2026-03-01', '2026-03-01' from generate_series(1, 3) n`,
  })
  expect((await sendTable(server, dealer, tableOf(1))).body.code).toBe('rate_limited')
  await server.db.run({
    text: `delete from imports; insert into imports (id, dealer, file_name, bytes, state, dry_run, options, counts, created_at, updated_at)
      select 'done' || n, 'dealer', 'x', 1, 'done', false, '{}', '{}', '2026-03-01', '2026-03-01' from generate_series(1, $1::int) n`.replace(
      '$1::int',
      String(importLimits.perDay),
    ),
  })
  expect((await sendTable(server, dealer, tableOf(1))).body.code).toBe('rate_limited')
})

test('No more problems are kept than a person reads; all are counted', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => tableRow(i, { model: 'Nonesuch' })).join('')
  const job = await imported(server, dealer, tableHead + rows)
  expect(job).toMatchObject({ problem_count: 300, counts: { refused: 300 } })
  expect(job.problems).toHaveLength(importLimits.problemsShown)
})

const marks = z.object({ n: z.int() })
test('Search, feed and words know an imported car like any other', async () => {
  await imported(server, dealer, tableOf(2))
  const feed = await server.db.row(marks, {
    text: "select count(*)::int as n from feed f join cars c on c.id = f.car_id where c.creator = 'dealer' and f.active",
  })
  const words = await server.db.row(marks, {
    text: "select count(*)::int as n from cars where creator = 'dealer' and 'bmw' = any(search_tokens)",
  })
  expect([feed?.n, words?.n]).toEqual([2, 2])
  expect(existsSync(join(server.deps.config.dataDir, 'imports'))).toBe(true)
  const [job] = (await server.call(importRoutes.listImports, { token: await server.token(dealer) })).reply
    .data
  expect(await jobNow(server, dealer, job?._id ?? '')).toMatchObject({ state: 'done' })
})
