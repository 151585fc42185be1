import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readWorkbook } from '../../../server/import/workbook/read-workbook.ts'
import { unfoldWorkbook, type Unfolding } from '../../../server/import/workbook/unfold-workbook.ts'
import { type Workbook, workbookOf, workbookOfText, zipOf } from '../../support/workbooks.ts'

/** Malicious workbooks, workbooks of another format, and damaged workbooks. */

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'motorkin-bad-workbooks-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))
let from: string
let to: string
beforeEach(() => {
  ;[from, to] = [join(dir, 'book.xlsx'), join(dir, 'table')]
  rmSync(to, { force: true })
})

const million = 1_000_000
async function reading(bytes: Buffer): Promise<void> {
  writeFileSync(from, bytes)
  await readWorkbook({ from, to, unfolded: million, text: million, rows: million })
}
const table = 'make,model,year,price\nBMW,X5,2019,1\n'
const sheet = (inside: string) => `<worksheet><sheetData>${inside}</sheetData></worksheet>`
const withSheet = async (xml: string, over: Partial<Workbook> = {}) =>
  workbookOf({
    sheets: [{ name: 'Stock', rows: [['make']] }],
    ...over,
    parts: { 'xl/worksheets/sheet1.xml': xml },
  })
const unfolding = (o: Partial<Unfolding> = {}) =>
  unfoldWorkbook(from, to, { signal: new AbortController().signal, ...o })

test('A workbook part that unpacks beyond the limit is not read to its end', async () => {
  await expect(reading(await withSheet(sheet(' '.repeat(20 * million))))).rejects.toThrow('too large')
  const strings = { 'xl/sharedStrings.xml': `<sst>${'<si><t>x</t></si>'.repeat(million / 10)}</sst>` }
  const book = await workbookOf({ sheets: [{ name: 'a', rows: [['a']] }], parts: strings })
  await expect(reading(book)).rejects.toThrow('too large')
})

test('A part that unfolds to more than the file says of it is refused', async () => {
  const bytes = await withSheet(sheet(' '.repeat(500_000)))
  const name = bytes.lastIndexOf('xl/worksheets/sheet1.xml')
  // Offset of the size in the central directory at the end of the file.
  bytes.writeUInt32LE(10, name - 46 + 24)
  await expect(reading(bytes)).rejects.toThrow('damaged')
})

test('A small text that many cells name does not fill the disk', async () => {
  const rows = Array.from({ length: 100 }, () => ['x'.repeat(30_000)])
  await expect(reading(await workbookOf({ sheets: [{ name: 'a', rows }] }))).rejects.toThrow('too large')
})

