import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dateText, formatOf, numberText } from '../../../server/import/workbook/cell-text.ts'
import { readWorkbook } from '../../../server/import/workbook/read-workbook.ts'
import { openTable, type TableRow } from '../../../server/import/table/read-table.ts'
import { type Cell, type Workbook, workbookOf } from '../../support/workbooks.ts'

/** Workbooks as people and programs make them. */

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'motorkin-workbooks-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function read(book: Workbook) {
  const [from, to] = [join(dir, 'book.xlsx'), join(dir, 'table')]
  writeFileSync(from, await workbookOf(book))
  await readWorkbook({ from, to, unfolded: 10_000_000, text: 10_000_000, rows: 1000 })
  const table = await openTable(to)
  const rows: TableRow[] = []
  for await (const row of table.rows) rows.push(row)
  table.close()
  return { header: table.header, reading: table.reading, rows, text: gunzipSync(readFileSync(to)).toString() }
}
const names = ['make', 'model', 'year', 'price', 'note']
const stock = (...rows: Cell[][]) => ({ name: 'Stock', rows: [names, ...rows] })
const cellsOf = async (cells: Cell[], over: Partial<Workbook> = {}) =>
  (await read({ sheets: [stock(cells)], ...over })).rows[0]?.cells
const inside = (xml: string, type?: string, style?: number): Cell => ({
  inside: xml,
  ...(type !== undefined && { type }),
  ...(style !== undefined && { style }),
})

test('Texts, numbers and booleans of a sheet are read as a person types them', async () => {
  const cells = ['BMW', 'X5, "sport"', 2019, 450_000, true]
  expect(await cellsOf(cells)).toEqual(['BMW', 'X5, "sport"', '2019', '450000', 'TRUE'])
})

test.each([
  ['4.5E5', '450000'],
  ['0.30000000000000004', '0.3'],
  ['1.2E-3', '0.0012'],
  ['1E21', '1000000000000000000000'],
  ['-12.50', '-12.5'],
  ['#N/A', '#N/A'],
])('The number %s of a workbook is read as %s', (written, shown) => {
  expect(numberText(written, undefined, false)).toBe(shown)
})

test('A number is read with the zeros in front that its format shows', () => {
  expect(numberText('7', formatOf('0000'), false)).toBe('0007')
  expect(numberText('12345', formatOf('0000'), false)).toBe('12345')
})

test.each([
  [43_525, false, '2019-03-01'],
  [42_063, true, '2019-03-01'],
  [43_525.604_166_666_66, false, '2019-03-01 14:30'],
  [0.5, false, '12:00'],
  [1, false, '1900-01-01'],
  [61, false, '1900-03-01'],
  [-1, false, undefined],
  [3_000_000, false, undefined],
])('Day %s of a workbook (since 1904: %s) is %s', (serial, since1904, text) => {
  expect(dateText(serial, since1904)).toBe(text)
})

test.each(['dd/mm/yyyy', '[$-409]mmm\\-yy;@', 'yyyy', 'hh:mm:ss.00', '[h]:mm'])(
  'A cell of the format %s is a day or a time',
  (code) => expect(formatOf(code)).toBe('date'),
)
test.each(['General', '# ##0 km', '0.00"days"', '[Red]#,##0', '0%', '"R"\\ 0', '@'])(
  'A cell of the format %s is no day',
  (code) => expect(formatOf(code)).toBeUndefined(),
)

test('Days are read by their cell format and the workbook’s base year', async () => {
  const cells = [inside('<v>43525</v>', 'n', 1), inside('<v>43525</v>', undefined, 2), 43_525, 'x']
  const formats = [14, 'yyyy"/"mm']
  expect(await cellsOf(cells, { formats })).toEqual(['2019-03-01', '2019-03-01', '43525', 'x'])
  const later = ['2023-03-02', '2023-03-02', '43525', 'x']
  expect(await cellsOf(cells, { formats, since1904: true })).toEqual(later)
})

