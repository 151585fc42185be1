import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { basePath } from '#contract/http.ts'
import { importReportPath, importRoutes } from '#contract/selling/import.ts'
import type { User } from '#contract/users/users.ts'
import { buildApp } from '../../server/app.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { callerOf, testDeps, type TestDeps, type TestServer } from '../support/api.ts'
import { imported, jobDone, jobNow, sendTable, tableHead, tableOf, tableRow } from '../support/import.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'
import { type Cell, workbookOf, workbookOfText, zipOf } from '../support/workbooks.ts'

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const damaged = 'This workbook is damaged. Open it, save it again and choose that file.'
const count = z.object({ n: z.int() })
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function world(): Promise<{ w: TestDeps; dealer: User }> {
  const w = await testDeps({ seed: async ({ db }) => void (await furnish(db)) })
  ends.push(w.end)
  const { db } = w.deps
  const dealer = await addUser(db, { id: 'dealer', kind: 'dealer', city: 'Pretoria' })
  await db.run({ text: "update users set province = 'Gauteng'" })
  await subscribe(db, 'dealer', 'platinum', { until: '2027-01-01T00:00:00Z' })
  return { w, dealer }
}
async function serverOver({ deps, clock }: TestDeps): Promise<TestServer> {
  const app = await buildApp(deps, { limits: false, checkReplies: true })
  await app.ready()
  const close = () => app.close()
  ends.push(close)
  const token: TestServer['token'] = (user, life = 3600) => issueToken(user, deps, life)
  return { app, db: deps.db, deps, clock, call: callerOf(app), token, close }
}
const carsOf = async ({ deps: { db } }: TestDeps) =>
  (await db.row(count, { text: "select count(*)::int as n from cars where creator = 'dealer'" }))?.n

test('A workbook is checked and imported like any table, and problems name its rows', async () => {
  const { w, dealer } = await world()
  const server = await serverOver(w)
  const bad = tableRow(9, { model: 'nonesuch' })
  const book = await workbookOfText(`Cars & Co\n\n${tableHead}${tableRow(1)}\n${bad}${tableRow(2)}`, 'Used')
  // The app sends every file like this.
  const o = { query: 'dry_run=1&name=used.xlsx', type: 'application/gzip' }
  const sent = await sendTable(server, dealer, gzipSync(book), o)
  const trial = await jobDone(server, dealer, sent.body.data._id)
  expect(trial).toMatchObject({ state: 'done', reading: { sheet: 'Used', header_line: 3 } })
  expect(trial.counts).toMatchObject({ rows: 3, added: 2, refused: 1 })
  expect(trial.preview.map(({ line, price }) => [line, price])).toEqual([
    [4, 100_001],
    [7, 100_002],
  ])
  const token = await server.token(dealer)
  const run = { params: { id: trial._id }, body: { dry_run: false, options: trial.options }, token }
  await server.call(importRoutes.runImport, run)
  const done = await jobDone(server, dealer, trial._id)
  expect(done.problems.map(({ line, column }) => [line, column])).toEqual([[6, 'model']])
  expect(done).toMatchObject({ counts: { added: 2, refused: 1 }, reading: { sheet: 'Used' } })
  const url = basePath + importReportPath(trial._id)
  const report = await server.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect(report.body).toContain('6,S9,Refused,model,nonesuch')
  expect(await carsOf(w)).toBe(2)
})

test('The same stock as a workbook changes nothing that came in as CSV', async () => {
  const { w, dealer } = await world()
  const server = await serverOver(w)
  await imported(server, dealer, tableOf(20))
  const sent = await sendTable(server, dealer, await workbookOfText(tableOf(20)), { type: workbookType })
  const again = await jobDone(server, dealer, sent.body.data._id)
  expect(again.counts).toMatchObject({ rows: 20, added: 0, changed: 0, unchanged: 20 })
})

