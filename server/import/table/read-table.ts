// Reads a file of comma-separated values as a stream, with its column names and the line of each row.
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { importLimits, type ImportReading } from '#contract/selling/import.ts'
import { headerAt, headRows, rowRules, writtenAs } from './header.ts'
import { openText, type Read, tooManyColumns, UnreadableTable } from './table-text.ts'

export interface TableRow {
  /** Number of the row's first line, from 1. */
  line: number
  cells: string[]
  /** A cell with a letter that has two readings, if the dealer has not chosen an encoding. */
  unreadable?: string
  /** Reason why this row and all after it could not be read. */
  broken?: string
}
export interface Table {
  header: string[]
  /** Encoding, and line of the column names. */
  reading: ImportReading
  rows: AsyncIterable<TableRow>
  /** Share of the file that was read, 0 to 1. */
  progress: () => number
  close: () => void
}

/** Returns the number of line ends inside the cells. CRLF counts as one, as in an editor. */
const lineEnds = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (/[\r\n]/.test(cell) ? cell.split(/\r\n|\n|\r/).length - 1 : 0), 0)

interface Parsed {
  record: string[]
  info: { lines: number; empty_lines: number }
}

/** Opens a table and finds its header. */
export async function openTable(path: string, o: Partial<Read> = {}): Promise<Table> {
  const { size } = await stat(path)
  let read = 0
  const { head, rest, judged } = await openText(path, {
    ...o,
    most: o.most ?? importLimits.unfolded,
    read: (count) => (read += count),
  })
  const written = writtenAs(head)
  /** Position at which the parser gave up, in its own counts. */
  let broken: { lines: number; empty: number } | undefined
  async function* all(): AsyncGenerator<string> {
    if (head.length > written.skip) yield head.slice(written.skip)
    for await (const text of rest) {
      if (broken) return
      yield text
    }
  }
  const parser = parse({
    ...rowRules,
    delimiter: written.separator,
    bom: true,
    info: true,
    on_skip: (error) => {
      const countOf = (name: string) => Number((error as Record<string, unknown> | undefined)?.[name] ?? 0)
      // The parser reports the error again with every chunk.
      broken ??= { lines: countOf('lines'), empty: countOf('empty_lines') }
      return undefined
    },
  })
  const source = Readable.from(all(), { objectMode: true })
  pipeline(source, parser).catch((error: unknown) => {
    parser.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  const close = () => {
    source.destroy()
    parser.destroy()
  }
  async function* lined(): AsyncGenerator<TableRow> {
    // Lines are counted here, because the parser counts a CRLF inside quotes twice, and empty lines separately.
    let next = written.lines + 1
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      if (broken && info.lines > broken.lines) break
      // Programs fill sheets with empty rows of separators.
      if (record.every((cell) => cell.trim() === '')) {
        next += 1 + lineEnds(record)
        continue
      }
      const unreadable = judged.asks ? record.find((cell) => cell.includes('\uFFFD')) : undefined
      yield { line: next + info.empty_lines, cells: record, ...(unreadable !== undefined && { unreadable }) }
      next += 1 + lineEnds(record)
    }
    if (!broken) return
    const line = next + broken.empty
    const reason = `The row that begins in line ${line} could not be read, and nothing after it was: is a quote in it or above it never closed?`
    yield { line, cells: [], broken: reason }
  }
  const records = lined()
  const first: TableRow[] = []
  while (first.length < headRows) {
    const next = await records.next()
    if (next.done) break
    first.push(next.value)
  }
  const found = headerAt(first.map((row) => row.cells))
  const header = first[found]
  if (!header || header.broken !== undefined || header.cells.length > importLimits.columns) {
    close()
    throw new UnreadableTable(header ? (header.broken ?? tooManyColumns) : 'The file is empty.')
  }
  async function* rows(): AsyncGenerator<TableRow> {
    yield* first.slice(found + 1)
    yield* records
  }
  return {
    header: header.cells,
    reading: {
      ...judged,
      header_line: header.line,
      ...(written.sheet !== undefined && { sheet: written.sheet }),
    },
    rows: rows(),
    progress: () => (size === 0 ? 1 : Math.min(1, read / size)),
    close,
  }
}
