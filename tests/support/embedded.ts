// Embedded databases that one worker of the tests reuses: opening one takes a second of CPU time, emptying it little.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { Database } from '../../server/kernel/db/database.ts'
import { type Embedded, openEmbedded } from '../../server/kernel/db/embedded.ts'
import type { Db } from '../../server/kernel/db/sql.ts'

interface Spare extends Embedded {
  /** Tables, each with the rows that the migrations insert. */
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

/** Resets the database to the rows that the migrations insert. */
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
    // Triggers are disabled in this transaction.
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

/**
 * Returns an empty migrated database; `prepare` provides a directory with one when none is free. `close` makes the database
 * free again.
 */
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
        // The test dropped a table or ended the thread, so the database cannot be reused. The next test opens a new one.
        await spare.end()
      }
    },
  })
}
