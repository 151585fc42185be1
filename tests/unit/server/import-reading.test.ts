import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportReading } from '#contract/selling/import.ts'
import { writtenAs } from '../../../server/import/table/header.ts'
import { openTable, type TableRow } from '../../../server/import/table/read-table.ts'
import { UnreadableTable } from '../../../server/import/table/table-text.ts'
import { reportCell } from '../../../server/import/jobs/problems-store.ts'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'motorkin-tables-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

let files = 0
async function readAll(
  bytes: Buffer | string,
  most?: number,
): Promise<{ header: string[]; reading: ImportReading; rows: TableRow[] }> {
  const path = join(dir, `table-${(files += 1)}`)
  writeFileSync(path, bytes)
  const table = await openTable(path, most === undefined ? {} : { most })
  const rows: TableRow[] = []
  for await (const row of table.rows) rows.push(row)
  table.close()
  return { header: table.header, reading: table.reading, rows }
}
const cellsOf = async (bytes: Buffer | string) => (await readAll(bytes)).rows.map((row) => row.cells)

test('The import reads quotes, commas, line breaks in cells and a byte-order mark', async () => {
  const { header, rows } = await readAll(
    '\uFEFFmake,note\r\n"BMW","one, ""two""\r\nthree"\r\n\r\nFord,plain\r\n',
  )
  expect(header).toEqual(['make', 'note'])
  expect(rows.map((row) => row.cells)).toEqual([
    ['BMW', 'one, "two"\r\nthree'],
    ['Ford', 'plain'],
  ])
})

test.each([
  ['LF', '\n', '\n'],
  ['CRLF', '\r\n', '\r\n'],
  ['CR', '\r', '\r'],
  ['LF, with CRLF inside cells', '\n', '\r\n'],
  ['CRLF, with LF inside cells', '\r\n', '\n'],
])('A row is numbered by its first line, whatever came before it: %s', async (_, end, inside) => {
  const text = `\n\na,b\n1,"x\ny\n\nz"\n\n2,y\n3,"""q""\n"\n4,z`
  const quoted = /"(?:[^"]|"")*"/g
  const mixed = text.replaceAll('\n', end).replace(quoted, (cell) => cell.replaceAll(end, inside))
  const { header, rows } = await readAll(mixed)
  expect(header).toEqual(['a', 'b'])
  expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
    [4, '1'],
    [9, '2'],
    [10, '3'],
    [12, '4'],
  ])
})

test('Rows that hold only separators are passed over, and lines still counted', async () => {
  const { rows } = await readAll('a,b\n1,x\n,\n , \n2,y\n,,,')
  expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
    [2, '1'],
    [5, '2'],
  ])
})

test('Rows of a table with mixed line endings end where each line ends', async () => {
  const { rows } = await readAll('a,b\r\n1,x\n2,y\r3,z\r\n\r\n4,"l\rm\nn\r\no"\n5,z')
  expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
    [2, '1'],
    [3, '2'],
    [4, '3'],
    [6, '4'],
    [10, '5'],
  ])
})

test('A row that cannot be read is named by the line it begins in', async () => {
  const { rows } = await readAll('a,b\r\n1,"x\r\ny\r\nz"\r\n\r\n2,"never\r\nclosed\r\n')
  expect(rows.map(({ line }) => line)).toEqual([2, 6])
  expect(rows[1]?.broken).toContain('begins in line 6')
})

test.each([
  ['a;b\n1;2,5', [['1', '2,5']]],
  ['a\tb\n1\t2,5', [['1', '2,5']]],
  ['a|b\n1|2', [['1', '2']]],
  ['"a;x",b\n1,2', [['1', '2']]],
])('The separator is the one of the first line: %j', async (text, rows) => {
  expect(await cellsOf(text)).toEqual(rows)
})

test('A table of one column has rows too', () => {
  expect(writtenAs('make\nBMW').separator).toBe(',')
})

