// Writes a batch of rows in one transaction: new ads, changed ads, and the problems of refused rows.
import { kilometresOf } from '#catalogue'
import {
  type ImportCounts,
  type ImportProblem,
  type ImportField,
  noCounts,
} from '#contract/selling/import.ts'
import { slugOf } from '../cars/ads/ad-rules.ts'
import { insertCars, type NewCar, rewriteCars } from '../cars/cars-write.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { ImportAd, Made, MadeAd } from './table/make-ad.ts'
import type { Trouble } from './table/row.ts'
import {
  changedFields,
  heldFingerprints,
  type ComparedField,
  fingerprintsExcept,
  fingerprintsOf,
} from './field-fingerprints.ts'
import type { Plan } from './table/plan.ts'
import {
  doublesOf,
  heldCars,
  isNumbered,
  type MaybeDouble,
  saveStock,
  stockOf,
  type StockRow,
  type WholeCar,
} from './stock-store.ts'

/** A row after reading. */
export interface ReadRow {
  line: number
  stockNo: string
  /** Number that the row itself gives, for people. */
  shownNo: string
  made: Made
}
interface WrittenRows {
  counts: ImportCounts
  problems: ImportProblem[]
  /** Number of further ads that may be active. */
  room: number
}

interface WriteOptions {
  plan: Plan
  dryRun: boolean
  now: Date
  newId: () => string
  /** Number of further ads of the dealer that may be active. */
  room: number
}

interface StockChange {
  stock: StockRow
  fields: ComparedField[]
}

const hidden = 'We have hidden this ad: its status cannot be changed.'

/** Returns the rows that change their ad since the last table, by stock number. */
function changesOf(rows: readonly ReadRow[], there: ReadonlyMap<string, StockRow>): Map<string, StockChange> {
  const changes = new Map<string, StockChange>()
  for (const { stockNo, made } of rows) {
    const known = there.get(stockNo)
    if (!known || !('ad' in made)) continue
    const fingerprints = fingerprintsOf(made.ad)
    const all = changedFields(known.marks, fingerprints, made.statusStated)
    const waiting = all.filter((field) => waitsFor(made, field))
    const fields = all.filter((field) => !waiting.includes(field))
    const stock = { ...known, marks: fingerprintsExcept(fingerprints, known.marks, waiting) }
    if (fields.length > 0) changes.set(stockNo, { stock, fields })
  }
  return changes
}

/**
 * Fields that wait, by the doubtful field. They may be the real error (a mileage is doubtful if the year or the condition is
 * wrong), or are derived from the doubtful field. Other fields wait only for their own doubt.
 */
const doubted: Partial<Record<ImportField, readonly ComparedField[]>> = {
  // The fields that identify the car wait, too, because a stock number may have moved to another car.
  mileage: ['mileage', 'year', 'condition', 'make', 'model', 'title', 'description'],
  make: ['make', 'model', 'title', 'description'],
  year: ['year', 'title', 'description'],
}

/**
 * Returns whether a field waits: a doubtful field of an existing ad stays unchanged, and an ad with doubts does not become
 * active.
 */
function waitsFor({ ad, doubts }: MadeAd, field: ComparedField): boolean {
  if (doubts.length === 0) return false
  if (field === 'status') return ad.status === 'active'
  return doubts.some((doubt) => doubt.field === field || doubted[doubt.field]?.includes(field) === true)
}

