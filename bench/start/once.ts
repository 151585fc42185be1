// One start of a server on a filled database: the time until lists come from memory, and the latency of lists until then.
import { statSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { mountList } from '../../server/cars/list/list-routes.ts'
import { baseApp } from '../../server/kernel/base-app.ts'
import { readConfig } from '../../server/kernel/config.ts'
import { openDb } from '../../server/kernel/db/open.ts'

export interface Job {
  dir: string
  file: string
  /** Whether to wait until the index file is written. */
  write: boolean
}
export interface Start {
  cars: number
  fromFile: boolean
  /**
   * Milliseconds from the start of the process until the server listens; `memory` counts from then until lists come from
   * memory.
   */
  open: number
  memory: number
  /** CPU milliseconds during `memory`, including the embedded database and the requests of that time. */
  cpu: number
  /** Median milliseconds of a list before lists come from memory; `after` is the median afterwards. */
  before: number | undefined
  after: number
  /** Number of lists that were refused meanwhile, because the database was too busy. */
  refused: number
  /** Longest block of the event loop during loading, in ms. */
  pause: number
  /** Duration, longest block and size of the index file's writing, when it was awaited. */
  write: { ms: number; pause: number; bytes: number } | undefined
  /** Resident memory of the process at the end, in MB. */
  rss: number
}

const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]
const questions = [
  {},
  { sortBy: 'price_low_high' },
  { fueltype: ['Diesel'] },
  { max_price: 200_000 },
  { page: 7 },
]

async function once({ dir, file, write }: Job): Promise<Start> {
  const db = await openDb({ dataDir: dir, databaseUrl: undefined }, { info: () => {}, error: () => {} })
  const result = readConfig({
    AUTH_SECRET: 'x'.repeat(40),
    LOG_LEVEL: 'silent',
    LIST_INDEX_FILE: file,
    LIST_INDEX_MAX_CARS: '10000000',
  })
  if (!result.ok) throw new Error(result.problems.join('\n'))
  const deps = { config: result.config, db, now: () => new Date(), newId: () => '', log: false }
  const { app } = await baseApp(deps, { limits: false, checkReplies: false })
  const writes = { first: write ? 0 : 1e9, next: 1e9 }
  const { live } = mountList(app, deps, { checkReplies: false, writes })
  const delays = monitorEventLoopDelay({ resolution: 1 })
  let asked = 0
  let refused = 0
  const ask = async () => {
    const from = performance.now()
    const payload = questions[asked % questions.length] ?? {}
    asked += 1
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/v1/cars/get-car-list', payload })
    if (statusCode === 503) refused += 1
    else if (statusCode !== 200) throw new Error(`A list was answered with ${statusCode}.`)
    return performance.now() - from
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  const open = performance.now()
  delays.enable()
  const before: number[] = []
  const used = process.cpuUsage()
  let cpu = 0
  let memory: number | undefined
  const waiting = (async () => {
    while (!live.fresh) await pause(5)
    memory = performance.now() - open
    const { user, system } = process.cpuUsage(used)
    cpu = (user + system) / 1000
    delays.disable()
  })()
  // These requests simulate a person who looks at lists meanwhile.
  while (memory === undefined) {
    await Promise.race([pause(300), waiting])
    if (memory === undefined) before.push(await ask())
  }
  const written = write ? await waitForFile(file) : undefined
  await live.stocked
  const after: number[] = []
  for (let i = 0; i < 100; i += 1) after.push(await ask())
  const longest = delays.max / 1e6
  const { fromFile } = live.loaded
  const cars = live.state?.engine.size ?? 0
  const start = {
    cars,
    fromFile,
    open,
    memory: memory ?? 0,
    cpu,
    before: median(before),
    after: median(after) ?? 0,
    refused,
  }
  const rss = process.memoryUsage().rss / 2 ** 20
  await app.close()
  await db.close()
  return { ...start, pause: longest, write: written, rss }
}

async function waitForFile(file: string): Promise<Start['write']> {
  const there = (path: string) => statSync(path, { throwIfNoEntry: false })
  while (!there(`${file}.new`)) {
    if (there(file)) break
    await pause(2)
  }
  const from = performance.now()
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  while (!there(file)) await pause(5)
  return { ms: performance.now() - from, pause: delays.max / 1e6, bytes: there(file)?.size ?? 0 }
}

process.once('message', (job: Job) => {
  void once(job).then((start) => process.send?.(start, () => process.exit(0)))
})
