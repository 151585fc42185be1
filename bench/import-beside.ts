import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod/mini'
import { importOptions } from '#contract/selling/import.ts'
import { seedDemo } from '../demo/seed.ts'
import { importRows } from '../server/import/import-rows.ts'
import { createPace } from '../server/import/pace.ts'
import { dealerByEmail } from '../server/import/stock-store.ts'
import { readConfig } from '../server/kernel/config.ts'
import { migrate } from '../server/kernel/db/migrate.ts'
import { openDb } from '../server/kernel/db/open.ts'
import { newId } from '../server/kernel/ids.ts'
import { makeTable } from './import/make-table.ts'

/**
 * How long other questions wait for the one embedded connection while a table is imported, beside the same questions
 * without an import in the same run; and the longest waits with what maintenance said around them. `-- import-beside
 * table.csv.gz`, or IMPORT_TABLE; without a table one of IMPORT_ROWS rows is made up. Nothing is ever judged by time.
 */
const made = Number(process.env['IMPORT_ROWS'] ?? 46_000)
const given = process.argv[2] ?? process.env['IMPORT_TABLE']
const say = (line: string) => process.stdout.write(`${line}\n`)
const every = 20
const question = {
  name: 'bench-newest',
  text: `select id, title from cars where status = 'active' order by created_at desc, id limit 15`,
}

const shown = z.object({ id: z.string(), title: z.string() })

interface Waited {
  at: number
  ms: number
}
const dir = mkdtempSync(join(tmpdir(), 'motorkin-bench-'))
try {
  const table = given !== undefined && existsSync(given) ? given : join(dir, 'made-up.csv')
  if (table !== given) await makeTable(table, made)
  const read = readConfig({ AUTH_SECRET: 'x'.repeat(40), DEMO: '1', LOG_LEVEL: 'silent', DATA_DIR: dir })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { config } = read
  let begun = performance.now()
  const since = () => performance.now() - begun
  const maintained: string[] = []
  const db = await openDb(config, {
    info: (o: object) => {
      maintained.push(`${(since() / 1000).toFixed(1)} s ${JSON.stringify(o)}`)
    },
    error: () => undefined,
  })
  await migrate(db)
  const deps = { config, db, now: () => new Date(), newId: () => newId(), log: false }
  await seedDemo(deps, { cars: 600 })
  const dealer = await dealerByEmail(db, 'dealer@motorkin.test')
  if (!dealer) throw new Error('There is no demo dealer.')

  /** Questions at a fixed pace, whether or not the ones before are answered. */
  const ask = async (work: () => Promise<unknown>): Promise<Waited[]> => {
    begun = performance.now()
    const waits: Promise<Waited>[] = []
    const timer = setInterval(() => {
      const at = since()
      waits.push(db.rows(shown, question).then(() => ({ at, ms: since() - at })))
    }, every)
    await work()
    clearInterval(timer)
    return Promise.all(waits)
  }
  const tell = (name: string, waits: readonly Waited[]) => {
    const sorted = waits.map(({ ms }) => ms).toSorted((a, b) => a - b)
    const at = (share: number) => `${(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)} ms`
    say(`${name.padEnd(16)} ${sorted.length} questions   p50 ${at(0.5)}   p99 ${at(0.99)}   max ${at(1)}`)
  }
  const alone = await ask(() => pause(8000))
  maintained.length = 0
  const { batch, rest } = createPace()
  const pace = { batch, after: rest }
  const run = { path: table, fileName: 'table.csv', dealer, addNames: true, dryRun: false, ...pace }
  const beside = await ask(() => importRows(deps, { ...run, options: importOptions.parse({}) }))
  tell('alone', alone)
  tell('beside an import', beside)
  for (const { at, ms } of beside.toSorted((a, b) => b.ms - a.ms).slice(0, 5))
    say(`waited ${ms.toFixed(0)} ms, asked at ${(at / 1000).toFixed(1)} s`)
  for (const line of maintained) say(`maintained at ${line}`)
  await db.close()
} finally {
  rmSync(dir, { recursive: true, force: true })
}
