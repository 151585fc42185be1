import { readWholeXml, type XmlEvents } from './xml.ts'
import { UnreadableTable } from '../table/table-text.ts'
import { tooLarge } from './zip-parts.ts'

/** Effect of a cell's number format on its text: a date or time, or a minimum number of digits. */
export type Format = 'date' | number | undefined

/** Returns whether a built-in format shows a date or time, including those for East Asia. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
/** Maximum number of formats and of styles of a workbook. */
const mostFormats = 65_536

/** Returns the meaning of a format code such as "dd/mm/yyyy", "00000" or "# ##0". */
export function formatOf(code: string): Format {
  const [first = ''] = code.slice(0, 300).split(';')
  // Quoted words, escaped signs, colours and languages do not show the number.
  const bare = first.replace(/"[^"]*"|\\.|[_*]./gs, '').replace(/\[[^\]]*\]/g, '')
  if (/^0{2,15}$/.test(bare)) return bare.length
  // A code with digits is a number, even with "km" after it. Fractions of seconds are the exception.
  const hasDigits = /[0#?]/.test(bare.replace(/s\.0+/gi, 's'))
  return !hasDigits && /[dmyhs]/i.test(bare) ? 'date' : undefined
}

/** Returns the formats of the styles, in the order of the styles. */
export async function readFormats(texts: AsyncIterable<string>): Promise<Format[]> {
  const codes = new Map<number, Format>()
  const styles: Format[] = []
  let inCells = false
  await readWholeXml(texts, {
    open(name, attributes) {
      const id = Number(attributes['numFmtId'])
      if (name === 'cellXfs') inCells = true
      else if (name === 'numFmt' && codes.size < mostFormats)
        codes.set(id, formatOf(attributes['formatCode'] ?? ''))
      else if (name === 'xf' && inCells && styles.length < mostFormats)
        styles.push(codes.has(id) ? codes.get(id) : isBuiltInDate(id) ? 'date' : undefined)
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}

/** Conversion of cells to the text that a person would have typed. */

/** Upper bound of date serials, in the year 9999. */
const lastDay = 2_958_466

/** Returns the text of a date serial: "2019-03-01", "2019-03-01 14:30", "14:30". */
export function dateText(serial: number, since1904: boolean): string | undefined {
  if (!(serial >= 0 && serial < lastDay)) return undefined
  // Spreadsheets count a 29 February 1900, which did not exist.
  const days = since1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const at = new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000).toISOString()
  const time = at.slice(11, at.slice(17, 19) === '00' ? 16 : 19)
  if (serial < 1) return time
  return time === '00:00' ? at.slice(0, 10) : `${at.slice(0, 10)} ${time}`
}

/** Formats the 15 digits that a spreadsheet shows; further digits are rounding errors. */
const plain = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 15 })

/** Formats a number without an exponent: "450000", "0.3". @param text number as in the file */
export function numberText(text: string, format: Format, since1904: boolean): string {
  const trimmed = text.trim()
  const value = Number(trimmed)
  if (trimmed === '' || !Number.isFinite(value)) return trimmed
  if (format === 'date') return dateText(value, since1904) ?? plain.format(value)
  // Fast path for numbers whose text needs no change.
  const shown = /^(?:0|-?[1-9]\d{0,13})$/.test(trimmed) ? trimmed : plain.format(value)
  return format !== undefined && /^\d+$/.test(shown) ? shown.padStart(format, '0') : shown
}

/** Decodes characters that XML cannot contain, such as `_x0007_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** Maximum number of shared texts in memory, and of their characters. */
const mostShared = { texts: 2_000_000, characters: 40_000_000 }

/** Collects the text of a cell from its formatted runs, without phonetic guides. */
export class RunText {
  text = ''
  #inText = false
  #inPhonetics = false

  readonly events: Required<XmlEvents> = {
    open: (name) => {
      if (name === 'rPh') this.#inPhonetics = true
      this.#inText = name === 't' && !this.#inPhonetics
    },
    text: (text) => {
      if (this.#inText) this.text += text
    },
    close: (name) => {
      if (name === 'rPh') this.#inPhonetics = false
      this.#inText = false
    },
  }
}

/** Returns the shared texts, which cells refer to by number. */
export async function readSharedStrings(texts: AsyncIterable<string>): Promise<string[]> {
  const shared: string[] = []
  let characters = 0
  let run = new RunText()
  await readWholeXml(texts, {
    open(name, attributes) {
      if (name === 'si') run = new RunText()
      run.events.open(name, attributes)
    },
    text: (text) => run.events.text(text),
    close(name) {
      run.events.close(name)
      if (name !== 'si') return
      characters += run.text.length
      if (characters > mostShared.characters || shared.length >= mostShared.texts)
        throw new UnreadableTable(tooLarge)
      // A copy, because a slice would keep the longer text in memory.
      shared.push(Buffer.from(unescaped(run.text)).toString())
    },
  })
  return shared
}