test('Entities are refused, those that unfold into each other among them', async () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${sheet('<row><c t="str"><v>&b;</v></c></row>')}`
  await expect(reading(await withSheet(bomb))).rejects.toThrow('damaged')
  const unused = `<!DOCTYPE x [<!ENTITY a "aaaa">]>${sheet('<row><c><v>1</v></c></row>')}`
  await expect(reading(await withSheet(unused))).rejects.toThrow('damaged')
  await expect(reading(await withSheet(sheet('<row><c><v>&b;</v></c></row>')))).rejects.toThrow('damaged')
})

test.each([
  ['elements inside each other', '<a>'.repeat(5000) + '</a>'.repeat(5000)],
  ['rows that go backwards', '<row r="2"/><row r="1"/>'],
  ['a row beyond the last one', '<row r="99999999"/>'],
  ['a row with a number that is none', '<row r="1e999"/>'],
  [
    'an element of endless attributes',
    `<row ${Array.from({ length: 2000 }, (_, i) => `a${i}=""`).join(' ')}/>`,
  ],
  ['XML that is none', '<row r=1><c></row>'],
])('A sheet with %s is damaged', async (_, inside) => {
  await expect(reading(await withSheet(sheet(inside)))).rejects.toThrow('damaged')
})

test('A text that never ends is not gathered in memory', async () => {
  writeFileSync(from, await withSheet(sheet(`<row><c t="str"><v>${'x'.repeat(5 * million)}</v></c></row>`)))
  const far = { unfolded: 100 * million, text: 100 * million, rows: million }
  await expect(readWorkbook({ from, to, ...far })).rejects.toThrow('damaged')
})

test('Cells in far columns and rows of endless text are refused with a reason', async () => {
  const far = sheet('<row r="1"><c r="XFD1"><v>1</v></c></row>')
  await expect(reading(await withSheet(far))).rejects.toThrow('more than 200 columns')
  const long = Array.from({ length: 6 }, () => 'x'.repeat(20_000))
  const book = await workbookOf({ sheets: [{ name: 'a', rows: [['make'], long] }] })
  await expect(reading(book)).rejects.toThrow('Row 2 of this workbook is too long')
})

test('Rows beyond a sheet’s limit are not unpacked', async () => {
  const rows = Array.from({ length: 50 }, (_, i) => [`car ${i}`])
  writeFileSync(from, await workbookOf({ sheets: [{ name: 'a', rows }] }))
  await readWorkbook({ from, to, unfolded: million, text: million, rows: 3 })
  expect(gunzipSync(readFileSync(to)).toString()).toMatch(/\ncar 2\n$/)
})

test('Cells that name texts or styles that are not there are blank or plain', async () => {
  const cells = '<c t="s"><v>-1</v></c><c t="s"><v>__proto__</v></c><c s="99"><v>5</v></c>'
  await reading(await withSheet(sheet(`<row>${cells}</row>`)))
  expect(existsSync(to)).toBe(true)
})

test.each([
  ['a sheet is missing', { 'xl/workbook.xml': '<workbook/>' }, 'No visible sheet'],
  ['the workbook is missing', { '_rels/.rels': '<Relationships/>' }, 'not an .xlsx workbook'],
  ['it leads elsewhere', { 'xl/workbook.xml': '<document/>' }, 'not an .xlsx workbook'],
])('A workbook in which %s is refused', async (_, parts, sentence) => {
  const book = await workbookOf({ sheets: [{ name: 'a', rows: [['a']] }], parts })
  await expect(reading(book)).rejects.toThrow(sentence)
})

test('A workbook that was cut off or is another kind of archive is refused', async () => {
  const whole = await workbookOfText(table)
  await expect(reading(whole.subarray(0, -100))).rejects.toThrow('damaged')
  const document = await zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' })
  await expect(reading(document)).rejects.toThrow('not an .xlsx workbook')
})

const old = Buffer.from('d0cf11e0a1b11ae1', 'hex')
test('An old or password-protected workbook is refused with advice, packed or not', async () => {
  for (const pack of [(bytes: Buffer) => bytes, gzipSync]) {
    writeFileSync(from, pack(Buffer.concat([old, Buffer.alloc(200_000)])))
    await expect(unfolding()).rejects.toThrow('save it as .xlsx or .csv')
    const name = Buffer.from('EncryptedPackage', 'utf16le')
    writeFileSync(from, pack(Buffer.concat([old, Buffer.alloc(65_520), name])))
    await expect(unfolding()).rejects.toThrow('protected by a password')
  }
})

test('A workbook becomes a table in a thread, even packed; a text table stays', async () => {
  writeFileSync(from, gzipSync(await workbookOfText(table)))
  expect(await unfolding()).toBe(true)
  const once = readFileSync(to)
  writeFileSync(to, gzipSync(await workbookOfText(table)))
  // Source and target are the same file.
  expect(await unfoldWorkbook(to, to, { signal: new AbortController().signal })).toBe(true)
  expect(readFileSync(to).equals(once)).toBe(true)
  expect(await unfoldWorkbook(to, to, { signal: new AbortController().signal })).toBe(false)
})

test('A workbook over its time or memory ends its thread and leaves no files', async () => {
  writeFileSync(from, await workbookOfText(table))
  await expect(unfolding({ seconds: 0.001 })).rejects.toThrow('takes too long')
  await expect(unfolding({ megabytes: 8 })).rejects.toThrow('too large')
  expect(await unfolding({ signal: AbortSignal.abort() })).toBe(false)
  expect(readdirSync(dir)).toEqual(['book.xlsx'])
})

test('Whoever stops the reading of a workbook does not wait for its end', async () => {
  writeFileSync(from, await workbookOfText(table))
  const whole = unfolding()
  const stopped = unfoldWorkbook(from, `${to}-2`, { signal: AbortSignal.timeout(1) })
  expect(await Promise.race([whole, stopped])).toBe(false)
  expect(await whole).toBe(true)
})