const cars = 'Make;Model;Year;Price\nBMW;X5;2019;1,5,0,0,0,0\n'
test.each([
  ['sep=;', `sep=;\n${cars}`, 2],
  ['sep= with a mark, quotes and CRLF', `\uFEFF"sep=;"\r\n${cars.replaceAll('\n', '\r\n')}`, 2],
  ['a title, the company and the date', `Stock list, used, November 2025\nCars & Co, Pretoria\n\n${cars}`, 4],
  ['empty cells of a spreadsheet', `Stock list;;;\n;;;\nDate;2025-11-01;;\n${cars}`, 4],
  ['a row that names groups of columns', `Car;Engine;Price;\n${cars}`, 2],
  ['eighteen lines', `${'Cars & Co\n'.repeat(18)}${cars}`, 19],
])('The names of the columns are found below %s', async (_, text, line) => {
  const { header, reading, rows } = await readAll(text)
  expect(header).toEqual(['Make', 'Model', 'Year', 'Price'])
  expect(reading.header_line).toBe(line)
  expect(rows).toEqual([{ line: line + 1, cells: ['BMW', 'X5', '2019', '1,5,0,0,0,0'] }])
})

test('A separator that the first line names is believed', async () => {
  const { header, rows } = await readAll('sep=^\na^b\n1,2^3\n')
  expect(header).toEqual(['a', 'b'])
  expect(rows.map((row) => row.cells)).toEqual([['1,2', '3']])
})

test('Without known column names the first row is the header, unless it is sparse', async () => {
  expect((await readAll('merk,prijs,jaar\nBMW,1,2\n')).reading.header_line).toBe(1)
  expect((await readAll('Voorraad\nmerk,prijs,jaar\nBMW,1,2\n')).reading.header_line).toBe(2)
  // Rows of cars are never read as titles, however far down the column names occur again.
  expect((await readAll(`a,b,c\n${'1,2,3\n'.repeat(20)}make,model,year\n`)).reading.header_line).toBe(1)
})

test('Accents arrive from UTF-8, from Latin-1 and from the UTF-16 of spreadsheets', async () => {
  const text = 'make\nCitroën\nŠkoda\n'
  expect(await cellsOf(Buffer.from(text))).toEqual([['Citroën'], ['Škoda']])
  expect(await cellsOf(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toEqual([['Citroën'], ['Škoda']])
  expect(await cellsOf(Buffer.from('make\nCitro\xEBn\n', 'latin1'))).toEqual([['Citroën']])
})

test('A gzipped table is read, and one that unpacks without end is refused', async () => {
  expect(await cellsOf(gzipSync('a\n1\n2\n'))).toEqual([['1'], ['2']])
  await expect(readAll(gzipSync(`a\n${'1\n'.repeat(100_000)}`), 50_000)).rejects.toBeInstanceOf(
    UnreadableTable,
  )
  await expect(readAll(gzipSync('a\n1\n').subarray(0, 15))).rejects.toBeInstanceOf(UnreadableTable)
})

test.each(['', '\n\n\n', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0])])(
  'A file that is no table is refused in words: %j',
  async (bytes) => {
    await expect(readAll(bytes)).rejects.toBeInstanceOf(UnreadableTable)
  },
)

test('A quote that is never closed costs the rows behind it, and is told', async () => {
  const { rows } = await readAll('a,b\n1,2\n"3,4\n5,6\n')
  expect(rows[0]?.cells).toEqual(['1', '2'])
  expect(rows.at(-1)?.broken).toContain('quote')
})

test('A row with fewer or more cells than columns is still a row', async () => {
  expect(await cellsOf('a,b\n1\n1,2,3\n')).toEqual([['1'], ['1', '2', '3']])
})

test.each(['=1+1', '+1', '-1', '@x', '\t=1', ' =1', '\r=1', '|x', '%x'])(
  'No cell of a report is run as a formula: %j',
  (text) => {
    expect(reportCell(text)).toMatch(/^("?)'/)
  },
)

test('A cell of a report stays one cell', () => {
  expect(reportCell('a "b", c\nd')).toBe('"a ""b"", c\nd"')
  expect(reportCell('plain')).toBe('plain')
})
