import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '../server/kernel/db/migrate.ts'
import { openDb } from '../server/kernel/db/open.ts'
import { findPrograms, startCluster } from '../tests/support/cluster.ts'
import type { Described, Done, Job } from './list/load.ts'
import { fill } from './list/world.ts'

/**
 * Measures one and two processes of `serve --workers N` on this machine, on a PostgreSQL cluster of their own with made-up
 * cars: repeated and new lists. `-- workers 100000` sets the number of cars. Times are never judged.
 */
const cars = Number(process.argv[2] ?? 100_000)
const seconds = Number(process.env['LIST_SECONDS'] ?? 4)
const rounds = Number(process.env['LIST_ROUNDS'] ?? 3)
const path = '/api/v1/cars/get-car-list'
const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

const bin = findPrograms()
if (!bin) {
  console.log('There are no PostgreSQL programs here (initdb and postgres): several processes need one.')
  process.exit(0)
}
const cluster = await startCluster(bin)
const dir = mkdtempSync(join(tmpdir(), 'motorkin-workers-'))
const loader = fork('dist/server/bench/list/load.js', { execArgv: [] })

interface Server {
  origin: string
  port: number
  stop: () => Promise<unknown>
}
async function serve(workers: number): Promise<Server> {
  const child = spawn(process.execPath, ['dist/server/main.js', '--workers', String(workers)], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: cluster.url,
      DATA_DIR: dir,
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'warn',
      AUTH_SECRET: 'x'.repeat(40),
      LIST_CACHE_MB: '512',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  let origin: string | undefined
  while (origin === undefined) {
    await pause(50)
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
    origin = /Motorkin is ready: (\S+)/.exec(said)?.[1]
  }
  // `list_index_ready` is the minimum of the counted workers, so the loop also waits until all workers are counted.
  for (;;) {
    const text = await (await fetch(`${origin}/metrics`, { headers: { connection: 'close' } })).text()
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    if (value('http_workers') === workers && value('list_index_ready') === 1) break
    await pause(200)
  }
  const stop = () => {
    child.kill('SIGTERM')
    return once(child, 'exit')
  }
  return { origin, port: Number(new URL(origin).port), stop }
}

async function load(job: Pick<Job, 'port' | 'bodies' | 'again'> & Partial<Job>): Promise<Done> {
  const heard = once(loader, 'message') as Promise<[Done]>
  loader.send({ path, connections: 64, seconds, ...job } satisfies Job)
  const [done] = await heard
  if (done.failures > 0) throw new Error(`${done.failures} calls failed`)
  return done
}

interface Row {
  name: string
  bodies: (round: number) => Described[]
  again: boolean
  acceptEncoding?: string
}
const asked: Row = { name: 'asked before', bodies: () => [{ seed: 1, count: 200 }], again: true }
const fresh: Row = {
  name: 'new each time',
  bodies: (round) => [{ seed: round + 10, count: 60_000 }],
  again: false,
}
const rows: Row[] = [
  asked,
  { ...asked, name: 'asked before, brotli', acceptEncoding: 'br' },
  fresh,
  { ...fresh, name: 'new each time, brotli', acceptEncoding: 'br' },
]

async function measure(workers: number): Promise<Map<string, { rate: number; p99: number }>> {
  const { port, stop } = await serve(workers)
  const found = new Map<string, { rate: number; p99: number }>()
  for (const { name, bodies, again, acceptEncoding } of rows) {
    const ask = { port, again, ...(acceptEncoding !== undefined && { acceptEncoding }) }
    await load({ ...ask, bodies: bodies(1000) })
    const heard: Done[] = []
    for (let round = 0; round < rounds; round += 1) heard.push(await load({ ...ask, bodies: bodies(round) }))
    found.set(name, {
      rate: median(heard.map((done) => done.answers / done.seconds)),
      p99: median(heard.map((done) => done.p99)),
    })
  }
  await stop()
  return found
}

try {
  const db = await openDb(
    { dataDir: dir, databaseUrl: cluster.url },
    { info: () => {}, error: console.error },
  )
  await migrate(db)
  await fill(db, cars)
  await db.close()
  console.log(
    `load of this machine ${loadavg()
      .map((l) => l.toFixed(1))
      .join(
        ' ',
      )}; ${cars.toLocaleString('en')} cars, ${cluster.version}; ${availableParallelism()} cores, shared with the program that asks over 64 connections`,
  )
  const [one, two] = [await measure(1), await measure(2)]
  console.log(
    ['', '1 process', 'p99 ms', '2 processes', 'p99 ms', 'times']
      .map((c, i) => c.padEnd(i === 0 ? 26 : 14))
      .join(''),
  )
  for (const { name } of rows) {
    const [a, b] = [one.get(name), two.get(name)]
    if (!a || !b) continue
    const cells = [
      name,
      a.rate.toFixed(0),
      a.p99.toFixed(1),
      b.rate.toFixed(0),
      b.p99.toFixed(1),
      (b.rate / a.rate).toFixed(2),
    ]
    console.log(cells.map((c, i) => c.padEnd(i === 0 ? 26 : 14)).join(''))
  }
} finally {
  loader.disconnect()
  await cluster.remove()
  rmSync(dir, { recursive: true, force: true })
}
