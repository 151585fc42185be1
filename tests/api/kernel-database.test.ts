import fc from '../support/property.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { type Migration, migrate, readMigrations } from '../../server/kernel/db/migrate.ts'
import type { Db } from '../../server/kernel/db/sql.ts'
import { type TestDeps, testDeps } from '../support/api.ts'

let world: TestDeps
let db: Db
beforeAll(async () => {
  world = await testDeps()
  db = world.deps.db
})
afterAll(() => world.end())
beforeEach(() => db.run({ text: 'delete from settings' }))

const put = (name: string) => ({ text: "insert into settings values ($1, '1')", values: [name] })
const names = async () => {
  const rows = await db.rows(z.object({ name: z.string() }), {
    text: 'select name from settings order by name',
  })
  return rows.map(({ name }) => name)
}
const raise = (code: string) => ({
  text: `do $$ begin raise exception 'staged' using errcode = '${code}'; end $$`,
})

test('Database counts and money become numbers, instants become Dates, JSON becomes its value', async () => {
  const row = z.object({ count: z.int(), money: z.number(), at: z.date(), json: z.object({ a: z.int() }) })
  const found = await db.row(row, {
    text: `select count(*) as count, 1234.50::numeric(14, 2) as money,
             '2026-03-01T10:00:00+02'::timestamptz as at, '{"a": 1}'::jsonb as json from settings`,
  })
  expect(found).toEqual({ count: 0, money: 1234.5, at: new Date('2026-03-01T08:00:00Z'), json: { a: 1 } })
})

test('A whole number too large to be exact is refused and never rounded', async () => {
  const huge = { text: 'select 9007199254740993::int8 as n' }
  await expect(db.row(z.object({ n: z.number() }), huge)).rejects.toThrow(/too large/)
  const largest = await db.row(z.object({ n: z.number() }), { text: 'select 9007199254740991::int8 as n' })
  expect(largest?.n).toBe(Number.MAX_SAFE_INTEGER)
})

test('A column that differs from what the code expects fails with its name', async () => {
  const wrong = db.rows(z.object({ n: z.string() }), { text: 'select 1 as n' })
  await expect(wrong).rejects.toThrow(/"select 1 as n".* n /)
})

test('A statement with values is prepared, unless it says otherwise', async () => {
  const n = z.object({ n: z.int() })
  const prepared = await db.tx(async (sql) => {
    await sql.row(n, { text: 'select $1::int + 1 as n', values: [1] })
    await sql.row(n, { text: 'select $1::int + 2 as n', values: [1], once: true })
    return sql.rows(z.object({ statement: z.string() }), {
      text: `select statement from pg_prepared_statements where statement like 'select $1::int + %'`,
    })
  })
  expect(prepared).toEqual([{ statement: 'select $1::int + 1 as n' }])
})

test('Any text survives the way in and out, also as JSON', async () => {
  const row = z.object({ plain: z.string(), json: z.unknown() })
  await fc.assert(
    fc.asyncProperty(
      // PostgreSQL stores every character but NUL, and no halves of a surrogate pair.
      fc.string({ unit: 'binary' }).map((s) => s.replaceAll('\0', '')),
      fc.jsonValue().filter((value) => !JSON.stringify(value).includes(String.raw`\u0000`)),
      async (text, value) => {
        const found = await db.row(row, {
          text: 'select $1::text as plain, $2::jsonb as json',
          values: [text, JSON.stringify(value)],
        })
        expect(found?.plain).toBe(text)
        expect(found?.json).toEqual(JSON.parse(JSON.stringify(value)))
      },
    ),
    { numRuns: 60 },
  )
})

test('An answer of many megabytes arrives whole', async () => {
  const row = z.object({ i: z.int(), filler: z.string() })
  const rows = await db.rows(row, {
    text: `select i, repeat(md5(i::text), 100) as filler from generate_series(1, 2000) as i`,
  })
  expect(rows).toHaveLength(2000)
  expect(rows.every(({ i, filler }, index) => i === index + 1 && filler.length === 3200)).toBe(true)
})

test('A transaction is all or nothing', async () => {
  await db.tx(async (sql) => {
    await sql.run(put('a'))
    await sql.run(put('b'))
  })
  await expect(
    db.tx(async (sql) => {
      await sql.run(put('c'))
      throw new AppError('gone')
    }),
  ).rejects.toMatchObject({ code: 'gone' })
  await expect(db.tx((sql) => sql.run(put('a')))).rejects.toMatchObject({ code: '23505' })
  expect(await names()).toEqual(['a', 'b'])
})

test.each(['40001', '40P01'])('A transaction that met another one (%s) is run again', async (code) => {
  let attempts = 0
  await db.tx(async (sql) => {
    attempts += 1
    await sql.run(put('a'))
    if (attempts < 3) await sql.run(raise(code))
  })
  expect(attempts).toBe(3)
  expect(await names()).toEqual(['a'])
})

