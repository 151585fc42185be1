import { readWholeXml, type XmlEvents } from './xml.ts'
import { UnreadableTable } from '../table/table-text.ts'
import { tooLarge } from './zip-parts.ts'

/** What a cell's number format changes of its text: it shows a day or time, or that many digits at least. */
export type Format = 'date' | number | undefined

/** Formats that every workbook has, by number: days and times, also those of East Asia. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
/** Formats and styles that a workbook may have. */
const mostFormats = 65_536

/** The format of numbers that a code such as "dd/mm/yyyy", "00000" or "# ##0" means. */
export function formatOf(code: string): Format {
  const [first = ''] = code.slice(0, 300).split(';')
  // Words in quotes, escaped signs, colours and languages show nothing of the number.
  const bare = first.replace(/"[^"]*"|\\.|[_*]./gs, '').replace(/\[[^\]]*\]/g, '')
  if (/^0{2,15}$/.test(bare)) return bare.length
  // Whatever asks for digits is a number, even where a person wrote "km" behind it; seconds may have parts.
  const hasDigits = /[0#?]/.test(bare.replace(/s\.0+/gi, 's'))
  return !hasDigits && /[dmyhs]/i.test(bare) ? 'date' : undefined
}

/** By place in the list of styles, the format of their numbers. */
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

/** The text of a cell, as a person would have typed it into a table of text. */

/** The last day that a spreadsheet knows, in the year 9999. */
const lastDay = 2_958_466

/** A day or time that a spreadsheet keeps as a number: "2019-03-01", "2019-03-01 14:30", "14:30". */
export function dateText(serial: number, since1904: boolean): string | undefined {
  if (!(serial >= 0 && serial < lastDay)) return undefined
  // The first spreadsheets thought that there was a 29 February in 1900, and all others still do.
  const days = since1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const at = new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000).toISOString()
  const time = at.slice(11, at.slice(17, 19) === '00' ? 16 : 19)
  if (serial < 1) return time
  return time === '00:00' ? at.slice(0, 10) : `${at.slice(0, 10)} ${time}`
}

/** Digits that a spreadsheet shows; those behind them are noise. */
const plain = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 15 })

/** A number without an exponent: "450000", "0.3". @param text as it is in the file */
export function numberText(text: string, format: Format, since1904: boolean): string {
  const trimmed = text.trim()
  const value = Number(trimmed)
  if (trimmed === '' || !Number.isFinite(value)) return trimmed
  if (format === 'date') return dateText(value, since1904) ?? plain.format(value)
  // Most are written as they are read.
  const shown = /^(?:0|-?[1-9]\d{0,13})$/.test(trimmed) ? trimmed : plain.format(value)
  return format !== undefined && /^\d+$/.test(shown) ? shown.padStart(format, '0') : shown
}

/** Signs that no XML may hold are written as their numbers. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** Texts of a workbook that are held in memory, and their characters. */
const mostShared = { texts: 2_000_000, characters: 40_000_000 }

/** Texts in runs, each with letters of its own; how words are pronounced is no part of them. */
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

/** The texts that cells name by number. */
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
      // A copy: a part of a longer text would keep all of it in memory.
      shared.push(Buffer.from(unescaped(run.text)).toString())
    },
  })
  return shared
}
