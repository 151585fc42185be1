import { z } from 'zod/mini'
import type { Sql } from '../kernel/db/sql.ts'
import { activeAds, holdAdOwner } from '../cars/ads/ad-rules.ts'
import { adColumns, adRow } from '../cars/ads/ads-store.ts'
import type { NewCar } from '../cars/cars-write.ts'
import { allowanceOf } from '../users/users-store.ts'
import { hash } from 'node:crypto'
import { cleanLine } from '#contract/parts.ts'
import { cut } from './table/memoize.ts'
import type { Plan } from './table/plan.ts'
import type { TableRow } from './table/read-table.ts'

/** Which ads a dealer's stock numbers stand for, as rows. */

const stockRow = z.object({ stock_no: z.string(), car_id: z.string(), marks: z.string() })
export type StockRow = z.output<typeof stockRow>

export function stockOf(sql: Sql, dealer: string, stockNos: readonly string[]): Promise<StockRow[]> {
  return sql.rows(stockRow, {
    text: 'select stock_no, car_id, marks from dealer_stock where dealer = $1 and stock_no = any($2)',
    values: [dealer, stockNos],
  })
}

export async function saveStock(sql: Sql, dealer: string, rows: readonly StockRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql.run({
    text: `insert into dealer_stock (dealer, stock_no, car_id, marks)
      select $1, stock_no, car_id, marks from json_to_recordset($2::json) as r (stock_no text, car_id text, marks text)
      on conflict (dealer, stock_no) do update set car_id = excluded.car_id, marks = excluded.marks`,
    values: [dealer, JSON.stringify(rows)],
  })
}

const doubleRow = z.object({ place: z.int() })
/** A car that a row would add. */
export interface MaybeDouble {
  make: string
  model: string
  year: number
  mileage_km: number
  /** The row has a stock number, so an ad that has another one is another car. */
  numbered: boolean
}

/** How many of these cars the dealer seems to have an ad of already. */
export async function doublesOf(sql: Sql, dealer: string, cars: readonly MaybeDouble[]): Promise<number> {
  if (cars.length === 0) return 0
  const found = await sql.rows(doubleRow, {
    text: `with had as (select c.make, c.model, c.year, c.mileage_km, bool_or(s.car_id is null) as without_number
        from cars c left join dealer_stock s on s.car_id = c.id and s.stock_no like 'no:%'
        where c.creator = $1 group by 1, 2, 3, 4)
      select r.place from json_to_recordset($2::json)
        as r (place int, make text, model text, year int, mileage_km int, numbered boolean)
      join had on had.make = r.make and had.model = r.model and had.year = r.year and had.mileage_km = r.mileage_km
      where had.without_number or not r.numbered`,
    values: [dealer, JSON.stringify(cars.map((car, place) => ({ ...car, place })))],
  })
  return found.length
}

/** `hidden_for`: why the operator has hidden it, '' where it is not. */
export type WholeCar = NewCar & { version: number; hidden_for: string }

/** The ads as this transaction finds them; nobody else writes them until it ends. */
export function heldCars(sql: Sql, dealer: string, ids: readonly string[]): Promise<WholeCar[]> {
  return sql.rows(adRow, {
    name: 'import-held-cars',
    text: `select ${adColumns} from cars where creator = $1 and id = any($2) order by id for update`,
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
/** A person who says which business they sell for sells as a dealer (R-ROLE-15). */
const dealerColumns = `u.id, u.province, u.city, u.kind = 'dealer' or u.businessname <> '' as is_dealer,
  left(coalesce(nullif(u.business_address, ''), u.address), 200) as address`

const dealerBy = (column: 'id' | 'email_key') => {
  const text = `select ${dealerColumns} from users u where u.${column} = $1`
  return (sql: Sql, value: string) => sql.row(dealerRow, { text, values: [value] })
}
export const dealerById = dealerBy('id')
export const dealerByEmail = dealerBy('email_key')

/**
 * How many more ads of this person may be active (R-SUBS-13). Holds the person until the transaction ends: an ad posted at
 * the same moment waits.
 */
export async function remainingAds(sql: Sql, user: string, now: Date): Promise<number> {
  await holdAdOwner({ sql, user, now })
  const { ads } = await allowanceOf(sql, user, now)
  return Math.max(0, ads - (await activeAds(sql, user)))
}

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
