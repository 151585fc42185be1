// Finds the row with the column names, and the separator. Programs write a separator, a title, a company and a date above the
// names; people leave lines empty.
import { parse } from 'csv-parse/sync'
import { importLimits } from '#contract/selling/import.ts'
import { knownColumns } from './columns.ts'

/** Number of first rows in which the column names are searched. */
export const headRows = 20
/** Number of known names that make a row the header: no title and no car has as many. */
const enough = 3
const separators = [',', ';', '\t', '|']

/** Rules for all parts of this folder that split a text into rows: any line ends, also mixed ones. */
export const rowRules = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_error: true,
  max_record_size: importLimits.row,
}

/**
 * Returns the index of the header among the first rows. It is the first row with three known names, or the row below it if that
 * has more (then the upper row names groups of columns). If no row has three, it is the first row that fills at least half as
 * many cells as the widest row.
 */
export function headerAt(rows: readonly (readonly string[])[]): number {
  const looked = rows.slice(0, headRows)
  const known = looked.map(knownColumns)
  const first = known.findIndex((count) => count >= enough)
  if (first >= 0) return (known[first + 1] ?? 0) > (known[first] ?? 0) ? first + 1 : first
  const filled = looked.map((cells) => cells.filter((cell) => cell.trim() !== '').length)
  const widest = Math.max(0, ...filled)
  return Math.max(
    0,
    filled.findIndex((count) => count * 2 >= widest),
  )
}

/** Returns whether one of the first rows has known column names. */
export const hasNames = (rows: readonly (readonly string[])[]): boolean =>
  rows.some((cells) => knownColumns(cells) >= enough)

/** First line of a table that was a sheet of a workbook; the name of the sheet follows. */
export const sheetMark = 'sheet of a workbook: '
const sheetLine = new RegExp(`^${sheetMark}([^\r\n]*)\n`)

/** First line of some tables for Excel: "sep=;". */
const separatorLine = /^\uFEFF?"?sep=([^\r\n"])"?(?:\r\n|\n|\r|$)/i

export interface Written {
  separator: string
  /** Number of characters before the table, and of the lines they fill. */
  skip: number
  lines: number
  /** Name of the sheet, if the table was in a workbook. */
  sheet?: string
}

/** Returns the format of a table: as its first line says, else with the separator that gives the best column names. */
export function writtenAs(head: string): Written {
  const [mark, sheet] = sheetLine.exec(head) ?? []
  // This server wrote the table, so its separator is a comma.
  if (mark !== undefined && sheet !== undefined) return { separator: ',', skip: mark.length, lines: 0, sheet }
  const declared = separatorLine.exec(head)
  if (declared) return { separator: declared[1] ?? ',', skip: declared[0].length, lines: 1 }
  const text = head.replace(/^\uFEFF/, '')
  const judged = separators.map((separator) => {
    const rows: string[][] = parse(text, { ...rowRules, delimiter: separator, to: headRows })
    const header = rows[headerAt(rows)] ?? []
    const known = knownColumns(header)
    return { separator, known: known < enough ? 0 : known, width: header.length }
  })
  const [best] = judged.sort((a, b) => b.known - a.known || b.width - a.width)
  return { separator: best?.separator ?? ',', skip: 0, lines: 0 }
}
