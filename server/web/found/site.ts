import { regionOf, type RegionSettings } from '#contract/values/region.ts'
import type { Deps } from '../../kernel/deps.ts'
import { cachedReference } from '../../reference/reference-store.ts'
import { siteSettingsOf } from '../../reference/reference-rules.ts'
import type { Brand, SiteSettings } from '#contract/reference.ts'
import { wasAd } from '../../cars/ads/ads-store.ts'
import { carBySlugOrId } from '../../cars/cars-store.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { sellerOf } from '../../users/users-store.ts'

/** Data of the site that the head of every page uses. */
export interface SiteDescription {
  settings: SiteSettings
  region: RegionSettings
  brands: readonly Brand[]
  name: string
  /** Address without a slash at its end. */
  publicUrl: string
  locale: string
}

const siteFrom = (
  { config }: Pick<Deps, 'config'>,
  rows: ReadonlyMap<string, unknown>,
  brands: readonly Brand[],
): SiteDescription => {
  const settings = siteSettingsOf(rows, config)
  const region = regionOf[settings.market]
  return { settings, region, brands, name: settings.name, publicUrl: config.publicUrl, locale: region.locale }
}

/** Returns the site from the cached reference data. */
export async function siteOf(deps: Pick<Deps, 'config' | 'db' | 'now'>): Promise<SiteDescription> {
  const { settings, brands } = await cachedReference(deps)
  return siteFrom(deps, settings, brands)
}

/** Returns the site without reading the database. */
export const plainSite = (deps: Pick<Deps, 'config'>): SiteDescription => siteFrom(deps, new Map(), [])

/** Data for the head of a page, read without counting a view and for no particular user. */

type Seller = NonNullable<Awaited<ReturnType<typeof sellerOf>>>
type Car = Omit<NonNullable<Awaited<ReturnType<typeof carBySlugOrId>>>['car'], 'creator'>
export type CarFacts = Car & { seller: Seller }

/** Returns whether a text can be a slug or id: it is not too long, and a database can store all of its characters. */
export const isName = (part: string): boolean => part.length <= 200 && !/[\0\p{Surrogate}]/u.test(part)

/** Reads a car; returns `gone` for a car that its seller or the operator has removed. */
export async function carFacts(sql: Sql, slug: string, now: Date): Promise<CarFacts | 'gone' | undefined> {
  const found = await carBySlugOrId(sql, slug, undefined)
  if (!found) return (await wasAd(sql, slug)) ? 'gone' : undefined
  if (found.hidden) return 'gone'
  const { creator, ...car } = found.car
  const seller = await sellerOf(sql, creator, now)
  return seller && { ...car, seller }
}