test('Styled letters, inline texts, formulas and escaped signs are read as shown', async () => {
  const cells = [
    inside('<is><r><t>BM</t></r><r><rPr><b/></rPr><t>W</t></r><rPh><t>no</t></rPh></is>', 'inlineStr'),
    inside('<f>A1&amp;"x"</f><v>X5</v>', 'str'),
    inside('<f>2000+19</f><v>2019</v>'),
    inside('<v>2019-03-01T00:00:00Z</v>', 'd'),
    'a_x0041_b',
  ]
  expect(await cellsOf(cells)).toEqual(['BMW', 'X5', '2019', '2019-03-01', 'aAb'])
})

test.each(['#DIV/0!', '#REF!', '#VALUE!', '#NAME?', '#N/A'])(
  'A formula that came to %s is a blank cell',
  async (error) => {
    expect(await cellsOf(['BMW', inside(`<f>1/0</f><v>${error}</v>`, 'e'), 2019])).toEqual([
      'BMW',
      '',
      '2019',
    ])
  },
)

test.each(['', '<v></v>', '<v/>', '<v> </v>'])(
  'A shared text that no number names is blank: %j',
  async (xml) => {
    expect(await cellsOf(['BMW', inside(xml, 's'), 2019])).toEqual(['BMW', '', '2019'])
  },
)

test('Cells full of other separators do not tear a sheet apart', async () => {
  const header = ['make', 'model;year;price;mileage', 'note;a;b;c;d']
  const rows: Cell[][] = [['sep=;'], [], header, ['BMW', 'X5', 'one;two']]
  const table = await read({ sheets: [{ name: 'Stock', rows }] })
  expect(table.header).toEqual(header)
  expect(table.rows.map(({ line, cells }) => [line, ...cells])).toEqual([[4, 'BMW', 'X5', 'one;two']])
})

test('A row keeps its spreadsheet number past blank rows and lines inside cells', async () => {
  const { reading, rows } = await read({
    sheets: [
      {
        name: 'Stock',
        rows: [['Cars & Co'], [], names, ['BMW', 'X5', 2019, 1, 'one\r\ntwo\nthree'], [], [' '], ['Ford']],
      },
    ],
  })
  expect(reading).toMatchObject({ header_line: 3, encoding: 'utf-8', asks: false, sheet: 'Stock' })
  expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
    [4, 'BMW'],
    [7, 'Ford'],
  ])
  expect(rows[0]?.cells[4]).toBe('one\u2028two\u2028three')
})

test('The import reads the first visible sheet that has column names', async () => {
  const sheets = [
    { ...stock(['hidden']), name: 'Old', state: 'hidden' as const },
    { name: 'Cover', rows: [['Cars & Co']] },
    { ...stock(['BMW']), name: 'Used & new' },
    { ...stock(['Ford']), name: 'More' },
  ]
  const { reading, rows } = await read({ sheets })
  expect(reading.sheet).toBe('Used & new')
  expect(rows.map(({ cells }) => cells[0])).toEqual(['BMW'])
})

test('Where no sheet names columns, the first one that holds anything is read', async () => {
  const sheets = [
    { name: 'Empty', rows: [] },
    {
      name: 'Cars',
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
    },
  ]
  const { header, reading } = await read({ sheets })
  expect([header, reading.sheet]).toEqual([['a', 'b'], 'Cars'])
})

test('Cells keep their columns past blank ones, even without cell references', async () => {
  const { rows } = await read({
    sheets: [stock()],
    parts: {
      'xl/worksheets/sheet1.xml': `<x:worksheet xmlns:x="y"><x:sheetData><x:row>${names
        .map((name) => `<x:c t="inlineStr"><x:is><x:t>${name}</x:t></x:is></x:c>`)
        .join(
          '',
        )}</x:row><x:row><x:c/><x:c><x:v>5</x:v></x:c><x:c r="E2"><x:v>7</x:v></x:c><x:c r="XFD2" s="1"/></x:row></x:sheetData></x:worksheet>`,
    },
  })
  expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([[2, '', '5', '', '', '7']])
})
