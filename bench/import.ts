import { z } from 'zod/mini'
import { importRows } from '../server/import/import-rows.ts'
import { withWorld } from './import/world.ts'

/**
 * Measures a bulk import against plain multi-row inserts of the same rows into the same tables, in the same run and with
 * transactions of the same size. `-- import table.csv.gz`, or IMPORT_TABLE; without a table one with IMPORT_ROWS rows is made
 * up. Prints ratios; times are never judged.
 */
const made = Number(process.env['IMPORT_ROWS'] ?? 20_000)
const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const pageRow = z.object({ id: z.string(), car: z.string() })
const pageText = `select id, row_to_json(c)::text as car from cars c where creator = $1 and id > $2 order by id limit 500`
const bareText = 'insert into cars select * from json_populate_recordset(null::cars, $1::json)'

await withWorld({ rows: made, cars: 1 }, async ({ db, deps, run, table }) => {
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50)
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const started = performance.now()
    await work()
    return performance.now() - started
  }
  const first = await importRows(deps, { ...run, dryRun: true, room: () => Promise.resolve(1) })
  say(`${first.counts.rows} rows of ${table}, ${first.counts.refused} refused`)
  const before = process.memoryUsage.rss()
  most = before
  const imported = await timed(() => importRows(deps, run))
  const memory = most
  const again = await timed(() => importRows(deps, run))
  clearInterval(watch)

  // The same rows as JSON, ready for insertion: the minimum that any program has to send.
  const pages: string[] = []
  for (let after = ''; ;) {
    const page = await db.rows(pageRow, { text: pageText, values: [run.dealer.id, after] })
    const last = page.at(-1)
    if (!last) break
    after = last.id
    pages.push(`[${page.map((row) => row.car).join(',')}]`)
  }
  await db.run({ text: 'delete from cars' })
  await db.run({ text: 'vacuum cars' })
  await db.run({ text: 'vacuum feed' })
  const bare = await timed(async () => {
    for (let i = 0; i < pages.length; i += 2) {
      await db.tx(async (sql) => {
        for (const page of pages.slice(i, i + 2)) await sql.run({ text: bareText, values: [page] })
      })
    }
  })
  const rate = (ms: number) => `${Math.round((first.counts.rows / ms) * 1000)} rows/s`
  say(`bare inserts   ${seconds(bare)}   ${rate(bare)}   1.00`)
  say(
    `import         ${seconds(imported)}   ${rate(imported)}   ${(imported / bare).toFixed(2)}   (goal at most 3)`,
  )
  say(`import again   ${seconds(again)}   ${rate(again)}   ${(again / bare).toFixed(2)}   nothing changed`)
  say(
    `memory         ${Math.round(before / 1e6)} MB before, at most ${Math.round(memory / 1e6)} MB while importing`,
  )
})
