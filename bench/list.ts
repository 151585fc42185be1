import { fork, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import zlib from 'node:zlib'
import type { ListQueryInput } from '#contract/list-query.ts'
import { migrate } from '../server/kernel/db/migrate.ts'
import { openDb } from '../server/kernel/db/open.ts'
import type { BareJob } from './list/bare.ts'
import type { Described, Done, Job } from './list/load.ts'
import { held, listPath, stand, warm, type Stand } from './list/server.ts'
import { fill, MadeUpDb } from './list/world.ts'

/**
 * Measures the list of cars: responses per second against a bare Fastify server that reads the same bodies and sends the same
 * bytes, in the same run; then the latency at half of that rate, with requests at fixed times. `-- list 1000000` or
 * LIST_CARS=1000000 also measures that many cars, which are made up in memory and not in a database. Prints ratios; times are
 * never judged.
 */
const small = 100_000
const large = Number(process.argv[2] ?? process.env['LIST_CARS'] ?? 0)
/**
 * Seconds per round. Rounds are short and alternate with the bare server, because the load of the machine changes from second
 * to second.
 */
const seconds = Number(process.env['LIST_SECONDS'] ?? 1)
const rounds = Number(process.env['LIST_ROUNDS'] ?? 9)
/** Seconds of the latency measurement. */
const secondsAtHalf = 5
const cache = join('node_modules/.cache/motorkin', `bench-list-${small}`)

const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

const program = (name: string): ChildProcess =>
  fork(join(import.meta.dirname, `list/${name}.js`), { execArgv: [...process.execArgv, '--expose-gc'] })
const message = <T>(from: ChildProcess) => new Promise<T>((resolve) => from.once('message', resolve))
const loader = program('load')
const bare = program('bare')
const barePort = await message<number>(bare)

/** Sends the bare server a job; returns its CPU time so far, in microseconds. */
async function tellBare(job: BareJob): Promise<number> {
  const worked = message<number>(bare)
  bare.send(job)
  return worked
}

interface Heard extends Done {
  /** Responses per second. */
  rate: number
  /** CPU milliseconds of this process per response. */
  cost: number
}
async function load(job: Pick<Job, 'port' | 'path' | 'bodies' | 'again'> & Partial<Job>): Promise<Heard> {
  const before = process.cpuUsage()
  const heard = message<Done>(loader)
  loader.send({ connections: 64, seconds, ...job })
  const done = await heard
  const { user, system } = process.cpuUsage(before)
  if (done.failures > 0) throw new Error(`${done.failures} calls failed`)
  return { ...done, rate: done.answers / done.seconds, cost: (user + system) / 1000 / done.answers }
}

/**
 * Returns the milliseconds for which the host gave this machine's CPUs to other machines so far; 0 where the system does not
 * report them.
 */
function stolen(): number {
  const told = '/proc/stat'
  const [, , , , , , , , ticks] = existsSync(told) ? readFileSync(told, 'utf8').split(/\s+/, 9) : []
  return Number(ticks ?? 0) * 10
}

const n = (x: number) => (x >= 100 ? x.toFixed(0) : x.toPrecision(2))
const columns = (cells: string[]) =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(36) : cell.padStart(10))).join('')
const head = columns([
  '64 connections',
  'KB',
  'a second',
  'of bare',
  'per cpu',
  'p50 ms',
  'p99 / p50',
  'half: p50',
  'p99',
  'loop p99',
  'longest',
  'collector',
  'asker',
  'stolen',
  'RSS MB',
])

