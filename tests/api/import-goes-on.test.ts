import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { importOptions } from '#contract/selling/import.ts'
import { buildApp } from '../../server/app.ts'
import { importRows } from '../../server/import/import-rows.ts'
import { ImportRunner } from '../../server/import/jobs/import-runner.ts'
import { importFiles } from '../../server/import/jobs/import-files.ts'
import { addJob, findJob } from '../../server/import/jobs/jobs-store.ts'
import { dealerById } from '../../server/import/stock-store.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { callerOf, testDeps, type TestDeps, type TestServer } from '../support/api.ts'
import { jobDone, jobNow, sendTable, tableHead, tableOf, tableRow } from '../support/import.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'
import { realTable } from '../support/real-cars.ts'

const count = z.object({ n: z.int() })
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function world(): Promise<TestDeps> {
  const made = await testDeps({ seed: async ({ db }) => void (await furnish(db)) })
  ends.push(made.end)
  return made
}

/** Returns a server over the existing data; another server may follow after its close. */
async function serverOver({ deps, clock }: TestDeps): Promise<TestServer> {
  const app = await buildApp(deps, { limits: false, checkReplies: true })
  await app.ready()
  const close = () => app.close()
  ends.push(close)
  const token: TestServer['token'] = (user, life = 3600) => issueToken(user, deps, life)
  return { app, db: deps.db, deps, clock, call: callerOf(app), token, close }
}

async function addDealer({ deps: { db } }: TestDeps) {
  const dealer = await addUser(db, { id: 'dealer', kind: 'dealer', city: 'Pretoria' })
  await db.run({
    text: "update users set province = 'Gauteng'; update plans set car_limit = 100000 where id = 'platinum'",
  })
  await subscribe(db, 'dealer', 'platinum', { until: '2027-01-01T00:00:00Z' })
  return dealer
}
const carsOf = async ({ deps: { db } }: TestDeps) =>
  (await db.row(count, { text: "select count(*)::int as n from cars where creator = 'dealer'" }))?.n

test('An import interrupted by a restart resumes and imports every row once', async () => {
  const w = await world()
  const dealer = await addDealer(w)
  const first = await serverOver(w)
  const bad = tableRow(5, { model: 'Nonesuch', stock: 'bad' })
  const sent = await sendTable(first, dealer, `${tableOf(800)}${bad}`)
  const id = sent.body.data._id
  while ((await jobNow(first, dealer, id)).counts.rows === 0) await pause(5)
  await first.close()
  const half = await carsOf(w)
  expect(half).toBeGreaterThan(0)
  expect(half).toBeLessThan(800)

  const job = await jobDone(await serverOver(w), dealer, id)
  expect(job).toMatchObject({ state: 'done', problem_count: 1 })
  expect(job.counts).toEqual({
    rows: 801,
    added: 800,
    changed: 0,
    unchanged: 0,
    refused: 1,
    inactive: 0,
    doubles: 0,
    doubtful: 0,
  })
  expect(await carsOf(w)).toBe(800)
})

test('Two processes that share a data directory bring every row once', async () => {
  const w = await world()
  const dealer = await addDealer(w)
  const one = await serverOver(w)
  const sent = await sendTable(one, dealer, tableOf(600))
  const two = await serverOver(w)
  const job = await jobDone(two, dealer, sent.body.data._id)
  expect(job.counts).toMatchObject({ rows: 600, added: 600, unchanged: 0 })
  expect(await carsOf(w)).toBe(600)
})

test(
  'Rerunning an interrupted import command adds the rest and nothing twice',
  { tags: ['full'] },
  async () => {
    const w = await world()
    await addDealer(w)
    const dealer = await dealerById(w.deps.db, 'dealer')
    if (!dealer) throw new Error('nobody')
    const path = join(w.deps.config.dataDir, 'stock.csv')
    await writeFile(path, tableOf(1000))
    const stop = new AbortController()
    const run = {
      path,
      fileName: 'stock.csv',
      dealer,
      options: importOptions.parse({}),
      dryRun: false,
      batch: 100,
    }
    const stopped = await importRows(w.deps, {
      ...run,
      signal: stop.signal,
      after: async ({ counts }) => {
        if (counts.rows >= 300) stop.abort()
      },
    })
    expect(await carsOf(w)).toBe(stopped.counts.rows)
    expect(stopped.counts.rows).toBeLessThan(1000)
    const rest = await importRows(w.deps, run)
    expect(rest.counts).toMatchObject({ unchanged: stopped.counts.rows, added: 1000 - stopped.counts.rows })
  },
)

test('A small table does not wait for the end of an earlier large one', async () => {
  const w = await world()
  const { db } = w.deps
  await addDealer(w)
  await addUser(db, { id: 'other', kind: 'dealer', city: 'Pretoria' })
  await db.run({ text: "update users set province = 'Gauteng'" })
  const files = importFiles(w.deps.config)
  const options = importOptions.parse({})
  for (const [id, dealer, rows] of [
    ['large', 'dealer', 900],
    ['later', 'dealer', 3],
    ['small', 'other', 150],
  ] as const) {
    const { size: bytes } = await files.keep(id, Buffer.from(tableOf(rows).replaceAll('\nS', `\n${id}`)))
    const job = { id, dealer, file_name: 'a.csv', bytes, dry_run: false, options, now: w.clock.now() }
    await addJob(db, job)
    w.clock.advance(1)
  }
  const runner = new ImportRunner(
    w.deps,
    files,
    { error: (error: unknown) => expect(error).toBeUndefined() },
    100,
  )
  ends.push(() => runner.stop())
  runner.kick()
  const done = async (id: string) => (await findJob(db, id))?.state === 'done'
  while (!(await done('small'))) await pause(5)
  expect((await findJob(db, 'large'))?.counts.rows).toBeLessThan(900)
  while (!(await done('later'))) await pause(5)
  expect((await findJob(db, 'large'))?.counts).toMatchObject({ rows: 900, added: 900 })
  expect((await findJob(db, 'small'))?.counts).toMatchObject({ rows: 150, added: 150 })
  expect(await carsOf(w)).toBe(903)
})

