import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod/mini'
import { importRows } from '../server/import/import-rows.ts'
import { createPace } from '../server/import/jobs/import-runner.ts'
import { withWorld } from './import/world.ts'

/**
 * Measures how long other queries wait for the one embedded connection during an import, against the same queries without an
 * import in the same run. Also prints the longest waits and the log lines of the maintenance.
 * `-- import-beside table.csv.gz`, or IMPORT_TABLE; without a table one with IMPORT_ROWS rows is made up. Times are never
 * judged.
 */
const made = Number(process.env['IMPORT_ROWS'] ?? 46_000)
const say = (line: string) => process.stdout.write(`${line}\n`)
const every = 20
const question = {
  text: `select id, title from cars where status = 'active' order by created_at desc, id limit 15`,
}

const shown = z.object({ id: z.string(), title: z.string() })

interface Waited {
  at: number
  ms: number
}
let begun = performance.now()
const since = () => performance.now() - begun
const maintained: string[] = []
const note = (what: object) => maintained.push(`${(since() / 1000).toFixed(1)} s ${JSON.stringify(what)}`)

await withWorld({ rows: made, cars: 600, maintained: note }, async ({ db, deps, run }) => {
  /** Sends queries at a fixed rate, regardless of earlier answers. */
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
  /** Prints the waiting times; returns the 99th percentile. */
  const tell = (name: string, waits: readonly Waited[]): number => {
    const sorted = waits.map(({ ms }) => ms).toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
    const [p50, p99, most] = [0.5, 0.99, 1].map((share) => `${at(share).toFixed(1)} ms`)
    say(`${name.padEnd(16)} ${sorted.length} questions   p50 ${p50}   p99 ${p99}   max ${most}`)
    return at(0.99)
  }
  const alone = await ask(() => pause(8000))
  maintained.length = 0
  const { batch, rest } = createPace()
  const beside = await ask(() => importRows(deps, { ...run, batch, after: rest }))
  const usual = tell('alone', alone)
  const slowed = tell('beside an import', beside)
  say(`p99 beside an import: ${(slowed / usual).toFixed(1)} times (goal at most 3)`)
  for (const { at, ms } of beside.toSorted((a, b) => b.ms - a.ms).slice(0, 5))
    say(`waited ${ms.toFixed(0)} ms, asked at ${(at / 1000).toFixed(1)} s`)
  for (const line of maintained) say(`maintained at ${line}`)
})
