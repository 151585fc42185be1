import { z } from 'zod/mini'
import {
  importLimits,
  type ImportProblem,
  importProblem,
  type ImportProblemGroup,
} from '#contract/selling/import.ts'
import { storableJson } from '../../cars/cars-write.ts'
import { part, raw, type Sql } from '../../kernel/db/sql.ts'
import { earlierLine } from './job-summary.ts'

/** Rows of problems that imports have reported. */

/** Stores the problems of a batch; `before` is the number of problems of earlier batches. */
export async function saveProblems(
  sql: Sql,
  o: { id: string; before: number; problems: readonly ImportProblem[] },
): Promise<void> {
  const stored = o.problems.slice(0, Math.max(0, importLimits.mostProblems - o.before))
  if (stored.length === 0) return
  const rows = stored.map((p, i) => ({ ...p, place: o.before + i, column_name: p.column }))
  await sql.exec`insert into import_problems
      (import_id, place, line, stock_no, column_name, value, reason, kind)
    select ${o.id}, place, line, stock_no, column_name, value, reason, kind
    from json_to_recordset(${storableJson(rows)}::json)
      as r (place int, line int, stock_no text, column_name text, value text, reason text, kind text)`
}

const columns = 'place, line, stock_no, column_name as column, value, reason, kind'
const placed = z.extend(importProblem, { place: z.int() })

/** Returns the first problems in the order of the table. */
export const problemsOf = (sql: Sql, id: string, most: number): Promise<ImportProblem[]> =>
  sql.all(importProblem)`select ${raw(columns)} from import_problems where import_id = ${id}
    order by place limit ${most}`

/** Maximum number of problems in memory. */
export const pageOfReport = 1000

/** Returns a group's reason as a SQL pattern: a line number in it matches any line. */
const patternOf = (reason: string): string => {
  const named = reason.startsWith(earlierLine) ? `Line % ${reason.slice(earlierLine.length)}` : undefined
  return named ?? reason.replace(/[\\%_]/g, String.raw`\$&`)
}

/** Yields all problems in pages: by group in the order of the groups, then the rest; by line within each. */
export async function* problemPages(
  sql: Sql,
  id: string,
  groups: readonly ImportProblemGroup[],
): AsyncGenerator<ImportProblem[]> {
  const asked = groups.map((g) => ({ column: g.column, kind: g.kind, pattern: patternOf(g.reason) }))
  const sets = [
    ...asked.map((g) => part`column_name = ${g.column} and kind = ${g.kind} and reason like ${g.pattern}`),
    part`not exists (select 1 from json_to_recordset(${JSON.stringify(asked)}::json)
      as g ("column" text, kind text, pattern text)
      where p.column_name = g."column" and p.kind = g.kind and p.reason like g.pattern)`,
  ]
  for (const isIn of sets) {
    let last = -1
    for (;;) {
      const page = await sql.all(placed)`select ${raw(columns)} from import_problems p
        where import_id = ${id} and place > ${last} and ${isIn} order by place limit ${pageOfReport}`
      if (page.length > 0) yield page
      if (page.length < pageOfReport) break
      last = page.at(-1)?.place ?? last
    }
  }
}

/** Number of a dealer's newest tables with a full report, and maximum problems of older ones. */
const whole = 5
const ofOlder = 10_000
/** Shortens the reports of a dealer's older tables, so that many tables do not fill the disk. */
export function shortenReports(sql: Sql, dealer: string): Promise<number> {
  return sql.exec`delete from import_problems where place >= ${ofOlder} and import_id in
    (select id from imports where dealer = ${dealer} order by created_at desc, id desc offset ${whole})`
}

/** Beginnings that a spreadsheet takes for a formula. */
const formula = /^[\s]*[=+\-@\t\r|%]/

/** Returns one cell of a report. Text of other people cannot become a formula or several cells. */
export function reportCell(value: string): string {
  const safe = formula.test(value) ? `'${value}` : value
  return /[",;\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: readonly string[]): string => `${cells.map(reportCell).join(',')}\r\n`
const kinds: Readonly<Record<ImportProblem['kind'], string>> = {
  refused: 'Refused',
  inactive: 'Came in as inactive',
  doubtful: 'In doubt',
}

export const reportHead = line(['Line', 'Stock number', 'What', 'Column', 'Value', 'Reason'])
export const reportLine = (p: ImportProblem): string =>
  line([String(p.line), p.stock_no, kinds[p.kind], p.column, p.value, p.reason])
/** Returns the line for ads that the plan has no room for, reported once. */
export const heldLine = (count: number): string =>
  line(['', '', kinds.inactive, '', String(count), 'The plan has no room for so many more active ads.'])
