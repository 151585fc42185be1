import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { type Embedded, openEmbedded } from '../../server/kernel/db/embedded.ts'
import { startMaintenance } from '../../server/kernel/db/maintenance.ts'
import { freshDataDir } from '../support/api.ts'

const onError = () => {}
const support = (name: string) => join(import.meta.dirname, '../support', name)

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function freshDir(): Promise<string> {
  const { dir, remove } = await freshDataDir()
  cleanups.push(remove)
  return join(dir, 'db')
}
async function open(dir: string, worker?: string): Promise<Embedded> {
  const db = await openEmbedded(dir, {
    onError,
    ...(worker === undefined ? {} : { worker: new URL(`file://${support(worker)}`) }),
  })
  cleanups.push(async () => {
    await db.pool.end()
    await db.end()
  })
  return db
}
async function close(db: Embedded) {
  cleanups.pop()
  await db.pool.end()
  await db.end()
}

/**
 * Runs a process that writes from number `from` on, and kills it after `rows` acknowledged rows. Returns the last acknowledged
 * number.
 */
async function writeAndKill(dir: string, from: number, rows: number, worker?: string): Promise<number> {
  const args = ['--import', 'tsx', support('writing-child.ts'), dir, String(from)]
  if (worker !== undefined) args.push(support(worker))
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = new Promise((done) => child.once('exit', done))
  let last = -1
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line)
    if (last >= from + rows) child.kill('SIGKILL')
  }
  await gone
  return last
}

/** Counts the missing numbers below `until`, by the table and by its index. */
async function missing({ pool }: Embedded, until: number) {
  const text = `select count(*) as n from generate_series(0, $1) as i
                where not exists (select 1 from settings where name = 'k' || i)`
  const [byTable] = (await pool.query<{ n: number }>(text, [until])).rows
  await pool.query('set enable_seqscan = off')
  const [byIndex] = (await pool.query<{ n: number }>(text, [until])).rows
  return { byTable: byTable?.n, byIndex: byIndex?.n }
}

test('Every acknowledged commit was written through to the disk', async () => {
  const db = await open(await freshDir())
  expect((await db.pool.query<{ fsync: string }>('show fsync')).rows).toEqual([{ fsync: 'on' }])
  const before = (await db.stats()).fsyncs
  for (let i = 0; i < 40; i += 1) await db.pool.query('insert into settings values ($1, $2)', [`k${i}`, '1'])
  expect((await db.stats()).fsyncs - before).toBeGreaterThanOrEqual(40)
})

test('A power cut or killed process loses no acknowledged write, and the database reopens', async () => {
  let dir = await freshDir()
  let last = -1
  for (const rows of [25, 60]) {
    last = await writeAndKill(dir, last + 1, rows, 'power-cut-worker.ts')
    const nothing = { byTable: 0, byIndex: 0 }

    // The killed process leaves everything that it wrote.
    const killed = await open(dir)
    expect(await missing(killed, last)).toEqual(nothing)
    await close(killed)

    // The power cut leaves only fsynced data. The next round continues with that data.
    dir = `${dir}.shadow`
    const cut = await open(dir)
    expect(await missing(cut, last)).toEqual(nothing)
    // A row that was written but not acknowledged may exist; the next round must not write it again.
    const { rows: found } = await cut.pool.query<{ n: number }>(
      'select max(substr(name, 2)::int) as n from settings',
    )
    last = Math.max(last, found[0]?.n ?? 0)
    await close(cut)
  }
})

test('A first start that was cut short is simply begun again', { tags: ['full'] }, async () => {
  const home = mkdtempSync(join(tmpdir(), 'motorkin-first-'))
  cleanups.push(() => rmSync(home, { recursive: true, force: true }))
  const dir = join(home, 'db')
  mkdirSync(join(`${dir}.new`, 'base'), { recursive: true })
  writeFileSync(join(`${dir}.new`, 'PG_VERSION'), '1')
  const db = await open(dir)
  expect((await db.pool.query<{ n: number }>('select 1 as n')).rows).toEqual([{ n: 1 }])
  expect(existsSync(`${dir}.new`)).toBe(false)
  expect(readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim()).toBe('18')
})

test('A directory of another PostgreSQL is named as such and left alone', async () => {
  const dir = await freshDir()
  writeFileSync(join(dir, 'PG_VERSION'), '17\n')
  await expect(openEmbedded(dir, { onError })).rejects.toThrow(
    /made by PostgreSQL 17, .* brings PostgreSQL 18/,
  )
  expect(existsSync(join(dir, 'base'))).toBe(true)
})

