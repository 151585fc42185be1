import { afterAll, beforeAll, expect, test } from 'vitest'
import { basePath } from '#contract/http.ts'
import { importOptions, type ImportProblem, noCounts } from '#contract/selling/import.ts'
import type { User } from '#contract/users/users.ts'
import { addJob, findJob, moveJob } from '../../server/import/jobs/jobs-store.ts'
import { pageOfReport, problemPages, shortenReports } from '../../server/import/jobs/problems-store.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { imported, tableOf } from '../support/import.ts'
import { addUser, furnish } from '../support/motorkin.ts'

let server: TestServer
let dealer: User
beforeAll(async () => {
  server = await testServer({ seed: async ({ db }) => void (await furnish(db)) })
  dealer = await addUser(server.db, { id: 'dealer', businessname: 'Cars & Co', city: 'Pretoria' })
  await server.db.run({ text: "update users set province = 'Gauteng'" })
})
afterAll(() => server.close())

const problem = (line: number, column: string, reason: string): ImportProblem => ({
  line,
  stock_no: `S${line}`,
  column,
  value: '100%_\\',
  reason,
  kind: 'refused',
})

/** Creates a job with these problems, as its batches stored them. */
async function jobWith(id: string, problems: readonly ImportProblem[], hour: number): Promise<void> {
  const { db } = server
  const now = new Date(Date.UTC(2026, 2, 1, hour))
  const options = importOptions.parse({})
  await addJob(db, { id, dealer: 'dealer', file_name: 'a.csv', bytes: 0, dry_run: true, options, now })
  await db.run({ text: "update imports set state = 'running' where id = $1", values: [id] })
  for (let from = 0; from < problems.length; from += 2000) {
    const batch = problems.slice(from, from + 2000)
    const counts = { ...noCounts, rows: from + batch.length, refused: from + batch.length }
    await moveJob(db, { id, from, counts, progress: 0, problems: batch, rows: [], preview: [], now })
  }
  await db.run({ text: "update imports set state = 'done' where id = $1", values: [id] })
}

const reportOf = async (id: string): Promise<string[]> => {
  const { body } = await server.app.inject({
    url: `${basePath}cars/import/${id}/report`,
    headers: { authorization: `Bearer ${await server.token(dealer)}` },
  })
  return body.trimEnd().split('\r\n').slice(1)
}

const many = Array.from({ length: 12_000 }, (_, i) => {
  if (i % 3 === 0) return problem(i + 2, 'model', 'This model of 100% BMW_ is not known here.')
  if (i % 100 === 1) return problem(i + 2, 'price', `Reason ${i}.`)
  return i % 2 === 0
    ? problem(i + 2, 'stock', `Line ${i + 1} has this stock number already.`)
    : problem(i + 2, 'year', 'This is empty.')
})

test('A report holds every refused row once, by reason and then by line', async () => {
  await jobWith('whole', many, 1)
  const lines = await reportOf('whole')
  expect(lines).toHaveLength(12_000)
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(12_000)
  const columns = lines.map((line) => line.split(',')[3] ?? '')
  const runs = columns.filter((column, i) => column !== 'price' && column !== columns[i - 1])
  expect(runs.toSorted()).toEqual(['model', 'stock', 'year'])
  const ofModel = lines.filter((_, i) => columns[i] === 'model').map((line) => Number(line.split(',')[0]))
  expect(ofModel).toEqual(ofModel.toSorted((a, b) => a - b))
})

test('A report is read in pages, however long it is', async () => {
  await jobWith('paged', many.slice(0, 6000), 2)
  const job = await findJob(server.db, 'paged')
  const sizes: number[] = []
  for await (const page of problemPages(server.db, 'paged', job?.problem_groups ?? []))
    sizes.push(page.length)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(pageOfReport)
  expect(sizes.reduce((sum, n) => sum + n, 0)).toBe(6000)
})

test('The last tables of a dealer have whole reports, older ones are shortened', async () => {
  const ids = ['t1', 't2', 't3', 't4', 't5']
  for (const [i, id] of ids.entries()) await jobWith(id, i === 0 ? many : [], 3 + i)
  await shortenReports(server.db, 'dealer')
  expect(await reportOf('t1')).toHaveLength(12_000)
  expect(await reportOf('whole')).toHaveLength(10_000)
})

test('Ads that wait for room in the plan are one line of the report', async () => {
  const job = await imported(server, dealer, tableOf(5))
  expect(await reportOf(job._id)).toEqual([
    ',,Came in as inactive,,3,The plan has no room for so many more active ads.',
  ])
})
