// A file of comma-separated values, read as a stream: packed or not, in any of the usual encodings and separators.
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'
import { importLimits } from '#contract/selling/import.ts'

export interface TableRow {
  /** Of its beginning, from 1. */
  line: number
  cells: string[]
  /** The row itself could not be read, and nothing after it. */
  broken?: string
}
export interface Table {
  header: string[]
  rows: AsyncIterable<TableRow>
  /** Share of the file that was read, 0 to 1. */
  progress: () => number
  close: () => void
}
/** The file as a whole cannot be read; the message says why, for the person who chose it. */
export class UnreadableTable extends Error {}

const separators = [',', ';', '\t', '|']
/** Enough of a file to know how it is written. */
const headBytes = 64 * 1024

/** The bytes of a file, unpacked when it is packed. */
async function* bytesOf(
  path: string,
  packed: boolean,
  o: { read?: (count: number) => void; most: number },
): AsyncGenerator<Buffer> {
  const file = createReadStream(path)
  if (o.read) file.on('data', (chunk) => o.read?.(chunk.length))
  if (!packed) return yield* file as AsyncIterable<Buffer>
  const unpacking = createGunzip()
  // What goes wrong on the way ends the last of the streams, which is read below.
  pipeline(file, unpacking).catch((error: unknown) => unpacking.destroy(error as Error))
  let unfolded = 0
  try {
    for await (const chunk of unpacking as AsyncIterable<Buffer>) {
      unfolded += chunk.length
      if (unfolded > o.most) throw new UnreadableTable('Unpacked, this file is too large.')
      yield chunk
    }
  } catch (error) {
    throw error instanceof UnreadableTable ? error : new UnreadableTable('This packed file is damaged.')
  }
}

async function isPacked(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

type Encoding = 'utf-8' | 'utf-16le' | 'windows-1252'

/** UTF-8 when all of it is, else the encoding of western offices; UTF-16 says so itself. */
async function encodingOf(path: string, packed: boolean, most: number): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let first = true
  for await (const chunk of bytesOf(path, packed, { most })) {
    if (first && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
    if (first && chunk.subarray(0, headBytes).includes(0)) {
      throw new UnreadableTable('This is not a table of text. Please save it as CSV.')
    }
    first = false
    try {
      decoder.decode(chunk, { stream: true })
    } catch {
      return 'windows-1252'
    }
  }
  return 'utf-8'
}

/** What stands most often between the words of the first line. */
export function separatorOf(head: string): string {
  const counts = new Map(separators.map((s) => [s, 0]))
  let quoted = false
  for (const char of head.replace(/^\uFEFF?\s*/, '')) {
    if (char === '"') quoted = !quoted
    else if (!quoted && (char === '\n' || char === '\r')) break
    else if (!quoted && counts.has(char)) counts.set(char, (counts.get(char) ?? 0) + 1)
  }
  const [best = ','] = [...separators].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  return best
}

async function* decoded(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/** Signs of one line. The parser counts only what stands between separators, and would take any number of these. */
const longestLine = 2 * importLimits.row
async function* withLines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let open = 0
  for await (const text of texts) {
    const last = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
    open = last < 0 ? open + text.length : text.length - 1 - last
    if (open > longestLine) throw new UnreadableTable('A line of this table is too long to be a row of cars.')
    yield text
  }
}

const newlines = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)

interface Parsed {
  record: string[]
  info: { lines: number }
}

/** Opens a table and reads its header. @param o.most bytes that a packed file may unfold to */
export async function openTable(path: string, o: { most?: number } = {}): Promise<Table> {
  const most = o.most ?? importLimits.unfolded
  const { size } = await stat(path)
  const packed = await isPacked(path)
  const encoding = await encodingOf(path, packed, most)
  let read = 0
  const bytes = bytesOf(path, packed, { most, read: (count) => (read += count) })
  const texts = withLines(decoded(bytes, encoding))
  const first = await texts.next()
  const head = first.done ? '' : first.value
  let broken: TableRow | undefined
  async function* all(): AsyncGenerator<string> {
    yield head
    for await (const text of texts) {
      if (broken) return
      yield text
    }
  }
  const parser = parse({
    delimiter: separatorOf(head),
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: importLimits.row,
    skip_records_with_error: true,
    on_skip: (error) => {
      // The parser knows only where it gave up; a quote that was left open began somewhere above.
      const line = Number(error && 'lines' in error ? error['lines'] : 0)
      const reason = `Up to line ${line} a row could not be read (is a quote never closed?), and nothing after it was.`
      // The parser says it again with every chunk.
      broken ??= { line, cells: [], broken: reason }
      return undefined
    },
  })
  const source = Readable.from(all(), { objectMode: true })
  pipeline(source, parser).catch((error: unknown) => {
    parser.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  const records = (parser as AsyncIterable<Parsed>)[Symbol.asyncIterator]()
  const close = () => {
    source.destroy()
    parser.destroy()
  }
  const header = await records.next()
  if (header.done || header.value.record.length > importLimits.columns) {
    close()
    const tooWide = `This table has more than ${importLimits.columns} columns.`
    throw new UnreadableTable(header.done ? (broken?.broken ?? 'The file is empty.') : tooWide)
  }
  async function* rows(): AsyncGenerator<TableRow> {
    for (;;) {
      const next = await records.next()
      if (next.done) break
      const { record, info } = next.value
      if (broken && info.lines > broken.line) break
      yield { line: info.lines - newlines(record), cells: record }
    }
    if (broken) yield broken
  }
  return {
    header: header.value.record,
    rows: rows(),
    progress: () => (size === 0 ? 1 : Math.min(1, read / size)),
    close,
  }
}
