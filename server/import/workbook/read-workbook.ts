// Converts a sheet of a workbook to a text table with each row on its own line number, so that the reader of tables can read it.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { cleanLine } from '#contract/parts.ts'
import { cut } from '../table/memoize.ts'
import { hasNames, headRows, sheetMark } from '../table/header.ts'
import { UnreadableTable } from '../table/table-text.ts'
import { readFormats, readSharedStrings } from './cell-text.ts'
import { type Book, type SheetRow, sheetRows } from './sheet-rows.ts'
import { readWholeXml } from './xml.ts'
import { damaged, otherKind, tooLarge, ZipParts } from './zip-parts.ts'

export interface WorkbookLimits {
  /** Maximum unpacked bytes of the parts that are read. */
  unfolded: number
  /** Maximum characters of the resulting table. */
  text: number
  /** Maximum number of rows; further rows are left out. */
  rows: number
}
export interface WorkbookPlace extends WorkbookLimits {
  from: string
  to: string
}

/** Maximum number of sheets. */
const mostSheets = 50

interface Relation {
  id: string
  /** Last word of the type's address; the years in these addresses differ. */
  type: string
  target: string
}

/** Returns the relations of a part. @param of name of the part, empty for the whole workbook */
async function relationsOf(parts: ZipParts, of: string): Promise<Relation[]> {
  const slash = of.lastIndexOf('/') + 1
  const base = `https://x/${of.slice(0, slash)}`
  const found: Relation[] = []
  await readWholeXml(parts.text(`${of.slice(0, slash)}_rels/${of.slice(slash)}.rels`), {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || mode === 'External' || !URL.canParse(target, base)) return
      const path = decodeURIComponent(new URL(target, base).pathname.slice(1))
      found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: path })
    },
  })
  return found
}

async function readBook(parts: ZipParts): Promise<Book & { sheets: { name: string; part: string }[] }> {
  const workbook = (await relationsOf(parts, '')).find(({ type }) => type === 'officeDocument')?.target
  if (workbook === undefined || !parts.has(workbook) || workbook.endsWith('.bin'))
    throw new UnreadableTable(otherKind)
  const relations = await relationsOf(parts, workbook)
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.target ?? ''
  const sheets: { name: string; part: string }[] = []
  let since1904 = false
  let isWorkbook = false
  await readWholeXml(parts.text(workbook), {
    open(name, attributes) {
      if (name === 'workbook') isWorkbook = true
      if (name === 'workbookPr') since1904 = ['1', 'true', 'on'].includes(attributes['date1904'] ?? '')
      if (name !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return
      const [, id] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? []
      const part = relations.find((relation) => relation.id === id && relation.type === 'worksheet')?.target
      if (part !== undefined && sheets.length < mostSheets)
        sheets.push({ name: cut(cleanLine(attributes['name'] ?? ''), 100), part })
    },
  })
  if (!isWorkbook) throw new UnreadableTable(otherKind)
  const formats = await readFormats(parts.text(partOf('styles')))
  const shared = await readSharedStrings(parts.text(partOf('sharedStrings')))
  return { sheets, since1904, formats, shared }
}

/** Returns the first sheet with known column names, else the first one that is not empty. */
async function chooseSheet(parts: ZipParts, book: Awaited<ReturnType<typeof readBook>>) {
  let filled: (typeof book.sheets)[number] | undefined
  for (const sheet of book.sheets) {
    const first: SheetRow[] = []
    for await (const row of sheetRows(parts.text(sheet.part), book)) {
      if (first.push(row) === headRows) break
    }
    if (hasNames(first.map((row) => row.cells))) return sheet
    if (first.length > 0) filled ??= sheet
  }
  if (!filled) throw new UnreadableTable('No visible sheet of this workbook has anything in it.')
  return filled
}

/** Returns the text of a CSV cell. A line break becomes U+2028, so that it does not end the row. */
const cellText = (cell: string): string => {
  const line = cell.replaceAll('\0', '').replace(/\r\n?|\n/g, '\u2028')
  return /^\s|[",]|\s$/.test(line) ? `"${line.replaceAll('"', '""')}"` : line
}

async function* tableText(
  parts: ZipParts,
  o: { book: Book; sheet: { name: string; part: string }; limits: WorkbookLimits },
): AsyncGenerator<string> {
  yield `${sheetMark}${o.sheet.name}\n`
  let line = 1
  let size = 0
  let rows = 0
  let text = ''
  for await (const { number, cells } of sheetRows(parts.text(o.sheet.part), o.book)) {
    rows += 1
    if (rows > o.limits.rows) break
    text += `${'\n'.repeat(number - line)}${cells.map(cellText).join(',')}\n`
    line = number + 1
    if (text.length < 64 * 1024) continue
    size += text.length
    if (size > o.limits.text) throw new UnreadableTable(tooLarge)
    yield text
    text = ''
  }
  yield text
}

/** Writes the table of a workbook as a gzip file; resolves when the file is on the disk. */
export async function readWorkbook(o: WorkbookPlace): Promise<void> {
  const parts = await ZipParts.open(o.from, o.unfolded)
  try {
    const book = await readBook(parts)
    const sheet = await chooseSheet(parts, book)
    const text = Readable.from(tableText(parts, { book, sheet, limits: o }), { objectMode: true })
    await pipeline(text, createGzip({ level: 1 }), createWriteStream(o.to, { flush: true }))
  } catch (error) {
    // For example, an address that cannot be decoded.
    throw error instanceof URIError ? new UnreadableTable(damaged) : error
  } finally {
    parts.close()
  }
}
