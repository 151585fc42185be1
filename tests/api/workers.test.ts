import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { AggregatorRegistry, Registry } from 'prom-client'
import { addGauges } from '../../server/kernel/http/metrics.ts'
import { freshDataDir, freshPostgres, testDeps } from '../support/api.ts'
import { listing } from '../support/listing.ts'

/** Several workers need PostgreSQL: `npm run test:pg`. */
const postgres = process.env['TEST_DATABASE_URL']
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function start(args: string[], env: Record<string, string> = {}) {
  const { dir, remove } = await freshDataDir()
  cleanups.push(remove)
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts', ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dir, PORT: '0', DEMO: '0', NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  cleanups.push(() => child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  void ended.then(() => (said += '\nended'))
  const origin = async () => {
    await expect.poll(() => said, { timeout: 60_000 }).toMatch(/Motorkin is ready: |ended/)
    return /Motorkin is ready: (\S+)/.exec(said)?.[1] ?? ''
  }
  return { child, ended, origin, said: () => said }
}
/** Returns the metrics over a new connection, and the number of live workers in them. */
const processes = async (origin: string) => {
  const text = await (await fetch(`${origin}/metrics`, { headers: { connection: 'close' } })).text()
  return { text, count: Number(/^http_workers (\d+)$/m.exec(text)?.[1]) }
}

test('The server refuses several workers on an embedded database, and a wrong number anywhere', async () => {
  const embedded = await start(['--workers', '2'])
  expect(await embedded.ended).toBe(1)
  expect(embedded.said()).toContain('Several workers need a PostgreSQL')
  const wrong = await start(['--workers', 'many'])
  expect(await wrong.ended).toBe(1)
  expect(wrong.said()).toContain('--workers takes a number from 1 to 64.')
})

test('Of several workers the one behind is told, and no cars are counted twice', async () => {
  /** Metrics of two workers, and the value that the operator gets. */
  const index: Record<string, readonly [number, number, number]> = {
    list_index_ready: [1, 0, 0],
    list_index_from_file: [1, 0, 0],
    list_index_load_seconds: [2, 7, 7],
    list_index_cars: [100, 101, 101],
    list_index_version: [5, 6, 6],
    list_index_behind_seconds: [0.5, 9, 9],
    list_index_card_bytes: [10, 20, 30],
    list_answers_found: [1, 2, 3],
  }
  const { deps, end } = await testDeps()
  const one = await listing(deps)
  const { gauges } = one.list
  const told = async (worker: 0 | 1) => {
    const register = new Registry()
    for (const [name, values] of Object.entries(index)) {
      const row = gauges[name]
      if (row) addGauges(register, { [name]: { ...row, read: () => values[worker] } })
    }
    return register.getMetricsAsJSON()
  }
  const text = await AggregatorRegistry.aggregate([await told(0), await told(1)]).metrics()
  for (const [name, [, , both]] of Object.entries(index))
    expect(text).toMatch(new RegExp(`^${name} ${both}$`, 'm'))
  await one.close()
  await end()
})

test.runIf(postgres)(
  'Workers share one address and their metrics, and a killed one is replaced',
  async () => {
    const own = await freshPostgres(postgres ?? '')
    cleanups.push(own.drop)
    const { child, ended, origin, said } = await start(['--workers', '2'], {
      DATABASE_URL: own.url,
      AUTH_SECRET: 's'.repeat(64),
      LOG_LEVEL: 'warn',
    })
    const address = await origin()
    await expect.poll(async () => (await processes(address)).count).toBe(2)
    for (let i = 0; i < 20; i += 1) {
      const answer = await fetch(`${address}/api/v1/common/get-all-makes`, {
        headers: { connection: 'close' },
      })
      expect(answer.status).toBe(200)
    }
    const { text } = await processes(address)
    expect(text).toMatch(
      /http_request_duration_seconds_count\{[^}]*get-all-makes[^}]*status="200"[^}]*\} 20\n/,
    )
    const victim = spawnSync('pgrep', ['-P', String(child.pid), '-f', 'server/main.ts'], {
      encoding: 'utf8',
    }).stdout.split('\n')[0]
    process.kill(Number(victim), 'SIGKILL')
    await expect.poll(said).toContain('a worker ended and is started again')
    await expect.poll(async () => (await processes(address)).count, { timeout: 30_000 }).toBe(2)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed')
  },
  120_000,
)
