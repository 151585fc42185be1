import { dashed } from '#catalogue'
import { carTypes, planAds } from '#contract/limits.ts'
import { featuredPlan } from '#contract/plans/plans.ts'
import { raw, type Sql } from '../kernel/db/sql.ts'
import { allMakes } from './makes/read-makes.ts'
import places from './places.json' with { type: 'json' }

// Reference data that every market needs and that fills an empty database: makes, models, car types, places and plans.

/**
 * Nine provinces of South Africa, 36 states and the Federal Capital Territory of Nigeria. The weight of a city is roughly
 * proportional to the number of people who trade cars there.
 */
export const allProvinces = (['ZA', 'NG'] as const).flatMap((country) =>
  Object.entries(places[country]).map(([name, cities]) => ({ name, country, cities })),
)

const idOf = (...parts: readonly string[]) => dashed(parts.join(' '))

const ofPaidOnes = [
  'Inquiries about your cars',
  'Chat with buyers and sellers',
  'Verified badge, once your proof is approved',
]

export type PlanId = keyof typeof planAds

/** Makes the row of a plan. `includes` does not list its ads, because their number may change. */
const planRow = (id: PlanId, name: string, price: number, includes: readonly string[]) => ({
  id,
  name,
  type: id,
  price,
  car_limit: planAds[id],
  includes,
})

/** R-SUBS-02 to R-SUBS-06 */
export const plans = [
  planRow('basic', 'Basic', 0, ['Test drive requests for your cars']),
  planRow('gold', 'Gold', 2500, ofPaidOnes),
  planRow('promotion', 'Promotion', 3500, ofPaidOnes),
  planRow('platinum', 'Platinum', 5000, ofPaidOnes),
  planRow('featured-dealership', featuredPlan, 500, ['Your dealership on the home page', ...ofPaidOnes]),
]

/** Inserts the rows that do not exist yet; sends them as one JSON text. */
export async function insertRows(sql: Sql, table: string, rows: readonly object[]): Promise<void> {
  const names = raw(Object.keys(rows[0] ?? {}).join(', '))
  if (rows.length === 0) return
  await sql.exec`insert into ${raw(table)} (${names}) select ${names}
    from json_populate_recordset(null::${raw(table)}, ${JSON.stringify(rows)}::json) on conflict do nothing`
}

/** Inserts missing reference data and leaves existing rows unchanged. */
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
  const provinces = allProvinces.map(({ country, name }) => ({
    id: idOf(country, name),
    state_name: name,
    country,
  }))
  const cities = allProvinces.flatMap((p) =>
    p.cities.map(({ name, lat, lng }) => ({
      id: idOf(p.country, p.name, name),
      province_id: idOf(p.country, p.name),
      city_name: name,
      lat,
      lng,
    })),
  )
  const inOrder = plans.map((p, position) => ({ ...p, position }))
  const tables = { makes, models, car_types: types, provinces, cities, plans: inOrder }
  for (const [table, rows] of Object.entries(tables)) await insertRows(sql, table, rows)
}
