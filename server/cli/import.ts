// Bulk import by the operator: `npm run import -- file.csv --dealer e-mail`.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import type { ImportProblem } from '#contract/selling/import.ts'
import { importRows, type ImportRun } from '../import/import-rows.ts'
import { dealerByEmail, remainingAds } from '../import/stock-store.ts'
import { UnreadableTable } from '../import/table/table-text.ts'
import { unfoldWorkbook } from '../import/workbook/unfold-workbook.ts'
import { startOf } from '../import/jobs/read-start.ts'
import { emailKey } from '../users/users-store.ts'
import {
  type Args,
  openReport,
  problemReporter,
  progress,
  readArguments,
  showPlan,
  summary,
  usage,
} from './import-output.ts'
import { exitWithError, printError, openDeps, readSettings, startFailureOf, printLine } from './open-deps.ts'

const most = 50_000_000_000
/** Limits of a workbook of the operator, which may take long. */
const patient = { most, rows: Number.POSITIVE_INFINITY, seconds: 3600, megabytes: 2048 }
async function main(path: string, email: string, args: Args): Promise<boolean> {
  const config = readSettings()
  const { options } = startOf({ ...args, ...(args['take-doubts'] && { take_doubts: '1' }) })
  const report = args.report === undefined ? undefined : openReport(args.report)
  const deps = await openDeps(config)
  const dir = mkdtempSync(join(tmpdir(), 'motorkin-import-'))
  const stopping = new AbortController()
  const onStop = () => {
    if (stopping.signal.aborted) process.exit(1)
    printError('\nStopping after this batch …')
    stopping.abort()
  }
  process.on('SIGINT', onStop)
  process.on('SIGTERM', onStop)
  try {
    const dealer = await dealerByEmail(deps.db, emailKey(email))
    if (!dealer) throw new UnreadableTable(`Nobody with the address ${email} has an account.`)
    const reportProblems = problemReporter(report)
    const show = progress()
    let found: readonly ImportProblem[] = []
    const dryRun = args['dry-run']
    const text = join(dir, 'table')
    const isUnfolded = await unfoldWorkbook(path, text, { ...patient, signal: stopping.signal })
    if (stopping.signal.aborted) return false
    const run: ImportRun = {
      path: isUnfolded ? text : path,
      fileName: basename(path),
      dealer,
      options,
      dryRun,
      addNames: args['add-names'],
      signal: stopping.signal,
      most,
      onPlan: async (plan) => {
        if (dryRun) showPlan(plan)
      },
      // A transaction may be retried, so only the problems of its last try are reported.
      onBatch: async (_, __, problems) => {
        found = problems
      },
      after: async (standing) => {
        reportProblems(found)
        show(standing)
      },
    }
    if (!args.force) run.room = (sql) => remainingAds(sql, dealer.id, deps.now())
    const started = performance.now()
    const done = await importRows(deps, run)
    const seconds = (performance.now() - started) / 1000
    printLine(
      `${summary(done, dryRun)} ${seconds.toFixed(1)} s, ${Math.round(done.counts.rows / seconds)} rows a second.`,
    )
    if (stopping.signal.aborted)
      printError('Stopped. The same command goes on: what is in stays, nothing comes twice.')
    return !stopping.signal.aborted
  } finally {
    const missing = await report?.close()
    if (missing !== undefined) {
      printError(missing)
      process.exitCode = 1
    }
    await deps.db.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

const args = readArguments()
const [path, ...more] = args.files
if (args.help) printLine(usage)
else if (path === undefined || more.length > 0 || args.dealer === undefined) exitWithError(usage)
else if (!existsSync(path)) exitWithError(`There is no file ${path}.`)
else {
  try {
    if (!(await main(path, args.dealer, args))) process.exitCode = 130
  } catch (error) {
    const known =
      error instanceof UnreadableTable || (error instanceof AppError && error.code === 'validation_failed')
    exitWithError(
      known ? error.message : `The table could not be imported. ${startFailureOf(error, readSettings())}`,
    )
  }
}
