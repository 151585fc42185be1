import { spawn } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fastify } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { readQuery } from '#catalogue'
import { fillTokens, insertCars } from '../../server/cars/cars-write.ts'
import { findCars } from '../../server/cars/cars-search.ts'
import { IndexFile, unfinished, writeIndexFile } from '../../server/cars/list/index-file.ts'
import { prove } from '../../server/cars/list/index-proof.ts'
import { openDb } from '../../server/kernel/db/open.ts'
import type { Db } from '../../server/kernel/db/sql.ts'
import { mintId } from '../../server/kernel/ids.ts'
import { freshDataDir, testConfig } from '../support/api.ts'
import { anyCar, anyQuery, newCar, testId, world } from '../support/cars.ts'
import { listing, warm, type Listing } from '../support/listing.ts'
import { furnish } from '../support/motorkin.ts'
import fc from '../support/property.ts'

/** `PARITY_SEED` repeats a run. */
const seed = Number(process.env['PARITY_SEED'] ?? 20_261_126)
const cars = 120
const never = { first: 1e9, next: 1e9 }
const quiet = { info: () => {}, error: () => {} }
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** One machine whose server stores its list index in a file. */
async function machine() {
  const { dir, remove } = await freshDataDir()
  const copy = `${dir}-copy`
  const path = join(dir, 'list-index')
  const lines: string[] = []
  const { log } = fastify({
    logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
  })
  let db: Db | undefined
  const open: Listing[] = []
  const stop = async () => {
    for (const one of open.splice(0)) await one.close()
    await db?.close()
    db = undefined
  }
  cleanups.push(remove, () => rmSync(copy, { recursive: true, force: true }), stop)
  const opened = async () => (db ??= await openDb({ dataDir: dir, databaseUrl: undefined }, quiet))
  const withFile = testConfig({ DATA_DIR: dir, LIST_INDEX_FILE: path })
  const begin = async (writes = never) => {
    const deps = { config: withFile, db: await opened(), now: () => new Date(), newId: () => mintId(), log }
    const one = await listing(deps, { writes, fileWait: 60_000 })
    open.push(one)
    return one
  }
  const start = async (writes = never) => {
    const one = await begin(writes)
    await warm(one)
    return one
  }
  return {
    path,
    /** Returns the log lines about the file since the last call. */
    said: () => lines.splice(0).filter((line) => /file of the list index/.test(line)),
    opened,
    /** Starts a server, and does not wait for its index. */
    begin,
    start,
    /** Stops the server and its database. */
    stop,
    /** Stops one server in order, which writes the file. */
    close: async (one: Listing) => {
      open.splice(open.indexOf(one), 1)
      await one.close()
    },
    run: async (text: string, ...values: unknown[]) => (await opened()).run({ text, values }),
    database: join(dir, 'db'),
    copy,
    fill: async () => {
      const any = fc.sample(anyCar, { seed, numRuns: cars })
      await furnish(
        await opened(),
        any.map((car, i) => newCar(i, { ...car, id: testId('car', i), slug: `car-${i}` })),
      )
    },
  }
}
type Machine = Awaited<ReturnType<typeof machine>>

const queries = fc.sample(anyQuery, { seed, numRuns: 20 })
/** Expects that every response equals the database's result. */
async function expectRight(m: Machine, one: Listing, asked = 20): Promise<void> {
  const db = await m.opened()
  for (const query of queries.slice(0, asked)) {
    const found = await findCars(db, readQuery(query, world), { user: undefined, facets: query.facets })
    const { data, count_records, facets } = await one.ask(query)
    expect({ data, count_records, facets }).toEqual({
      data: found.cars,
      count_records: found.total,
      facets: found.facets,
    })
  }
}

