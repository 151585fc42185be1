import type { Format } from './formats.ts'

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
