import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminNameRoutes } from '#contract/admin/admin-names.ts'
import { countsRoutes } from '#contract/admin/counts.ts'
import { referenceRoutes } from '#contract/reference.ts'
import { type ImportJob, importLimits, importRoutes } from '#contract/selling/import.ts'
import type { User } from '#contract/users/users.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { imported, jobDone, jobNow, tableHead } from '../support/import.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'
import { loggedActions, oneWon, operators } from '../support/operators.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof operators>>
let dealer: User
let other: User
beforeAll(async () => {
  server = await testServer({ seed: async ({ db }) => void (await furnish(db)) })
  who = await operators(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server
  await db.run({
    text: `delete from users where id in ('dealer', 'other'); delete from proposed_names; delete from idempotency;
      delete from models where position = 1000; delete from makes where position = 1000`,
  })
  dealer = await addUser(db, { id: 'dealer', kind: 'dealer', city: 'Pretoria' })
  other = await addUser(db, { id: 'other', kind: 'dealer', city: 'Pretoria' })
  await db.run({ text: "update users set province = 'Gauteng'" })
  await subscribe(db, 'dealer', 'platinum', { until: '2027-01-01T00:00:00Z' })
})

const rowOf = (n: number, car: string) => `S${n},${car},2019,250000,40000,Petrol,Manual,white\n`
const tableOf = (cars: readonly string[]) => tableHead + cars.map((car, i) => rowOf(i + 1, car)).join('')
const datsuns = tableOf(['Datsun,Go 1.2 Mid', 'datsun,GO 1.2 Lux', 'Datsun,Go+ 1.2', 'bmw,x5'])
const trial = (table = datsuns, by = dealer) => imported(server, by, table, 'dry_run=1')
const propose = async (job: ImportJob, by: User, names = job.unknown_names, headers = {}) =>
  server.call(importRoutes.proposeNames, {
    params: { id: job._id },
    body: { names: names.map(({ make, model }) => ({ make, model })) },
    token: await server.token(by),
    headers,
  })
const queue = async (body: object = {}) =>
  (await server.call(adminNameRoutes.adminListNames, { body, token: who.ann })).reply.data
const idOf = async (model: string) => (await queue()).find((name) => name.model === model)?._id ?? ''
const accept = (id: string, make: string, model: string, by: 'ann' | 'ben' = 'ann') =>
  server.call(adminNameRoutes.acceptName, { body: { id, make, model }, token: who[by] })
const merge = (id: string, make: string, model: string) =>
  server.call(adminNameRoutes.mergeName, { body: { id, make, model }, token: who.ann })
const refuse = (id: string, reason: string) =>
  server.call(adminNameRoutes.refuseName, { body: { id, reason }, token: who.ann })
const read = ({ unknown_names: names }: ImportJob) =>
  names.map(({ make, model, rows, state, answer }) => [`${make} ${model}`, rows, state, answer])

test('Rows of an unknown make are imported after a proposal and an admin’s acceptance', async () => {
  const first = await trial()
  expect(first.counts).toMatchObject({ rows: 4, added: 1, refused: 3 })
  expect(read(first)).toEqual([
    ['Datsun Go', 2, 'none', ''],
    ['Datsun Go+', 1, 'none', ''],
  ])
  const asked = await propose(first, dealer)
  expect(read(asked.reply.data).map(([, , state]) => state)).toEqual(['open', 'open'])
  expect(await queue()).toMatchObject([
    { make: 'Datsun', model: 'Go', rows: 2, dealers: 1, examples: ['Datsun Go 1.2 Mid'], state: 'open' },
    { make: 'Datsun', model: 'Go+', rows: 1, dealers: 1 },
  ])
  // The server has cached the makes before they change.
  await server.call(referenceRoutes.getAllMakes)
  const go = await idOf('Go')
  expect((await accept(go, 'Datsun', 'Go')).reply.msg).toBe('Datsun Go is added.')
  const { reply } = await server.call(referenceRoutes.getSingleMake, { params: { id: 'Datsun' } })
  expect(reply.data.models.map((m) => m.modeltitle)).toEqual(['Go'])
  expect(read(await jobNow(server, dealer, first._id))).toEqual([
    ['Datsun Go', 2, 'accepted', 'Datsun Go'],
    ['Datsun Go+', 1, 'open', ''],
  ])

  await server.call(importRoutes.runImport, {
    params: { id: first._id },
    body: { dry_run: false, options: first.options },
    token: await server.token(dealer),
  })
  const done = await jobDone(server, dealer, first._id)
  expect(done.counts).toMatchObject({ added: 3, refused: 1 })
  expect(read(done)).toEqual([['Datsun Go+', 1, 'open', '']])
  expect(await loggedActions(server, go)).toMatchObject([
    {
      action: 'accept-name',
      thing: 'name',
      before: { state: 'open' },
      after: { state: 'accepted', called: 'Datsun Go' },
    },
  ])
})

test('A name that an admin merges into a model is read as that model', async () => {
  const table = tableOf(['bmw,Cross Five 3.0d Sport', 'Bayerische,X5 M', 'Bayerische,X5'])
  const first = await trial(table)
  expect(read(first)).toEqual([
    ['Bayerische X5', 2, 'none', ''],
    ['BMW Cross Five', 1, 'none', ''],
  ])
  await propose(first, dealer)
  const none = await merge(await idOf('Cross Five'), 'BMW', 'X55')
  expect(none.error).toMatchObject({
    code: 'validation_failed',
    fields: { model: 'There is no such model.' },
  })
  const blank = await merge(await idOf('Cross Five'), 'BMW', '')
  expect(blank.error.fields?.model).toBe('Please choose the model')
  await merge(await idOf('Cross Five'), 'BMW', 'X5')
  await merge(await idOf('X5'), 'BMW', 'X5')
  expect(read(await jobNow(server, dealer, first._id)).map(([, , state]) => state)).toEqual([
    'merged',
    'merged',
  ])
  const second = await trial(table)
  expect(second.counts).toMatchObject({ added: 3, refused: 0 })
  expect(second.preview.map((ad) => [ad.make, ad.model, ad.title])).toEqual([
    ['BMW', 'X5', '2019 BMW X5 3.0d Sport'],
    ['BMW', 'X5', '2019 BMW X5 M'],
    ['BMW', 'X5', '2019 BMW X5'],
  ])
  // Only the name of the make differed: the answer also applies to its other models.
  const third = await trial(tableOf(['Bayerische,3 Series']))
  expect(third.preview).toMatchObject([{ make: 'BMW', model: '3 Series' }])
})

test('A name that an admin accepts with another spelling matches the dealers’ spelling too', async () => {
  const first = await trial(tableOf(['Great,Wall Steed 5']))
  await propose(first, dealer)
  expect(read(first)).toEqual([['Great Wall Steed 5', 1, 'none', '']])
  await accept(await idOf('Wall Steed 5'), 'GWM', 'Steed 5')
  expect((await trial(tableOf(['Great,Wall Steed 5', 'gwm,steed 5']))).preview).toMatchObject([
    { make: 'GWM', model: 'Steed 5' },
    { make: 'GWM', model: 'Steed 5' },
  ])
})

test('A name that an admin extended applies to rows whose name says nothing else', async () => {
  const table = tableOf(['Chana,Grand SRX', 'Chana,Grand LTZ', 'Chana,Grand', 'Chana,grand 2.0 LTZ'])
  await propose(await trial(table), dealer)
  await accept(await idOf('Grand'), 'Chana', 'Grand SRX')
  const second = await trial(table)
  expect(second.counts).toMatchObject({ added: 3, refused: 1 })
  expect(new Set(second.preview.map(({ make, model }) => `${make} ${model}`))).toEqual(
    new Set(['Chana Grand SRX']),
  )
  expect(second.problems.map(({ value, reason }) => [value, reason])).toEqual([
    ['Grand LTZ', 'This may be Grand SRX or another model. Write its whole name.'],
  ])
})

test('Frequent unknown names are reported before rare ones, a hundred in all', async () => {
  const rare = Array.from({ length: importLimits.names + 20 }, (_, i) => `Datsun,M${i}`)
  const job = await trial(tableOf([...rare, 'Datsun,Late', 'Datsun,Late']))
  expect(job.unknown_names).toHaveLength(importLimits.names)
  expect(job.unknown_names[0]).toMatchObject({ model: 'Late', rows: 2 })
  const listed = await server.call(importRoutes.listImports, { token: await server.token(dealer) })
  expect(listed.reply.data[0]?.unknown_names).toHaveLength(importLimits.names)
})

test('A name proposed by many dealers is one entry, and each reads the answer', async () => {
  const ours = await trial()
  await propose(ours, dealer)
  const theirs = await trial(tableOf(['DATSUN,Go']), other)
  expect(read(theirs)).toEqual([['DATSUN Go', 1, 'none', '']])
  await propose(theirs, other)
  await propose(theirs, other)
  expect(await queue()).toMatchObject([{ model: 'Go', rows: 3, dealers: 2 }, { model: 'Go+' }])
  expect((await refuse(await idOf('Go'), 'Not sold here')).status).toBe(200)
  expect(read(await jobNow(server, dealer, ours._id))[0]).toEqual([
    'Datsun Go',
    2,
    'refused',
    'Not sold here',
  ])
  expect(read(await jobNow(server, other, theirs._id))[0]?.[2]).toBe('refused')
  await propose(theirs, other)
  expect((await queue()).map(({ model }) => model)).toEqual(['Go+'])
  const counts = await server.call(countsRoutes.getCounts, { token: who.ann })
  expect(counts.reply.data.names_open).toBe(1)
})

test('A name is decided once, though what was refused may be accepted later', async () => {
  await propose(await trial(), dealer)
  const [go, plus] = [await idOf('Go'), await idOf('Go+')]
  const both = await Promise.all([accept(go, 'Datsun', 'Go'), accept(go, 'Datsun', 'Go', 'ben')])
  expect(oneWon(both.map(({ status }) => status))).toBe(true)
  expect((await refuse(go, 'No')).error.code).toBe('decided_meanwhile')
  const again = await accept(plus, 'DATSUN', 'go')
  expect(again.error.fields?.model).toMatch(/^This model is there already. Choose it with “Same as …”/)
  await refuse(plus, 'No')
  expect((await accept(plus, 'datsun', 'Go+')).reply.msg).toBe('Datsun Go+ is added.')
  expect((await accept('nothing', 'A', 'B')).error.code).toBe('not_found')
})

test('A dealer can propose only names in their rows, and only a limited number', async () => {
  const first = await trial()
  const strange = await propose(first, dealer, [{ ...first.unknown_names[0]!, model: 'Cherry' }])
  expect(strange.error.code).toBe('not_found')
  await server.db.run({
    text: `insert into proposed_names (id, name_key, make, model, created_at)
      select 'n' || i, 'a ' || i, 'A', i::text, now() from generate_series(1, $1) i`,
    values: [importLimits.openNames - 1],
  })
  await server.db.run({
    text: `insert into name_proposers (name_id, dealer, import_id, rows, example, created_at)
      select id, 'dealer', 'i', 1, '', now() from proposed_names`,
  })
  const full = await propose(first, dealer)
  expect(full.error.msg).toMatch(/^You can wait for up to 200 names at a time/)
  expect((await propose(first, dealer, first.unknown_names.slice(0, 1))).status).toBe(200)
  // A name that the dealer has already proposed takes no further place.
  expect((await propose(first, dealer, first.unknown_names.slice(0, 1))).status).toBe(200)
})

test('Asking twice with one key asks once, and is answered with the same', async () => {
  const first = await trial()
  const key = { 'idempotency-key': '"names-1"' }
  const one = await propose(first, dealer, first.unknown_names, key)
  const two = await propose(first, dealer, first.unknown_names, key)
  expect(two.reply).toEqual(one.reply)
  expect(await queue()).toHaveLength(2)
})

test('What is no name is not offered: prices, tags, addresses, long texts', async () => {
  const cars = ['Datsun,R289900', 'Datsun,<b>Go</b>', 'Datsun,a@b.example', `Datsun,${'x'.repeat(41)}`]
  const odd = await trial(tableOf([...cars, '12345,Go', `${'x'.repeat(41)},Go`]))
  expect(odd.counts.refused).toBe(6)
  expect(odd.unknown_names).toEqual([])
})
