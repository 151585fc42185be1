import { fork, type ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ListQueryInput } from '#contract/cars.ts'
import { sortValues } from '#contract/limits.ts'
import { baseApp } from '../server/kernel/base-app.ts'
import { readConfig } from '../server/kernel/config.ts'
import { migrate } from '../server/kernel/db/migrate.ts'
import { openDb } from '../server/kernel/db/open.ts'
import type { Db } from '../server/kernel/db/sql.ts'
import type { ListService } from '../server/cars/list/list-service.ts'
import { mountList } from '../server/cars/list/list-routes.ts'
import { dice, kinds } from './engine/cars.ts'
import type { Done, Job } from './list/load.ts'
import { fill, MadeUpDb } from './list/world.ts'

/**
 * What the list of cars costs: answers a second beside the same server sending bytes of the same size that are always
 * the same, in the same run. `-- list 1000000` or LIST_CARS=1000000 looks at that many as well; those are made up in
 * memory and not in a database. Prints ratios; nothing is ever judged by time.
 */
const small = 100_000
const large = Number(process.argv[2] ?? process.env['LIST_CARS'] ?? 0)
const seconds = Number(process.env['LIST_SECONDS'] ?? 4)
const rounds = Number(process.env['LIST_ROUNDS'] ?? 3)
const listPath = '/api/v1/cars/get-car-list'
const cache = join('node_modules/.cache/motorkin', `bench-list-${small}`)

const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

function bodies(seed: number, count: number, over: ListQueryInput = {}): string[] {
  const d = dice(seed)
  const names = Object.keys(kinds)
  return Array.from({ length: count }, (_, i) => {
    const kind = kinds[names[d.below(names.length)] ?? '']
    // A price that nobody asks about twice makes a question new.
    const fresh = over.facets === undefined ? { max_kms: 150_000 + ((seed * 7919 + i) % 49_999) } : {}
    const sortBy = d.roll() < 0.5 ? 'most_recent' : d.pick(sortValues)
    return JSON.stringify({
      ...fresh,
      page: d.roll() < 0.8 ? 1 : 1 + d.below(20),
      sortBy,
      ...kind?.(d),
      ...over,
    })
  })
}

interface Stand {
  app: FastifyInstance
  port: number
  list: ListService
  /** Bytes of every answer at `/still`. */
  still: (bytes: number) => void
}

/** Memory for cards and answers, in MB: a market of any size has all its cards there, two kilobytes each. */
const roomFor = (cars: number) => Math.min(4000, Math.max(512, Math.round(cars / 250)))

