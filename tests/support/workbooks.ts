import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** Workbooks as spreadsheet programs write them, and with parts that none would write. */

/** Content of a cell; `inside` is the XML between its tags. */
export type Cell = string | number | boolean | null | { type?: string; style?: number; inside: string }
export interface Sheet {
  name: string
  state?: 'hidden' | 'veryHidden'
  /** Rows from the first on; a row without cells is not in the file. */
  rows: Cell[][]
}
export interface Workbook {
  sheets: Sheet[]
  since1904?: boolean
  /** Number formats of the styles 1, 2, …: codes, or ids of built-in formats. */
  formats?: (string | number)[]
  /** Parts that replace the generated ones, by name. */
  parts?: Record<string, string>
}

const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const relations = (list: readonly { id: string; type: string; target: string }[]) =>
  xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
      .map(({ id, type, target }) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`,
  )

/** Returns the letters of a column: "A" for 0, "AB" for 27. */
export const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** Returns the XML of a sheet. @param text returns the index of a text among the shared strings */
function sheetXml({ rows }: Sheet, text: (value: string) => number): string {
  const cellXml = (cell: Cell, at: string): string => {
    if (cell === null) return ''
    if (typeof cell === 'string') return `<c r="${at}" t="s"><v>${text(cell)}</v></c>`
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
    if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`
    const type = cell.type === undefined ? '' : ` t="${cell.type}"`
    return `<c r="${at}" s="${cell.style ?? 0}"${type}>${cell.inside}</c>`
  }
  const rowXml = (cells: Cell[], i: number) =>
    cells.length === 0
      ? ''
      : `<row r="${i + 1}">${cells.map((cell, column) => cellXml(cell, letters(column) + (i + 1))).join('')}</row>`
  return xml(`<worksheet ${main}><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`)
}

export async function workbookOf(book: Workbook): Promise<Buffer> {
  const shared = new Map<string, number>()
  const text = (value: string) => {
    if (!shared.has(value)) shared.set(value, shared.size)
    return shared.get(value) ?? 0
  }
  const sheets = book.sheets.map((sheet, i) => ({ ...sheet, part: `worksheets/sheet${i + 1}.xml`, i: i + 1 }))
  const formats = book.formats ?? []
  const codes = formats.map((code, i) => ({ code, id: typeof code === 'number' ? code : 164 + i }))
  const worksheets = Object.fromEntries(
    sheets.map((sheet) => [`xl/${sheet.part}`, sheetXml(sheet, text)] as const),
  )
  const parts: Record<string, string> = {
    '[Content_Types].xml': xml('<Types/>'),
    '_rels/.rels': relations([{ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' }]),
    'xl/workbook.xml': xml(
      `<workbook ${main} xmlns:r="${office}">${book.since1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${sheets
        .map(
          ({ name, state, i }) =>
            `<sheet name="${escaped(name)}" sheetId="${i}" state="${state ?? 'visible'}" r:id="rId${i}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map(({ i, part }) => ({ id: `rId${i}`, type: 'worksheet', target: part })),
      { id: 'rIdT', type: 'sharedStrings', target: 'sharedStrings.xml' },
      { id: 'rIdS', type: 'styles', target: '/xl/styles.xml' },
    ]),
    'xl/styles.xml': xml(
      `<styleSheet ${main}><numFmts>${codes
        .filter(({ code }) => typeof code === 'string')
        .map(({ code, id }) => `<numFmt numFmtId="${id}" formatCode="${escaped(String(code))}"/>`)
        .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${codes
        .map(({ id }) => `<xf numFmtId="${id}"/>`)
        .join('')}</cellXfs></styleSheet>`,
    ),
    ...worksheets,
    'xl/sharedStrings.xml': xml(
      `<sst ${main}>${[...shared.keys()].map((t) => `<si><t xml:space="preserve">${escaped(t)}</t></si>`).join('')}</sst>`,
    ),
    ...book.parts,
  }
  return zipOf(parts)
}

/** @param stored parts that are not packed */
export async function zipOf(parts: Record<string, string>, stored: readonly string[] = []): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts))
    zip.addBuffer(Buffer.from(content), name, { compress: !stored.includes(name) })
  zip.end()
  return buffer(zip.outputStream)
}

/** Returns a text table as a workbook; cells of digits become numbers. */
export const workbookOfText = (text: string, name = 'Stock'): Promise<Buffer> => {
  const cell = (value: string): Cell => (/^\d+$/.test(value) ? Number(value) : value)
  const lines = text.replace(/\n$/, '').split('\n')
  return workbookOf({
    sheets: [{ name, rows: lines.map((line) => (line === '' ? [] : line.split(',').map(cell))) }],
  })
}
