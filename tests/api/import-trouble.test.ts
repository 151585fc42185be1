import { existsSync } from 'node:fs'
import { mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { basePath } from '#contract/http.ts'
import { importLimits, importOptions, importRoutes } from '#contract/selling/import.ts'
import type { User } from '#contract/users/users.ts'
import { buildApp } from '../../server/app.ts'
import { importRows, type ImportRun } from '../../server/import/import-rows.ts'
import { ImportRunner } from '../../server/import/jobs/import-runner.ts'
import { importFiles } from '../../server/import/jobs/import-files.ts'
import { addJob, restartJob } from '../../server/import/jobs/jobs-store.ts'
import { dealerById } from '../../server/import/stock-store.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { type Db, type Sql, sqlForms } from '../../server/kernel/db/sql.ts'
import { callerOf, testDeps, type TestDeps, type TestServer } from '../support/api.ts'
import { imported, jobDone, sendTable, tableHead, tableOf, tableRow } from '../support/import.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'

/** Failures around an import: of the database, by concurrent requests, by a process that dies. */

const count = z.object({ n: z.int() })
const counts = { rows: 0, added: 0, changed: 0, unchanged: 0, refused: 0, inactive: 0, doubles: 0 }
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

interface Stage extends TestDeps {
  dealer: User
}
let made: TestDeps
beforeAll(async () => {
  made = await testDeps({ seed: async ({ db }) => void (await furnish(db)) })
})
afterAll(() => made.end())

/** Returns a dealer without data. */
async function stage(): Promise<Stage> {
  const { db, config } = made.deps
  await db.run({ text: "delete from users where id = 'dealer'; delete from idempotency" })
  await rm(join(config.dataDir, 'imports'), { recursive: true, force: true })
  const dealer = await addUser(db, { id: 'dealer', kind: 'dealer', city: 'Pretoria' })
  await db.run({ text: "update users set province = 'Gauteng'" })
  await subscribe(db, 'dealer', 'platinum', { until: '2027-01-01T00:00:00Z' })
  return { ...made, dealer }
}

/** Returns a server over the existing data, optionally with another database connection. */
async function serverOver({ deps, clock }: TestDeps, db: Db = deps.db): Promise<TestServer> {
  const own = { ...deps, db }
  const app = await buildApp(own, { limits: false, checkReplies: true })
  await app.ready()
  const close = () => app.close()
  ends.push(close)
  const token: TestServer['token'] = (user, life = 3600) => issueToken(user, own, life)
  return { app, db, deps: own, clock, call: callerOf(app), token, close }
}

/** Wraps the database so that some of its calls do more. */
const over = <T extends Db | Sql>(db: T, more: Partial<Db>): T =>
  new Proxy(db, {
    get: (target, name, self: T) => {
      const forms = sqlForms(self)
      const known: unknown = Reflect.get({ ...forms, ...more }, name) ?? Reflect.get(target, name)
      return typeof known === 'function' ? (known.bind(target) as unknown) : known
    },
  })

async function runOf(s: Stage, text: string, more: Partial<ImportRun> = {}): Promise<ImportRun> {
  const dealer = await dealerById(s.deps.db, 'dealer')
  if (!dealer) throw new Error('nobody')
  const path = join(s.deps.config.dataDir, 'stock.csv')
  await writeFile(path, text)
  return { path, fileName: 'stock.csv', dealer, options: importOptions.parse({}), dryRun: false, ...more }
}
const carsOf = async ({ deps: { db } }: TestDeps) =>
  (await db.row(count, { text: "select count(*)::int as n from cars where creator = 'dealer'" }))?.n
const jobsLike = (s: Stage, n: number, state: string) =>
  s.deps.db.run({
    text: `insert into imports (id, dealer, file_name, bytes, state, dry_run, options, counts, created_at, updated_at)
      select '${state}' || n, 'dealer', 'x', 1, '${state}', true, '{}', $2, $1, $1 from generate_series(1, ${n}) n`,
    values: [s.clock.now(), JSON.stringify(counts)],
  })

test('A table with an emoji at every place of truncation is imported', async () => {
  const s = await stage()
  const server = await serverOver(s)
  const head = `${tableHead.trim()},description,${'n'.repeat(179)}😀\n`
  const row = `${tableRow(1, { stock: `${'S'.repeat(119)}😀` }).trim()},${'d'.repeat(59)}😀,${'x'.repeat(59)}😀\n`
  const job = await imported(server, s.dealer, head + row)
  expect(job).toMatchObject({ state: 'done', failure: '', counts: { added: 1 } })
  expect((await imported(server, s.dealer, head + row)).counts).toMatchObject({ added: 0, unchanged: 1 })
})

test('Half characters and zeros in chosen options are removed without a server error', async () => {
  const s = await stage()
  const server = await serverOver(s)
  const trial = await imported(server, s.dealer, tableOf(1), 'dry_run=1')
  const columns = Object.fromEntries([
    ['\ud83d', 'price'],
    ['a\0', ''],
    ['b', 'make'],
  ])
  const run = await server.call(importRoutes.runImport, {
    params: { id: trial._id },
    body: { dry_run: true, options: { columns, values: { make: 'b\ud83dmw' } } },
    token: await server.token(s.dealer),
  })
  expect([200, 400, 422]).toContain(run.status)
})

test('A waiting ad marked as sold stays sold when the plan has room', async () => {
  const s = await stage()
  const room = async () => 0
  await importRows(s.deps, await runOf(s, tableOf(2), { room }))
  await s.deps.db.run({ text: "update cars set status = 'sold' where price = 100001" })
  const later = await importRows(s.deps, await runOf(s, tableOf(2)))
  expect(later.counts).toMatchObject({ changed: 1, unchanged: 1 })
  const sold = { text: "select count(*)::int as n from cars where status = 'sold'" }
  expect(await s.deps.db.row(count, sold)).toEqual({ n: 1 })
})

test('Ads that are sold take no room from those that a table brings', async () => {
  const s = await stage()
  await importRows(s.deps, await runOf(s, tableOf(2)))
  await s.deps.db.run({ text: "update cars set status = 'sold'; delete from subscriptions" })
  const server = await serverOver(s)
  expect((await imported(server, s.dealer, tableOf(5))).counts).toMatchObject({ added: 3, inactive: 1 })
})

test('The report of an id that can be none is not there', async () => {
  const s = await stage()
  const server = await serverOver(s)
  const headers = { authorization: `Bearer ${await server.token(s.dealer)}` }
  const answer = await server.app.inject({ url: `${basePath}cars/import/%00/report`, headers })
  expect(answer.statusCode).toBe(404)
})

test('An ad that its dealer deletes during its import returns, and the import continues', async () => {
  const s = await stage()
  await importRows(s.deps, await runOf(s, tableOf(3)))
  const db = over(s.deps.db, {
    tx: (work) =>
      s.deps.db.tx((sql) =>
        work(
          over(sql, {
            rows: async (row, statement) => {
              if (statement.name === 'import-held-cars') {
                await sql.run({ text: 'delete from cars where price = 100002' })
              }
              return sql.rows(row, statement)
            },
          }),
        ),
      ),
  })
  const next = tableOf(3).replace(tableRow(2), tableRow(2, { price: 500_000 }))
  const done = await importRows({ ...s.deps, db }, await runOf(s, next))
  expect(done.counts).toMatchObject({ added: 1, changed: 0, unchanged: 2 })
  expect(await carsOf(s)).toBe(3)
})

test('A table sent again after its answer was lost is the same import', async () => {
  const s = await stage()
  let away = false
  const db = over(s.deps.db, {
    tx: async (work) => {
      const done = await s.deps.db.tx(work)
      if (!away) return done
      away = false
      throw new AppError('unavailable')
    },
  })
  const server = await serverOver(s, db)
  away = true
  expect((await sendTable(server, s.dealer, tableOf(2), { key: 'lost' })).status).toBe(503)
  const again = await sendTable(server, s.dealer, tableOf(2), { key: 'lost' })
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect((await jobDone(server, s.dealer, again.body.data._id)).counts).toMatchObject({ added: 2 })
})

test('A checked table chosen while another one arrives keeps its file', async () => {
  const s = await stage()
  let chosen: string | undefined
  const db = over(s.deps.db, {
    rows: async (row, statement) => {
      const found = await s.deps.db.rows(row, statement)
      if (statement.name === 'import-jobs' && chosen !== undefined) {
        const options = importOptions.parse({})
        await s.deps.db.tx((sql) =>
          restartJob(sql, { id: chosen ?? '', dryRun: true, options, now: s.clock.now() }),
        )
      }
      return found
    },
  })
  const server = await serverOver(s, db)
  chosen = (await imported(server, s.dealer, tableOf(1), 'dry_run=1'))._id
  await sendTable(server, s.dealer, tableOf(2), { query: 'dry_run=1' })
  expect(existsSync(importFiles(s.deps.config).pathOf(chosen))).toBe(true)
})

test('An imported table is not read again, even when its file still exists', async () => {
  const s = await stage()
  const server = await serverOver(s)
  const { _id: id } = await imported(server, s.dealer, tableOf(1))
  await importFiles(s.deps.config).keep(id, Buffer.from(tableOf(1)))
  const run = await server.call(importRoutes.runImport, {
    params: { id },
    body: { dry_run: true, options: {} },
    token: await server.token(s.dealer),
  })
  expect(run.error.code).toBe('gone')
})

test('Rereading a saved table counts towards the limit of simultaneous imports', async () => {
  const s = await stage()
  const server = await serverOver(s)
  const { _id: id } = await imported(server, s.dealer, tableOf(1), 'dry_run=1')
  await jobsLike(s, 3, 'waiting')
  const run = await server.call(importRoutes.runImport, {
    params: { id },
    body: { dry_run: true, options: {} },
    token: await server.token(s.dealer),
  })
  expect(run.error.code).toBe('rate_limited')
})

test('Simultaneous tables cannot exceed a dealer’s daily limit', async () => {
  const s = await stage()
  const server = await serverOver(s)
  await jobsLike(s, importLimits.perDay - 1, 'failed')
  const sent = await Promise.all(Array.from({ length: 5 }, () => sendTable(server, s.dealer, tableOf(1))))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(sent.filter(({ status }) => status === 429)).toHaveLength(4)
})

test('The sweep deletes partial files of a dead process, but no arriving ones', async () => {
  const s = await stage()
  const files = importFiles(s.deps.config)
  await files.keep('whole', Buffer.from('a'))
  const half = (name: string) => `${files.pathOf(name)}.part`
  for (const name of ['old', 'new']) await writeFile(half(name), 'a')
  const before = Date.now() / 1000 - 7200
  await utimes(half('old'), before, before)
  await new ImportRunner(s.deps, files, { error: () => undefined }).sweep()
  expect([existsSync(half('old')), existsSync(half('new')), files.has('whole')]).toEqual([false, true, true])
})

test('A disk that takes no table is not blamed on the dealer', async () => {
  const s = await stage()
  const files = importFiles(s.deps.config)
  const path = files.pathOf('stuck')
  await mkdir(dirname(path), { recursive: true })
  await symlink(join(path, 'nowhere'), `${path}.part`)
  await expect(files.keep('stuck', Buffer.from('a'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('A too long table is read up to the row limit and says so', async () => {
  const s = await stage()
  const run = importRows(s.deps, await runOf(s, tableOf(30), { batch: 10, mostRows: 25 }))
  await expect(run).rejects.toThrow('up to 25 rows')
  expect(await carsOf(s)).toBe(25)
})

test('Work that comes in while the runner is just done is not forgotten', async () => {
  const s = await stage()
  const files = importFiles(s.deps.config)
  await files.keep('late', Buffer.from(tableOf(1)))
  for (let ticks = 0; ticks < 12; ticks += 1) {
    let looks = 0
    const rows: Db['rows'] = async () => {
      looks += 1
      return []
    }
    const runner = new ImportRunner({ ...s.deps, db: over(s.deps.db, { rows }) }, files, {
      error: () => undefined,
    })
    runner.kick()
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve()
    const before = looks
    runner.kick()
    await new Promise((next) => setImmediate(next))
    await runner.stop()
    expect(looks, `after ${ticks} ticks`).toBeGreaterThan(before)
  }
})

test('An interrupted trial starts over and counts room and problems over all rows', async () => {
  const s = await stage()
  const files = importFiles(s.deps.config)
  await s.deps.db.run({ text: "delete from subscriptions where user_id = 'dealer'" })
  const { size } = await files.keep('trial', Buffer.from(tableOf(150) + tableRow(151, { model: 'nonesuch' })))
  const options = importOptions.parse({})
  const job = { id: 'trial', dealer: 'dealer', file_name: 'a.csv', bytes: size, dry_run: true, options }
  await addJob(s.deps.db, { ...job, now: s.clock.now() })
  // A process that died after its first hundred rows leaves this state.
  await s.deps.db.run({
    text: "update imports set state = 'running', rows_done = 100, problem_count = 98, counts = $1",
    values: [JSON.stringify({ ...counts, rows: 100, added: 100, inactive: 98 })],
  })
  const done = await jobDone(await serverOver(s), s.dealer, 'trial')
  expect(done.counts).toMatchObject({ rows: 151, added: 150, refused: 1, inactive: 148 })
  expect([done.state, done.problem_count]).toEqual(['done', 1])
})
