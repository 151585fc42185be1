import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../server/kernel/config.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { migrate } from '../../server/kernel/db/migrate.ts'
import { openDb } from '../../server/kernel/db/open.ts'
import { distDir } from '../../tests/support/server.ts'

/** A built server with people who may chat, on one of the two databases. */

export const secret = 'a secret that only the benchmark knows 1'
export const personOf = (n: number): string => `person-${n}`

/** Fills an empty database with people; `databaseUrl` selects PostgreSQL. */
export async function fill(place: { dataDir: string; databaseUrl?: string }, people: number): Promise<void> {
  const quiet = { info: () => undefined, error: () => undefined }
  const db = await openDb({ dataDir: place.dataDir, databaseUrl: place.databaseUrl }, quiet)
  await migrate(db)
  await db.run({
    text: `insert into plans (id, name, type, price, car_limit, position) values ('p', 'P', 'p', 1, 1, 1)`,
  })
  await db.run({
    text: `insert into users (id, email, email_key, password_hash, fullname, created_at)
      select 'person-' || i, i || '@x.test', i || '@x.test', '', 'P', now() from generate_series(0, ${people - 1}) i`,
  })
  await db.run({
    text: `insert into subscriptions (id, user_id, plan_id, status, duration, amount, started_at, expires_at, created_at)
      select 's' || i, 'person-' || i, 'p', 'active', 1, 1, now() - interval '1 day', now() + interval '1 day', now()
      from generate_series(0, ${people - 1}) i`,
  })
  await db.run({ text: 'analyze' })
  await db.close()
}

export async function tokensOf(people: number): Promise<string[]> {
  const read = readConfig({ AUTH_SECRET: secret })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const deps = { config: read.config, now: () => new Date() }
  const claims = { fullname: 'P', email: '', avatarurl: '', is_subscriber: true, role: 'user' as const }
  return Promise.all(
    Array.from({ length: people }, (_, n) => issueToken({ ...claims, id: personOf(n) }, deps, 86_400)),
  )
}

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })

export interface ServerUnderLoad {
  port: number
  /** Memory of the process in MB, after a garbage collection. */
  memory: () => Promise<number>
  /** CPU milliseconds that the process has used so far. */
  cpu: () => number
  stop: () => Promise<unknown>
}

export async function start(place: { dataDir: string; databaseUrl?: string }): Promise<ServerUnderLoad> {
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'],
    PORT: String(port),
    DATA_DIR: place.dataDir,
    DEMO: '0',
    AUTH_SECRET: secret,
    NODE_ENV: 'production',
    ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
  }
  // The process collects garbage on a signal, so that the measurement contains only used memory.
  const collect = `process.on('SIGUSR2', () => globalThis.gc?.())`
  const args = ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(collect)}`]
  const child = spawn(process.execPath, [...args, join(resolve(distDir), 'server/main.js')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = new Promise((done) => child.once('exit', done))
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch((error: unknown) => error)
    if (answer instanceof Response && answer.ok) break
    if (child.exitCode !== null) throw new Error('The server has ended.')
    await pause(200)
  }
  return {
    port,
    async memory() {
      for (let n = 0; n < 3; n += 1) {
        child.kill('SIGUSR2')
        await pause(1000)
      }
      const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
      return Number(kilobytes) / 1024
    },
    cpu() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      // The kernel counts in ticks of 10 ms.
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    stop() {
      child.kill('SIGTERM')
      return gone
    },
  }
}
