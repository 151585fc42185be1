// Applies numbered SQL files, forward only, each in one transaction. A file that was applied must never change.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod/mini'
import { findBeside } from '../place.ts'
import { isUniqueViolation } from './failures.ts'
import { lockTimeout } from './open.ts'
import type { Db, Sql } from './sql.ts'

export interface Migration {
  version: number
  name: string
  sql: string
  checksum: string
}

/** Reads the migrations in `dir`, in order. */
export async function readMigrations(dir = ownMigrations()): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(dir, name), 'utf8')
      const version = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1])
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { version, name, sql, checksum }
    }),
  )
  migrations.forEach(({ version, name }, index) => {
    if (version !== index + 1) throw new Error(`${name} is not migration number ${index + 1}.`)
  })
  return migrations
}

function ownMigrations(): string {
  const dir = findBeside(import.meta.url, ['./migrations', '../migrations', '../../migrations'])
  if (dir === undefined) throw new Error('The folder "migrations" is missing beside the server.')
  return dir
}

const applied = z.object({ version: z.int(), name: z.string(), checksum: z.string() })

async function prepare(db: Db): Promise<void> {
  try {
    await db.exec`create table if not exists schema_migrations (
        version int primary key, name text not null, checksum text not null, applied_at timestamptz not null
      );
      create table if not exists schema_lock (id int primary key);
      insert into schema_lock values (1) on conflict do nothing`
  } catch (error) {
    // Another process created the same table at the same moment. A retry finds that table.
    if (!isUniqueViolation(error)) throw error
    await prepare(db)
  }
}

async function applyNext(sql: Sql, migrations: readonly Migration[]): Promise<Migration | undefined> {
  // The lock on this row makes every other starting process wait until this transaction ends. That wait has no time limit,
  // because a migration of a large market takes long. Waiting for a lock on a migrated table has the usual limit, because all
  // other queries on the table wait behind it.
  await sql.run({
    text: `set local statement_timeout = 0; set local lock_timeout = 0;
      select id from schema_lock where id = 1 for update; set local lock_timeout = ${lockTimeout}`,
  })
  const done = await sql.all(applied)`select version, name, checksum from schema_migrations order by version`
  for (const { version, name, checksum } of done) {
    const known = migrations[version - 1]
    if (!known)
      throw new Error(`The database has migration ${name}, which this version of Motorkin does not know.`)
    if (known.checksum !== checksum)
      throw new Error(`Migration ${known.name} was changed after it was applied.`)
  }
  const next = migrations[done.length]
  if (!next) return undefined
  await sql.run({ text: next.sql })
  await sql.exec`insert into schema_migrations (version, name, checksum, applied_at)
    values (${next.version}, ${next.name}, ${next.checksum}, now())`
  return next
}

/** Applies the missing migrations and returns their names. */
export async function migrate(db: Db, migrations?: readonly Migration[]): Promise<string[]> {
  const all = migrations ?? (await readMigrations())
  await prepare(db)
  const names: string[] = []
  for (;;) {
    const next = await db.tx((sql) => applyNext(sql, all))
    if (!next) return names
    names.push(next.name)
  }
}
