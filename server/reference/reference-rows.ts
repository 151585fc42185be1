import { fold } from '#catalogue'
import { carTypes, planAds } from '#contract/limits.ts'
import { featuredPlan } from '#contract/plans/plans.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { allProvinces } from './all-provinces.ts'
import { otherMakes } from './makes/america-china-africa.ts'
import { asianMakes } from './makes/asia.ts'
import { europeanMakes } from './makes/europe.ts'
import type { MakeEntry } from './makes/read-makes.ts'

/** The 62 makes of the product, by name. */
export const allMakes: readonly MakeEntry[] = [...asianMakes, ...europeanMakes, ...otherMakes].sort((a, b) =>
  a.title < b.title ? -1 : 1,
)

// The tables every market needs and an empty database is filled with: makes, models, car types, places and plans.

const idOf = (...parts: readonly string[]) =>
  parts
    .map((p) =>
      fold(p)
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, ''),
    )
    .join('-')

const ofPaidOnes = [
  'Inquiries about your cars',
  'Chat with buyers and sellers',
  'Verified badge, once your proof is approved',
]

export type PlanId = 'basic' | 'gold' | 'promotion' | 'platinum' | 'featured-dealership'

interface PlanRow {
  id: PlanId
  name: string
  type: string
  price: number
  car_limit: number
  /** Beside its ads, whose number may change. */
  includes: readonly string[]
}
const planRow = (id: PlanId, name: string, price: number, includes: readonly string[]): PlanRow => ({
  id,
  name,
  type: id,
  price,
  car_limit: planAds[id],
  includes,
})

/** R-SUBS-02 to R-SUBS-06 */
export const plans: readonly PlanRow[] = [
  planRow('basic', 'Basic', 0, ['Test drive requests for your cars']),
  planRow('gold', 'Gold', 2500, ofPaidOnes),
  planRow('promotion', 'Promotion', 3500, ofPaidOnes),
  planRow('platinum', 'Platinum', 5000, ofPaidOnes),
  planRow('featured-dealership', featuredPlan, 500, ['Your dealership on the home page', ...ofPaidOnes]),
]

/** `columns` is `name type, …`; the rows go over as one JSON text. */
export function insertRows(table: string, columns: string, rows: readonly object[]) {
  const names = columns
    .split(', ')
    .map((c) => c.split(' ')[0])
    .join(', ')
  return {
    text: `insert into ${table} (${names}) select ${names} from json_to_recordset($1::json) as r (${columns}) on conflict do nothing`,
    values: [JSON.stringify(rows)],
  }
}

/** Writes what is missing and leaves alone what is there. */
export async function writeReference(sql: Sql): Promise<void> {
  const makes = allMakes.map((m, position) => ({ id: idOf(m.title), title: m.title, position }))
  const models = allMakes.flatMap((make) =>
    make.models.map((m, position) => ({
      id: idOf(make.title, m.title.replace('+', ' plus')),
      make_id: idOf(make.title),
      title: m.title,
      position,
    })),
  )
  const types = carTypes.map((name, position) => ({ id: idOf(name), name, position }))
  const provinces = allProvinces.map((p) => ({
    id: idOf(p.country, p.name),
    state_name: p.name,
    country: p.country,
  }))
  const cities = allProvinces.flatMap((p) =>
    p.cities.map((c) => ({
      id: idOf(p.country, p.name, c.name),
      province_id: idOf(p.country, p.name),
      city_name: c.name,
      lat: c.lat,
      lng: c.lng,
    })),
  )
  await sql.run(insertRows('makes', 'id text, title text, position int', makes))
  await sql.run(insertRows('models', 'id text, make_id text, title text, position int', models))
  await sql.run(insertRows('car_types', 'id text, name text, position int', types))
  await sql.run(insertRows('provinces', 'id text, state_name text, country text', provinces))
  await sql.run(
    insertRows(
      'cities',
      'id text, province_id text, city_name text, lat double precision, lng double precision',
      cities,
    ),
  )
  await sql.run(
    insertRows(
      'plans',
      'id text, name text, type text, price numeric, car_limit int, includes text[], position int',
      plans.map((p, position) => ({ ...p, position })),
    ),
  )
}