test('A workbook that a restart interrupts goes on where it was: every row once', async () => {
  const { w, dealer } = await world()
  const first = await serverOver(w)
  const book = await workbookOfText(tableOf(600))
  const sent = await sendTable(first, dealer, book, { type: workbookType })
  const id = sent.body.data._id
  // The server stops once before the workbook becomes a table, and once in the middle of the table.
  await first.close()
  expect(await carsOf(w)).toBe(0)
  const second = await serverOver(w)
  while ((await jobNow(second, dealer, id)).counts.rows === 0) await pause(5)
  await second.close()
  expect(await carsOf(w)).toBeLessThan(600)
  const job = await jobDone(await serverOver(w), dealer, id)
  expect(job).toMatchObject({ state: 'done', reading: { sheet: 'Stock' } })
  expect(job.counts).toMatchObject({ rows: 600, added: 600, unchanged: 0 })
  expect(await carsOf(w)).toBe(600)
})

test('An unreadable workbook is refused with a sentence that says what to do', async () => {
  const { w, dealer } = await world()
  const server = await serverOver(w)
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
  const locked = Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le')])
  const refused = await sendTable(server, dealer, locked, { type: 'application/vnd.ms-excel' })
  expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed'])
  const sentence = 'This workbook is protected by a password. Save it without one and choose it again.'
  expect(refused.body).toMatchObject({ msg: sentence, fields: { file: sentence } })
  const broken = (await workbookOfText(tableOf(5))).subarray(0, -50)
  expect(await imported(server, dealer, broken)).toMatchObject({ state: 'failed', failure: damaged })
})

test('Other kinds of spreadsheets are refused by name, with how to save them', async () => {
  const { w, dealer } = await world()
  const server = await serverOver(w)
  const opened = {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': '<office:document-content/>',
  }
  const kinds = {
    'an OpenDocument spreadsheet (.ods)': await zipOf(opened, ['mimetype']),
    'a binary workbook (.xlsb)': await zipOf({ '[Content_Types].xml': '<Types/>', 'xl/workbook.bin': 'x' }),
    'a spreadsheet of Numbers': await zipOf({ 'Index/Document.iwa': 'x' }),
  }
  for (const [what, bytes] of Object.entries(kinds)) {
    const sentence = `This is ${what}. Open it, save it as .xlsx or .csv and choose that file.`
    // A program and the app send the file differently.
    for (const [sent, type] of [
      [bytes, workbookType],
      [gzipSync(bytes), 'application/gzip'],
    ] as const) {
      const { status, body } = await sendTable(server, dealer, sent, { type })
      expect([status, body]).toMatchObject([422, { msg: sentence, fields: { file: sentence } }])
    }
  }
  expect(await server.db.row(count, { text: 'select count(*)::int as n from imports' })).toEqual({ n: 0 })
})

test.each([true, false])(
  'An unreadable workbook is not read again, and says why (trial: %s)',
  async (dry_run) => {
    const { w, dealer } = await world()
    const server = await serverOver(w)
    const broken = (await workbookOfText(tableOf(5))).subarray(0, -50)
    const { _id: id, options } = await imported(server, dealer, broken, `dry_run=${Number(dry_run)}`)
    const token = await server.token(dealer)
    const again = await server.call(importRoutes.runImport, {
      params: { id },
      body: { dry_run, options },
      token,
    })
    expect([again.status, again.error.code]).toEqual([410, 'gone'])
    expect(again.error.msg).toContain(damaged)
    expect(await jobNow(server, dealer, id)).toMatchObject({ state: 'failed', failure: damaged })
    await expect.poll(() => readdirSync(join(w.deps.config.dataDir, 'imports'))).toEqual([])
  },
)

test('An error of a formula is told as empty, and stands in no ad', async () => {
  const { w, dealer } = await world()
  const server = await serverOver(w)
  const error: Cell = { type: 'e', inside: '<f>1/0</f><v>#REF!</v>' }
  const names = ['stock', 'make', 'model', 'year', 'price', 'mileage', 'colour']
  const rows: Cell[][] = [names, ['S1', 'bmw', 'x5', 2019, 100_000, error, 'red']]
  rows.push(['S2', 'bmw', 'x5', 2019, 100_000, 40_000, error])
  const job = await imported(server, dealer, await workbookOf({ sheets: [{ name: 'Stock', rows }] }))
  expect(job.problems).toMatchObject([{ line: 2, column: 'mileage', value: '', reason: 'This is empty.' }])
  expect(job.counts).toMatchObject({ added: 1, refused: 1 })
  const text = { text: "select exteriorcolor as colour from cars where creator = 'dealer'" }
  expect(await w.deps.db.rows(z.object({ colour: z.string() }), text)).toEqual([{ colour: 'Not stated' }])
})
