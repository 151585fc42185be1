import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { demoPassword } from '../demo/seed.ts'
import { distDir, startServer } from '../tests/support/server.ts'
import { ms, pageScript, percentile } from './page/script.ts'

/**
 * Measures the outbox, in real Chromium against the real server, against a plain loop of `fetch` with the same writes in the
 * same run. Prints ratios; times are never judged.
 */
const writes = Number(process.argv[2] ?? 1000)

/** Starts a proxy that counts the bytes sent by the phone. */
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
  const script = await pageScript('bench/page/sync-page.ts')
  /**
   * Opens a page of the origin without the app, so that no other code uses the database; signs a person in, in a separate
   * browser context.
   */
  const open = async (email: string) => {
    const context = await browser.newContext({ bypassCSP: true, serviceWorkers: 'block' })
    // Some compilers wrap inner functions in a helper, `__name`, that a page does not have.
    await context.addInitScript({ content: 'globalThis.__name ??= (f) => f' })
    const page = await context.newPage()
    await page.goto(`${proxy.origin}/healthz`)
    await page.evaluate(
      async ([address, password]) => {
        const reply = await fetch('/api/v1/users/user-login', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: address, password }),
        })
        const { token } = (await reply.json()) as { token: string }
        sessionStorage.setItem('authentication-token', token)
      },
      [email, demoPassword] as const,
    )
    await page.addScriptTag({ content: script })
    return page
  }
  const page = await open('buyer@motorkin.test')
  const bareOne = await open('seller@motorkin.test')
  const ids = await page.evaluate(async (count) => {
    const found = new Set<string>()
    for (let at = 1; found.size < count; at++) {
      const reply = await fetch('/api/v1/cars/get-car-list', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ page: at, limit: 100 }),
      })
      const { data: cars } = (await reply.json()) as { data: { _id: string }[] }
      if (cars.length === 0) break
      for (const car of cars) found.add(car._id)
    }
    return [...found]
  }, writes)

  // 25 writes are typical of a phone that was offline for a day; the outbox is emptied between the rounds.
  const few = 25
  const kept: number[] = []
  const ours: number[] = []
  const plain: number[] = []
  for (let at = 0; at < 9; at++) {
    const some = ids.slice(at * few, (at + 1) * few)
    const times = await page.evaluate((cars) => window.bench.enqueue(cars), some)
    await page.evaluate(() => window.bench.drain())
    // The first round is a warm-up.
    if (at > 0) kept.push(...times.kept)
    if (at > 0) ours.push(...times.ours)
    if (at > 0) plain.push(...times.plain)
  }
  for (const [name, p] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    const b = percentile(plain, p)
    for (const [what, times] of [
      ['safe on the disk', kept],
      ['and on the screens', ours],
    ] as const) {
      const a = percentile(times, p)
      rows.push([
        `enqueue, ${what}, ${name}; one Dexie transaction = 1`,
        `${ms(a)} : ${ms(b)}`,
        (a / b).toFixed(2),
      ])
    }
  }

  const spent = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const before = proxy.seen.bytes
    const value = await work()
    return [value, proxy.seen.bytes - before]
  }
  await bareOne.evaluate((cars) => window.bench.bare(cars, 'no', 'warm'), ids.slice(0, 200))
  // The server accepts 2,000 writes per minute from one person, so each round uses another person.
  const people = [await open('dealer@motorkin.test'), page] as const
  for (const [round, person] of people.entries()) {
    const bareHalf = (half: number) =>
      spent(() =>
        bareOne.evaluate(([cars, r]) => window.bench.bare(cars, 'yes', r), [
          ids.slice((half * ids.length) / 2, ((half + 1) * ids.length) / 2),
          `r${round}-${half}`,
        ] as const),
      )
    const waiting = await person.evaluate((cars) => window.bench.queue(cars, 'yes'), ids)
    // The speed of the machine varies, so half of the plain loop runs before the drain and half after it.
    const [before, beforeBytes] = await bareHalf(0)
    const [drain, drainBytes] = await spent(() => person.evaluate(() => window.bench.drain()))
    const [after, afterBytes] = await bareHalf(1)
    const bare = before + after
    const [each, plainEach] = [drainBytes / waiting, (beforeBytes + afterBytes) / ids.length]
    rows.push(
      [
        `drain of ${waiting}, bare loop = 1`,
        `${ms(drain / waiting)} : ${ms(bare / ids.length)} each`,
        (drain / waiting / (bare / ids.length)).toFixed(2),
      ],
      ['bytes sent a write', `${each.toFixed(0)} : ${plainEach.toFixed(0)}`, (each / plainEach).toFixed(2)],
    )
    // After its writes this page would fetch data for later, which would slow the next person's round.
    if (person !== page) await person.close()
  }
  const ten = ids.slice(0, 10)
  await page.evaluate((cars) => window.bench.queue(cars, 'no'), ten)
  const last = await page.evaluate(() => window.bench.drain())
  const bareTen = await bareOne.evaluate((cars) => window.bench.bare(cars, 'no', 'ten'), ten)
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
  console.log(what.padEnd(62), figures.padStart(22), ratio.padStart(8))
