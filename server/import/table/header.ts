// Where the names of the columns stand, and what is between them. Programs write a separator, a title, a company and a
// date above them; people leave lines empty.
import { parse } from 'csv-parse/sync'
import { importLimits } from '#contract/selling/import.ts'
import { knownColumns } from './columns.ts'

/** Rows among which the names of the columns are looked for. */
export const headRows = 20
/** Names that make a row the one of the columns: no title has as many, and no car. */
const enough = 3
const separators = [',', ';', '\t', '|']

/** How every part of this folder cuts a text into rows: lines may end in any way, also in several. */
export const rowRules = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_error: true,
  max_record_size: importLimits.row,
}

/**
 * The place of the row with the names of the columns among the first ones. That is the first row with three names we know,
 * or the one right below it where that knows more (the upper one names groups of columns). Where no row knows three, it is
 * the first one that fills half as many cells as the widest.
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

/** Whether one of the first rows names columns, as far as we know such names. */
export const hasNames = (rows: readonly (readonly string[])[]): boolean =>
  rows.some((cells) => knownColumns(cells) >= enough)

/** Above the first line of a table that was a sheet of a workbook; the name of the sheet follows it. */
export const sheetMark = 'sheet of a workbook: '
const sheetLine = new RegExp(`^${sheetMark}([^\r\n]*)\n`)

/** The first line of tables for Excel: "sep=;". */
const separatorLine = /^\uFEFF?"?sep=([^\r\n"])"?(?:\r\n|\n|\r|$)/i

export interface Written {
  separator: string
  /** Signs at the beginning that are no part of the table, and the lines that they fill. */
  skip: number
  lines: number
  /** Of the workbook that the table was. */
  sheet?: string
}

/** How a table is written: as its first line says, else with the separator that makes the best names of columns. */
export function writtenAs(head: string): Written {
  const [mark, sheet] = sheetLine.exec(head) ?? []
  // We wrote it: whatever its cells say, between them are commas.
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
