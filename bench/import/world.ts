import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importOptions } from '#contract/selling/import.ts'
import { seedDemo } from '../../demo/seed.ts'
import type { ImportRun } from '../../server/import/import-rows.ts'
import { dealerByEmail } from '../../server/import/stock-store.ts'
import { readConfig } from '../../server/kernel/config.ts'
import { migrate } from '../../server/kernel/db/migrate.ts'
import { openDb } from '../../server/kernel/db/open.ts'
import type { Db } from '../../server/kernel/db/sql.ts'
import type { Deps } from '../../server/kernel/deps.ts'
import { mintId } from '../../server/kernel/ids.ts'
import { makeTable } from './make-table.ts'

export interface World {
  db: Db
  deps: Deps
  /** The import of the demo dealer, with default options. */
  run: ImportRun
  /** Name of the table in the output. */
  table: string
}
export interface WorldOptions {
  /** Number of rows of the made-up table, if neither the first argument nor IMPORT_TABLE names a file. */
  rows: number
  /** Number of demo cars beside the table. */
  cars: number
  maintained?: (what: object) => void
}

/** Provides an embedded database and a table to import, and deletes both at the end. */
export async function withWorld(o: WorldOptions, work: (world: World) => Promise<void>): Promise<void> {
  const given = process.argv[2] ?? process.env['IMPORT_TABLE']
  const dir = mkdtempSync(join(tmpdir(), 'motorkin-bench-'))
  try {
    const isGiven = given !== undefined && existsSync(given)
    const path = isGiven ? given : join(dir, 'made-up.csv')
    if (!isGiven) await makeTable(path, o.rows)
    const read = readConfig({ AUTH_SECRET: 'x'.repeat(40), DEMO: '1', LOG_LEVEL: 'silent', DATA_DIR: dir })
    if (!read.ok) throw new Error(read.problems.join('\n'))
    const { config } = read
    const db = await openDb(config, { info: (what: object) => o.maintained?.(what), error: console.error })
    await migrate(db)
    const deps = { config, db, now: () => new Date(), newId: () => mintId(), log: false }
    await seedDemo(deps, { cars: o.cars })
    const dealer = await dealerByEmail(db, 'dealer@motorkin.test')
    if (!dealer) throw new Error('There is no demo dealer.')
    const options = importOptions.parse({})
    const run = { path, fileName: 'table.csv', dealer, options, addNames: true, dryRun: false }
    await work({ db, deps, run, table: isGiven ? given : 'a made-up table' })
    await db.close()
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
