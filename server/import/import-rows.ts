// Imports a table batch by batch. One transaction writes a batch and its progress, so an interrupted import continues without
// duplicates and without gaps.
import {
  type ImportCounts,
  type ImportOptions,
  type ImportProblem,
  noCounts,
} from '#contract/selling/import.ts'
import { regionOf } from '#contract/values/region.ts'
import { Yielder } from '../cars/list/yielder.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { addModel, answeredNames, referenceChanged } from '../reference/proposed-names.ts'
import { queryReference } from '../reference/reference-store.ts'
import { numbering } from './stock-store.ts'
import { makeAd } from './table/make-ad.ts'
import { NamesBook } from './table/names-book.ts'
import { type Dealer, lacking, type Plan, importPlanOf } from './table/plan.ts'
import { openTable, type TableRow } from './table/read-table.ts'
import { UnreadableTable } from './table/table-text.ts'
import { type ReadRow, writeRows } from './write-rows.ts'

export interface ImportProgress {
  counts: ImportCounts
  /** Share of the file that was read, 0 to 1. */
  progress: number
}
export interface ImportRun {
  path: string
  /** Name that the person gave the file; may contain the make. */
  fileName: string
  dealer: Dealer
  options: ImportOptions
  dryRun: boolean
  /** Whether makes and models that are not in the reference data are added to it. */
  addNames?: boolean
  /** Returns how many more ads may be active, called in each transaction; unlimited without it. */
  room?: (sql: Sql) => Promise<number>
  /** Counts at which an earlier run stopped. */
  from?: ImportCounts
  /** Number of rows of one transaction; a function is called for each batch. */
  batch?: number | (() => number)
  /** Stops the import after the running batch. */
  signal?: AbortSignal
  /** Called before the first row, and again at the end or after a stop if there are more questions for the dealer. */
  onPlan?: (plan: Plan) => Promise<void>
  /** Called in the transaction of the batch. */
  onBatch?: (
    sql: Sql,
    standing: ImportProgress,
    problems: readonly ImportProblem[],
    rows: readonly ReadRow[],
  ) => Promise<void>
  /** Called between batches, after the commit. */
  after?: (standing: ImportProgress) => Promise<void>
  /** Maximum bytes of an unpacked file. */
  most?: number
  /** Maximum number of rows of a table. */
  mostRows?: number
}

/** Number of rows from which the format of the table is determined. */
const first = 2000
/** Milliseconds of reading without a pause; requests are handled in the pauses. */
const stretch = 2

const readOf = ({ most, options }: Pick<ImportRun, 'most' | 'options'>) => ({
  ...(most !== undefined && { most }),
  encoding: options.encoding,
})

async function peek(o: Pick<ImportRun, 'path' | 'most' | 'options'>) {
  const table = await openTable(o.path, readOf(o))
  const rows: string[][] = []
  try {
    for await (const row of table.rows) {
      if (rows.push(row.cells) === first) break
    }
  } finally {
    table.close()
  }
  return { header: table.header, reading: table.reading, rows }
}

const kindsOfCounts = Object.keys(noCounts) as (keyof ImportCounts)[]

const tooManyRows = (most: number) =>
  new UnreadableTable(
    `A table may have up to ${most.toLocaleString('en')} rows; those after them were not read. Please send them as another table.`,
  )

const unreadable = 'A letter in this row has two readings. Say which encoding the table is in.'

/**
 * Imports a table. Throws `UnreadableTable` when the file is no table or lacks a required column. Importing the same table twice
 * has the same result as once.
 */