/** Makes every kind of change that a list can show, to cars from `from` on. */
async function change(m: Machine, from: number): Promise<void> {
  const others = fc.sample(anyCar, { seed: seed + from, numRuns: 4 })
  const [other] = others
  const id = (n: number) => testId('car', from + n)
  await m.run('update cars set price = $2, fueltype = $3 where id = $1', id(0), other?.price, other?.fueltype)
  const flipped = `case status when 'sold' then 'active' else 'sold' end`
  await m.run(`update cars set status = ${flipped} where id = any($1)`, [id(1), id(2), id(3)])
  await m.run('delete from cars where id = any($1)', [id(4), id(5)])
  await m.run('update cars set title = $2, search_tokens = null where id = $1', id(6), other?.title)
  const db = await m.opened()
  await fillTokens(db)
  const fresh = (n: number) => ({ id: `fresh-${from}-${n}`, slug: `fresh-${from}-${n}` })
  await insertCars(
    db,
    others.map((car, n) => newCar(0, { ...car, ...fresh(n) })),
  )
}

test('A list asked while the file is read waits and spares the database [R-API-09]', async () => {
  const m = await machine()
  await m.fill()
  await m.start()
  await m.stop()
  const one = await m.begin()
  expect(one.list.live.warming).toBe(true)
  const { count_records } = await one.ask({})
  expect(one.list.live.loaded.fromFile).toBe(true)
  expect(one.list.answers.found).toBe(1)
  expect(count_records).toBeGreaterThan(0)
})

test('After a restart, lists from the file match the database with all later changes [R-API-09 I21]', async () => {
  const m = await machine()
  await m.fill()
  const first = await m.start()
  expect(first.list.live.loaded.fromFile).toBe(false)
  await change(m, 0)
  await m.stop()
  expect(existsSync(m.path)).toBe(true)
  // The changes happen under a second and a third start of the database.
  await change(m, 20)
  await m.stop()
  await change(m, 40)
  const second = await m.start()
  expect(second.list.live.loaded.fromFile).toBe(true)
  await expectRight(m, second)
  await change(m, 60)
  await expectRight(m, second, 5)
  const { body } = await second.app.inject({ url: '/metrics' })
  expect(body).toMatch(/^list_index_from_file 1$/m)
  expect(body).toMatch(/^list_index_load_seconds \d+\.\d+$/m)
  expect(m.said()).toEqual([])
})

test('A file that was written while cars changed is right all the same [I21]', async () => {
  const m = await machine()
  await m.fill()
  const one = await m.start()
  const index = one.list.live.state
  if (!index) throw new Error('There is no index.')
  const { head, mark, pieces } = index.saved(10)
  const db = await m.opened()
  const token = mintId()
  let step = 0
  const whole = await writeIndexFile(m.path, {
    head: { ...head, token },
    pieces,
    goOn: async () => {
      if (step % 3 === 0) await change(m, (step * 8) % cars)
      await one.list.live.look()
      step += 1
      return true
    },
    prove: () => prove(db, { token, epoch: head.epoch, mark }),
  })
  expect([whole, step > 8]).toEqual([true, true])
  const two = await m.start()
  expect(two.list.live.loaded.fromFile).toBe(true)
  await expectRight(m, two)
})

/** The ways to damage a file. */
const damages: [name: string, spoil: (path: string) => unknown][] = [
  ['empty', (path) => truncateSync(path, 0)],
  ['cut in its head', (path) => truncateSync(path, 50)],
  ['cut before its end', (path) => truncateSync(path, statSync(path).size - 60)],
  ['cut by one byte', (path) => truncateSync(path, statSync(path).size - 1)],
  ['longer than it was', (path) => writeFileSync(path, Buffer.alloc(9), { flag: 'a' })],
  ['of another program', (path) => writeFileSync(path, Buffer.alloc(9000, 'list'))],
  ...[2, 20, 60, 300, 2000, 5000].map((at): [string, (path: string) => void] => [
    `another one at byte ${at}`,
    (path) => {
      const bytes = readFileSync(path)
      bytes[at] = (bytes[at] ?? 0) ^ 4
      writeFileSync(path, bytes)
    },
  ]),
]
/** The ways in which a database does not match an intact file, and the repair of each. */
const doubts: [name: string, spoil: string, mend: string][] = [
  [
    'of another history',
    `update feed_state set epoch = 'x' || epoch`,
    'update feed_state set epoch = substr(epoch, 2)',
  ],
  [
    'of a database of another form',
    `insert into schema_migrations values (9999, 'next', '', now())`,
    'delete from schema_migrations where version = 9999',
  ],
  [
    'older than what is remembered of cars that left',
    `update feed_state set forgotten = '999999999'`,
    `update feed_state set forgotten = '0'`,
  ],
  ['unknown to the database', 'delete from list_index_files', 'select 1'],
]

