import { z } from 'zod/mini'
import { brand, city, province, type Brand, type City, type Province } from '#contract/reference.ts'
import type { Db, Sql } from '../kernel/db/sql.ts'
import type { Config } from '../kernel/config.ts'
import type { Deps } from '../kernel/deps.ts'
import { defaultSiteSettings, siteSettingsOf } from './reference-rules.ts'
import { findRow } from '../kernel/db/lists.ts'

/** Makes with models, provinces and cities, which every search uses, with car types and settings. */
export interface ReferenceData {
  brands: Brand[]
  provinces: Province[]
  cities: City[]
  carTypes: z.output<typeof carTypeRow>[]
  /** Rows of the settings table by name. */
  settings: ReadonlyMap<string, unknown>
}

const carTypeRow = z.object({ _id: z.string(), name: z.string() })
const settingRow = z.object({ name: z.string(), value: z.unknown() })

export async function queryReference(sql: Sql): Promise<ReferenceData> {
  const brands = await sql.rows(brand, {
    name: 'reference-makes',
    text: `select m.id as _id, m.title as maketitle, count(o.id)::int as count_models,
        coalesce(json_agg(json_build_object('_id', o.id, 'modeltitle', o.title) order by o.position, o.title)
          filter (where o.id is not null), '[]') as models
      from makes m left join models o on o.make_id = m.id
      group by m.id order by m.position, m.title`,
  })
  const provinces = await sql.rows(province, {
    name: 'reference-provinces',
    text: 'select id as _id, state_name, country from provinces order by state_name',
  })
  const cities = await sql.rows(city, {
    name: 'reference-cities',
    text: 'select id as _id, city_name, province_id as state_id, lat, lng from cities order by city_name, id',
  })
  const carTypes = await sql.all(carTypeRow)`select id as _id, name from car_types order by position, name`
  const settings = await sql.all(settingRow)`select name, value from settings`
  return { brands, provinces, cities, carTypes, settings: new Map(settings.map((s) => [s.name, s.value])) }
}

/** Milliseconds for which cached data is used, because another process may change the tables. */
const believedFor = 10_000
/** Milliseconds after which cached data may be read ahead. */
const renewedAfter = 9500

interface CachedReference {
  readAt: number
  data: Promise<ReferenceData>
  /** Whether the data was, or is being, read ahead. */
  renewed: boolean
}
const cache = new WeakMap<Db, CachedReference>()

/** Returns the reference data from the cache, which is read again after ten seconds; simultaneous callers share one read. */
export function cachedReference(deps: { db: Db; now: () => Date }): Promise<ReferenceData> {
  const now = deps.now().getTime()
  const known = cache.get(deps.db)
  if (known && Math.abs(now - known.readAt) < believedFor) return known.data
  const data = queryReference(deps.db)
  const entry = { readAt: now, data, renewed: false }
  cache.set(deps.db, entry)
  const forget = () => {
    if (cache.get(deps.db) === entry) cache.delete(deps.db)
  }
  // A failed read, or a read from before the database was filled, is not cached.
  data.then((d) => d.brands.length === 0 && forget(), forget)
  return data
}

/**
 * Reads the data ahead, once for each cache entry, shortly before the entry expires; returns undefined before that. `take`
 * replaces the entry, and returns false when the cache has another entry or none, because something has changed.
 */
export function readAhead(deps: {
  db: Db
  now: () => Date
}): { data: Promise<ReferenceData>; take: () => boolean } | undefined {
  const now = deps.now().getTime()
  const known = cache.get(deps.db)
  if (!known || known.renewed || Math.abs(now - known.readAt) < renewedAfter) return undefined
  known.renewed = true
  const data = queryReference(deps.db)
  const take = () => {
    if (cache.get(deps.db) !== known) return false
    cache.set(deps.db, { readAt: now, data, renewed: false })
    return true
  }
  return { data, take }
}

/** Deletes the cached data. Code that changes makes, models, places or settings in this process must call it. */
export function forgetReference(db: Db): void {
  cache.delete(db)
}

const knownRow = z.object({ make: z.boolean(), model: z.boolean(), province: z.boolean(), city: z.boolean() })

/**
 * Returns which of these names exist in exactly this spelling; a model counts only with its make, a city only with its
 * province.
 */
export async function knownNames(
  sql: Sql,
  n: { make: string; model: string; province: string; city: string },
): Promise<z.output<typeof knownRow>> {
  const row = await sql.first(knownRow)`select exists (select 1 from makes where title = ${n.make}) as make,
    exists (select 1 from models o join makes m on m.id = o.make_id
      where m.title = ${n.make} and o.title = ${n.model}) as model,
    exists (select 1 from provinces where state_name = ${n.province}) as province,
    exists (select 1 from cities c join provinces p on p.id = c.province_id
      where p.state_name = ${n.province} and c.city_name = ${n.city}) as city`
  return row ?? { make: false, model: false, province: false, city: false }
}

/** Returns a text of the settings table, for use inside a transaction, where `cachedReference` cannot be used. */
async function textIn(sql: Sql, name: 'email' | 'name', otherwise: string): Promise<string> {
  const row = await findRow(sql, 'settings', settingRow, { name })
  return typeof row?.value === 'string' && row.value !== '' ? row.value : otherwise
}

/** Returns the address for e-mails to the operator. */
export const operatorAddress = (sql: Sql): Promise<string> => textIn(sql, 'email', defaultSiteSettings.email)

/** Name and address of the site in e-mails (R-NAV-47). */
export interface Site {
  name: string
  publicUrl: string
}
export async function siteIn(sql: Sql, config: Pick<Config, 'siteName' | 'publicUrl'>): Promise<Site> {
  return { name: await textIn(sql, 'name', config.siteName), publicUrl: config.publicUrl }
}

/** Returns the current name of the site, from the cache. */
export async function siteName(deps: Pick<Deps, 'config' | 'db' | 'now'>): Promise<string> {
  return siteSettingsOf((await cachedReference(deps)).settings, deps.config).name
}
