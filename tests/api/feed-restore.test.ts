import { cpSync, rmSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { buildApp } from '../../server/app.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { openDb } from '../../server/kernel/db/open.ts'
import type { Db } from '../../server/kernel/db/sql.ts'
import { mintId } from '../../server/kernel/ids.ts'
import { freshDataDir, testConfig } from '../support/api.ts'
import { newCar, testId } from '../support/cars.ts'
import { askFeed, forSale, PlainPhone } from '../support/feed.ts'
import { furnish } from '../support/motorkin.ts'

const quiet = { info: () => {}, error: () => {} }
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A server whose data directory can be restored to an earlier state. */
async function machine() {
  const { dir, remove } = await freshDataDir()
  const backup = `${dir}-backup`
  cleanups.push(remove, () => rmSync(backup, { recursive: true, force: true }))
  let running: { db: Db; app: Awaited<ReturnType<typeof buildApp>> } | undefined
  async function start() {
    const db = await openDb({ dataDir: dir, databaseUrl: undefined }, quiet)
    const config = testConfig({ DATA_DIR: dir })
    const now = () => new Date('2026-03-01T09:00:00.000Z')
    const app = await buildApp({ config, db, now, newId: () => mintId(), log: false }, { limits: false })
    running = { db, app }
    return running
  }
  async function stop() {
    await running?.app.close()
    await running?.db.close()
    running = undefined
  }
  cleanups.push(stop)
  return {
    start,
    stop,
    /** Copies the directory, also of a running idle server; the lock is no regular file, so the copy leaves it out. */
    backUp: () => cpSync(dir, backup, { recursive: true, filter: (from) => !from.endsWith('.lock') }),
    restore() {
      rmSync(dir, { recursive: true })
      cpSync(backup, dir, { recursive: true })
    },
  }
}
const run = (db: Db, text: string, ...values: unknown[]) => db.run({ text, values })
/** Returns the same phone connected to another server. */
function moved(phone: PlainPhone, app: Parameters<typeof askFeed>[0], asked = {}): PlainPhone {
  const there = new PlainPhone(app, asked)
  there.cars = new Map(phone.cars)
  there.cursor = phone.cursor
  there.floor = phone.floor
  return there
}

test('A restart without a restore costs no phone anything: its place is still known [S53]', async () => {
  const m = await machine()
  let { db, app } = await m.start()
  await furnish(
    db,
    [1, 2, 3].map((n) => newCar(n)),
  )
  const phone = await new PlainPhone(app).follow()
  for (let i = 0; i < 2; i++) {
    await m.stop()
    ;({ db, app } = await m.start())
    await run(db, 'update cars set price = price + 1 where id = $1', testId('car', 1))
  }
  await run(db, 'delete from cars where id = $1', testId('car', 2))
  const after = await moved(phone, app).follow()
  expect(after.resyncs).toBe(0)
  expect(after.ids()).toEqual(await forSale(db))
})

test('After a restore a phone that saw lost changes resyncs; others continue [S53 I21]', async () => {
  const m = await machine()
  let { db, app } = await m.start()
  await furnish(
    db,
    [1, 2, 3, 4].map((n) => newCar(n)),
  )
  const before = await new PlainPhone(app).follow()
  const halfway = new PlainPhone(app, { limit: 1 })
  await halfway.pull()
  await m.stop()
  m.backUp()

  // The changes that the restore loses, over a restart: one car is sold, one is added, one gets a new price.
  ;({ db, app } = await m.start())
  await run(db, `update cars set status = 'sold' where id = $1`, testId('car', 1))
  const early = await moved(before, app).follow()
  await m.stop()
  ;({ db, app } = await m.start())
  await db.tx((sql) => insertCars(sql, [newCar(9)]))
  await run(db, 'update cars set price = 1, version = 2 where id = $1', testId('car', 2))
  const late = await moved(before, app).follow()
  const starting = new PlainPhone(app, { limit: 1 })
  await starting.pull()
  await m.stop()

  m.restore()
  ;({ db, app } = await m.start())
  // The first changes after the restore are so many that the numbers alone would look continuous.
  for (let i = 0; i < 40; i++)
    await run(db, 'update cars set price = price + 1 where id = $1', testId('car', 3))
  const there = await forSale(db)
  expect(there).toContain(testId('car', 1))
  for (const phone of [early, late]) {
    expect((await askFeed(app, { cursor: phone.cursor ?? '' })).error).toMatchObject({ code: 'gone' })
    const anew = await moved(phone, app).follow()
    expect(anew.resyncs).toBe(1)
    expect(anew.ids()).toEqual(there)
  }
  expect((await askFeed(app, { cursor: starting.cursor ?? '' })).status).toBe(410)
  for (const phone of [before, halfway]) {
    expect((await askFeed(app, { cursor: phone.cursor ?? '' })).status).toBe(200)
  }
  const same = await moved(before, app).follow()
  expect(same.resyncs).toBe(0)
  expect(same.ids()).toEqual(there)
})

test(
  'A phone also discards what it learnt from a running server after the backup [S53 I21]',
  { tags: ['full'] },
  async () => {
    const m = await machine()
    let { db, app } = await m.start()
    await furnish(
      db,
      [1, 2, 3].map((n) => newCar(n)),
    )
    const before = await new PlainPhone(app).follow()
    await run(db, 'checkpoint')
    m.backUp()
    await run(db, `update cars set status = 'sold' where id = $1`, testId('car', 1))
    const after = await moved(before, app).follow()
    await m.stop()
    m.restore()
    ;({ db, app } = await m.start())
    for (let i = 0; i < 40; i++)
      await run(db, 'update cars set price = price + 1 where id = $1', testId('car', 3))
    expect((await askFeed(app, { cursor: after.cursor ?? '' })).error).toMatchObject({ code: 'gone' })
    const phones = [await moved(before, app).follow(), await moved(after, app).follow()]
    expect(phones.map((p) => p.resyncs)).toEqual([0, 1])
    for (const p of phones) expect(p.ids()).toEqual(await forSale(db))
  },
)

test(
  'A restored server that nobody changed yet already knows what it lost [S53]',
  { tags: ['full'] },
  async () => {
    const m = await machine()
    let { db, app } = await m.start()
    await furnish(db, [newCar(1), newCar(2)])
    await m.stop()
    m.backUp()
    ;({ db, app } = await m.start())
    await run(db, 'delete from cars where id = $1', testId('car', 1))
    const phone = await new PlainPhone(app).follow()
    await m.stop()
    m.restore()
    ;({ db, app } = await m.start())
    const anew = await moved(phone, app).follow()
    expect(anew).toMatchObject({ resyncs: 1 })
    expect(anew.ids()).toEqual(await forSale(db))
  },
)

test('Rows copied into another cluster, whose transactions count from elsewhere, begin a new history [S53 I21]', async () => {
  const m = await machine()
  const { db, app } = await m.start()
  await furnish(
    db,
    [1, 2, 3].map((n) => newCar(n)),
  )
  await run(db, 'delete from cars where id = $1', testId('car', 3))
  const phone = await new PlainPhone(app).follow()
  const { epoch } = (await askFeed(app, { cursor: phone.cursor ?? '' })).page
  // A dump contains the name, starts and numbers of another cluster.
  await run(db, `update feed_state set cluster = '1'`)
  await run(db, 'delete from feed_starts')
  await run(db, `insert into feed_starts values ('1', '900000000', '800000000')`)
  await run(db, `update feed set tx = '900000000'`)
  await run(db, 'update cars set price = price + 1 where id = $1', testId('car', 2))

  expect((await askFeed(app, { cursor: phone.cursor ?? '' })).status).toBe(410)
  const { page } = await askFeed(app)
  expect(page.epoch).not.toBe(epoch)
  await phone.follow()
  await run(db, `update cars set status = 'sold' where id = $1`, testId('car', 1))
  await phone.follow()
  expect(phone.resyncs).toBe(2)
  expect(phone.ids()).toEqual(await forSale(db))
})