test('A finished import asks about currencies of rows that earlier turns refused', async () => {
  const w = await world()
  const { db } = w.deps
  await addDealer(w)
  await addUser(db, { id: 'other', kind: 'dealer', city: 'Pretoria' })
  await db.run({ text: "update users set province = 'Gauteng'" })
  const files = importFiles(w.deps.config)
  const lines = tableOf(2900).trimEnd().split('\n')
  for (const [line, sign] of [
    [2050, '£'],
    [2890, '$'],
  ] as const)
    lines[line] = (lines[line] ?? '').replace(/,2019,/, `,2019,${sign}`)
  for (const [id, dealer, text] of [
    ['large', 'dealer', lines.join('\n')],
    ['small', 'other', tableOf(3)],
  ] as const) {
    const { size: bytes } = await files.keep(id, Buffer.from(text))
    const options = importOptions.parse({})
    await addJob(db, { id, dealer, file_name: 'a.csv', bytes, dry_run: false, options, now: w.clock.now() })
    w.clock.advance(1)
  }
  const log = { error: (error: unknown) => expect(error).toBeUndefined() }
  const runner = new ImportRunner(w.deps, files, log, 2100)
  ends.push(() => runner.stop())
  runner.kick()
  const priceOf = (job: Awaited<ReturnType<typeof findJob>>) => job?.columns.find((c) => c.field === 'price')
  while ((await findJob(db, 'small'))?.state !== 'done') await pause(5)
  const half = await findJob(db, 'large')
  expect(half?.counts.rows).toBeLessThan(2890)
  expect(priceOf(half)?.currencies).toEqual(['GBP'])
  while ((await findJob(db, 'large'))?.state !== 'done') await pause(5)
  const job = await findJob(db, 'large')
  expect(job?.counts).toMatchObject({ rows: 2900, added: 2898, refused: 2 })
  expect(priceOf(job)?.currencies).toEqual(['GBP', 'USD'])
})

test('The sweep deletes expired unimported tables and orphaned files, but no arriving ones', async () => {
  const w = await world()
  const dealer = await addDealer(w)
  const server = await serverOver(w)
  const sent = await sendTable(server, dealer, tableHead + tableRow(1), { query: 'dry_run=1' })
  const { _id: id } = await jobDone(server, dealer, sent.body.data._id)
  await server.close()
  const files = importFiles(w.deps.config)
  await files.keep('nobodys', Buffer.from('a'))
  const runner = new ImportRunner(w.deps, files, { error: (error: unknown) => expect(error).toBeUndefined() })
  await runner.sweep()
  expect([files.has(id), files.has('nobodys')]).toEqual([true, true])
  await runner.sweep()
  expect([files.has(id), files.has('nobodys')]).toEqual([true, false])
  w.clock.advance(3 * 86_400_000)
  await runner.sweep()
  expect(files.has(id)).toBe(false)
})

test('An import whose file is lost does not wait for ever', async () => {
  const w = await world()
  await addDealer(w)
  const now = w.clock.now()
  const job = { id: 'lost', dealer: 'dealer', file_name: 'a.csv', bytes: 1, dry_run: false, now }
  await addJob(w.deps.db, { ...job, options: importOptions.parse({}) })
  w.clock.advance(3 * 86_400_000)
  await new ImportRunner(w.deps, importFiles(w.deps.config), { error: () => undefined }).sweep()
  expect(await findJob(w.deps.db, 'lost')).toMatchObject({ state: 'failed' })
})

test.runIf(realTable.isHere)(
  'Importing 2,000 rows of real cars twice changes nothing the second time',
  { tags: ['full'] },
  async () => {
    const w = await world()
    await addDealer(w)
    const dealer = await dealerById(w.deps.db, 'dealer')
    if (!dealer) throw new Error('nobody')
    const path = join(w.deps.config.dataDir, 'uk.csv')
    const text = gunzipSync(await readFile(realTable.path)).toString('utf8')
    await writeFile(path, text.split('\n').slice(0, 2001).join('\n'))
    const run = {
      path,
      fileName: 'uk.csv',
      dealer,
      options: importOptions.parse({ unit: 'miles' }),
      dryRun: false,
    }
    const { counts } = await importRows(w.deps, { ...run, addNames: true })
    expect(counts.rows).toBe(2000)
    expect(counts.added).toBeGreaterThan(1950)
    expect(await carsOf(w)).toBe(counts.added)
    const again = await importRows(w.deps, { ...run, addNames: true })
    expect(again.counts).toMatchObject({ added: 0, changed: 0, unchanged: counts.added })
  },
)