test('A transaction that never gets through ends as "not available", worth another try', async () => {
  let attempts = 0
  const endless = db.tx(async (sql) => {
    attempts += 1
    await sql.run(raise('40001'))
  })
  await expect(endless).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 })
  expect(attempts).toBe(6)
})

test.each(['57014', '55P03', '53300', '57P01'])(
  'A database that is overloaded or away (%s) is "not available", never a bug',
  async (code) => {
    await expect(db.run(raise(code))).rejects.toMatchObject({ code: 'unavailable' })
  },
)

test('Querying the database itself inside a transaction fails at once instead of waiting', async () => {
  await expect(db.tx(() => names())).rejects.toThrow(/sql of the transaction/)
  await expect(db.tx(() => db.tx(() => Promise.resolve()))).rejects.toThrow(/sql of the transaction/)
})

test('A statement that comes after the end of its transaction is refused', async () => {
  let late = (): Promise<number> => Promise.resolve(0)
  await db.tx(async (sql) => {
    late = () => sql.run(put('late'))
  })
  await expect(async () => late()).rejects.toThrow(/after the end/)
  expect(await names()).toEqual([])
})

test('Many transactions at once do not mix', async () => {
  await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      db
        .tx(async (sql) => {
          await sql.run(put(`t${i}-1`))
          await sql.run(put(`t${i}-2`))
          if (i % 3 === 0) throw new AppError('gone')
        })
        .catch((error: unknown) => {
          if (!(error instanceof AppError && error.code === 'gone')) throw error
        }),
    ),
  )
  const left = await names()
  expect(left).toHaveLength(40)
  expect(left.every((name) => Number(/\d+/.exec(name)?.[0]) % 3 !== 0)).toBe(true)
})

const applied = async () => {
  const row = z.object({ name: z.string() })
  return (await db.rows(row, { text: 'select name from schema_migrations order by version' })).map(
    (r) => r.name,
  )
}
const emptied = () => db.run({ text: 'drop schema public cascade; create schema public' })
const migration = (version: number, sql: string): Migration => ({
  version,
  name: `000${version}-test.sql`,
  sql,
  checksum: sql,
})
const first = migration(
  1,
  'create table settings (name text primary key, value jsonb not null); create table t1 ()',
)
const second = migration(2, 'create table t2 (); insert into settings values (1, 2)')

test('An empty database is brought up to date, a second start changes nothing', async () => {
  await emptied()
  const all = (await readMigrations()).map(({ name }) => name)
  expect(await migrate(db)).toEqual(all)
  expect(await migrate(db)).toEqual([])
  expect(await applied()).toEqual(all)
})

test('Of several processes that start at once each migration is applied by one', async () => {
  await emptied()
  const done = await Promise.all([migrate(db, [first]), migrate(db, [first]), migrate(db, [first])])
  expect(done.flat()).toEqual([first.name])
})

test('A migration of a large market may take longer than any other statement', async () => {
  await emptied()
  await db.run({ text: "set statement_timeout = '15s'" })
  const limits =
    "select name, to_jsonb(setting) from pg_settings where name in ('lock_timeout', 'statement_timeout')"
  await migrate(db, [first, { ...second, sql: `insert into settings ${limits} order by name` }])
  const found = await db.rows(z.object({ name: z.string(), value: z.string() }), {
    text: 'select name, value from settings order by name',
  })
  expect(found).toEqual([
    { name: 'lock_timeout', value: '5000' },
    { name: 'statement_timeout', value: '0' },
  ])
})

test('A failed migration leaves the database unchanged and can be repaired', async () => {
  await emptied()
  const broken = { ...second, sql: 'create table t2 (); select nothing_like_this()' }
  await expect(migrate(db, [first, broken])).rejects.toThrow(/nothing_like_this/)
  expect(await applied()).toEqual([first.name])
  const there = await db.row(z.object({ t: z.nullable(z.string()) }), {
    text: "select to_regclass('t2')::text as t",
  })
  expect(there?.t).toBeNull()
  const repaired = { ...second, sql: 'create table t2 ()' }
  expect(await migrate(db, [first, repaired])).toEqual([second.name])
})

test('A migration that was changed after it was applied stops the start', async () => {
  await emptied()
  await migrate(db, [first])
  const changed = migrate(db, [{ ...first, checksum: 'other' }])
  await expect(changed).rejects.toThrow('Migration 0001-test.sql was changed after it was applied.')
})

test('A database that is newer than the program stops the start', async () => {
  await emptied()
  await migrate(db, [first, { ...second, sql: 'create table t2 ()' }])
  await expect(migrate(db, [first])).rejects.toThrow(
    /0002-test.sql, which this version of Motorkin does not know/,
  )
})