export async function importRows(
  deps: Pick<Deps, 'config' | 'db' | 'now' | 'newId'>,
  run: ImportRun,
): Promise<ImportProgress> {
  const { db, config } = deps
  const reference = await queryReference(db)
  const names = new NamesBook(reference, run.addNames, await answeredNames(db))
  const plan = importPlanOf({
    ...(await peek(run)),
    ...run,
    file: run.fileName,
    names,
    currency: regionOf[config.market].currency,
    thisYear: deps.now().getUTCFullYear(),
  })
  await run.onPlan?.(plan)
  const why = lacking(plan)
  if (why !== undefined) throw new UnreadableTable(why)

  const table = await openTable(run.path, readOf(run))
  let counts = run.from ?? noCounts
  let room = Number.POSITIVE_INFINITY
  const numberOf = numbering(plan)
  const skip = counts.rows
  const standing = (): ImportProgress => ({ counts, progress: table.progress() })

  const readOne = (row: TableRow, thisYear: number): ReadRow => {
    const { stockNo, shownNo, twin } = numberOf(row)
    const at = { line: row.line, stockNo, shownNo }
    const refused = (reason: string, value = '', field: 'stock_no' | '' = '') => ({
      ...at,
      made: { troubles: [{ field, value, reason }] },
    })
    if (row.broken !== undefined) return refused(row.broken)
    if (row.unreadable !== undefined) return refused(unreadable, row.unreadable.slice(0, 200))
    if (twin !== undefined) return refused(`Line ${twin} has this stock number already.`, shownNo, 'stock_no')
    return { ...at, made: makeAd(row.cells, plan, names, thisYear) }
  }
  const write = async (rows: readonly ReadRow[]): Promise<void> => {
    const fresh = names.takeFresh()
    const done = await db.tx(async (sql) => {
      if (!run.dryRun && fresh.length > 0) {
        for (const name of fresh) await addModel(sql, { ...name, newId: deps.newId })
        await referenceChanged(sql)
      }
      // A dry run reads the room only once and then counts it down here.
      const most = run.room && (!run.dryRun || counts.rows === 0) ? await run.room(sql) : room
      const o = { plan, dryRun: run.dryRun, now: deps.now(), newId: deps.newId, room: most }
      const { counts: c, problems, room: left } = await writeRows(sql, rows, o)
      const next = { ...counts }
      for (const what of kindsOfCounts) next[what] += c[what]
      await run.onBatch?.(sql, { counts: next, progress: table.progress() }, problems, rows)
      return { next, left }
    })
    counts = done.next
    room = done.left
    await run.after?.(standing())
  }

  /** Adds currencies that first appear after the first rows to the questions for the dealer. */
  const askRates = async (): Promise<void> => {
    const price = plan.columns.find(({ field }) => field === 'price')
    const asked = price?.currencies ?? []
    const all = [...new Set([...asked, ...plan.unrated])].sort()
    if (!price || all.length === asked.length) return
    price.currencies = all
    await run.onPlan?.(plan)
  }

  const { batch: size = 1000 } = run
  let batch: ReadRow[] = []
  let passed = 0
  const yielder = new Yielder(stretch)
  // The next batch is read while the database writes the last one.
  let writing: Promise<void> = Promise.resolve()
  let failed: unknown
  let over = false
  try {
    for await (const row of table.rows) {
      passed += 1
      over = run.mostRows !== undefined && passed > run.mostRows
      if (over) break
      if (passed <= skip) numberOf(row)
      else batch.push(readOne(row, deps.now().getUTCFullYear()))
      if (yielder.isDue()) await yielder.pause()
      if (batch.length < (typeof size === 'number' ? size : size())) continue
      await writing
      if (failed !== undefined) throw failed
      if (run.signal?.aborted) break
      const ready = batch
      batch = []
      writing = write(ready).catch((error: unknown) => {
        failed = error ?? new Error('nothing')
      })
    }
    await writing
    if (failed !== undefined) throw failed
    const isStopped = run.signal?.aborted === true
    if (!isStopped && batch.length > 0) await write(batch)
    await askRates()
    if (over && !isStopped) throw tooManyRows(passed - 1)
    return standing()
  } finally {
    await writing
    table.close()
  }
}
