import { hash } from 'node:crypto'
import { cleanLine } from '#contract/parts.ts'
import { cut } from './table/memoize.ts'
import type { Plan } from './table/plan.ts'
import type { TableRow } from './table/read-table.ts'

const withNumber = 'no:'
/** Whether the table itself gave this number; else it is made of what the row says. */
export const isNumbered = (stockNo: string): boolean => stockNo.startsWith(withNumber)

/** Gives every row the number by which it is found again. */
export function numbering(plan: Plan) {
  const seen = new Map<string, number>()
  return ({ cells, line }: TableRow): { stockNo: string; shownNo: string; twin?: number } => {
    const place = plan.cells.stock_no
    // As it was told apart ever since: a row keeps its number, and what is shown of it is clean.
    const given = cut((place === undefined ? '' : (cells[place] ?? '')).trim(), 120).trim()
    const shownNo = cleanLine(given).trim()
    if (given !== '') {
      const stockNo = withNumber + given
      const twin = seen.get(stockNo)
      if (twin === undefined) seen.set(stockNo, line)
      return { stockNo, shownNo, ...(twin !== undefined && { twin }) }
    }
    const content = hash('sha256', cells.map((cell) => cell.trim()).join('\u001f'), 'base64').slice(0, 22)
    const times = (seen.get(content) ?? 0) + 1
    seen.set(content, times)
    return { stockNo: `row:${content}:${times}`, shownNo }
  }
}
