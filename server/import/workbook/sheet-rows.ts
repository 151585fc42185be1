import { importLimits } from '#contract/selling/import.ts'
import { tooManyColumns, UnreadableTable } from '../table/table-text.ts'
import { type Format, numberText, RunText, unescaped } from './cell-text.ts'
import { readXml } from './xml.ts'
import { damaged } from './zip-parts.ts'

export interface SheetRow {
  /** Row number in the spreadsheet. */
  number: number
  cells: string[]
}
/** Data that the cells of all sheets refer to. */
export interface Book {
  shared: readonly string[]
  formats: readonly Format[]
  since1904: boolean
}

/** Maximum row number of a sheet. */
const lastRow = 1_048_576

/** Returns the column of a reference: "C7" is in column 2. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/i.exec(reference)?.[0]
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

interface Cell {
  column: number
  type: string
  format: Format
  value: string
  inline: RunText | undefined
}

function textOf({ type, format, value, inline }: Cell, book: Book): string {
  if (type === 'inlineStr') return unescaped(inline?.text ?? '')
  // A cell without a value refers to no text: as a number it would be 0, the first shared text.
  if (value.trim() === '') return ''
  switch (type) {
    case 's':
      return book.shared[Number(value)] ?? ''
    case 'str':
      return unescaped(value)
    case 'e':
      // A failed formula has no value; "#REF!" must not appear in an ad.
      return ''
    case 'b':
      return value === '1' || value === 'true' ? 'TRUE' : 'FALSE'
    case 'd':
      return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace('T', ' ')
    default:
      return numberText(value, format, book.since1904)
  }
}

/** Yields the rows of a sheet that are not empty. A formula has the value it had when the workbook was saved. */
export async function* sheetRows(texts: AsyncIterable<string>, book: Book): AsyncGenerator<SheetRow> {
  let ready: SheetRow[] = []
  let inData = false
  let inValue = false
  let row: SheetRow = { number: 0, cells: [] }
  let characters = 0
  let next = 0
  let cell: Cell | undefined

  const beginRow = (reference: string | undefined) => {
    const number = reference === undefined ? row.number + 1 : Number(reference)
    if (!Number.isInteger(number) || number <= row.number || number > lastRow)
      throw new UnreadableTable(damaged)
    row = { number, cells: [] }
    characters = 0
    next = 0
  }
  const endCell = (done: Cell) => {
    const text = textOf(done, book)
    if (text.trim() === '') return
    if (done.column >= importLimits.columns) throw new UnreadableTable(tooManyColumns)
    characters += text.length
    if (characters > importLimits.row) {
      throw new UnreadableTable(`Row ${row.number} of this workbook is too long to be a row of cars.`)
    }
    while (row.cells.length < done.column) row.cells.push('')
    row.cells[done.column] = text
  }

  const reading = readXml(texts, {
    open(name, attributes) {
      if (name === 'sheetData') inData = true
      else if (!inData) return
      else if (name === 'row') beginRow(attributes['r'])
      else if (name === 'c') {
        const column = columnOf(attributes['r'] ?? '') ?? next
        next = column + 1
        const format = book.formats[Number(attributes['s'] ?? 0)]
        cell = { column, type: attributes['t'] ?? 'n', format, value: '', inline: undefined }
      } else if (name === 'v') inValue = true
      else if (name === 'is' && cell) cell.inline = new RunText()
      else cell?.inline?.events.open(name, attributes)
    },
    text(text) {
      if (inValue && cell) cell.value += text
      else cell?.inline?.events.text(text)
    },
    close(name) {
      if (name === 'sheetData') inData = false
      else if (name === 'v') inValue = false
      else if (name === 'c' && cell) {
        endCell(cell)
        cell = undefined
      } else if (name === 'row' && inData) {
        if (row.cells.length > 0) ready.push(row)
      } else cell?.inline?.events.close(name)
    },
  })
  for await (const _ of reading) {
    yield* ready
    ready = []
  }
}