/** The server with the list and with an answer that never changes, which is not even asked what it was asked. */
async function stand(db: Db, cars: number, { fromMemory = true } = {}): Promise<Stand> {
  const given = { AUTH_SECRET: 'x'.repeat(40), DEMO: '1', LOG_LEVEL: 'silent' }
  const limits = {
    LIST_CACHE_MB: String(roomFor(cars)),
    LIST_INDEX_MAX_CARS: fromMemory ? '10000000' : '0',
  }
  const result = readConfig({ ...given, ...limits })
  if (!result.ok) throw new Error(result.problems.join('\n'))
  const deps = { config: result.config, db, now: () => new Date(), newId: () => '', log: false }
  const { app } = await baseApp(deps, { limits: true, checkReplies: false })
  const list = mountList(app, deps, { checkReplies: false })
  let answer = Buffer.alloc(0)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, done) => done(null, text))
    scope.post('/still', (_, reply) => {
      void reply.header('cache-control', 'no-store').header('content-type', 'application/json; charset=utf-8')
      return reply.send(answer)
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { app, port, list, still: (bytes) => (answer = Buffer.alloc(bytes, 97)) }
}

const loader: ChildProcess = fork(join(import.meta.dirname, 'list/load.ts'), {
  execArgv: ['--import', 'tsx'],
})
interface Heard extends Done {
  /** Answers a second. */
  rate: number
  /** Processor milliseconds of the server for one answer. */
  cost: number
}
async function load(job: Pick<Job, 'port' | 'path' | 'bodies' | 'again'> & Partial<Job>): Promise<Heard> {
  const before = process.cpuUsage()
  const done = await new Promise<Done>((resolve) => {
    loader.once('message', resolve)
    loader.send({ connections: 64, seconds, ...job })
  })
  const { user, system } = process.cpuUsage(before)
  if (done.failures > 0) throw new Error(`${done.failures} calls failed`)
  return { ...done, rate: done.answers / done.seconds, cost: (user + system) / 1000 / done.answers }
}

const held = () => process.memoryUsage().rss / 2 ** 20
const n = (x: number) => (x >= 100 ? x.toFixed(0) : x.toPrecision(2))
async function warm({ list }: Stand): Promise<void> {
  const pauses = monitorEventLoopDelay({ resolution: 1 })
  pauses.enable()
  const begun = performance.now()
  const before = held()
  while (!list.index.fresh) await pause(20)
  pauses.disable()
  const took = (performance.now() - begun) / 1000
  await list.index.stocked
  const stocked = (performance.now() - begun) / 1000
  console.log(
    `warm after ${took.toFixed(1)} s, cards read after ${stocked.toFixed(1)} s, ${(held() - before).toFixed(0)} MB more; longest pause ${(pauses.max / 1e6).toFixed(0)} ms, 99 of 100 below ${(pauses.percentile(99) / 1e6).toFixed(0)} ms`,
  )
}

interface Row {
  name: string
  bodies: (round: number) => string[]
  again: boolean
  changes?: (() => void) | undefined
}
async function measure(s: Stand, row: Row): Promise<{ rate: number; cost: number; still: number }> {
  const ratios: number[] = []
  const costs: number[] = []
  const own: number[] = []
  const p99: number[] = []
  const stillCosts: number[] = []
  let size = 0
  // What is to be repeated, and the cards of what is new, have been asked for before.
  await load({
    port: s.port,
    path: listPath,
    bodies: row.bodies(1000),
    again: row.again,
    seconds: seconds / 2,
  })
  for (let round = 0; round < rounds; round += 1) {
    const timer = row.changes && setInterval(row.changes, 200)
    const list = await load({ port: s.port, path: listPath, bodies: row.bodies(round), again: row.again })
    clearInterval(timer)
    size = Math.round(list.bytes / list.answers)
    s.still(size)
    const still = await load({
      port: s.port,
      path: '/still',
      bodies: row.bodies(round).slice(0, 200),
      again: true,
    })
    ratios.push(list.rate / still.rate)
    costs.push(still.cost / list.cost)
    own.push(list.cost)
    stillCosts.push(still.cost)
    p99.push(list.p99 / still.p99)
  }
  console.log(
    `${row.name.padEnd(44)} ${(size / 1024).toFixed(1).padStart(6)} KB  answers a second ${n(median(ratios)).padStart(6)}` +
      `  processor ${n(median(costs)).padStart(6)}  p99 x ${n(median(p99)).padStart(5)}   (${ratios.map(n).join(' ')})`,
  )
  return { rate: median(ratios), cost: median(own), still: median(stillCosts) }
}

const few = 200
const many = 60_000
const repeated = (over?: ListQueryInput) => {
  const list = bodies(1, few, over)
  return () => list
}
const fresh = (over?: ListQueryInput) => (round: number) => bodies(round + 10, many, over)
const half = (round: number) => {
  const known = bodies(1, few)
  return bodies(round + 5000, many).map((body, i) => (i % 2 === 0 ? body : (known[i % few] ?? body)))
}

async function quick(s: Stand, changes?: () => void): Promise<number> {
  await measure(s, { name: 'asked before', bodies: repeated(), again: true })
  if (changes)
    await measure(s, { name: 'asked before, 5 changes a second', bodies: repeated(), again: true, changes })
  await measure(s, { name: 'half asked before, half new', bodies: half, again: false })
  const { cost } = await measure(s, { name: 'new each time', bodies: fresh(), again: false })
  return cost
}

console.log(
  `load of this machine ${loadavg()
    .map((l) => l.toFixed(1))
    .join(' ')}; 1 = the same bytes, always the same`,
)
mkdirSync(cache, { recursive: true })
const db = await openDb({ dataDir: cache, databaseUrl: undefined }, { info: () => {}, error: console.error })
await migrate(db)
await fill(db, small)
console.log(`\n${small.toLocaleString('en')} cars in the embedded database, 64 connections`)
const withIndex = await stand(db, small)
await warm(withIndex)
await quick(withIndex)
const counted = { name: 'with facets, new each time', bodies: fresh({ facets: true }), again: false }
const here = await measure(withIndex, counted)
await withIndex.app.close()
const withoutIndex = await stand(db, small, { fromMemory: false })
const sql = await measure(withoutIndex, { ...counted, name: 'with facets, from the database' })
console.log(`with facets from memory: ${n(here.rate / sql.rate)} times as many answers as from the database`)
await withoutIndex.app.close()
await db.close()

if (large > 0) {
  const costs: number[] = []
  for (const size of [small, large]) {
    console.log(`\n${size.toLocaleString('en')} cars made up in memory behind the same route, 64 connections`)
    const made = new MadeUpDb(size)
    const s = await stand(made, size)
    await warm(s)
    costs.push(await quick(s, () => made.change()))
    await s.app.close()
  }
  const [few100k = 1, more = 1] = costs
  console.log(
    `\na new question over ${large.toLocaleString('en')} cars costs ${n(more / few100k)} times as much`,
  )
}
loader.disconnect()
