// Embedded databases that one worker of the tests uses again: opening one takes a second of a core, emptying it little.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { Database } from '../../server/kernel/db/database.ts'
import { type Embedded, openEmbedded } from '../../server/kernel/db/embedded.ts'
import type { Db } from '../../server/kernel/db/sql.ts'

interface Spare extends Embedded {
  /** The tables, each with the rows that the migrations leave in it. */
  tables: { name: string; rows: string | null }[]
}
const spares: Spare[] = []

async function open(dir: string): Promise<Spare> {
  const embedded = await openEmbedded(join(dir, 'db'), { onError: () => {} })
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  const { rows } = await embedded.pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  )
  const tables: Spare['tables'] = []
  for (const { name } of rows) {
    const found = await embedded.pool.query<{ rows: string | null }>(
      `select json_agg(t)::text as rows from ${name} t`,
    )
    tables.push({ name, rows: found.rows[0]?.rows ?? null })
  }
  return { ...embedded, tables }
}

/** Leaves in the database what the migrations left in it. */
async function empty({ pool, tables }: Spare): Promise<void> {
  const client: pg.PoolClient = await pool.connect()
  try {
    await client.query('unlisten *')
    await client.query('select pg_advisory_unlock_all()')
    await client.query('reset all')
    const filled = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
    const { rows } = await client.query<{ name: string }>(filled.join(' union all '))
    if (rows.length === 0) return
    await client.query('begin')
    // No trigger sees what happens here.
    await client.query('set local session_replication_role = replica')
    await client.query(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`)
    for (const { name, rows: given } of tables)
      if (given !== null)
        await client.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1)`, [
          given,
        ])
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** An empty migrated database; `prepare` gives a directory with one when no other is free. Closing it frees it. */
export async function borrowEmbedded(prepare: () => Promise<{ dir: string }>): Promise<Db> {
  const spare = spares.pop() ?? (await open((await prepare()).dir))
  return new Database({
    kind: 'embedded',
    pool: spare.pool,
    refuseNested: true,
    close: async () => {
      try {
        await empty(spare)
        spares.push(spare)
      } catch {
        // Its test dropped a table or ended the thread: it is of no more use. The next one opens a database of its own.
        await spare.end()
      }
    },
  })
}
