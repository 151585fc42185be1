import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { z } from 'zod/mini'
import { chromiumPath } from '../tests/support/browser.ts'
import { startServer } from '../tests/support/server.ts'
import { readAnswers } from './first-view/answers.ts'
import { publicRoutes } from './first-view/floors.ts'
import { figure, median, table } from './first-view/report.ts'

/**
 * Runs Lighthouse for a phone on the six public routes; prints the medians of its scores and its findings.
 * `-- lighthouse --rounds 3 --routes /listings,/`. npx downloads exactly this version at the first use, because as a
 * dependency it would add 200 packages to every installation. Results are not judged.
 */
const version = '12.8.2'
const { values: given } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, routes: { type: 'string' } },
})
const rounds = Number(given.rounds)

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const score = z.nullable(z.number())
const result = z.object({
  runtimeError: z.optional(z.object({ message: z.string() })),
  categories: z.record(
    z.string(),
    z.object({ score, auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) }),
  ),
  audits: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score,
      scoreDisplayMode: z.string(),
      displayValue: z.optional(z.string()),
      numericValue: z.optional(z.number()),
    }),
  ),
})
type Report = z.output<typeof result>

const metrics = [
  ['first-contentful-paint', 'FCP, ms'],
  ['largest-contentful-paint', 'LCP, ms'],
  ['total-blocking-time', 'TBT, ms'],
  ['speed-index', 'speed index'],
  ['interactive', 'interactive, ms'],
] as const

const folder = mkdtempSync(join(tmpdir(), 'motorkin-bench-lighthouse-'))
/** Returns a report of one address. Chromium's trace sometimes misses the start of a navigation; the run is then repeated. */
async function lighthouse(url: string, left = 3): Promise<Report> {
  const path = join(folder, 'report.json')
  const flags =
    '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
  const args = [
    '--yes',
    `lighthouse@${version}`,
    url,
    '--quiet',
    '--output=json',
    `--output-path=${path}`,
    `--only-categories=${categories.join(',')}`,
    `--chrome-flags=${flags}`,
  ]
  try {
    await promisify(execFile)('npx', args, { env: { ...process.env, CHROME_PATH: chromiumPath() } })
  } catch (error) {
    if (left === 0 || !String(error).includes('NO_NAVSTART')) throw error
    console.log('no start of the navigation in the trace: again')
    return lighthouse(url, left - 1)
  }
  const report = result.parse(JSON.parse(readFileSync(path, 'utf8')))
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`)
  return report
}

/** Returns the audits with a score below 0.9 that count in a category, with the number of affected rounds. */
function wrongIn(reports: readonly Report[]): string[] {
  const found = new Map<string, { words: string; rounds: number }>()
  for (const { audits, categories: parts } of reports) {
    const refs = Object.values(parts).flatMap(({ auditRefs }) => auditRefs)
    for (const id of new Set(refs.map((ref) => ref.id))) {
      const audit = audits[id]
      if (!audit || audit.score === null || audit.score >= 0.9) continue
      if (['informative', 'notApplicable', 'manual'].includes(audit.scoreDisplayMode)) continue
      const words = `${id}: ${audit.title}${audit.displayValue === undefined ? '' : ` (${audit.displayValue})`}`
      found.set(id, { words, rounds: (found.get(id)?.rounds ?? 0) + 1 })
    }
  }
  return [...found.values()].map(({ words, rounds: times }) => `${times} of ${reports.length}  ${words}`)
}

const server = await startServer()
try {
  const all = publicRoutes(await readAnswers(server.origin))
  const chosen = given.routes?.split(',')
  const routes = all.filter(({ name, path }) => !chosen || chosen.includes(name) || chosen.includes(path))
  const reports = new Map<string, Report[]>(routes.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const { name, path } of routes) {
      console.log(`round ${round + 1} of ${rounds}: ${name}`)
      reports.get(name)?.push(await lighthouse(server.origin + path))
    }
  const rows = [...reports]
  const points = (one: Report, part: string) => (one.categories[part]?.score ?? Number.NaN) * 100
  table(
    `Lighthouse ${version}, phone, medians of ${rounds}`,
    ['', ...categories, ...metrics.map(([, words]) => words), 'layout shift'],
    rows.map(([name, list]) => [
      name,
      ...categories.map((part) => figure(list.map((one) => points(one, part)))),
      ...metrics.map(([id]) =>
        String(Math.round(median(list.map((one) => one.audits[id]?.numericValue ?? Number.NaN)))),
      ),
      median(list.map((one) => one.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN)).toFixed(4),
    ]),
  )
  for (const [name, list] of rows) {
    const wrong = wrongIn(list)
    console.log(`\n${name}: ${wrong.length === 0 ? 'nothing wrong' : ''}`)
    for (const line of wrong) console.log(`  ${line}`)
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
