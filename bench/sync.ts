import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { demoPassword } from '../server/demo/seed.ts'
import { distDir, startServer } from '../tests/support/server.ts'

/**
 * What the outbox costs, in real Chromium against the real server, beside a bare loop of `fetch` over the same writes
 * in the same run. Prints ratios; times are never judged.
 */
const writes = Number(process.argv[2] ?? 1000)
const warmUp = 30

/** Counts the bytes that leave the phone. */
async function countingProxy(target: string) {
  const { port } = new URL(target)
  const seen = { bytes: 0 }
  const server = createServer((phone) => {
    const out = connect(Number(port), '127.0.0.1')
    phone.on('data', (chunk: Buffer) => {
      seen.bytes += chunk.length
    })
    phone.pipe(out).pipe(phone)
    for (const end of [phone, out]) end.on('error', () => end.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, seen, close: () => server.close() }
}

async function pageScript(): Promise<string> {
  const made = (await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: true,
      lib: { entry: 'bench/page/sync-page.ts', formats: ['iife'], name: 'page' },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  })) as Rolldown.RolldownOutput[]
  const [chunk] = made.flatMap(({ output }) => output)
  if (chunk?.type !== 'chunk') throw new Error('The page of the benchmark was not built')
  return chunk.code
}

const percentile = (times: readonly number[], p: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * p))] ?? 0
const ms = (n: number) => `${n.toFixed(n < 10 ? 2 : 0)} ms`
const rows: [string, string, string][] = []

const data = mkdtempSync(join(tmpdir(), 'motorkin-bench-'))
spawnSync(process.execPath, [join(resolve(distDir), 'server/seed.js'), '--cars', String(writes)], {
  env: { ...process.env, DATA_DIR: data, DEMO: '1' },
  stdio: 'inherit',
})
const server = await startServer({ env: { DATA_DIR: data } })
const proxy = await countingProxy(server.origin)
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  const context = await browser.newContext({ bypassCSP: true, serviceWorkers: 'block' })
  // Some compilers name inner functions by a helper that a page does not have.
  await context.addInitScript({ content: 'globalThis.__name ??= (f) => f' })
  const page = await context.newPage()
  // A page of the origin without the app, so that nothing else uses the database.
  await page.goto(`${proxy.origin}/healthz`)
  const ids = await page.evaluate(
    async ([email, password, count]) => {
      const post = async (path: string, body: object) => {
        const reply = await fetch(`/api/v1/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        return (await reply.json()) as { token?: string; data: { _id: string }[] }
      }
      const { token } = await post('users/user-login', { email, password })
      localStorage.setItem('authentication-token', token ?? '')
      const found: string[] = []
      for (let at = 1; found.length < count; at++) {
        const { data: cars } = await post('cars/get-car-list', { page: at, limit: 100 })
        if (cars.length === 0) break
        found.push(...cars.map((car) => car._id))
      }
      return found
    },
    ['buyer@motorkin.test', demoPassword, writes] as const,
  )
  await page.addScriptTag({ content: await pageScript() })

  const few = ids.slice(0, 200)
  await page.evaluate((cars) => window.bench.enqueue(cars), ids.slice(0, warmUp))
  const { ours, plain } = await page.evaluate((cars) => window.bench.enqueue(cars), few)
  for (const [name, p] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    const [a, b] = [percentile(ours, p), percentile(plain, p)]
    rows.push([`enqueue ${name}, one Dexie transaction = 1`, `${ms(a)} : ${ms(b)}`, (a / b).toFixed(2)])
  }
  await page.evaluate(() => window.bench.drain())

  const spent = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const before = proxy.seen.bytes
    const value = await work()
    return [value, proxy.seen.bytes - before]
  }
  await page.evaluate((cars) => window.bench.bare(cars, 'no', 'warm'), few)
  const drains: number[] = []
  const bares: number[] = []
  for (const round of [1, 2, 3]) {
    const want = round % 2 === 0 ? 'no' : 'yes'
    const [bare, bareBytes] = await spent(() =>
      page.evaluate(([cars, w, r]) => window.bench.bare(cars, w, r), [ids, want, `r${round}`] as const),
    )
    const waiting = await page.evaluate(([cars, w]) => window.bench.queue(cars, w), [
      ids,
      want === 'yes' ? 'no' : 'yes',
    ] as const)
    const [drain, drainBytes] = await spent(() => page.evaluate(() => window.bench.drain()))
    drains.push(drain)
    bares.push(bare)
    const [each, plainEach] = [drainBytes / waiting, bareBytes / ids.length]
    rows.push(
      [
        `drain of ${waiting}, bare loop = 1 (round ${round})`,
        `${ms(drain)} : ${ms(bare)}`,
        (drain / bare).toFixed(2),
      ],
      [
        `bytes sent a write (round ${round})`,
        `${each.toFixed(0)} : ${plainEach.toFixed(0)}`,
        (each / plainEach).toFixed(2),
      ],
    )
  }
  const [d, b] = [percentile(drains, 0.5), percentile(bares, 0.5)]
  rows.push([`drain of ${ids.length}, median of three`, `${ms(d)} : ${ms(b)}`, (d / b).toFixed(2)])
  const ten = ids.slice(0, 10)
  await page.evaluate((cars) => window.bench.queue(cars, 'yes'), ten)
  const last = await page.evaluate(() => window.bench.drain())
  const bareTen = await page.evaluate((cars) => window.bench.bare(cars, 'no', 'ten'), ten)
  rows.push([
    'signal back to last ack, 10 writes',
    `${ms(last)} : ${ms(bareTen)}`,
    (last / bareTen).toFixed(2),
  ])
} finally {
  await browser.close()
  proxy.close()
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}
for (const [what, figures, ratio] of rows)
  console.log(what.padEnd(48), figures.padStart(22), ratio.padStart(8))
