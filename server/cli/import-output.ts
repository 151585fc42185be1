import { createWriteStream, openSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type { ImportProblem } from '#contract/selling/import.ts'
import type { ImportProgress } from '../import/import-rows.ts'
import { reportHead, reportLine } from '../import/jobs/problems-store.ts'
import { assumedOf, type Plan } from '../import/table/plan.ts'
import { printError, printLine, exitWithError } from './open-deps.ts'

/** Arguments and output of the import command. */

export const usage = `npm run import -- file.csv --dealer e-mail [options]

  file.csv            a table with a line of column names; also .xlsx, .csv.gz, semicolons, tabs, UTF-8 or Latin-1
  --dealer e-mail     whose ads they become
  --dry-run           says what would happen and writes nothing
  --map a=b,c=d       column a holds field b; then nothing is guessed
  --make name         the make, when no column holds it
  --unit km|miles     what bare mileages are
  --rates ZAR:85,USD:1500   how much of the market's money one of another is; without it such prices are refused
  --encoding utf-8|windows-1252   of a table in which some bytes are no UTF-8
  --thousands price,mileage   of columns whose short bare numbers are thousands
  --take-doubts       takes values that are hardly possible as they are; without it such rows come in as inactive
  --status active|inactive   what new ads are when no column says it
  --add-names         makes and models that are not known are added
  --force             more active ads than the dealer's plan has room for
  --report out.csv    every problem, by line`

const terminal = process.stderr.isTTY
const shownProblems = 20
/** Removes control characters, which a terminal would execute, from input of people. */
const plain = (text: string): string => text.replace(/\p{Cc}/gu, ' ')

export function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        dealer: { type: 'string' },
        map: { type: 'string' },
        make: { type: 'string' },
        unit: { type: 'string' },
        rates: { type: 'string' },
        encoding: { type: 'string' },
        thousands: { type: 'string' },
        'take-doubts': { type: 'boolean', default: false },
        status: { type: 'string' },
        report: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        'add-names': { type: 'boolean', default: false },
        force: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    return { ...values, files: positionals }
  } catch (error) {
    return exitWithError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}
export type Args = ReturnType<typeof readArguments>

export function showPlan(plan: Plan): void {
  for (const { line, ...readings } of plan.reading?.lines ?? []) {
    printLine(
      `Line ${line} is no UTF-8. As utf-8: ${plain(readings['utf-8'])}. As windows-1252: ${plain(readings['windows-1252'])}.`,
    )
  }
  if (plan.reading) {
    const { encoding, header_line: line, sheet } = plan.reading
    const what = sheet === undefined ? `Read as ${encoding}` : `Read from the sheet "${plain(sheet)}"`
    printLine(`${what}, columns named in line ${line}.`)
  }
  printLine('Columns:')
  for (const { name, field, samples, stays_out: out } of plan.columns) {
    const none = out ? '(stays out)' : '(into the description)'
    const words = `${name.padEnd(24)} ${(field || none).padEnd(24)} ${samples.slice(0, 3).join(' · ')}`
    printLine(`  ${plain(words)}`)
  }
  printLine('In every ad:')
  for (const [field, words] of Object.entries(assumedOf(plan))) printLine(`  ${field.padEnd(24)} ${words}`)
}

export function summary({ counts: c }: ImportProgress, dryRun: boolean): string {
  const would = dryRun ? 'would be ' : ''
  return `${c.rows} rows: ${c.added} ${would}added, ${c.changed} ${would}changed, ${c.unchanged} unchanged, ${c.refused} refused${
    c.inactive > 0 ? `; ${c.inactive} inactive for want of room in the plan` : ''
  }${c.doubtful > 0 ? `; ${c.doubtful} in doubt` : ''}${c.doubles > 0 ? `; ${c.doubles} of the new ones look like ads that are there already` : ''}.`
}

/** Returns a function that reports progress on stderr; in a terminal it rewrites one line. */
export function progress(): (standing: ImportProgress) => void {
  let last = 0
  return ({ counts, progress: share }) => {
    const now = performance.now()
    if (now - last < (terminal ? 200 : 5000)) return
    last = now
    const line = `${Math.floor(share * 100)} %  ${counts.rows} rows, ${counts.refused} refused`
    process.stderr.write(terminal ? `\r${line}   ` : `${line}\n`)
  }
}

/**
 * Opens the file of `--report` at once, so that an import without its report does not start. A disk that fills up later ends
 * the report, not the import.
 */
export function openReport(path: string) {
  const file = createWriteStream(path, { fd: openSync(path, 'w') })
  let failure: Error | undefined
  file.on('error', (error) => {
    failure ??= error
  })
  return {
    write: (text: string) => void (failure || file.write(text)),
    /** Ends the report; returns a sentence when the report is incomplete. */
    close: async (): Promise<string | undefined> => {
      await finished(file.end()).catch((error: Error) => {
        failure ??= error
      })
      return (
        failure &&
        `The report ${path} is not whole: ${failure.message}. What was imported stays. The same command reports every problem again, and nothing comes twice.`
      )
    },
  }
}
export type ImportReport = ReturnType<typeof openReport>

/** Returns a function that prints the first problems and writes all of them into the report. */
export function problemReporter(
  report: Pick<ImportReport, 'write'> | undefined,
): (problems: readonly ImportProblem[]) => void {
  let printed = 0
  report?.write(reportHead)
  return (problems) => {
    for (const p of problems) {
      report?.write(reportLine(p))
      if (printed < shownProblems)
        printError(
          `${terminal ? '\r' : ''}${plain(`Line ${p.line}, ${p.column || 'row'} "${p.value}": ${p.reason}`)}`,
        )
      if (printed === shownProblems && !report)
        printError('… more problems; --report out.csv keeps them all.')
      printed += 1
    }
  }
}