interface Row {
  name: string
  bodies: (round: number, seconds: number) => Described[]
  again: boolean
  acceptEncoding?: string
  /** Makes one change; called five times a second during the measurement. */
  changes?: (() => void) | undefined
}
async function measure(s: Stand, row: Row): Promise<{ rate: number; cost: number }> {
  const { again, acceptEncoding } = row
  const ask = { port: s.port, path: listPath, again, ...(acceptEncoding !== undefined && { acceptEncoding }) }
  const changing = async (job: Parameters<typeof load>[0]) => {
    const timer = row.changes && setInterval(row.changes, 200)
    const heard = await load(job)
    clearInterval(timer)
    return heard
  }
  const heard: Heard[] = []
  const ratios: number[] = []
  const costs: number[] = []
  // The warm-up requests all repeated queries, and loads the cards of the new ones.
  await load({ ...ask, bodies: row.bodies(1000, 2), seconds: 2 })
  const plain = await s.app.inject({
    method: 'POST',
    url: listPath,
    headers: { 'content-type': 'application/json' },
    payload: { limit: 15 },
  })
  await tellBare({ answer: plain.rawPayload.toString('base64') })
  for (let round = 0; round < rounds; round += 1) {
    const list = await changing({ ...ask, bodies: row.bodies(round, seconds) })
    const before = await tellBare({})
    const still = await load({
      port: barePort,
      path: '/',
      bodies: row.bodies(round, seconds).slice(0, 200),
      again: true,
    })
    const cost = ((await tellBare({})) - before) / 1000 / still.answers
    heard.push(list)
    ratios.push(list.rate / still.rate)
    costs.push(cost / list.cost)
  }
  const rate = median(heard.map((each) => each.rate))
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const collections: number[] = []
  const collector = new PerformanceObserver((list) =>
    collections.push(...list.getEntries().map(({ duration }) => duration)),
  )
  collector.observe({ entryTypes: ['gc'] })
  delay.enable()
  const before = stolen()
  const half = await changing({
    ...ask,
    bodies: row.bodies(rounds, secondsAtHalf),
    rate: rate / 2,
    seconds: secondsAtHalf,
  })
  const taken = stolen() - before
  delay.disable()
  collector.disconnect()
  const size = (heard[0]?.bytes ?? 0) / (heard[0]?.answers ?? 1)
  const p50 = median(heard.map((each) => each.p50))
  console.log(
    columns([
      row.name,
      (size / 1024).toFixed(1),
      n(rate),
      n(median(ratios)),
      n(median(costs)),
      n(p50),
      n(median(heard.map((each) => each.p99 / each.p50))),
      n(half.p50),
      n(half.p99),
      n(delay.percentile(99) / 1e6),
      n(delay.max / 1e6),
      n(Math.max(0, ...collections)),
      n(half.stall),
      n(taken),
      held().toFixed(0),
    ]),
  )
  return { rate, cost: median(heard.map((each) => each.cost)) }
}

const few = 200
/** Number of new queries per second: greater than the number of responses, so that no query repeats. */
const many = 30_000
const repeated = (over?: ListQueryInput) => () => [{ seed: 1, count: few, ...(over && { over }) }]
let rows = 0
/** Each row uses its own queries, because queries of an earlier row are cached. */
const fresh = (over?: ListQueryInput) => {
  rows += 1
  const first = rows * 10_000
  return (round: number, seconds: number) => [
    { seed: first + round, count: many * seconds, ...(over && { over }) },
  ]
}
const half = (round: number, seconds: number) => [
  { seed: round + 5000, count: (many / 2) * seconds },
  { seed: 1, count: few },
]

async function quick(s: Stand, changes?: () => void): Promise<number> {
  console.log(head)
  await measure(s, { name: 'asked before', bodies: repeated(), again: true })
  await measure(s, { name: 'asked before, brotli', bodies: repeated(), again: true, acceptEncoding: 'br' })
  if (changes)
    await measure(s, { name: 'asked before, 5 changes a second', bodies: repeated(), again: true, changes })
  await measure(s, { name: 'half asked before, half new', bodies: half, again: false })
  const { cost } = await measure(s, { name: 'new each time', bodies: fresh(), again: false })
  await measure(s, { name: 'new each time, brotli', bodies: fresh(), again: false, acceptEncoding: 'br' })
  // Available since Node 22.15.
  if ('zstdCompressSync' in zlib)
    await measure(s, { name: 'new, Zstandard', bodies: fresh(), again: false, acceptEncoding: 'br, zstd' })
  if (changes)
    await measure(s, { name: 'new each time, 5 changes a second', bodies: fresh(), again: false, changes })
  return cost
}

console.log(
  `load of this machine ${loadavg()
    .map((l) => l.toFixed(1))
    .join(
      ' ',
    )}; of bare: 1 = Fastify without hooks, same bodies, same bytes; per cpu: the same for each second of processor; half: milliseconds at half the rate, then the longest pause of the server, of it in its collector, of the program that asks, and what others took of all processors of the machine in those seconds`,
)
mkdirSync(cache, { recursive: true })
const db = await openDb({ dataDir: cache, databaseUrl: undefined }, { info: () => {}, error: console.error })
await migrate(db)
await fill(db, small)
console.log(`\n${small.toLocaleString('en')} cars in the embedded database`)
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

const costs: number[] = []
for (const size of large > 0 ? [small, large] : [small]) {
  console.log(`\n${size.toLocaleString('en')} cars made up in memory behind the same route`)
  const made = new MadeUpDb(size)
  const s = await stand(made, size)
  await warm(s)
  costs.push(await quick(s, () => made.change()))
  await s.app.close()
}
const [few100k = 1, more = 1] = costs
if (large > 0)
  console.log(
    `\na new question over ${large.toLocaleString('en')} cars costs ${n(more / few100k)} times as much`,
  )
loader.disconnect()
bare.disconnect()
