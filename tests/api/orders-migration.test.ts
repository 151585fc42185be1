import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { migrate, readMigrations } from '../../server/kernel/db/migrate.ts'
import { openDb } from '../../server/kernel/db/open.ts'
import type { Db } from '../../server/kernel/db/sql.ts'
import { openSubscriptions } from '../../server/orders/activate.ts'
import { notifyEndings } from '../../server/orders/orders-jobs.ts'
import { historiesOf, profileOf } from '../../server/users/profile/profile-store.ts'
import { freshPostgres, testConfig } from '../support/api.ts'

/** A database from before orders existed, with subscriptions. */
const quiet = { info: () => {}, error: () => {} }
const ends: (() => unknown)[] = []
let db: Db
beforeAll(async () => {
  const server = process.env['TEST_DATABASE_URL']
  const postgres = server === undefined ? undefined : await freshPostgres(server)
  const dir = mkdtempSync(join(tmpdir(), 'motorkin-test-'))
  db = await openDb({ dataDir: dir, databaseUrl: postgres?.url }, quiet)
  const remove = () => rmSync(dir, { recursive: true, force: true })
  ends.push(
    () => postgres?.drop(),
    remove,
    () => db.close(),
  )
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const day = 86_400_000
const told = z.object({ id: z.string(), done: z.boolean() })

test(
  'Subscriptions of before there were orders run on, and what has ended stays silent [R-ENT-27]',
  { tags: ['full'] },
  async () => {
    const all = await readMigrations()
    await migrate(db, all.slice(0, 15))
    const now = new Date()
    const at = (days: number) => new Date(now.getTime() + days * day)
    await db.run({
      text: `insert into plans (id, name, type, price, car_limit, position) values
      ('basic', 'Basic', 'basic', 0, 2, 0), ('gold', 'Gold', 'gold', 2500, 50, 1)`,
    })
    await db.run({
      text: `insert into users (id, email, email_key, password_hash, fullname, created_at)
      values ('old', 'old@motorkin.test', 'old@motorkin.test', '', 'Old', $1)`,
      values: [at(-400)],
    })
    const rows = [
      ['over', 'active', 7500, at(-200), at(-110)],
      ['runs', 'active', 2500, at(-28), at(3)],
      ['never', 'pending', 2500, null, null],
      ['gone', 'cancelled', 2500, at(-60), at(20)],
    ]
    for (const [id, status, amount, starts, expires] of rows)
      await db.run({
        text: `insert into subscriptions (id, user_id, plan_id, status, duration, amount, started_at, expires_at, created_at)
        values ($1, 'old', 'gold', $2, 1, $3, $4, $5, $6)`,
        values: [id, status, amount, starts, expires, at(-300)],
      })
    await migrate(db, all)

    expect((await openSubscriptions(db, 'old', now)).map(({ id, price }) => [id, price])).toEqual([
      ['runs', 2500],
    ])
    const history = await historiesOf(db, 'old', 'za')
    expect(history.map((h) => `${h.status} ${h.amount}`).sort()).toEqual([
      'active 2500',
      'active 7500',
      'cancelled 2500',
      'pending 2500',
    ])
    const profile = await profileOf(db, 'old', { market: 'za', now })
    expect(profile?.is_subscriber).toBe(true)

    let id = 0
    const mails = { config: testConfig(), db, now: () => now, newId: () => `letter-${id++}` }
    await notifyEndings(mails)
    const subjects = 'select subject from mail_outbox'
    expect(await db.rows(z.object({ subject: z.string() }), { text: subjects })).toEqual([
      { subject: 'Your Gold plan ends in 3 days' },
    ])
    const done = 'select id, ended_told_at is not null as done from subscriptions order by id'
    expect((await db.rows(told, { text: done })).filter((r) => r.done).map((r) => r.id)).toEqual(['over'])
  },
)
