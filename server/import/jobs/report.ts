import type { ImportProblem } from '#contract/selling/import.ts'

/** A spreadsheet would run what begins like this. */
const formula = /^[\s]*[=+\-@\t\r|%]/

/** One cell of a report, which other people's words cannot turn into a formula or into more cells. */
export function reportCell(value: string): string {
  const safe = formula.test(value) ? `'${value}` : value
  return /[",;\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: readonly string[]): string => `${cells.map(reportCell).join(',')}\r\n`
const kinds: Readonly<Record<ImportProblem['kind'], string>> = {
  refused: 'Refused',
  inactive: 'Came in as inactive',
  doubtful: 'In doubt',
}

export const reportHead = line(['Line', 'Stock number', 'What', 'Column', 'Value', 'Reason'])
export const reportLine = (p: ImportProblem): string =>
  line([String(p.line), p.stock_no, kinds[p.kind], p.column, p.value, p.reason])
/** Ads for which the plan has no room, reported once. */
export const heldLine = (count: number): string =>
  line(['', '', kinds.inactive, '', String(count), 'The plan has no room for so many more active ads.'])
