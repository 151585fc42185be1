import { z } from 'zod/mini'
import { countOf } from '../kernel/db/lists.ts'
import { raw, type Sql } from '../kernel/db/sql.ts'
import { activeAds, holdAdOwner } from '../cars/ads/ad-rules.ts'
import { adColumns, adRow } from '../cars/ads/ads-store.ts'
import type { NewCar } from '../cars/cars-write.ts'
import { allowanceOf } from '../users/users-store.ts'
import { hash } from 'node:crypto'
import { cleanLine } from '#contract/parts.ts'
import { cut } from './table/memoize.ts'
import type { Plan } from './table/plan.ts'
import type { TableRow } from './table/read-table.ts'

/** Rows that assign a dealer's stock numbers to ads. */

const stockRow = z.object({ stock_no: z.string(), car_id: z.string(), marks: z.string() })
export type StockRow = z.output<typeof stockRow>

export const stockOf = (sql: Sql, dealer: string, stockNos: readonly string[]): Promise<StockRow[]> =>
  sql.all(stockRow)`select stock_no, car_id, marks from dealer_stock
    where dealer = ${dealer} and stock_no = any(${stockNos})`

export async function saveStock(sql: Sql, dealer: string, rows: readonly StockRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql.exec`insert into dealer_stock (dealer, stock_no, car_id, marks)
    select ${dealer}, stock_no, car_id, marks
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (stock_no text, car_id text, marks text)
    on conflict (dealer, stock_no) do update set car_id = excluded.car_id, marks = excluded.marks`
}

/** A car that a row would add. */
export interface MaybeDouble {
  make: string
  model: string
  year: number
  mileage_km: number
  /** Whether the row has a stock number: then an ad with another number is another car. */
  numbered: boolean
}

/** Returns the number of these cars that the dealer seems to have an ad of already. */
export async function doublesOf(sql: Sql, dealer: string, cars: readonly MaybeDouble[]): Promise<number> {
  if (cars.length === 0) return 0
  return countOf(sql)`with had as (
      select c.make, c.model, c.year, c.mileage_km, bool_or(s.car_id is null) as without_number
      from cars c left join dealer_stock s on s.car_id = c.id and s.stock_no like 'no:%'
      where c.creator = ${dealer} group by 1, 2, 3, 4)
    select count(*)::int as n from json_to_recordset(${JSON.stringify(cars)}::json)
      as r (make text, model text, year int, mileage_km int, numbered boolean)
    join had using (make, model, year, mileage_km)
    where had.without_number or not r.numbered`
}

/** A whole ad. `hidden_for` is the operator's reason for hiding it, '' if it is not hidden. */
export type WholeCar = NewCar & { version: number; hidden_for: string }

/** Returns the ads and locks their rows until the transaction ends. */
export function heldCars(sql: Sql, dealer: string, ids: readonly string[]): Promise<WholeCar[]> {
  return sql.rows(adRow, {
    name: 'import-held-cars',
    text: `select ${adColumns} from cars c where c.creator = $1 and c.id = any($2) order by c.id for update`,
    values: [dealer, ids],
  })
}

const dealerRow = z.object({
  id: z.string(),
  province: z.string(),
  city: z.string(),
  address: z.string(),
  is_dealer: z.boolean(),
})
/** A person who has entered a business name sells as a dealer (R-ROLE-15). */
const dealerColumns = raw(`u.id, u.province, u.city, u.kind = 'dealer' or u.businessname <> '' as is_dealer,
  left(coalesce(nullif(u.business_address, ''), u.address), 200) as address`)

const dealerBy = (column: 'id' | 'email_key') => (sql: Sql, value: string) =>
  sql.first(dealerRow)`select ${dealerColumns} from users u where u.${raw(column)} = ${value}`
export const dealerById = dealerBy('id')
export const dealerByEmail = dealerBy('email_key')

/**
 * Returns how many more ads of this person may be active (R-SUBS-13). Locks the person's row until the transaction ends, so that
 * a concurrent post of an ad waits.
 */
export async function remainingAds(sql: Sql, user: string, now: Date): Promise<number> {
  await holdAdOwner({ sql, user, now })
  const { ads } = await allowanceOf(sql, user, now)
  return Math.max(0, ads - (await activeAds(sql, user)))
}

const withNumber = 'no:'
/** Returns whether the table gave this number; else it is a hash of the row. */
export const isNumbered = (stockNo: string): boolean => stockNo.startsWith(withNumber)

/** Returns a function that gives each row its number, by which later imports find the row's ad. */
export function numbering(plan: Plan) {
  const seen = new Map<string, number>()
  return ({ cells, line }: TableRow): { stockNo: string; shownNo: string; twin?: number } => {
    const place = plan.cells.stock_no
    // The number stays as earlier versions formed it, so that a row keeps its ad; only the shown number is cleaned.
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
