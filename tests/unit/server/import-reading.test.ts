import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  openTable,
  separatorOf,
  type TableRow,
  UnreadableTable,
} from '../../../server/import/table/read-table.ts'
import { reportCell } from '../../../server/import/jobs/report.ts'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'motorkin-tables-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

let files = 0
async function readAll(
  bytes: Buffer | string,
  most?: number,
): Promise<{ header: string[]; rows: TableRow[] }> {
  const path = join(dir, `table-${(files += 1)}`)
  writeFileSync(path, bytes)
  const table = await openTable(path, most === undefined ? {} : { most })
  const rows: TableRow[] = []
  for await (const row of table.rows) rows.push(row)
  table.close()
  return { header: table.header, rows }
}
const cellsOf = async (bytes: Buffer | string) => (await readAll(bytes)).rows.map((row) => row.cells)

test('A table is read as spreadsheets write it: quotes, commas and line breaks in cells, a mark at its beginning', async () => {
  const { header, rows } = await readAll(
    '\uFEFFmake,note\r\n"BMW","one, ""two""\r\nthree"\r\n\r\nFord,plain\r\n',
  )
  expect(header).toEqual(['make', 'note'])
  expect(rows.map((row) => row.cells)).toEqual([
    ['BMW', 'one, "two"\r\nthree'],
    ['Ford', 'plain'],
  ])
})

test('A row is named by the line it begins in, whatever came before it', async () => {
  const { rows } = await readAll('a,b\n1,"x\ny\nz"\n\n2,y\n3,z')
  expect(rows.map((row) => row.line)).toEqual([2, 6, 7])
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
  expect(separatorOf('make\nBMW')).toBe(',')
})

test('Accents arrive from UTF-8, from Latin-1 and from the UTF-16 of spreadsheets', async () => {
  const text = 'make\nCitroën\nŠkoda\n'
  expect(await cellsOf(Buffer.from(text))).toEqual([['Citroën'], ['Škoda']])
  expect(await cellsOf(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toEqual([['Citroën'], ['Škoda']])
  expect(await cellsOf(Buffer.from('make\nCitro\xEBn\n', 'latin1'))).toEqual([['Citroën']])
})

test('A packed table is read as it is; one that unfolds without end is refused', async () => {
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