test('A damaged, outdated or foreign file is discarded with one line in the log [I21 S53]', async () => {
  const m = await machine()
  await m.fill()
  await m.close(await m.start())
  const good = readFileSync(m.path)
  const expectUnused = async (name: string) => {
    const one = await m.start()
    expect([name, one.list.live.loaded.fromFile, m.said().length]).toEqual([name, false, 1])
    await expectRight(m, one, 3)
    return one
  }
  for (const [name, spoil] of damages) {
    writeFileSync(m.path, good)
    spoil(m.path)
    await m.close(await expectUnused(name))
    // The server wrote a new file in its place.
    await expect(readWhole(m.path)).resolves.toBe(true)
  }
  for (const [name, spoil, mend] of doubts) {
    writeFileSync(m.path, good)
    await m.run(spoil)
    const one = await expectUnused(name)
    await m.run(mend)
    await m.close(one)
  }
})

/** Returns whether the file exists and is complete; throws when its content is wrong. */
async function readWhole(path: string): Promise<boolean> {
  const file = await IndexFile.open(path)
  if (file === undefined) return false
  if (file === 'damaged') throw new Error('The file is damaged.')
  const whole = await file.read(() => Promise.resolve())
  await file.close()
  if (!whole) throw new Error('The file is not whole.')
  return true
}

test('After a restore the server uses only a file without the lost changes [S53 I21]', async () => {
  const m = await machine()
  await m.fill()
  await m.start()
  await m.stop()
  const early = readFileSync(m.path)
  cpSync(m.database, m.copy, { recursive: true })
  const lost = await m.start()
  await change(m, 0)
  await lost.list.live.look()
  await m.stop()
  const late = readFileSync(m.path)
  expect(late.equals(early)).toBe(false)
  const restore = () => {
    rmSync(m.database, { recursive: true })
    cpSync(m.copy, m.database, { recursive: true })
  }
  for (const [file, used] of [
    [late, false],
    [early, true],
  ] as const) {
    restore()
    writeFileSync(m.path, file)
    // Changes after the restore have the numbers of the lost changes.
    await change(m, 30)
    m.said()
    const one = await m.start()
    expect([one.list.live.loaded.fromFile, m.said().length]).toEqual([used, used ? 0 : 1])
    await expectRight(m, one)
    await m.stop()
  }
})

test('A process killed while writing leaves the old file or none [S49]', async () => {
  const m = await machine()
  let found = 0
  for (let round = 0; round < 6; round += 1) {
    const program = join(import.meta.dirname, '../support/index-writing-child.ts')
    const child = spawn(process.execPath, ['--import', 'tsx', program, m.path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const gone = new Promise((done) => child.once('exit', done))
    for await (const written of createInterface({ input: child.stdout })) {
      if (Number(written) < round) continue
      setTimeout(() => child.kill('SIGKILL'), round * 7)
      break
    }
    await gone
    if (await readWhole(m.path)) found += 1
    if (round < 5) rmSync(unfinished(m.path), { force: true })
  }
  expect(found).toBe(6)
  writeFileSync(unfinished(m.path), 'half of a file')
  await m.fill()
  m.said()
  const one = await m.start({ first: 0, next: 0 })
  expect(one.list.live.loaded.fromFile).toBe(false)
  // The first time, the unfinished file may belong to another process; when it is unchanged the next time, it is abandoned.
  const before = statSync(m.path).ino
  await expect.poll(() => statSync(m.path).ino, { timeout: 20_000 }).not.toBe(before)
  expect(existsSync(unfinished(m.path))).toBe(false)
})

test('Of several processes with one file one writes it, and all read it', async () => {
  const m = await machine()
  await m.fill()
  const [one, two] = [await m.start(), await m.start()]
  await m.close(one)
  const { ino } = statSync(m.path)
  await m.close(two)
  expect(statSync(m.path).ino).toBe(ino)
  for (let i = 0; i < 2; i += 1) expect((await m.start()).list.live.loaded.fromFile).toBe(true)
})
