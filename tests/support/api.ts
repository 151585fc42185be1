// The whole server without a socket, over a fresh database, with a clock that the test controls.
import { createHash } from 'node:crypto'
import { constants, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ErrorBody } from '#contract/errors.ts'
import { pathOf, type BodyInputOf, type ReplyOf, type Route } from '#contract/http.ts'
import type { User } from '#contract/users/users.ts'
import { openDrawn } from '../../demo/index.ts'
import { type AppOptions, buildApp } from '../../server/app.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { type Config, readConfig } from '../../server/kernel/config.ts'
import { DirectoryInUse, lockDirectory } from '../../server/kernel/db/lock.ts'
import { migrate, readMigrations } from '../../server/kernel/db/migrate.ts'
import { openDb } from '../../server/kernel/db/open.ts'
import type { Db } from '../../server/kernel/db/sql.ts'
import type { Deps } from '../../server/kernel/deps.ts'
import { mintId } from '../../server/kernel/ids.ts'
import { borrowEmbedded } from './embedded.ts'

const quiet = { info: () => {}, error: () => {} }
const home = 'node_modules/.cache/motorkin'

export interface Clock {
  now: () => Date
  set: (instant: Date | string) => void
  /** Advances the clock by milliseconds. */
  advance: (ms: number) => void
}
export interface TestCall<R extends Route> {
  body?: BodyInputOf<R> | NonNullable<unknown>
  params?: Record<string, string>
  token?: string
  headers?: Record<string, string>
}
export interface TestAnswer<R extends Route> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  /** Reply of the call; throws when the call was refused. */
  readonly reply: ReplyOf<R>
  /** Error of the call; throws when the call succeeded. */
  readonly error: ErrorBody
}
export interface TestServer {
  app: Awaited<ReturnType<typeof buildApp>>
  db: Db
  deps: Deps
  clock: Clock
  call: <R extends Route>(route: R, o?: TestCall<R>) => Promise<TestAnswer<R>>
  token: (user: User, life?: number) => Promise<string>
  close: () => Promise<void>
}
export interface TestServerOptions extends AppOptions {
  env?: Record<string, string>
  /** Log of the server; no log when omitted. */
  log?: Exclude<Deps['log'], undefined>
  /** Runs on the fresh database before the server is built. */
  seed?: (deps: Deps) => Promise<void>
}

export function testConfig(env: Record<string, string> = {}): Config {
  const secret = 'a secret that only the tests know 1234'
  const result = readConfig({
    DEMO: '1',
    LOG_LEVEL: 'silent',
    AUTH_SECRET: secret,
    LIST_INDEX_FILE: 'off',
    ...env,
  })
  if (!result.ok) throw new Error(result.problems.join('\n'))
  return result.config
}

/** Returns a migrated data directory, which is made once per set of migrations and copied for every test file. */
async function template(): Promise<string> {
  const migrations = await readMigrations()
  const stamp = createHash('sha256')
    .update(migrations.map((m) => m.checksum).join())
    .digest('hex')
  const made = join(home, `database-${stamp.slice(0, 16)}`)
  while (!existsSync(made)) {
    mkdirSync(home, { recursive: true })
    try {
      const lock = await lockDirectory(home)
      if (!existsSync(made)) await makeTemplate(made)
      await lock.release()
    } catch (error) {
      // Another test file is creating the directory.
      if (!(error instanceof DirectoryInUse)) throw error
      await pause(100)
    }
  }
  return made
}

async function makeTemplate(made: string): Promise<void> {
  const fresh = mkdtempSync(join(home, 'making-'))
  const db = await openDb({ dataDir: fresh, databaseUrl: undefined }, quiet)
  await migrate(db)
  await db.close()
  renameSync(fresh, made)
}

/** Creates a data directory with a migrated embedded database, and a function to remove it. */
export async function freshDataDir(): Promise<{ dir: string; remove: () => void }> {
  const from = await template()
  const dir = mkdtempSync(join(tmpdir(), 'motorkin-test-'))
  cpSync(from, dir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}

/** Creates a new database on the PostgreSQL server of `TEST_DATABASE_URL`. */
export async function freshPostgres(url: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `t_${mintId().replaceAll('-', '')}`
  const admin = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await admin(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, drop: () => admin(`drop database ${name} with (force)`) }
}

async function freshDatabase(): Promise<{
  db: Db
  dataDir: string
  /** Environment variables by which the server finds the database. */
  env: Record<string, string>
  end: () => Promise<void>
}> {
  const server = process.env['TEST_DATABASE_URL']
  if (server === undefined) {
    const dataDir = mkdtempSync(join(tmpdir(), 'motorkin-test-'))
    const db = await borrowEmbedded(freshDataDir)
    const end = () => db.close().then(() => rmSync(dataDir, { recursive: true, force: true }))
    return { db, dataDir, env: {}, end }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'motorkin-test-'))
  const { url, drop } = await freshPostgres(server)
  const db = await openDb({ dataDir, databaseUrl: url }, quiet, { refuseNested: true })
  await migrate(db)
  const end = async (): Promise<void> => {
    await db.close()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { db, dataDir, env: { DATABASE_URL: url }, end }
}

function makeClock(): Clock {
  let now = Date.parse('2026-03-01T09:00:00.000Z')
  return {
    now: () => new Date(now),
    set: (instant) => {
      now = new Date(instant).getTime()
    },
    advance: (ms) => {
      now += ms
    },
  }
}

export interface TestDeps {
  deps: Deps
  clock: Clock
  end: () => Promise<void>
}

/** Creates a fresh database and a clock, without a server. */
export async function testDeps(o: Pick<TestServerOptions, 'env' | 'log' | 'seed'> = {}): Promise<TestDeps> {
  const { db, dataDir, env, end } = await freshDatabase()
  const clock = makeClock()
  const config = testConfig({ DATA_DIR: dataDir, ...env, ...o.env })
  const deps: Deps = {
    config,
    db,
    now: clock.now,
    newId: () => mintId(clock.now().getTime()),
    log: o.log ?? false,
    drawn: config.demo ? openDrawn(config) : undefined,
  }
  await o.seed?.(deps)
  return { deps, clock, end }
}

/** Calls routes of the contract on `app`. */
export function callerOf(app: TestServer['app']): TestServer['call'] {
  return async <R extends Route>(route: R, c: TestCall<R> = {}): Promise<TestAnswer<R>> => {
    const response = await app.inject({
      method: route.method,
      url: pathOf(route, c.params),
      headers: { ...(c.token === undefined ? {} : { authorization: `Bearer ${c.token}` }), ...c.headers },
      ...(c.body === undefined ? {} : { payload: c.body as object }),
    })
    const ok = response.statusCode < 300
    const said = (): string =>
      `${route.method} ${route.path} answered ${response.statusCode}: ${response.body}`
    return {
      status: response.statusCode,
      headers: response.headers,
      get reply() {
        if (!ok) throw new Error(said())
        return response.json<ReplyOf<R>>()
      },
      get error() {
        if (ok) throw new Error(said())
        return response.json<ErrorBody>()
      },
    }
  }
}

/** Starts a server over its own database. Rate limits are off by default, and replies are checked against the contract. */
export async function testServer(o: TestServerOptions = {}): Promise<TestServer> {
  const { deps, clock, end } = await testDeps(o)
  const app = await buildApp(deps, { limits: false, checkReplies: true, ...o })
  await app.ready()
  return {
    app,
    db: deps.db,
    deps,
    clock,
    call: callerOf(app),
    token: (user, life = 7 * 24 * 3600) => issueToken(user, deps, life),
    close: async () => {
      await app.close()
      await end()
    },
  }
}
