// What a large seed notes of itself while it runs, so that one that was ended is taken up again. The table is there for
// that time alone: a database that is served has nothing of it, so it is no migration.
import { z } from 'zod/mini'
import type { Sql } from '../server/kernel/db/sql.ts'

/** All that its cars depend on. */
export interface Made {
  seed: number
  cars: number
  market: string
  /** Milliseconds: the day of its first transaction. */
  today: number
}

export async function noteStart(sql: Sql, { seed, cars, market, today }: Made): Promise<void> {
  await sql.run({
    text: 'create table demo_seed (seed bigint, cars int, market text, today bigint, written int)',
  })
  await sql.run({
    text: 'insert into demo_seed values ($1, $2, $3, $4, 0)',
    values: [seed, cars, market, today],
  })
}

/** In the transaction of the cars themselves, so that the number is always right. */
export async function noteWritten(sql: Sql, written: number): Promise<void> {
  await sql.run({ text: 'update demo_seed set written = $1', values: [written] })
}

export async function noteEnd(sql: Sql): Promise<void> {
  await sql.run({ text: 'drop table demo_seed' })
}

const row = z.object({
  seed: z.number(),
  cars: z.int(),
  market: z.string(),
  today: z.number(),
  written: z.int(),
})

/** The seed that was ended before all its cars were there. */
export async function unfinishedSeed(sql: Sql): Promise<(Made & { written: number }) | undefined> {
  const there = await sql.row(z.object({ there: z.boolean() }), {
    text: `select to_regclass('demo_seed') is not null as there`,
  })
  if (!there?.there) return undefined
  return sql.row(row, {
    text: 'select seed::float8 as seed, cars, market, today::float8 as today, written from demo_seed',
  })
}
