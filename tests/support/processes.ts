// Real server processes over one database, which can be killed.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { basePath, type HttpMethod } from '#contract/http.ts'
import { buildApp } from '../../server/app.ts'
import { migrate } from '../../server/kernel/db/migrate.ts'
import { openDb } from '../../server/kernel/db/open.ts'
import type { Db } from '../../server/kernel/db/sql.ts'
import { mintId } from '../../server/kernel/ids.ts'
import { startMailer } from '../../server/kernel/mail/mailer.ts'
import { freshDataDir, freshPostgres, testConfig } from './api.ts'
import type { Death } from './server-child.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

export interface Write {
  method: HttpMethod
  /** Path below the base path. */
  path: string
  body?: object
  headers?: Record<string, string>
}
export interface Heard {
  status: number
  replayed: boolean
  body: Record<string, unknown>
}
/** Sends one request; rejects when no response arrives. */
export type Ask = (write: Write) => Promise<Heard>

const asker =
  (origin: string): Ask =>
  async ({ method, path, body, headers }) => {
    const response = await fetch(origin + basePath + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const replayed = response.headers.get('idempotency-replayed') === 'true'
    return { status: response.status, replayed, body: (await response.json()) as Heard['body'] }
  }

export interface ServerProcess {
  origin: string
  ask: Ask
  /** Settles when the process has exited. */
  gone: Promise<unknown>
  kill: () => Promise<unknown>
}

async function startProcess(env: Record<string, string>, death?: Death): Promise<ServerProcess> {
  const program = join(import.meta.dirname, 'server-child.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    env: { PATH: process.env['PATH'], ...env, ...(death && { DEATH: death }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise((done) => child.once('exit', done))
  const kill = () => {
    child.kill('SIGKILL')
    return gone
  }
  for await (const origin of createInterface({ input: child.stdout })) {
    return { origin, ask: asker(origin), gone, kill }
  }
  throw new Error('The server process ended before it listened.')
}

/** Filled database on the disk, and processes over it. */
export interface ServerProcesses {
  start: (death?: Death) => Promise<ServerProcess>
  /** Runs work on the database; with the embedded one only while no server process runs. */
  look: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** E-mails that the processes have sent, one entry per sending. */
  mails: () => string[]
  remove: () => Promise<void>
}

export async function place(
  seed: (db: Db) => Promise<unknown>,
  env: Record<string, string> = {},
  server = process.env['TEST_DATABASE_URL'],
): Promise<ServerProcesses> {
  const postgres = server === undefined ? undefined : await freshPostgres(server)
  const { dir, remove } = postgres
    ? { dir: mkdtempSync(join(tmpdir(), 'motorkin-test-')), remove: () => undefined }
    : await freshDataDir()
  const look = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const db = await openDb({ dataDir: dir, databaseUrl: postgres?.url }, quiet)
    try {
      await migrate(db)
      return await work(db)
    } finally {
      await db.close()
    }
  }
  await look(seed)
  const running: ServerProcess[] = []
  return {
    start: async (death) => {
      const database = postgres && { DATABASE_URL: postgres.url }
      const started = await startProcess({ ...env, DATA_DIR: dir, ...database }, death)
      running.push(started)
      return started
    },
    look,
    mails: () => readdirSync(join(dir, 'letters')),
    remove: async () => {
      await Promise.all(running.map((p) => p.kill()))
      await postgres?.drop()
      remove()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export interface Pair {
  a: Ask
  b: Ask
  /** Origins of both servers. */
  origins: readonly [string, string]
  /** Runs work on the database of both servers. */
  look: ServerProcesses['look']
  mails: () => string[]
  end: () => Promise<void>
}

/**
 * Starts two servers over one database: two processes on PostgreSQL, but one process on the embedded database, which allows
 * only one.
 */
export async function twoServers(seed: (db: Db) => Promise<unknown>): Promise<Pair> {
  if (process.env['TEST_DATABASE_URL'] !== undefined) {
    const there = await place(seed)
    const [a, b] = await Promise.all([there.start(), there.start()])
    return {
      a: a.ask,
      b: b.ask,
      origins: [a.origin, b.origin],
      look: there.look,
      mails: there.mails,
      end: there.remove,
    }
  }
  const { dir, remove } = await freshDataDir()
  const db = await openDb({ dataDir: dir, databaseUrl: undefined }, quiet)
  await seed(db)
  const mails: string[] = []
  const one = async (name: string) => {
    const config = testConfig({ DATA_DIR: dir })
    const deps = { config, db, now: () => new Date(), newId: () => mintId(), log: false }
    const app = await buildApp(deps, { limits: false, checkReplies: true })
    const carry = async (mail: { dedup_key: string }) => void mails.push(`${mail.dedup_key}.${name}`)
    const mailer = startMailer(deps, { send: carry }, quiet, 50)
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    return { app, mailer, origin, ask: asker(origin) }
  }
  const [a, b] = [await one('a'), await one('b')]
  return {
    a: a.ask,
    b: b.ask,
    origins: [a.origin, b.origin],
    look: (work) => work(db),
    mails: () => mails,
    end: async () => {
      for (const { app, mailer } of [a, b]) {
        await mailer.stop()
        await app.close()
      }
      await db.close()
      remove()
    },
  }
}