/** Sorts the rows of a batch by what to do, and does it unless it is a dry run. */
export async function writeRows(sql: Sql, rows: readonly ReadRow[], o: WriteOptions): Promise<WrittenRows> {
  const counts = { ...noCounts, rows: rows.length }
  const problems: ImportProblem[] = []
  let { room } = o
  const dealer = o.plan.dealer.id
  const good = rows.filter(({ made }) => 'ad' in made)
  const numbers = good.map((row) => row.stockNo)
  const found = numbers.length === 0 ? [] : await stockOf(sql, dealer, numbers)
  const there = new Map(found.map((row) => [row.stock_no, row]))
  const changes = changesOf(good, there)
  const ids = [...changes.values()].map((c) => c.stock.car_id)
  const cars = ids.length === 0 ? [] : await heldCars(sql, dealer, ids)
  const byId = new Map(cars.map((car) => [car.id, car]))
  const fresh: NewCar[] = []
  const news: MaybeDouble[] = []
  const edited: WholeCar[] = []
  const stock: StockRow[] = []

  /** Takes one of the active ads that the plan allows; returns false when there is none left. */
  const takeRoom = (): boolean => {
    room -= 1
    if (room >= 0) return true
    room = 0
    // Reported once with this count, because a full plan would otherwise fill the report with one sentence.
    counts.inactive += 1
    return false
  }
  const noteProblems = (row: ReadRow, troubles: readonly Trouble[], kind: ImportProblem['kind']): void => {
    for (const { field, value, reason } of troubles) {
      const place = field === '' ? undefined : o.plan.cells[field]
      const column = place === undefined ? field : (o.plan.columns[place]?.name ?? field)
      problems.push(problemOf(row, { column, value, reason }, kind))
    }
  }
  const edit = (
    row: ReadRow,
    made: MadeAd,
    { car, stock: stockRow, fields }: StockChange & { car: WholeCar },
  ): void => {
    const next = patched(car, made, fields)
    const wakes = next.status === 'active' && car.status !== 'active'
    const held = wakes && !takeRoom()
    if (held) next.status = car.status
    const differs = fields.some((field) => String(next[field]) !== String(car[field]))
    counts[differs ? 'changed' : 'unchanged'] += 1
    if (car.hidden_for !== '' && fields.includes('status'))
      problems.push(problemOf(row, { column: '', value: '', reason: hidden }, 'inactive'))
    if (differs) edited.push({ ...next, updated_at: o.now })
    // The table's status of a hidden ad was not written, so it must count as changed when the ad is visible again.
    const waits = held || (car.hidden_for !== '' && fields.includes('status'))
    stock.push({ ...stockRow, marks: waits ? heldFingerprints(stockRow.marks) : stockRow.marks })
  }
  const add = (row: ReadRow, { ad, doubts }: MadeAd): void => {
    const held = ad.status === 'active' && (doubts.length > 0 || !takeRoom())
    counts.added += 1
    if (o.dryRun) {
      news.push({
        make: ad.make,
        model: ad.model,
        year: ad.year,
        mileage_km: kilometresOf(ad.mileage) ?? 0,
        numbered: isNumbered(row.stockNo),
      })
      return
    }
    const id = o.newId()
    const status = held ? 'inactive' : ad.status
    fresh.push({
      ...ad,
      status,
      id,
      slug: slugOf({ id, title: ad.title }),
      creator: dealer,
      pictures: [],
      created_at: o.now,
    })
    const fingerprints = fingerprintsOf(ad)
    stock.push({
      stock_no: row.stockNo,
      car_id: id,
      marks: held ? heldFingerprints(fingerprints) : fingerprints,
    })
  }

  for (const row of rows) {
    const { made, stockNo } = row
    const change = changes.get(stockNo)
    const car = change && byId.get(change.stock.car_id)
    if ('doubts' in made && made.doubts.length > 0) {
      counts.doubtful += 1
      noteProblems(row, made.doubts, 'doubtful')
    }
    if ('troubles' in made) {
      counts.refused += 1
      noteProblems(row, made.troubles, 'refused')
    } else if (car) edit(row, made, { car, ...change })
    else if (!change && there.has(stockNo)) counts.unchanged += 1
    // The ad is new or was deleted at this moment.
    else add(row, made)
  }
  if (o.dryRun) counts.doubles = await doublesOf(sql, dealer, news)
  else {
    if (fresh.length > 0) await insertCars(sql, fresh)
    if (edited.length > 0) await rewriteCars(sql, edited)
    await saveStock(sql, dealer, stock)
  }
  return { counts, problems, room }
}

/**
 * Returns the ad with the fields that the table changes. An ad that waited for room becomes active only if it is still inactive.
 */
function patched(car: WholeCar, made: MadeAd, fields: readonly ComparedField[]): WholeCar {
  const patch = Object.fromEntries(fields.map((field) => [field, made.ad[field]])) as Partial<ImportAd>
  // The dealer has changed the status by hand, so the ad no longer waits for room.
  if (!made.statusStated && car.status !== 'inactive') delete patch.status
  // A hidden ad keeps its status.
  if (car.hidden_for !== '') delete patch.status
  return { ...car, ...patch }
}

const problemOf = (
  row: ReadRow,
  what: { column: string; value: string; reason: string },
  kind: ImportProblem['kind'],
): ImportProblem => ({ line: row.line, stock_no: row.shownNo.slice(0, 80), ...what, kind })
