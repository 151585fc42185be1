import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { chromiumPath } from '../tests/support/browser.ts'
import { startServer } from '../tests/support/server.ts'
import { readAnswers } from './first-view/answers.ts'
import { registerPath, startFloorServer } from './first-view/floor-server.ts'
import { publicRoutes, type PublicRoute } from './first-view/floors.ts'
import { openBenchPhone, type BenchPhone, type Manner } from './first-view/phone.ts'
import { nothing, showResults, type Measured, type Result } from './first-view/results.ts'
import { openSlowLink, slow4G, type SlowLink } from './first-view/slow-link.ts'

/**
 * Measures the first view of the six public routes on a phone: cold, on the second visit and offline. It compares the app
 * with hand-written pages of the same contents without scripts, and with the same pages behind a small service worker,
 * alternating in one run.
 * `-- first-view --rounds 5 --routes /listings,/ --stages cold,tap,second,offline --density 3 --slower 4 --json file`.
 * Prints medians, ranges and ratios; times are never judged.
 */
const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    routes: { type: 'string' },
    stages: { type: 'string', default: 'cold,tap,second,offline' },
    density: { type: 'string', default: '3' },
    slower: { type: 'string', default: '4' },
    quiet: { type: 'string', default: '7000' },
    patience: { type: 'string', default: '45000' },
    json: { type: 'string' },
  },
})
const rounds = Number(given.rounds)
const stages = new Set(given.stages.split(','))
const later = stages.has('second') || stages.has('offline')
const manner: Manner = {
  slower: Number(given.slower),
  density: Number(given.density),
  quietMs: Number(given.quiet),
  patienceMs: Number(given.patience),
}
/** A page without scripts loads only its pictures, so a shorter quiet period is enough. */
const briefly: Manner = { ...manner, quietMs: 1500 }

const server = await startServer()
const all = publicRoutes(await readAnswers(server.origin))
const chosen = given.routes?.split(',')
const routes = all.filter(({ name, path }) => !chosen || chosen.includes(name) || chosen.includes(path))
if (routes.length === 0) throw new Error(`No such route. Known: ${all.map(({ name }) => name).join(', ')}`)
const floors = await startFloorServer(all, server.origin)
const appLink = await openSlowLink(server.origin)
const floorLink = await openSlowLink(floors.origin)
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    // Automation enables the inspector, for which V8 looks up where each `Error` was created. For the errors that React
    // creates during its evaluation V8 parses all of React again, unless it stores the positions. No real phone does that.
    '--js-flags=--no-enable-lazy-source-positions',
  ],
})

async function withPhone(
  link: SlowLink,
  route: PublicRoute,
  o: Manner,
  work: (phone: BenchPhone) => Promise<void>,
): Promise<void> {
  const phone = await openBenchPhone(browser, link, route, o)
  try {
    await work(phone)
  } finally {
    await phone.dispose()
  }
}

/** Measures the visits after the first one, each with a new page and a restarted worker. */
async function comeBack(phone: BenchPhone, into: Measured): Promise<void> {
  await phone.leave()
  into.second.push(await phone.visit())
  if (!stages.has('offline')) return
  await phone.leave()
  await phone.loseSignal()
  into.offline.push(await phone.visit())
}

async function round({ route, floor, withWorker, app }: Result): Promise<void> {
  await withPhone(floorLink, route, briefly, async (phone) => void floor.cold.push(await phone.visit()))
  if (later)
    await withPhone(floorLink, route, briefly, async (phone) => {
      await phone.prepare(registerPath)
      await comeBack(phone, withWorker)
    })
  await withPhone(appLink, route, manner, async (phone) => {
    app.cold.push(await phone.visit())
    if (later) await phone.settle()
    if (stages.has('tap')) app.atRest.push(await phone.tapAtRest())
    if (later) await comeBack(phone, app)
  })
  if (stages.has('tap'))
    await withPhone(appLink, route, manner, async (phone) => void app.atOnce.push(await phone.tapAtOnce()))
}

const failures: string[] = []
const results: Result[] = routes.map((route) => ({
  route,
  floor: nothing(),
  withWorker: nothing(),
  app: nothing(),
}))
try {
  console.log(
    `${rounds} rounds by turns; ${slow4G.latencyMs} ms, ${slow4G.downBitsPerSecond / 1e6} Mbps down, ${slow4G.upBitsPerSecond / 1e3} kbps up; processor ${manner.slower} times slower; 390 × 844 at ${manner.density}; load of this machine ${loadavg()
      .map((l) => l.toFixed(1))
      .join(' ')}`,
  )
  // The server renders a document at its first request.
  for (const { route } of results)
    for (const link of [floorLink, appLink])
      await withPhone(link, route, { ...briefly, slower: 1 }, (phone) => phone.warm())
  for (let n = 0; n < rounds; n++)
    for (const result of results) {
      console.log(`round ${n + 1} of ${rounds}: ${result.route.name}`)
      // The results of a failed round are kept, and the next round runs normally.
      await round(result).catch((error: unknown) => {
        console.log(`FAILED ${String(error)}`)
        failures.push(`${result.route.name}, round ${n + 1}: ${String(error)}`)
      })
      const { floor, app } = result
      const lcp = (measured: Measured) => measured.cold.at(-1)?.lcp.toFixed(0) ?? 'none'
      console.log(`  cold largest paint ${lcp(app)} ms, without script ${lcp(floor)} ms`)
    }
} finally {
  await browser.close()
  await Promise.all([appLink.close(), floorLink.close(), floors.close()])
  await server.stop()
}
showResults(results, { stages, quietMs: manner.quietMs })
for (const failure of failures) console.log(`FAILED ${failure}`)
if (given.json !== undefined)
  writeFileSync(
    given.json,
    JSON.stringify(
      results.map(({ route: { name, path }, ...measured }) => ({ name, path, ...measured })),
      null,
      1,
    ),
  )
