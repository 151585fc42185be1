// The tables every market needs, demo or not: makes, models, car types, places and plans.
import { fold } from '#catalogue'
import { carTypes, planAds } from '#contract/limits.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { demoMakes } from './makes/all-makes.ts'
import { demoProvinces } from './places.ts'
import type { PlanId } from './people/sellers.ts'

const idOf = (...parts: readonly string[]) =>
  parts
    .map((p) =>
      fold(p)
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, ''),
    )
    .join('-')

/** R-SUBS-02 to R-SUBS-06 */
export const plans: readonly { id: PlanId; name: string; type: string; price: number; car_limit: number }[] =
  [
    { id: 'basic', name: 'Basic', type: 'basic', price: 0, car_limit: planAds.basic },
    { id: 'gold', name: 'Gold', type: 'gold', price: 2500, car_limit: planAds.gold },
    { id: 'promotion', name: 'Promotion', type: 'promotion', price: 3500, car_limit: planAds.promotion },
    { id: 'platinum', name: 'Platinum', type: 'platinum', price: 5000, car_limit: planAds.platinum },
    {
      id: 'featured-dealership',
      name: 'Featured Dealership',
      type: 'featured-dealership',
      price: 500,
      car_limit: planAds['featured-dealership'],
    },
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
  const makes = demoMakes.map((m, position) => ({ id: idOf(m.title), title: m.title, position }))
  const models = demoMakes.flatMap((make) =>
    make.models.map((m, position) => ({
      id: idOf(make.title, m.title.replace('+', ' plus')),
      make_id: idOf(make.title),
      title: m.title,
      position,
    })),
  )
  const types = carTypes.map((name, position) => ({ id: idOf(name), name, position }))
  const provinces = demoProvinces.map((p) => ({
    id: idOf(p.country, p.name),
    state_name: p.name,
    country: p.country,
  }))
  const cities = demoProvinces.flatMap((p) =>
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
      'id text, name text, type text, price numeric, car_limit int, position int',
      plans.map((p, position) => ({ ...p, position })),
    ),
  )
}