test('A database thread that dies is replaced, and what was acknowledged is there', async () => {
  const db = await open(await freshDir(), 'dying-worker.ts')
  await db.pool.query("insert into settings values ('kept', '1')")
  await expect(db.pool.query("select 'drop dead'")).rejects.toMatchObject({ code: 'DB_AWAY' })
  expect((await db.pool.query('select name from settings')).rows).toEqual([{ name: 'kept' }])
})

test('A client that breaks off leaves nothing behind for the next one', async () => {
  const { pool } = await open(await freshDir())
  const client = await pool.connect()
  await client.query('begin')
  await client.query("insert into settings values ('half', '1')")
  await client.query({ name: 'mine', text: 'select 1 as n' })
  client.release(true)
  expect((await pool.query({ name: 'mine', text: 'select name from settings' })).rows).toEqual([])
})

const log = { info: () => {}, error: () => {} }

test(
  'A checkpoint truncates the log when it is long, or some time after writes',
  { tags: ['full'] },
  async () => {
    const { pool } = await open(await freshDir())
    let now = 0
    const house = startMaintenance(pool, log, () => now, {
      walBytes: 1_000_000,
      checkpointEvery: 60_000,
      look: 1e9,
    })
    cleanups.push(() => house.stop())
    const fill = (rows: number) =>
      pool.query(
        `insert into settings select gen_random_uuid()::text, to_jsonb(repeat('x', 100)) from generate_series(1, $1)`,
        [rows],
      )
    await pool.query('checkpoint')
    expect((await house.look()).checkpoint).toBe(false)
    await fill(10_000)
    expect((await house.look()).checkpoint).toBe(true)
    expect((await house.look()).checkpoint).toBe(false)
    await fill(100)
    expect((await house.look()).checkpoint).toBe(false)
    now += 60_000
    expect((await house.look()).checkpoint).toBe(true)
    now += 60_000
    expect((await house.look()).checkpoint).toBe(false)
  },
)

test('Dead rows are cleared away and the planner learns of new ones', async () => {
  const { pool } = await open(await freshDir())
  const house = startMaintenance(pool, log, () => 0, { look: 1e9 })
  cleanups.push(() => house.stop())
  await pool.query(`insert into settings select 'k' || i, '1' from generate_series(1, 3000) as i`)
  expect((await house.look()).vacuumed).toContain('public.settings')
  expect((await house.look()).vacuumed).not.toContain('public.settings')
  for (let i = 0; i < 3; i += 1) await pool.query("update settings set value = '2'")
  const size = async () =>
    (await pool.query<{ n: number }>("select pg_relation_size('settings') as n")).rows[0]?.n ?? 0
  const full = await size()
  expect((await house.look()).vacuumed).toContain('public.settings')
  for (let i = 0; i < 2; i += 1) {
    await pool.query("update settings set value = '3'")
    await house.look()
  }
  expect(await size()).toBe(full)
})

test('The server analyses a growing table when most is new, and when writes pause', async () => {
  const { pool } = await open(await freshDir())
  const house = startMaintenance(pool, log, () => 0, { look: 1e9 })
  cleanups.push(() => house.stop())
  const add = (rows: number) =>
    pool.query(`insert into settings select gen_random_uuid()::text, '1' from generate_series(1, $1)`, [rows])
  const analyzed = async () => (await house.look()).analyzed.includes('public.settings')
  await add(3000)
  expect(await analyzed()).toBe(true)
  await add(2000)
  expect(await analyzed()).toBe(false)
  await add(20_000)
  expect(await analyzed()).toBe(true)
  await add(10_000)
  expect(await analyzed()).toBe(false)
  // Nothing was written since the last call.
  expect(await analyzed()).toBe(true)
  expect(await analyzed()).toBe(false)
})

test('An index of words has nothing left to sort in after maintenance', async () => {
  const { pool } = await open(await freshDir())
  const house = startMaintenance(pool, log, () => 0, { look: 1e9 })
  cleanups.push(() => house.stop())
  await pool.query('create table words (said text[]); create index words_said on words using gin (said)')
  await pool.query(`insert into words select array['w' || i] from generate_series(1, 2000) as i`)
  expect((await house.look()).vacuumed).toContain('public.words')
  const left = await pool.query("select gin_clean_pending_list('words_said')::int as pages")
  expect(left.rows).toEqual([{ pages: 0 }])
})

test('Nobody else on the machine can look into the database', async () => {
  const dir = await freshDir()
  chmodSync(dir, 0o755)
  await open(dir)
  expect(statSync(dir).mode & 0o077).toBe(0)
})
